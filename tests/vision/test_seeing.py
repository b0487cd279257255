"""How a picture is looked at: from the largest face down, and again when its tiles look squeezed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.classify import BATCH, Named
from vision.locate import Located
from vision.rectify import apply
from vision.seeing import see

HEIGHT, WIDTH = 600, 900


class Row:
    """An eye that sees the same `count` tiles in any picture, as wide and high as `size` says (in parts of
    the picture), and `specks` small faces; `blind_when_wide` sees nothing in a picture wider than WIDTH."""

    def __init__(self, count: int, size: tuple[float, float], specks: int = 0, blind_when_wide: bool = False):
        width, height = size
        self.boxes = [(0.05 + 0.06 * i, 0.4, width, height) for i in range(count)]
        self.boxes += [(0.01 + 0.0005 * i, 0.1, 0.002, 0.002) for i in range(specks)]
        self.blind_when_wide = blind_when_wide
        self.shapes: list[tuple[int, int]] = []
        self.asked = 0

    def find(self, image: np.ndarray) -> list[Located]:
        h, w = image.shape[:2]
        self.shapes.append((w, h))
        if self.blind_when_wide and w > WIDTH:
            return []
        corners = [[(x, y), (x + a, y), (x + a, y + b), (x, y + b)] for x, y, a, b in self.boxes]
        quads = np.array(corners, np.float32) * np.array([w, h], np.float32)
        return [Located(q, 0.9) for q in quads]

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
        self.asked += len(quads)
        p = np.full((len(quads), 44), 0.01 / 43, np.float32)
        for i, row in enumerate(p):
            row[4 + i // 8] = 0.99  # more than eight of a kind would be no tiles
        return Named(p, quads)

    def features(self, crops: np.ndarray) -> None:
        return None


def seen(row: Row) -> tuple[np.ndarray, np.ndarray]:
    return see(np.zeros((HEIGHT, WIDTH, 3), np.uint8), row, row)


def test_tiles_of_the_usual_shape_are_looked_at_once() -> None:
    row = Row(5, (0.04, 0.08))
    quads, p = seen(row)
    assert row.shapes == [(WIDTH, HEIGHT)]
    assert len(quads) == len(p) == 5


def test_a_squeezed_picture_is_looked_at_again_widened() -> None:
    row = Row(5, (0.03, 0.15))
    quads, _ = seen(row)
    (first, second) = row.shapes
    assert first == (WIDTH, HEIGHT)
    assert second[0] > WIDTH and second[1] == HEIGHT
    # what is told are places in the picture that was given
    low, high = quads.min(axis=(0, 1)), quads.max(axis=(0, 1))
    assert low == pytest.approx([0.05 * WIDTH, 0.4 * HEIGHT], abs=0.5)
    assert high == pytest.approx([0.32 * WIDTH, 0.55 * HEIGHT], abs=0.5)


@pytest.mark.parametrize("size", [(0.002, 0.4), (0.03, 0.15), (0.055, 0.02), (0.05, 0.006)])
def test_no_view_makes_a_large_picture_larger_or_a_small_one_huge(size: tuple[float, float]) -> None:
    large, small = Row(5, size), Row(5, size)
    see(np.zeros((3000, 4000, 3), np.uint8), large, large)
    seen(small)
    assert len(large.shapes) == len(small.shapes) == 2
    assert np.prod(large.shapes[1]) <= 4000 * 3000
    assert np.prod(small.shapes[1]) <= 3.01 * WIDTH * HEIGHT


def test_a_view_in_which_less_is_seen_does_not_count() -> None:
    quads, _ = seen(Row(5, (0.03, 0.15), blind_when_wide=True))
    assert len(quads) == 5


class Painted:
    """An eye for white-grey quadrilaterals on black, as long as they are not small or low: tile k is painted
    as bright as 100 + 10 k."""

    def __init__(self) -> None:
        self.looks = 0

    def find(self, image: np.ndarray) -> list[Located]:
        self.looks += 1
        shapes, _ = cv2.findContours(
            (image[..., 0] > 60).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
        )
        corners = [cv2.approxPolyDP(s, 0.08 * cv2.arcLength(s, True), True) for s in shapes]
        quads = [c.reshape(4, 2).astype(np.float32) for c in corners if len(c) == 4]
        quads = [clockwise(q) for q in quads if np.ptp(q, axis=0).min() > 38]
        return [Located(q, 0.9) for q in quads]

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
        p = np.full((len(quads), 44), 0.01 / 43, np.float32)
        for row, (x, y) in zip(p, quads.mean(axis=1).round().astype(int), strict=True):
            row[round((int(image[y, x, 0]) - 100) / 10)] = 0.99
        return Named(p, quads)

    def features(self, crops: np.ndarray) -> None:
        return None


def clockwise(quad: np.ndarray) -> np.ndarray:
    """Clockwise on the screen, from the corner that is furthest up and to the left."""
    from_middle = quad - quad.mean(axis=0)
    quad = quad[np.argsort(np.arctan2(from_middle[:, 1], from_middle[:, 0]))]
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)


def painted() -> tuple[np.ndarray, np.ndarray]:
    """A picture of twelve tiles in a row that runs away, and their corners."""
    tiles = np.array([[(x, 0), (x + 26, 0), (x + 26, 35), (x, 35)] for x in range(0, 34 * 12, 34)], float)
    aslant = np.array([[1.5, -0.9, 60.0], [0.55, 1.6, 60.0], [0.0017, 0.0005, 1.0]])
    shown = apply(aslant, tiles)
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    for k, quad in enumerate(shown):
        cv2.fillConvexPoly(image, np.intp(quad.round()), (100 + 10 * k,) * 3)
    return image, shown


class Overlooks(Painted):
    """Does not find the first tile of the row when it looks again."""

    def find(self, image: np.ndarray) -> list[Located]:
        found = sorted(super().find(image), key=lambda f: float(f.quad[:, 0].mean()))
        return found[1:] if self.looks == 2 else found


def test_a_tile_surely_seen_is_not_lost_in_a_better_view() -> None:
    image, shown = painted()
    eye = Overlooks()
    quads, p = see(image, eye, eye)
    assert eye.looks == 2
    first = p.argmax(axis=1).tolist().index(0)
    assert np.abs(quads[first].mean(axis=0) - shown[0].mean(axis=0)).max() < 2
    assert sorted(p.argmax(axis=1).tolist()) == list(range(12))


def test_a_row_that_runs_away_is_looked_at_again_from_above() -> None:
    image, shown = painted()
    eye = Painted()
    assert len(eye.find(image)) < 12, "far tiles are too small to be seen as the picture is"
    eye.looks = 0
    quads, p = see(image, eye, eye)
    assert eye.looks == 2
    order = np.argsort(quads.mean(axis=1)[:, 0])
    assert p.argmax(axis=1)[order].tolist() == list(range(12))
    assert np.abs(quads[order].mean(axis=1) - shown.mean(axis=1)).max() < 2


def test_specks_far_smaller_than_the_tiles_are_not_even_named() -> None:
    row = Row(BATCH, (0.04, 0.08), specks=400)
    row.boxes[:BATCH] = [(0.02 + 0.06 * (i % 15), 0.2 + 0.15 * (i // 15), 0.04, 0.08) for i in range(BATCH)]
    quads, _ = seen(row)
    assert len(quads) == BATCH
    assert row.asked == BATCH


class OneWayUp(Row):
    """An eye that takes the last tile (it goes by the place) for another one, but only the right way up."""

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
        named = super().name(image, quads)
        upright = quads[:, 0, 1] < quads[:, 2, 1]
        last = quads.mean(axis=1)[:, 0] > 0.28 * WIDTH
        p = named.probabilities
        p[last] = 0.3 / 42
        p[last & upright, 7], p[last & upright, 4] = 0.5, 0.2
        p[last & ~upright, 7], p[last & ~upright, 4] = 0.05, 0.65
        return Named(p, quads)


def test_an_unsure_tile_is_named_upside_down_too_and_nothing_else_is() -> None:
    row = OneWayUp(5, (0.05, 0.1))
    quads, p = seen(row)
    assert row.asked == 6
    assert p.argmax(axis=1).tolist() == [4] * 5
    assert p.sum(axis=1) == pytest.approx(1)
    assert (quads[:, 0, 1] < quads[:, 2, 1]).all(), "the corners stay those of the tile as it lies"
