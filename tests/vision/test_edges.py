"""Tiles at the edge of the picture: plain grey lies beyond, and rows cropped to their tiles are read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import Reader
from vision.classify import Pyramid, cut
from vision.locate import Locator
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


WHITE = np.full((320, 416, 3), 255, np.uint8)
GREY = 128


def test_a_look_ends_in_grey_on_every_side() -> None:
    looks = []

    def network(x: np.ndarray) -> np.ndarray:
        looks.append(x[0, 0])
        return np.full((1, 10, x.shape[2] // 4, x.shape[3] // 4), -9.0, np.float32)

    Locator(network).find(WHITE)
    for look in looks:
        rim = np.concatenate(
            [look[:16].ravel(), look[-16:].ravel(), look[:, :16].ravel(), look[:, -16:].ravel()]
        )
        assert rim * 255 == pytest.approx(GREY)
        assert look[look.shape[0] // 2, look.shape[1] // 2] == 1


def test_a_crop_is_grey_beyond_the_picture_and_not_a_repeated_tile() -> None:
    at_the_corner = np.array([[[0, 0], [45, 0], [45, 58], [0, 58]]], np.float32)
    (crop,), _ = cut(Pyramid(WHITE), at_the_corner)
    assert (crop[:3] == GREY).all() and (crop[:, :3] == GREY).all()
    assert (crop[-30:, -30:] == 255).all()
