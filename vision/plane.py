"""From quadrilaterals in a photograph to places on the table, turned the way a person reads them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.rectify import TILE_WIDTH, apply, areas, rectify, sides, turns, wrapped

FEW = 2
"""Fewer tiles than this do not make a second plane."""

ONE_HAND = 24
"""Among more tiles than a hand has the hands of others stand, each facing another way: then there is no
second plane."""

ONE_PLANE = 0.25
"""Two groups whose tiles look equally high (log) and upright but for this lie in one plane after all."""

ACROSS = np.array([1.0, 0.0])
TILE_DEPTH = 0.6
"""Thickness of a tile over its height: 21 to 35 mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Tiles on the table as the reader sees them: x to the right along the rows, y down, tile height = 1.

    `quads` (N, 4, 2), the first side a top or bottom; `centres` (N, 2); `turns` (N,) radians in
    (-pi/2, pi/2], 0 = upright or upside down, clockwise positive; `reach` (N, 2) half the extent of each
    tile along x and y; `to_table` (3, 3) maps pixels to these coordinates; `pixels` is the tile height in
    pixels, typically.
    """

    quads: np.ndarray
    centres: np.ndarray
    turns: np.ndarray
    reach: np.ndarray
    to_table: np.ndarray
    pixels: float

    @classmethod
    def of(cls, quads: np.ndarray, to_table: np.ndarray, pixels: float) -> Table:
        """The table of quads that lie as they are read."""
        angles = wrapped(turns(quads))
        return cls(quads, quads.mean(axis=1), angles, _reach(angles), to_table, pixels)


def _reach(angles: np.ndarray) -> np.ndarray:
    """Half the extent (N, 2) along x and y of tiles turned by `angles`."""
    cos, sin = np.abs(np.cos(angles)), np.abs(np.sin(angles))
    return np.stack([TILE_WIDTH * cos + sin, TILE_WIDTH * sin + cos], axis=1) / 2


def table_of(quads: np.ndarray, turn_known: np.ndarray | None = None) -> Table:
    """Lay the tiles of a photograph on the table.

    `quads` (N, 4, 2) pixels, N >= 1, clockwise, the first side being a tile's top or bottom; `turn_known`
    (N,) bool is False where the first side may be any side (a tile face down).
    """
    quads = np.asarray(quads, np.float64)
    known = np.ones(len(quads), bool) if turn_known is None else np.asarray(turn_known, bool)
    middle = quads.reshape(-1, 2).mean(axis=0)
    size = float(np.median(areas(quads)) ** 0.5)
    local = (quads - middle) / size

    homography, flat, level = rectify(local, known)
    normal = np.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1]])
    axis = _row_axis(flat, known & level)
    table = _seen_along(axis, flat, homography @ normal, size / math.sqrt(TILE_WIDTH))
    raw = apply(table.to_table @ np.linalg.inv(normal), local)
    return _with_other_plane(table, raw, known, level)


def _with_other_plane(table: Table, raw: np.ndarray, known: np.ndarray, level: np.ndarray) -> Table:
    """The table with flat tiles beside standing ones, or standing beside flat, put right.

    `raw` are the quads on the table with their first sides as they were given. Rows run the same way in both
    planes, so the other plane is told by one vector: where a step down in it leads on the table. Its tiles
    are turned as they lie there, and moved so that a flat tile and a standing one side by side are on one
    level.
    """
    odd = known & ~level
    if len(raw) > ONE_HAND or min(odd.sum(), (known & level).sum()) < FEW:
        return table
    down = _step_down(raw[odd])
    if math.hypot(math.log(down[1]), down[0]) < ONE_PLANE:
        return table
    both = np.where(known[:, None, None], raw, _upright(raw, down))
    members = _misshapen(both, down) < _misshapen(both, np.array([0.0, 1.0]))
    own = np.linalg.inv(np.column_stack([[1.0, 0.0], down]))
    angles, centres = table.turns.copy(), table.centres.copy()
    angles[members] = wrapped(turns(both[members] @ own.T))
    # the face of a flat tile is TILE_DEPTH above the table and as deep as a standing one is high
    if down[1] < 1:
        centres[members] += down / 2 + [0.0, TILE_DEPTH - 0.5]
    else:
        centres[members] -= (TILE_DEPTH - 0.5) * down + [0.0, 0.5]
    return replace(table, turns=angles, centres=centres, reach=_reach(angles))


def _step_down(quads: np.ndarray) -> np.ndarray:
    """The vector (2,) on the table of a step down in the plane of these tiles, by the median."""
    u, v = sides(quads)
    upright = np.abs(u[:, 0]) / TILE_WIDTH - np.abs(u[:, 1]) > np.abs(v[:, 0]) - np.abs(v[:, 1])
    steps = np.where(upright[:, None], v, u / TILE_WIDTH)
    steps *= np.where(steps[:, 1:] < 0, -1.0, 1.0)
    middle = np.median(steps, axis=0)
    return np.array([middle[0], max(middle[1], 0.05)])


def _upright(quads: np.ndarray, down: np.ndarray) -> np.ndarray:
    """The quads with the first side chosen so that they stand upright, if they can."""
    rolled = np.roll(quads, 1, axis=1)
    better = _misfit(rolled, TILE_WIDTH * ACROSS, down) < _misfit(quads, TILE_WIDTH * ACROSS, down)
    return np.where(better[:, None, None], rolled, quads)


def _misshapen(quads: np.ndarray, down: np.ndarray) -> np.ndarray:
    """How far each tile is, (N,) in tile heights, from one that lies upright or on its side where a step down
    is `down`."""
    upright = _misfit(quads, TILE_WIDTH * ACROSS, down)
    return np.minimum(upright, _misfit(quads, TILE_WIDTH * down, ACROSS))


def _misfit(quads: np.ndarray, width: np.ndarray, height: np.ndarray) -> np.ndarray:
    """How far the sides of each tile are from these vectors, whichever way round."""
    off = [
        np.minimum(np.linalg.norm(side - wanted, axis=1), np.linalg.norm(side + wanted, axis=1))
        for side, wanted in zip(sides(quads), (width, height), strict=True)
    ]
    return off[0] + off[1]


def crosswise(table: Table) -> Table:
    """The same tiles with the rows running across: for a hand that lies crosswise among more tiles."""
    return _seen_along(math.pi / 2, table.quads, table.to_table, table.pixels)


def _seen_along(axis: float, flat: np.ndarray, to_flat: np.ndarray, pixels: float) -> Table:
    """The table turned so that rows along `axis` (radians) run to the right, as they are read."""
    axis = _as_read(axis, np.linalg.inv(to_flat), flat)
    cos, sin = math.cos(axis), math.sin(axis)
    rotate = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
    placed = apply(rotate, flat)
    return Table.of(placed, rotate @ to_flat, pixels)


def _row_axis(quads: np.ndarray, known: np.ndarray) -> float:
    """The direction along which most tiles stand side by side, their width; radians."""
    angles = turns(quads)[known] if known.any() else turns(quads)
    apart = np.abs(wrapped(angles[:, None] - angles[None, :]))
    near = apart < math.radians(12)
    best = int(np.argmax((near * (1.2 - apart)).sum(axis=1)))
    return float(angles[best] + wrapped(angles[near[best]] - angles[best]).mean())


def _as_read(axis: float, to_picture: np.ndarray, flat: np.ndarray) -> float:
    """The axis or its opposite, so that rows are read as a person looks at the photograph.

    From left to right, and from top to bottom when they are steeper than 45 degrees; however the tiles
    themselves stand, for some always stand on their heads.
    """
    centre = np.median(flat.reshape(-1, 2), axis=0)
    ahead = centre + np.array([math.cos(axis), math.sin(axis)])
    right, down = apply(to_picture, ahead) - apply(to_picture, centre)
    forwards = right if abs(right) >= abs(down) else down
    return axis if forwards >= 0 else axis + math.pi
