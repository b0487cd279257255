"""Crops that the classifier is taught with: what they say of the corners must be true."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training import cuts
from models.training.cuts import ASTRAY, CORNERS, FACE, cut, cut_visible, hidden
from models.training.sources import Photo

TILE, WHERE = 4, np.array([(70, 60), (110, 60), (110, 114), (70, 114)], np.float32)


def picture() -> np.ndarray:
    image = np.zeros((180, 180, 3), np.uint8)
    cv2.fillConvexPoly(image, np.intp(WHERE), (255, 255, 255))
    return image


@pytest.mark.parametrize("astray", [0.0, 1.0])
def test_the_corners_of_a_crop_are_those_of_the_tile(astray: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuts, "ASTRAY_SHARE", astray)
    for seed in range(40):
        sample = cut(np.random.default_rng(seed), picture(), WHERE, TILE, 1.0, 1.0)
        placed = CORNERS + sample.corners.reshape(4, 2) * FACE
        mask = np.zeros(sample.crop.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.intp(np.round(placed)), 1)
        shows = sample.crop[..., 0] > 127
        both = (shows & (mask > 0)).sum() / max(1, (shows | (mask > 0)).sum())
        assert both > 0.85


def test_a_frame_between_two_tiles_is_given_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuts, "ASTRAY_SHARE", 1.0)
    moved = []
    for seed in range(40):
        sample = cut(np.random.default_rng(seed), picture(), WHERE, TILE, 1.0, 1.0)
        assert sample.tile == -1
        assert sample.has_turns[1] == 0
        moved.append(np.abs(sample.corners.reshape(4, 2).mean(axis=0)).max())
    assert np.median(moved) > ASTRAY[0]


def shown(sample: cuts.Sample) -> np.ndarray:
    """Where the crop shows the tile that its corners say (H×W bool)."""
    mask = np.zeros(sample.crop.shape[:2], np.uint8)
    placed = CORNERS + sample.corners.reshape(4, 2) * FACE
    cv2.fillConvexPoly(mask, np.intp(np.round(placed)), 1)
    return mask > 0


@pytest.mark.parametrize("side", range(4))
def test_a_tile_before_another_hides_that_much_of_it_and_changes_no_label(
    side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuts, "ASTRAY_SHARE", 0.0)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        sample = cut(rng, picture(), WHERE, TILE, 1.0, 1.0)
        sample.crop[:] = rng.integers(0, 256, sample.crop.shape)
        covered = hidden(rng, sample, side, 0.4)
        assert (covered.tile, covered.turns) == (sample.tile, sample.turns)
        assert (covered.corners == sample.corners).all()
        changed = (covered.crop != sample.crop).any(axis=2) & shown(sample)
        assert changed.sum() / shown(sample).sum() == pytest.approx(0.4, abs=0.08)
        away = np.argwhere(changed).mean(axis=0) - np.argwhere(shown(sample)).mean(axis=0)
        rows, columns = away
        assert (-rows, columns, rows, -columns)[side] > 5


def test_what_is_seen_of_a_half_hidden_tile_says_where_the_whole_tile_is() -> None:
    apart = []
    for seed in range(60):
        sample = cut_visible(np.random.default_rng(seed), picture(), WHERE, TILE, 1.0)
        white = (sample.crop == 255).all(axis=2)
        assert (white & shown(sample)).sum() / white.sum() > 0.85  # what is left of it lies where it is said
        apart.append(np.abs(sample.corners.reshape(4, 2).mean(axis=0)).max())
        assert sample.tile == (-1 if sample.turns[0] else TILE)
    assert np.median(apart) > 0.1  # and the frame is not that of the whole tile


@pytest.mark.parametrize("kind", ["cut", "cut_part", "cut_visible"])
def test_all_that_is_cut_of_a_tile_on_its_side_begins_at_its_short_edge(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from models.training.train_classifier import Sampler

    box = np.array([[40, 60, 120, 100]], np.float32)
    photo = Photo(Path("table.jpg"), "any", False, box, np.array([TILE]))
    sampler = Sampler([], [photo], seed=0, pictures=[np.full((180, 180, 3), 90, np.uint8)])
    given: list[np.ndarray] = []
    true = getattr(cuts, kind)
    monkeypatch.setattr(cuts, kind, lambda *args: given.append(args[2]) or true(*args))
    for _ in range(200):
        sampler._real()
    assert given
    for quad in given:
        assert np.linalg.norm(quad[1] - quad[0]) < np.linalg.norm(quad[3] - quad[0])
