"""From quadrilaterals in a photograph to places on the table, turned the way a person reads them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.rectify import TILE_WIDTH, apply, areas, rectify, sides, turns, wrapped

FEW = 3
"""Fewer tiles than this do not make a second plane."""

ONE_HAND = 24
"""Among more tiles than a hand has, the hands of others stand, each another way: no second plane then."""

ONE_PLANE = 0.25
"""Two groups whose tiles look equally high but for this (log) lie in one plane after all."""

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
    return _with_other_plane(table, local, known, level)


def _with_other_plane(table: Table, quads: np.ndarray, known: np.ndarray, level: np.ndarray) -> Table:
    """The table with flat tiles beside standing ones, or standing beside flat, put right.

    Those of the smaller group (not `level`) are turned as they lie in a plane of their own, and moved so that
    a flat tile and a standing one side by side are on one level.
    """
    other = known & ~level
    if len(quads) > ONE_HAND or min(other.sum(), (known & level).sum()) < FEW:
        return table
    members = np.flatnonzero(other | ~known)
    _, flat, _ = rectify(quads[members], known[members])
    lying = wrapped(turns(flat) - _row_axis(flat, known[members]))
    upright = np.abs(lying) < math.radians(30)
    upright &= known[members]
    if not upright.any():
        return table
    height = float(np.median(np.abs(sides(table.quads[members[upright]])[1][:, 1])))
    if abs(math.log(max(height, 1e-3))) < ONE_PLANE:
        return table
    if height > 1:  # the others stand: backs lie with the main group
        members, lying = members[known[members]], lying[known[members]]
    angles, centres = table.turns.copy(), table.centres.copy()
    angles[members] = lying
    # the face of a flat tile is TILE_DEPTH above the table and as deep as a standing one is high
    centres[members, 1] += TILE_DEPTH - 0.5 + height / 2 if height < 1 else -0.5 - (TILE_DEPTH - 0.5) * height
    return replace(table, turns=angles, centres=centres, reach=_reach(angles))


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
