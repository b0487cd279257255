"""Tiles that touch the edge of the picture, with the real networks."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision import Reader
from vision.plane import table_of
from vision.rectify import apply

PHOTO = Path(__file__).resolve().parents[2] / "examples" / "photos" / "seven-pairs.jpg"
TILE = 90
"""Height of a tile in the strip, in pixels."""


def test_a_row_cropped_to_its_tiles_and_off_their_feet_is_read_whole() -> None:
    reader = Reader()
    image = cv2.imread(str(PHOTO))
    quads = np.array([t.quad for t in reader.read(image).tiles], float)
    table = table_of(quads)
    placed = apply(table.to_table, quads)
    low, high = placed.min(axis=(0, 1)), placed.max(axis=(0, 1))
    to_strip = np.array([[TILE, 0, -TILE * low[0]], [0, TILE, -TILE * low[1]], [0, 0, 1]]) @ table.to_table
    width, height = (TILE * (high - low) * [1, 0.92]).astype(int)
    strip = cv2.warpPerspective(image, to_strip, (int(width), int(height)))
    assert reader.read(strip).hand == "1122m4477p99sEEC+C"
