"""From trained weights to the files the product loads: ONNX networks and their manifest."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from torch import nn

from vision.classify import HEIGHT, WIDTH

from . import classifier, locator, sources
from .quantise import quantise

OPSET = 17
CLASSIFIER_OUTPUTS = ("logits", "corners", "turns", "features")


def _export(
    net: nn.Module, example: torch.Tensor, path: Path, inputs: str, outputs: list[str], axes: dict
) -> None:
    torch.onnx.export(
        net.eval(),
        (example,),
        str(path),
        input_names=[inputs],
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )


def _agrees(net: nn.Module, path: Path, example: torch.Tensor) -> float:
    """Largest difference between PyTorch and ONNX Runtime on one input."""
    with torch.inference_mode():
        wanted = net(example)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    got = session.run(None, {session.get_inputs()[0].name: example.numpy()})
    return max(float(np.abs(w.numpy() - g).max()) for w, g in zip(wanted, got, strict=True))


def export(
    locator_weights: Path, classifier_weights: Path, out: Path, facts: dict, photos: list[sources.Photo]
) -> None:
    """Write `locator.onnx` (8-bit, settled on `photos`), `classifier.onnx` and `manifest.json` to `out`.

    `facts` (training data, measured accuracy, …) goes into the manifest as it is.
    """
    (out / "manifest.json").unlink(missing_ok=True)  # its checksums are those of the networks before
    find, trained = locator.Locator(), classifier.Classifier()
    find.load_state_dict(torch.load(locator_weights, weights_only=True))
    trained.load_state_dict(torch.load(classifier_weights, weights_only=True))
    name = classifier.Shipped(trained)
    find.eval(), name.eval()
    picture = torch.rand(1, 3, 320, 416)
    _export(
        find,
        picture,
        out / "locator.onnx",
        "picture",
        ["maps"],
        {"picture": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}},
    )
    crops = torch.rand(5, 3, HEIGHT, WIDTH)
    _export(
        name,
        crops,
        out / "classifier.onnx",
        "crops",
        list(CLASSIFIER_OUTPUTS),
        {k: {0: "tiles"} for k in ("crops", *CLASSIFIER_OUTPUTS)},
    )
    for net, file, example in ((find, "locator.onnx", picture), (name, "classifier.onnx", crops)):
        difference = _agrees(net, out / file, example)
        if difference > 1e-3:
            raise ArithmeticError(f"{file} differs from its weights by {difference:.2g}")
    quantise(out / "locator.onnx", photos)
    manifest = {
        "made": date.today().isoformat(),
        "models": {
            "locator": {
                "file": "locator.onnx",
                "sha256": _sha256(out / "locator.onnx"),
                "input": "1x3xHxW RGB 0..1, H and W multiples of 32",
                "output": "1x10xH/4xW/4",
            },
            "classifier": {
                "file": "classifier.onnx",
                "sha256": _sha256(out / "classifier.onnx"),
                "input": f"Nx3x{HEIGHT}x{WIDTH} RGB 0..1",
                "output": "logits Nx44, corners Nx8, turns Nx2, features Nx128",
                "labels": [*sources.SYMBOLS, "not a tile"],
            },
        },
        **facts,
    }
    (out / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
