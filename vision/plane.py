"""From quadrilaterals in a photograph to places on the table.

Every tile has the same size, and that is enough to undo the perspective. The area of a tile in pixels goes
with the cube of its nearness to the horizon, so `area ** (1/3)` is a linear function over the picture that
vanishes on the horizon. What remains is affine and follows from the tiles being rectangles of one shape. Both
are small least-squares fits that shrug off a few wrong tiles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

TILE_WIDTH = 0.743
"""Width of a tile over its height: 26 x 35 mm; common sets lie between 0.70 and 0.78."""

STEEPEST = 0.06
"""How much the distance may change over one tile, relatively (one sigma); a 35 mm tile at half a metre."""

AREA_NOISE = 0.03
"""Relative scatter of `area ** (1/3)` when corners are off by 4 % of a tile."""

SAME_PLANE = 0.3
"""Shapes of tiles in one plane differ by less (log of the aspect, skew): 4 % of noise and strong perspective
give up to 0.25, a standing tile beside a flat one seen from 30 degrees 0.55."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Tiles on the table as the reader sees them: x to the right along the rows, y down, tile height = 1.

    `centres` (N, 2); `turns` (N,) radians in (-pi/2, pi/2], 0 = upright or upside down, clockwise positive;
    `to_table` (3, 3) maps pixels to these coordinates; `pixels` is the tile height in pixels, typically.
    """

    centres: np.ndarray
    turns: np.ndarray
    to_table: np.ndarray
    pixels: float

    @property
    def reach(self) -> np.ndarray:
        """(N, 2): half the width and half the height of each tile along x and y."""
        cos, sin = np.abs(np.cos(self.turns)), np.abs(np.sin(self.turns))
        return np.stack([TILE_WIDTH * cos + sin, TILE_WIDTH * sin + cos], axis=1) / 2


def table_of(quads: np.ndarray, turn_known: np.ndarray | None = None) -> Table:
    """Lay the tiles of a photograph on the table.

    `quads` (N, 4, 2) pixels, N >= 1, clockwise, the first side being a tile's top or bottom; `turn_known`
    (N,) bool is False where the first side may be any side (a tile face down).
    """
    quads = np.asarray(quads, np.float64)
    known = np.ones(len(quads), bool) if turn_known is None else np.asarray(turn_known, bool)
    middle = quads.reshape(-1, 2).mean(axis=0)
    size = float(np.median(_areas(quads)) ** 0.5) or 1.0
    local = (quads - middle) / size

    level = _coherent(local, known)
    projective = _projective(local, level)
    flat = _apply(projective, local)
    flat, metric = _metric(flat, known, level)
    upright = _apply(metric, flat)
    axis = _row_axis(upright, known & level)
    axis = _seen_from(axis, np.linalg.inv(metric[:2, :2]), local, upright)
    cos, sin = math.cos(axis), math.sin(axis)
    rotate = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
    placed = _apply(rotate, upright)

    normal = np.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1]])
    return Table(
        centres=placed.mean(axis=1),
        turns=_wrapped(_turns(placed)),
        to_table=rotate @ metric @ projective @ normal,
        pixels=size / math.sqrt(TILE_WIDTH),
    )


def _areas(quads: np.ndarray) -> np.ndarray:
    a, b = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.maximum(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2, 1e-9)


def _sides(quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean vectors along the width and along the height of each tile."""
    u = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    v = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    return u, v


def _apply(homography: np.ndarray, points: np.ndarray) -> np.ndarray:
    """A homography applied to (..., 2) points."""
    out = points @ homography[:, :2].T + homography[:, 2]
    return out[..., :2] / out[..., 2:]


