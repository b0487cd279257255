"""How a picture is looked at: from the largest face down, and again when its tiles look squeezed."""

from __future__ import annotations

import numpy as np
import pytest

from vision.classify import Named
from vision.locate import Located
from vision.seeing import BATCH, see, stretch_for

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
        return [Located(q, 0.9, False) for q in quads]

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
        self.asked += len(quads)
        p = np.full((len(quads), 44), 0.01 / 43, np.float32)
        p[:, 4] = 0.99
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


@pytest.mark.parametrize(
    ("size", "wider", "higher"),
    [((0.03, 0.15), True, False), ((0.055, 0.02), False, True)],
    ids=["squeezed from the sides", "seen very low"],
)
def test_squeezed_tiles_are_looked_at_again_stretched(
    size: tuple[float, float], wider: bool, higher: bool
) -> None:
    row = Row(5, size)
    quads, _ = seen(row)
    (first, second) = row.shapes
    assert first == (WIDTH, HEIGHT)
    assert (second[0] > WIDTH, second[1] > HEIGHT) == (wider, higher)
    # what is told are places in the picture that was given
    low, high = quads.min(axis=(0, 1)), quads.max(axis=(0, 1))
    assert low == pytest.approx([0.05 * WIDTH, 0.4 * HEIGHT], abs=0.5)
    assert high == pytest.approx([(0.29 + size[0]) * WIDTH, (0.4 + size[1]) * HEIGHT], abs=0.5)


@pytest.mark.parametrize("size", [(0.002, 0.4), (0.055, 0.02), (0.05, 0.006)])
def test_no_stretch_makes_a_large_picture_larger_or_a_small_one_huge(size: tuple[float, float]) -> None:
    large, small = Row(5, size), Row(5, size)
    quads, _ = see(np.zeros((3000, 4000, 3), np.uint8), large, large)
    seen(small)
    assert len(large.shapes) == len(small.shapes) == 2
    assert large.shapes[1][0] <= 4000 and large.shapes[1][1] <= 3000
    assert small.shapes[1][0] * small.shapes[1][1] <= 3.01 * WIDTH * HEIGHT
    assert quads.min(axis=(0, 1)) == pytest.approx([0.05 * 4000, 0.4 * 3000], abs=2)


def test_a_stretched_picture_in_which_less_is_seen_does_not_count() -> None:
    quads, _ = seen(Row(5, (0.03, 0.15), blind_when_wide=True))
    assert len(quads) == 5


def test_after_stretching_the_median_tile_has_the_usual_shape() -> None:
    narrow = np.array([[(0, 0), (10, 0), (10, 27), (0, 27)]], float)
    x, y = stretch_for(narrow)
    assert 27 * y / (10 * x) == pytest.approx(1.35)
    assert stretch_for(np.zeros((0, 4, 2))) == (1.0, 1.0)


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
