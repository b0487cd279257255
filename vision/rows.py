"""Rows of tiles on the table: who stands beside whom, how far apart, which way round.

Lengths are in tile heights; x runs along the rows as they are read, y down (see `vision.plane`).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np

from vision.plane import Table
from vision.poses import UPRIGHT, pose_of
from vision.stacks import stacks_of

LEVEL = 0.42
"""Centres of one row differ by less in y: a tile on its side sits 0.13 lower, rows are 1.0 apart."""

FARTHEST = 1.9
"""A wider gap ends a row; people leave up to 45 mm (1.3) between the parts of a hand."""


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles side by side from left to right, as indices of the table's tiles.

    `gaps[i]` is the free space between tile i and tile i + 1; `poses` how each tile lies; `stacked` maps a
    position to the tile laid beyond it on its long side (the fourth tile of an added kong).
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    poses: tuple[str, ...]
    stacked: dict[int, int]
    left: float
    right: float
    y: float

    def with_stacked(self, first: int = 0, size: int | None = None) -> tuple[int, ...]:
        """The tiles from position `first` on, each followed by the one laid beyond it."""
        last = len(self.tiles) if size is None else first + size
        tiles: list[int] = []
        for position in range(first, last):
            tiles.append(self.tiles[position])
            if position in self.stacked:
                tiles.append(self.stacked[position])
        return tuple(tiles)


def rows_of(table: Table, use: np.ndarray, names: np.ndarray) -> list[Row]:
    """The rows of the tiles with `use` (N,) True, from the top down and from left to right.

    `names` (N,) are the likeliest classes; they tell an added kong's tile from a winning tile laid there.
    """
    indices = [int(i) for i in np.flatnonzero(use)]
    stacks = stacks_of(table, indices, names)
    carried, table = stacks.carried, replace(table, centres=stacks.centres)
    indices = [i for i in indices if i not in carried.values()]
    groups = _linked(table, indices)
    bias = _gap_bias(table, groups)
    rows = [_row(table, group, carried, bias) for group in groups]
    return _in_lines(rows)


def _in_lines(rows: list[Row]) -> list[Row]:
    """Rows from the top down; those on about the same level from left to right."""
    lines: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row.y):
        if lines and row.y - lines[-1][0].y < LEVEL:
            lines[-1].append(row)
        else:
            lines.append([row])
    return [row for line in lines for row in sorted(line, key=lambda row: row.left)]


def _linked(table: Table, indices: list[int]) -> list[list[int]]:
    """Groups of tiles on one level with no gap wider than `FARTHEST`."""
    if not indices:
        return []
    x, y = table.centres[indices, 0], table.centres[indices, 1]
    half = table.reach[indices, 0]
    gap = np.abs(x[:, None] - x[None, :]) - half[:, None] - half[None, :]
    beside = (np.abs(y[:, None] - y[None, :]) < LEVEL) & (gap < FARTHEST)
    group = list(range(len(indices)))
    order = np.argsort(np.where(beside, gap, np.inf), axis=None)
    for flat in order[: int(beside.sum())]:
        a, b = _root(group, int(flat) // len(indices)), _root(group, int(flat) % len(indices))
        if a != b and _joins(a, b, group, x, y, half):
            group[b] = a
    members: dict[int, list[int]] = {}
    for position, tile in enumerate(indices):
        members.setdefault(_root(group, position), []).append(tile)
    return list(members.values())


def _joins(a: int, b: int, group: list[int], x: np.ndarray, y: np.ndarray, half: np.ndarray) -> bool:
    """Whether two chains can be one row: none of their tiles stand over one another."""
    roots = np.array([_root(group, i) for i in range(len(group))])
    one, two = np.flatnonzero(roots == a), np.flatnonzero(roots == b)
    over = np.abs(x[one][:, None] - x[two][None, :]) - (half[one][:, None] + half[two][None, :])
    return bool((over > -0.3).all())


def _root(group: list[int], i: int) -> int:
    while group[i] != i:
        i = group[i]
    return i


def _gap_bias(table: Table, groups: list[list[int]]) -> float:
    """What touching tiles measure as the gap between them: quads a little small or large for the tile.

    The median of the small gaps between upright neighbours, within 0.12.
    """
    gaps: list[float] = []
    for group in groups:
        ordered = sorted(group, key=lambda i: table.centres[i, 0])
        for a, b in itertools.pairwise(ordered):
            gap = float(table.centres[b, 0] - table.centres[a, 0] - table.reach[a, 0] - table.reach[b, 0])
            if abs(gap) < 0.2 and pose_of(float(table.turns[a])) == pose_of(float(table.turns[b])) == UPRIGHT:
                gaps.append(gap)
    return float(np.clip(np.median(gaps), -0.12, 0.12)) if len(gaps) >= 3 else 0.0


def _row(table: Table, group: list[int], carried: dict[int, int], bias: float) -> Row:
    tiles = sorted(group, key=lambda i: table.centres[i, 0])
    x, half = table.centres[tiles, 0], table.reach[tiles, 0]
    gaps = np.diff(x) - half[:-1] - half[1:] - bias
    return Row(
        tiles=tuple(tiles),
        gaps=tuple(float(g) for g in gaps),
        poses=tuple(pose_of(float(table.turns[i])) for i in tiles),
        stacked={p: carried[i] for p, i in enumerate(tiles) if i in carried},
        left=float(x[0] - half[0]),
        right=float(x[-1] + half[-1]),
        y=float(table.centres[tiles, 1].mean()),
    )
