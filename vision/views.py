"""Other views of a picture, in which its tiles look as the networks know them best.

Programs squeeze photographs to a square, and tiles that stand in a row run away from a camera beside them:
such pictures are widened. Taken aslant, all tiles are low, the far ones small and the rows askew: then the
tiles that are sure say how the table lies (`vision.plane`), and so what it looks like from above.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.classify import BEYOND, Pyramid, areas
from vision.plane import table_of
from vision.rectify import TILE_WIDTH, apply

NARROW, UPRIGHT = 1.6, 1.35
"""Height over width of the median tile from which on the picture is widened, and what it is widened to."""
MOST = 3.0
"""Largest factor of that: what would need more is seen from the edge of the table."""
LARGE = 2_000_000
"""Pixels from which on a picture is not widened but made lower by as much: its tiles are large enough, and
memory stays bounded."""
FEW = 3
"""Fewer tiles than this do not say how the table lies."""
NONE = np.zeros((0, 4, 2))
TILE = 58.0
"""Height of a tile seen from above, in pixels: what locators know best and the classifier's crops hold."""
AROUND, ASIDE = 2.0, 5.0
"""How many tiles' heights are shown beyond the tiles, and how far from the sure ones a doubtful one, such as
a flower, may lie to be shown."""
MOST_PIXELS = 1_200_000
"""Of a view from above: the tiles are smaller rather than the view larger."""
LOW, TURNED, SPREAD = 1.4, 0.35, 1.5
"""Tiles are seen from above already when they are stretched less than LOW in one direction, turned less than
TURNED (radians), and the large ones less than SPREAD times the small ones."""


@dataclass(frozen=True)
class View:
    """`to_view` (3×3) takes pixels of the picture to pixels of a view `size` (width, height), where tiles are
    `scale` times as large."""

    to_view: np.ndarray
    size: tuple[int, int]
    scale: float

    def of(self, image: np.ndarray) -> np.ndarray:
        """The view of a BGR picture."""
        level, factor = Pyramid(image).level(1 / self.scale)
        matrix = self.to_view @ np.diag([factor, factor, 1.0])
        how = cv2.INTER_CUBIC if self.scale > 1 else cv2.INTER_LINEAR
        return cv2.warpPerspective(level, matrix, self.size, flags=how, borderValue=BEYOND)

    def in_picture(self, quads: np.ndarray) -> np.ndarray:
        """N×4×2 corners in the view as they lie in the picture."""
        return apply(np.linalg.inv(self.to_view), quads.astype(np.float64)).astype(np.float32)


def better_view(width: int, height: int, quads: np.ndarray, sure: np.ndarray) -> View | None:
    """A view of a picture (pixels) in which its tiles look more as usual; None where they do already.

    quads N×4×2 of its tiles, first corner their own top left; `sure` (N) says which are surely tiles.
    """
    return widened(width, height, quads) or from_above(quads[sure], quads[~sure])


def widened(width: int, height: int, quads: np.ndarray) -> View | None:
    """The picture pulled apart sideways where its tiles (N×4×2) are too narrow."""
    if not len(quads):
        return None
    wide, high = np.ptp(quads, axis=1).T + 1e-6
    shape = float(np.exp(np.median(np.log(high / wide))))
    if shape < NARROW:
        return None
    factor = min(MOST, shape / UPRIGHT)
    x, y = (1.0, 1 / factor) if width * height > LARGE else (factor, 1.0)
    return View(np.diag([x, y, 1.0]), (round(width * x), round(height * y)), float(np.sqrt(x * y)))


def from_above(quads: np.ndarray, doubtful: np.ndarray = NONE) -> View | None:
    """The view in which tiles (N×4×2) lie as on paper; it also shows the `doubtful` (M×4×2) about them."""
    if len(quads) < FEW:
        return None
    table = table_of(quads)
    placed = apply(table.to_table, quads.astype(np.float64)).reshape(-1, 2)
    aside = apply(table.to_table, doubtful.astype(np.float64))
    near = (aside > placed.min(axis=0) - ASIDE) & (aside < placed.max(axis=0) + ASIDE)
    placed = np.concatenate([placed, aside[near.all(axis=(1, 2))].reshape(-1, 2)])
    low, high = placed.min(axis=0) - AROUND, placed.max(axis=0) + AROUND
    pixels = min(TILE, float(np.sqrt(MOST_PIXELS / np.prod(high - low))))
    move = np.array([[pixels, 0, -pixels * low[0]], [0, pixels, -pixels * low[1]], [0, 0, 1]])
    to_view = move @ table.to_table
    sizes = np.sqrt(areas(quads))
    if _is_usual(to_view, quads.reshape(-1, 2).mean(axis=0), sizes):
        return None
    width, height = np.ceil((high - low) * pixels).astype(int)
    scale = pixels * np.sqrt(TILE_WIDTH) / float(np.median(sizes))
    return View(to_view, (int(width), int(height)), scale)


def _is_usual(to_view: np.ndarray, middle: np.ndarray, sizes: np.ndarray) -> bool:
    """Whether the picture shows the tiles much like the view already."""
    there = apply(to_view, middle[None].astype(np.float64))[0]
    steps = there + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    origin, right, down = apply(np.linalg.inv(to_view), steps)
    across = right - origin
    long, short = np.linalg.svd(np.stack([across, down - origin]), compute_uv=False)
    turn = abs(np.arctan2(across[1], across[0]))
    small, large = np.percentile(sizes, (10, 90))
    return bool(long / short < LOW and min(turn, np.pi - turn) < TURNED and large / small < SPREAD)
