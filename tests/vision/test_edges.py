"""Rows cropped to their tiles, read with the real networks: every tile touches the edge of the picture."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import Reader
from vision.plane import table_of
from vision.rectify import apply

PHOTOS = Path(__file__).resolve().parents[2] / "examples" / "photos"
SHOWN = json.loads((PHOTOS / "samples.json").read_text("utf-8"))
TILE = 60
"""Height of a tile in the strips, in pixels."""


def strip(image: np.ndarray, quads: np.ndarray, head: float, feet: float) -> np.ndarray:
    """The row of these tiles (N×4×2), cropped to them, less so much of their height at head and feet."""
    table = table_of(quads)
    placed = apply(table.to_table, quads)
    low, high = placed.min(axis=(0, 1)), placed.max(axis=(0, 1))
    high[1], low[1] = high[1] - feet * (high - low)[1], low[1] + head * (high - low)[1]
    move = np.array([[TILE, 0, -TILE * low[0]], [0, TILE, -TILE * low[1]], [0, 0, 1]])
    width, height = (TILE * (high - low)).astype(int)
    return cv2.warpPerspective(image, move @ table.to_table, (int(width), int(height)))


@pytest.mark.parametrize(
    ("photo", "head", "feet"),
    [("plain-row.jpg", 0.0, 0.0), ("plain-row.jpg", 0.04, 0.0), ("seven-pairs.jpg", 0.0, 0.12)],
)
def test_a_row_cropped_to_its_tiles_is_read_whole(photo: str, head: float, feet: float) -> None:
    reader = Reader()
    image = cv2.imread(str(PHOTOS / photo))
    quads = np.array([t.quad for t in reader.read(image).tiles], float)
    assert reader.read(strip(image, quads, head, feet)).hand == SHOWN[photo]
