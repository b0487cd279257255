"""Crops that the classifier is taught with: what they say of the corners must be true."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed")

from models.training import train_classifier
from models.training.train_classifier import ASTRAY, CORNERS, FACE, HIDDEN, cut, hidden

TILE, WHERE = 4, np.array([(70, 60), (110, 60), (110, 114), (70, 114)], np.float32)


def picture() -> np.ndarray:
    image = np.zeros((180, 180, 3), np.uint8)
    cv2.fillConvexPoly(image, np.intp(WHERE), (255, 255, 255))
    return image


@pytest.mark.parametrize("astray", [0.0, 1.0])
def test_the_corners_of_a_crop_are_those_of_the_tile(astray: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_classifier, "ASTRAY_SHARE", astray)
    for seed in range(40):
        sample = cut(np.random.default_rng(seed), picture(), WHERE, TILE, 1.0, 1.0)
        placed = CORNERS + sample.corners.reshape(4, 2) * FACE
        mask = np.zeros(sample.crop.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.intp(np.round(placed)), 1)
        shows = sample.crop[..., 0] > 127
        both = (shows & (mask > 0)).sum() / max(1, (shows | (mask > 0)).sum())
        assert both > 0.85


def test_a_frame_between_two_tiles_is_given_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_classifier, "ASTRAY_SHARE", 1.0)
    moved = []
    for seed in range(40):
        sample = cut(np.random.default_rng(seed), picture(), WHERE, TILE, 1.0, 1.0)
        assert sample.tile == -1
        assert sample.has_turns[1] == 0
        moved.append(np.abs(sample.corners.reshape(4, 2).mean(axis=0)).max())
    assert np.median(moved) > ASTRAY[0]


def test_a_tile_before_another_hides_that_much_of_it_and_changes_no_label() -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        image = picture()
        image[image[..., 0] > 0] = (0, 0, 255)
        sample = cut(rng, image, WHERE, TILE, 1.0, 1.0)
        covered = hidden(rng, sample)
        assert (covered.tile, covered.turns) == (sample.tile, sample.turns)
        assert (covered.corners == sample.corners).all()
        placed = CORNERS + sample.corners.reshape(4, 2) * FACE
        mask = np.zeros(sample.crop.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.intp(np.round(placed)), 1)
        changed = (covered.crop != sample.crop).any(axis=2) & (mask > 0)
        assert HIDDEN[0] - 0.1 < changed.sum() / mask.sum() < HIDDEN[1] + 0.1