def _coherent(local: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Which tiles lie in the plane of most of them, (N,) bool; standing tiles and flat ones do not share one.

    Each tile in turn says how the plane is tilted; the one most others agree with wins. All of them when
    that leaves out fewer than one in seven, who may just be wrong.
    """
    u, v = _sides(local)
    best = known.copy()
    most = 0
    for tile in np.flatnonzero(known):
        to_square = np.linalg.pinv(np.column_stack([u[tile] / TILE_WIDTH, v[tile]]))
        matrix = to_square.T @ to_square
        agree = known & (np.minimum(_distortion(matrix, u, v), _distortion(matrix, v, u)) < SAME_PLANE)
        if agree.sum() > most:
            most, best = int(agree.sum()), agree
    return best if most < 0.86 * known.sum() else np.ones(len(local), bool)


def _distortion(matrix: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """How far each tile's shape, whatever its size, is from a tile's."""
    wide, high, skew = _lengths(matrix, u, v)
    return np.hypot(np.log(wide / high), skew / (wide * high))


def _projective(all_tiles: np.ndarray, level: np.ndarray) -> np.ndarray:
    """The homography that removes the vanishing line; points are in tiles around the middle."""
    local = all_tiles[level]
    centres = local.mean(axis=1)
    nearness = _areas(local) ** (1 / 3)
    nearness /= np.median(nearness)
    design = np.column_stack([np.ones(len(local)), centres])
    prior = np.diag([0.0, (AREA_NOISE / STEEPEST) ** 2, (AREA_NOISE / STEEPEST) ** 2])
    weights = np.ones(len(local))
    fit = np.array([1.0, 0.0, 0.0])
    for _ in range(4):
        weighted = design * weights[:, None]
        fit = np.linalg.solve(design.T @ weighted + prior, weighted.T @ nearness)
        off = np.abs(nearness - design @ fit) / AREA_NOISE
        weights = np.minimum(1.0, 2.0 / np.maximum(off, 1e-9))
    gradient = fit[1:] / max(fit[0], 1e-6)
    lowest = float((all_tiles.reshape(-1, 2) @ gradient).min())
    if lowest < -0.7:  # no tile may come near the horizon
        gradient *= -0.7 / lowest
    return np.array([[1.0, 0, 0], [0, 1.0, 0], [gradient[0], gradient[1], 1.0]])


def _metric(flat: np.ndarray, known: np.ndarray, level: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The affine map under which tiles are upright rectangles of height 1, and quads with sides put right.

    Where the first side is not known, or plainly fits better as a long side, the corners move on by one.
    """
    quads = flat.copy()
    trusted = known & level if (known & level).sum() >= 3 else np.ones(len(quads), bool)
    if not known.all():
        u, v = _sides(quads)
        longer = ~known & (np.linalg.norm(u, axis=1) > np.linalg.norm(v, axis=1))
        quads[longer] = np.roll(quads[longer], 1, axis=1)
    weights = trusted.astype(float)
    matrix = np.eye(2)
    for _ in range(4):
        u, v = _sides(quads)
        matrix = _metric_fit(u, v, weights)
        as_is, swapped = _misfit(matrix, u, v), _misfit(matrix, v, u)
        turn = (level & (swapped < 0.4 * as_is)) | (~known & (swapped < as_is))
        quads[turn] = np.roll(quads[turn], 1, axis=1)
        weights = (level | ~known) / (1.0 + (np.minimum(as_is, swapped) / 0.15) ** 2)
    affine = np.eye(3)
    affine[:2, :2] = np.linalg.cholesky(matrix).T
    return quads, affine


def _metric_fit(u: np.ndarray, v: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The symmetric matrix M with u'Mu = width^2, v'Mv = 1, u'Mv = 0 for all tiles, as nearly as can be."""

    def rows(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return np.column_stack([a[:, 0] * b[:, 0], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0], a[:, 1] * b[:, 1]])

    w = np.concatenate([weights / TILE_WIDTH**2, weights, weights / TILE_WIDTH])[:, None]
    design = np.concatenate([rows(u, u), rows(v, v), rows(u, v)]) * w
    n = len(u)
    target = np.concatenate([np.full(n, TILE_WIDTH**2), np.ones(n), np.zeros(n)]) * w[:, 0]
    a, b, c = np.linalg.lstsq(design, target, rcond=None)[0]
    if a > 0 and a * c > 1.05 * b * b:
        return np.array([[a, b], [b, c]])
    area = np.median(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]))
    return np.eye(2) * TILE_WIDTH / max(float(area), 1e-9)


def _misfit(matrix: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """How far each tile is from a rectangle of the right size; 0.1 is about 10 % of a side."""
    wide, high, skew = _lengths(matrix, u, v)
    return np.sqrt(np.log(wide) ** 2 + np.log(high) ** 2 + skew**2)


def _lengths(matrix: np.ndarray, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Width and height of each tile over those of a tile, and the product of its sides (0 when square)."""
    wide = np.sqrt(np.maximum(np.einsum("ni,ij,nj->n", u, matrix, u), 1e-12)) / TILE_WIDTH
    high = np.sqrt(np.maximum(np.einsum("ni,ij,nj->n", v, matrix, v), 1e-12))
    return wide, high, np.einsum("ni,ij,nj->n", u, matrix, v) / TILE_WIDTH


def _turns(quads: np.ndarray) -> np.ndarray:
    """Direction of each tile's width, from both pairs of sides so that noise averages out."""
    u, v = _sides(quads)
    both = u / TILE_WIDTH + np.stack([v[:, 1], -v[:, 0]], axis=1)
    return np.arctan2(both[:, 1], both[:, 0])


def _wrapped(turns: np.ndarray) -> np.ndarray:
    """Angles in (-pi/2, pi/2]: a tile upside down counts as upright."""
    return math.pi / 2 - np.mod(math.pi / 2 - turns, math.pi)


def _row_axis(quads: np.ndarray, known: np.ndarray) -> float:
    """The direction along which most tiles stand side by side, their width; radians."""
    turns = _turns(quads)[known] if known.any() else _turns(quads)
    apart = np.abs(_wrapped(turns[:, None] - turns[None, :]))
    near = apart < math.radians(12)
    best = int(np.argmax((near * (1.2 - apart)).sum(axis=1)))
    return float(turns[best] + _wrapped(turns[near[best]] - turns[best]).mean())


def _seen_from(axis: float, to_picture: np.ndarray, local: np.ndarray, upright: np.ndarray) -> float:
    """The axis or its opposite, so that reading goes as a person looks at the photograph.

    Rows within 60 degrees of level are read from left to right. Steeper ones as most of their tiles
    stand, and from top to bottom when the tiles do not tell.
    """
    direction = to_picture @ np.array([math.cos(axis), math.sin(axis)])
    steep = abs(math.atan2(direction[1], abs(direction[0])))
    if steep <= math.radians(60):
        return axis if direction[0] >= 0 else axis + math.pi
    votes = np.cos(_turns(upright) - axis)
    votes = votes[np.abs(votes) > 0.7]
    if len(votes) >= 3 and abs(np.sign(votes).mean()) > 0.6:
        return axis if np.sign(votes).mean() > 0 else axis + math.pi
    return axis if direction[1] >= 0 else axis + math.pi
