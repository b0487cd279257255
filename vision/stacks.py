"""Added kongs: the fourth tile laid along the turned one, or on it.

Coordinates are those of `vision.plane.Table`. Only tiles on their side are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.plane import Table
from vision.poses import SIDEWAYS, UPRIGHT, pose_of


@dataclass(frozen=True, slots=True)
class Stacks:
    """`carried` maps a tile to the equal one laid along it; `centres` (N, 2) has tiles that lie on others
    put back into their rows."""

    carried: dict[int, int]
    centres: np.ndarray


def stacks_of(table: Table, indices: list[int], names: np.ndarray) -> Stacks:
    """The added kongs among the tiles `indices`; `names` (N,) are the likeliest classes."""
    poses = {i: pose_of(float(table.turns[i])) for i in indices}
    upright = np.array([i for i in indices if poses[i] == UPRIGHT], int)
    sideways = [i for i in indices if poses[i] == SIDEWAYS]
    lone = {i for i in sideways if not _has_neighbour(table, i, upright)}
    centres = table.centres.copy()
    carried: dict[int, int] = {}
    for tile in lone:
        away = np.abs(table.centres[indices] - table.centres[tile])
        base = _base_of(tile, indices, away, names, set(sideways) - lone)
        if base is not None:
            carried[base] = tile
            continue
        level = _level_below(tile, indices, away, names, set(upright.tolist()), table)
        if level is not None:
            centres[tile, 1] = level
    return Stacks(carried, centres)


def _has_neighbour(table: Table, tile: int, upright: np.ndarray) -> bool:
    """Whether an upright tile touches this sideways one at its end."""
    away = np.abs(table.centres[upright] - table.centres[tile])
    return bool(((away[:, 0] < 1.15) & (away[:, 1] < 0.36)).any())


def _base_of(
    tile: int, indices: list[int], away: np.ndarray, names: np.ndarray, bases: set[int]
) -> int | None:
    """The turned tile of a meld along which an equal one lies."""
    for other, (dx, dy) in zip(indices, away, strict=True):
        if other in bases and names[other] == names[tile] and dx < 0.25 and 0.55 < dy < 0.95:
            return other
    return None


def _level_below(
    tile: int, indices: list[int], away: np.ndarray, names: np.ndarray, upright: set[int], table: Table
) -> float | None:
    """The row (its y) to which a tile belongs that lies on a turned one.

    It hides that one, and seen aslant it seems to lie up to a tile farther off: beyond a gap in a row,
    beside its equals.
    """
    near = (away[:, 0] < 1.3) & (away[:, 1] > 0.3) & (away[:, 1] < 1.3)
    if (near & (away[:, 0] < 0.55)).any():  # the row has no gap there
        return None
    twins = [
        i
        for i, close in zip(indices, near, strict=True)
        if close and i in upright and names[i] == names[tile]
    ]
    return float(table.centres[twins, 1].mean()) if twins else None
