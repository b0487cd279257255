"""Networks as they are exported: files that the reader takes."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("onnx", reason="onnx is not installed")
pytest.importorskip("onnxruntime.quantization", reason="ONNX Runtime cannot quantise here")

import torch

from models.training import classifier, export, locator, sources
from vision import Reader
from vision.classify import HEIGHT, WIDTH
from vision.reader import rooms


def photograph(folder: Path) -> sources.Photo:
    path = folder / "noise.jpg"
    cv2.imwrite(str(path), np.random.default_rng(0).integers(0, 255, (640, 640, 3), np.uint8))
    return sources.Photo(path, "family", False, np.zeros((0, 4)), np.zeros(0, int))


def test_the_reader_takes_what_is_exported(tmp_path: Path) -> None:
    torch.manual_seed(0)
    for name, net in (("locator", locator.Locator()), ("classifier", classifier.Classifier())):
        torch.save(net.state_dict(), tmp_path / f"{name}.pt")
    out = tmp_path / "onnx"
    out.mkdir()
    facts = {"accuracy": {"somewhere": 0.5}}
    export.export(tmp_path / "locator.pt", tmp_path / "classifier.pt", out, facts, [photograph(tmp_path)])
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["accuracy"] == facts["accuracy"]
    assert manifest["models"]["classifier"]["input"] == f"Nx3x{HEIGHT}x{WIDTH} RGB 0..1"
    picture = np.full((240, 320, 3), 90, np.uint8)
    reading = Reader(out, threads=1).read(picture)
    assert (reading.width, reading.height) == (320, 240)
    _, name = rooms(out, threads=1)
    quad = np.array([[(100, 100), (126, 100), (126, 135), (100, 135)]], np.float32)
    named = name.name(picture, quad)
    assert (named.probabilities.shape, named.features.shape) == ((1, 44), (1, 128))
