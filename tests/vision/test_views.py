"""Views of a picture in which its tiles look as usual."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.classify import BEYOND
from vision.rectify import apply
from vision.views import AROUND, MOST_PIXELS, TILE, from_above, widened

ROW = np.array([[(x, 0), (x + 26, 0), (x + 26, 35), (x, 35)] for x in range(0, 27 * 14, 27)], float)


def under(turn: float, low: float, away: float) -> np.ndarray:
    """The row on a table: turned, seen lower by a factor, and running away from the camera."""
    cos, sin = np.cos(turn), np.sin(turn)
    matrix = np.array([[cos, -sin, 300.0], [low * sin, low * cos, 300.0], [away, 0.0, 1.0]])
    return apply(matrix, ROW)


@pytest.mark.parametrize(
    ("turn", "low", "away"), [(0.6, 1, 0), (0, 0.5, 0), (0, 1, 0.002), (-0.5, 0.6, 0.001), (1.4, 0.7, 0.001)]
)
def test_from_above_every_tile_is_an_upright_rectangle_of_one_size(
    turn: float, low: float, away: float
) -> None:
    quads = under(turn, low, away)
    view = from_above(quads)
    assert view is not None
    seen = apply(view.to_view, quads)
    wide, high = seen[:, 1] - seen[:, 0], seen[:, 3] - seen[:, 0]
    wide, high = (np.abs(side) for side in (wide, high))  # a row that runs up the picture is read downwards
    assert wide == pytest.approx(np.tile([26 / 35 * TILE, 0], (14, 1)), abs=4)
    assert high == pytest.approx(np.tile([0, TILE], (14, 1)), abs=4)
    assert seen.min(axis=(0, 1)) == pytest.approx([AROUND * TILE] * 2, abs=4)
    assert view.in_picture(seen) == pytest.approx(quads, abs=0.01)


@pytest.mark.parametrize(("aside", "is_shown"), [(120, True), (1200, False)])
def test_a_doubtful_tile_beside_the_sure_ones_is_in_the_view(aside: float, is_shown: bool) -> None:
    row = under(0.6, 1, 0)
    doubtful = row[-1:] + np.array([aside, 0])
    view = from_above(row, doubtful)
    assert view is not None
    seen = apply(view.to_view, doubtful)
    assert bool(((seen > 0) & (seen < view.size)).all()) == is_shown


@pytest.mark.parametrize(("turn", "low", "away"), [(0, 1, 0), (0.2, 0.9, 0), (-0.1, 0.8, 0.0003)])
def test_a_picture_taken_from_above_needs_no_other_view(turn: float, low: float, away: float) -> None:
    assert from_above(under(turn, low, away)) is None


def test_two_tiles_do_not_say_how_the_table_lies() -> None:
    assert from_above(under(0.6, 0.6, 0)[:2]) is None


def test_a_squeezed_picture_is_widened_and_a_large_one_made_lower() -> None:
    narrow = ROW * [0.5, 1.3]
    view = widened(1000, 600, narrow)
    assert view is not None
    assert view.size[0] > 1000 and view.size[1] == 600
    seen = apply(view.to_view, narrow)
    assert np.ptp(seen[0], axis=0) @ [1.35, -1] == pytest.approx(0, abs=0.01)
    large = widened(4000, 3000, narrow)
    assert large is not None
    assert large.size[0] == 4000 and large.size[1] < 3000
    assert widened(1000, 600, ROW) is None
    assert widened(1000, 600, np.zeros((0, 4, 2))) is None


@st.composite
def tile(draw: st.DrawFn) -> np.ndarray:
    """Any quadrilateral that may be reported as a tile."""
    corner = st.floats(-0.2, 0.2)
    frame = np.array([[draw(corner) + a, draw(corner) + b] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    size, turn = draw(st.floats(3, 400)), draw(st.floats(0, 2 * np.pi))
    cos, sin = np.cos(turn), np.sin(turn)
    stretched = frame * [size * draw(st.floats(0.3, 1)), size]
    place = [draw(st.floats(0, 4000)), draw(st.floats(0, 3000))]
    return stretched @ np.array([[cos, sin], [-sin, cos]]) + place


@given(st.lists(tile(), min_size=3, max_size=20))
def test_whatever_lies_about_a_view_is_bounded(tiles: list[np.ndarray]) -> None:
    view = from_above(np.array(tiles, np.float32))
    if view is not None:
        assert view.size[0] * view.size[1] <= 1.1 * MOST_PIXELS
        assert np.isfinite(view.in_picture(np.zeros((1, 4, 2)))).all()
        view.of(np.zeros((60, 80, 3), np.uint8))


def test_beyond_the_edge_of_the_picture_a_view_is_grey() -> None:
    quads = under(0.6, 0.5, 0) - 250  # the first tiles lie in the picture's corner
    view = from_above(quads)
    assert view is not None
    seen = view.of(np.full((300, 300, 3), 250, np.uint8))
    rows, columns = np.indices(seen.shape[:2])
    there = apply(np.linalg.inv(view.to_view), np.stack([columns, rows], axis=-1).astype(float))
    inside = ((there > 3) & (there < 296)).all(axis=2)
    outside = ((there < -3) | (there > 302)).any(axis=2)
    assert outside.any()
    assert (seen[inside] == 250).all()
    assert (seen[outside] == BEYOND).all()
