"""Pictures cut down to one row of tiles, as the locator is taught with."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.augment import one_row

SIZE = 40


def grid(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """A picture of squares with gaps between them, each in a grey of its own, and their corners (N×4×2)."""
    image = np.zeros((rows * 2 * SIZE, columns * 2 * SIZE, 3), np.uint8)
    quads = []
    for i in range(rows * columns):
        y, x = (SIZE // 2 + 2 * SIZE * k for k in divmod(i, columns))
        image[y : y + SIZE, x : x + SIZE] = 10 + i
        quads.append([(x, y), (x + SIZE, y), (x + SIZE, y + SIZE), (x, y + SIZE)])
    return image, np.array(quads, np.float32)


@pytest.mark.parametrize("seed", range(20))
def test_only_the_row_is_left_and_every_tile_is_where_it_is_said_to_be(seed: int) -> None:
    image, quads = grid(3, 5)
    rng = np.random.default_rng(seed)
    tile = int(rng.integers(15))
    cut, moved, seen = one_row(rng, image, quads, np.ones(15, np.float32), tile)
    in_sight = set(np.flatnonzero(seen > 0.3).tolist())
    row, column = divmod(tile, 5)
    assert in_sight in ({5 * row + i for i in range(5)}, {5 * i + column for i in range(3)})
    for i in in_sight:
        x, y = np.intp(np.clip(moved[i].mean(axis=0), 0, np.array(cut.shape[1::-1]) - 1))
        assert cut[y, x, 0] == 10 + i


def test_what_is_cut_off_a_tile_is_no_more_to_be_seen() -> None:
    image, quads = grid(1, 4)
    for seed in range(20):
        cut, moved, seen = one_row(np.random.default_rng(seed), image, quads, np.full(4, 0.9, np.float32), 1)
        for quad, share in zip(moved, seen, strict=True):
            low, high = quad.min(axis=0), quad.max(axis=0)
            inside = np.minimum(high, cut.shape[1::-1]) - np.maximum(low, 0)
            area = np.prod(np.maximum(0, inside)) / SIZE**2
            assert share == pytest.approx(0.9 * area, abs=1e-3)


def test_a_narrow_picture_made_smaller_keeps_its_tiles_where_they_are_said_to_be() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from models.training.train_locator import SIZE as SQUARE
    from models.training.train_locator import Sampler

    image, quads = grid(10, 1)
    narrow = np.ascontiguousarray(image[:, 17:63])
    quads = quads - np.array([17, 0], np.float32)
    sampler = Sampler([], [], seed=0)
    names = np.arange(10)
    for _ in range(60):
        cut, moved = sampler._cut(narrow, quads, 1.0, 0.0, np.ones(10, np.float32), names)
        for i, quad in enumerate(moved):
            x, y = np.intp(np.round(quad.mean(axis=0)))
            size = np.linalg.norm(quad[1] - quad[0])
            if size < 14 or not (0 < x < SQUARE and 0 < y < SQUARE):
                continue
            edge = int(y + 0.36 * np.linalg.norm(quad[3] - quad[0]))
            assert edge >= SQUARE or abs(int(cut[edge, x, 0]) - (10 + i)) <= 1
