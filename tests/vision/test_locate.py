"""Votes of cells gathered into faces: what the training target says of a tile, the runtime must read back."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training import targets
from vision.classify import Pyramid
from vision.locate import (
    BEST_SIZE,
    CLOSE_UP_SIDE,
    MARGIN,
    Located,
    Locator,
    _with,
    gather,
    read_votes,
    without_doubles,
)

SIZE = 320


def tile(x: float, y: float, width: float, turn: float, aspect: float = 0.74) -> np.ndarray:
    """Corners of an upright tile turned by `turn` radians about its centre."""
    frame = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [width, width / aspect]
    c, s = np.cos(turn), np.sin(turn)
    return (frame @ np.array([[c, s], [-s, c]]) + [x, y]).astype(np.float32)


def perfect_maps(quads: np.ndarray, backs: np.ndarray | None = None) -> np.ndarray:
    """What a network without fault would answer."""
    backs = np.zeros(len(quads), bool) if backs is None else backs
    maps, _ = targets.targets(quads, backs, np.ones(len(quads)), SIZE)
    maps[:3] = np.where(maps[:3] > 0, 6.0, -6.0)
    return maps


def off_by(found: np.ndarray, true: np.ndarray) -> float:
    """Largest distance of a corner, whichever is called the first, in units of the tile's size."""
    distances = [np.linalg.norm(np.roll(found, k, axis=0) - true, axis=1).max() for k in range(4)]
    return float(min(distances)) / float(np.sqrt(cv2.contourArea(true)))


@settings(max_examples=60, deadline=None)
@given(
    st.floats(100, 220), st.floats(100, 220), st.floats(24, 90), st.floats(-3.1, 3.1), st.floats(0.6, 0.95)
)
def test_a_face_at_any_turn_is_read_back(x, y, width, turn, aspect):
    quad = tile(x, y, width, turn, aspect)
    found = gather(read_votes(perfect_maps(quad[None])))
    assert len(found) == 1
    assert off_by(found[0].quad, quad) < 0.03


@pytest.mark.parametrize("turn", [0.0, 0.3, np.pi / 4, np.pi / 2])
def test_touching_tiles_stay_apart(turn):
    step = np.array([np.cos(turn), np.sin(turn)]) * 30
    centres = np.array([160.0, 160.0]) + (np.arange(7) - 3)[:, None] * step
    quads = np.array([tile(*c, 30.0, turn) for c in centres])
    found = gather(read_votes(perfect_maps(quads)))
    assert len(found) == 7
    for quad in quads:
        assert min(off_by(f.quad, quad) for f in found) < 0.04


def test_a_tile_face_down_is_found_as_one_face_up_is():
    quads = np.array([tile(90, 160, 40, 0.0), tile(220, 160, 40, 0.0)])
    found = gather(read_votes(perfect_maps(quads, np.array([True, False]))))
    assert sorted(round(float(f.quad[:, 0].mean())) for f in found) == [90, 220]


def test_of_two_faces_on_one_place_the_better_stays():
    quad = tile(100, 100, 40, 0.0)
    [face] = gather(read_votes(perfect_maps(quad[None])))
    worse = Located(face.quad + 3, face.score / 2)
    assert without_doubles([worse, face]) == [face]


def test_small_tiles_in_a_large_picture_get_a_closer_look():
    picture = np.zeros((1600, 2400, 3), np.uint8)
    quads = np.array([tile(900 + 46 * i, 800, 46, 0.0) for i in range(8)])
    scales = []

    def network(x: np.ndarray) -> np.ndarray:
        h, w = x.shape[2:]
        maps = np.full((1, targets.MAPS, h // 4, w // 4), -6.0, np.float32)
        scales.append(w)
        return maps

    assert Locator(network).find(picture) == []
    assert len(scales) == 2  # the whole picture, large and small: nothing seen, nothing to look at closer
    seen = []

    def seeing(x: np.ndarray) -> np.ndarray:
        h, w = x.shape[2:]
        seen.append((w, h))
        side = max(w, h)
        shown = quads * (832 / 2400) + MARGIN if len(seen) == 1 else quads * 0  # later looks come back empty
        maps, _ = targets.targets(
            shown.astype(np.float32), np.zeros(8, bool), np.ones(8), -(-side // 32) * 32
        )
        maps[:3] = np.where(maps[:3] > 0, 6.0, -6.0)
        return maps[None, :, : h // 4, : w // 4]

    Locator(seeing).find(picture)
    assert len(seen) == 3
    row_in_the_first_look = 8 * 46 * 832 / 2400
    assert seen[2][0] > 2 * row_in_the_first_look


def test_a_tile_that_fills_the_picture_is_found_beside_parts_of_it_that_look_like_tiles():
    picture = np.zeros((832, 832, 3), np.uint8)
    whole = tile(416, 416, 380, 0.1)
    parts = np.array([tile(380, 330, 44, 0.1), tile(450, 500, 44, 0.1)])
    scales = iter([1.0, CLOSE_UP_SIDE / 832, BEST_SIZE / np.sqrt(cv2.contourArea(whole))])

    def network(x: np.ndarray) -> np.ndarray:
        scale = next(scales)
        shown = whole[None] if scale < 0.4 else parts  # a face this large is only known when seen small
        quads = (shown * scale + MARGIN).astype(np.float32)
        maps, _ = targets.targets(quads, np.zeros(len(quads), bool), np.ones(len(quads)), x.shape[3])
        maps[:3] = np.where(maps[:3] > 0, 6.0, -6.0)
        return maps[None]

    found = Locator(network).find(picture)
    assert len(found) == 3
    for quad in (whole, *parts):  # the large one may as well be a row taken for a tile
        assert min(off_by(f.quad, quad) for f in found) < 0.05
    assert [f.score for f in found] == sorted((f.score for f in found), reverse=True)


def test_a_large_face_is_reported_once():
    whole = tile(416, 416, 380, 0.1)
    faces = [
        Located(whole, 0.9),
        Located(whole + 4, 0.8),
        Located(tile(90, 90, 60, 0.1), 0.85),
    ]
    assert [f.score for f in _with(faces, faces[:2])] == [0.9, 0.85]


@pytest.mark.parametrize("scale", [0.13, 0.25, 0.4, 0.9])
def test_what_is_seen_in_a_large_picture_made_smaller_is_where_it_is(scale: float):
    picture = np.zeros((2017, 3025, 3), np.uint8)
    cv2.fillConvexPoly(picture, np.intp(face := tile(2500, 1700, 130, 0.2)), (255, 255, 255))

    def network(x: np.ndarray) -> np.ndarray:
        """Sees the bright rectangle, wherever it is."""
        bright = np.uint8(x[0].mean(axis=0) > 0.8)
        (outline,), _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        quad = cv2.boxPoints(cv2.minAreaRect(outline)).astype(np.float32)
        maps, _ = targets.targets(quad[None], np.zeros(1, bool), np.ones(1), -(-max(x.shape[2:]) // 32) * 32)
        maps[:3] = np.where(maps[:3] > 0, 6.0, -6.0)
        return maps[None, :, : x.shape[2] // 4, : x.shape[3] // 4]

    [found] = Locator(network).look(Pyramid(picture), (1600.0, 900.0, 3025.0, 2017.0), scale)
    assert off_by(found.quad, face) < 0.02 + 1.5 / (130 * scale)
