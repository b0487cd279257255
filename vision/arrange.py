"""From quadrilaterals and names to a hand: which tiles are concealed, melded, the winning one, flowers.

Geometry first: the tiles are laid on the table plane, put into rows, and the rows are cut into segments by
gaps, by tiles on their side and tiles face down. The rules decide between readings that geometry leaves
open. What cannot be known, say a hand in one row without gaps, is called concealed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.classes import KINDS, NOT_A_TILE
from vision.evidence import Evidence
from vision.habits import KEEPS, STYLES, TURNS
from vision.plane import Table, crosswise, table_of
from vision.poses import ASKEW, SIDEWAYS, UPRIGHT
from vision.rows import Row, rows_of
from vision.segments import (
    CONCEALED,
    FLOWER,
    FULL,
    HIDDEN_KONG,
    KONG,
    MELD,
    OTHER,
    WINNING,
    Segment,
    count_of,
    field_of,
    parses,
)

NEAR = 3.2
"""A flower farther than this (tile heights, free space) from the hand is somebody else's; people lay theirs
up to 60 mm (1.7) away."""

A_HAND = 24
"""Photographs with more tiles show more than a hand: four kongs are 18 tiles, and eight flowers."""

AIMED, AWAY = 4.0, 1.0
"""The hand's main row lies within AIMED tile heights of the middle of the photograph; log odds against it for
each further one."""

SURE = 3.0
"""A reading better than this that wins is the hand; other places in the photograph need not be tried."""

FARTHEST_PART = 3.0
"""Rows farther than this (tile heights, free space) from the main row are not looked at."""

BESIDE_FLOWERS = 0.4
"""A tile too many that touches a flower is a flower read wrong."""

MISCOUNTED = 3
"""A hand of which this many tiles were missed, or taken too many, is a hand still."""

CROWDED = 0.4
"""Tiles left out with less free space than this to the hand show that it is no hand but a heap or a grid."""

WINS = 5.0
"""Log odds in favour of a reading whose likeliest names make a winning hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """What lies where.

    `parts` are the segments of the hand from left to right with kinds concealed, meld, kong, hidden_kong,
    winning, flower, and one `other` for what does not belong; `order` lists all tiles as they are read;
    `score` is a log probability that only compares readings of one photograph; `down` are the tiles of
    concealed kongs that lie face down, though some may look like white dragons.
    """

    parts: tuple[Segment, ...]
    order: tuple[int, ...]
    table: Table
    score: float
    down: tuple[int, ...] = ()

    def of(self, *kinds: str) -> list[Segment]:
        """The parts of these kinds, left to right."""
        return [part for part in self.parts if part.kind in kinds]

    @property
    def concealed(self) -> list[int]:
        """The concealed tiles in reading order, without the winning tile."""
        members = {t for part in self.of(CONCEALED) for t in part.tiles}
        return [t for t in self.order if t in members]

    @property
    def winning(self) -> int | None:
        """The tile set apart as the winning one."""
        return next((part.tiles[0] for part in self.of(WINNING)), None)

    @property
    def flowers(self) -> list[int]:
        """The flowers in reading order."""
        return [t for part in self.of(FLOWER) for t in part.tiles]

    @property
    def others(self) -> list[int]:
        """Tiles that do not belong to the hand."""
        return [t for part in self.of(OTHER) for t in part.tiles]


@dataclass(frozen=True, slots=True, eq=False)
class _Reading:
    """Where the hand may be and what it is then; scores of one photograph's readings can be compared."""

    score: float
    segments: list[Segment]
    rows: list[Row]
    table: Table


def arrange(
    quads: np.ndarray, probabilities: np.ndarray, middle: tuple[float, float] | None = None
) -> Arrangement:
    """Sort the tiles of a photograph into the parts of a hand.

    `quads` (N, 4, 2) pixels, clockwise, the first side a tile's top or bottom (any side for backs);
    `probabilities` (N, 44); `middle` the middle of the photograph, where the hand is when there are several.
    """
    if not len(quads):
        return Arrangement((), (), Table.of(np.zeros((0, 4, 2)), np.eye(3), 0.0), 0.0)
    evidence = Evidence(probabilities)
    table = table_of(quads, ~np.array(evidence.down))
    views = [table] if len(quads) <= A_HAND else [table, crosswise(table)]
    found = max(_readings(views, evidence, middle), key=lambda reading: reading.score)
    segments = found.segments
    if _is_heap(segments, found.table, evidence):
        segments = _all_concealed(found.rows, evidence)
    parts = _with_flowers(segments, evidence, found.table)
    order = _order(found.rows, found.table, evidence)
    placed = _left_to_right(parts, order, found.table)
    down = [t for part in placed if part.kind == HIDDEN_KONG for t in evidence.kong_face_down(part.tiles)[1]]
    return Arrangement(tuple(placed), tuple(order), found.table, found.score, tuple(down))


def _readings(
    views: Sequence[Table], evidence: Evidence, middle: tuple[float, float] | None
) -> list[_Reading]:
    """What the hand may be, by where it lies; a single one when the first is sure and wins."""
    readings: list[_Reading] = []
    for table in views:
        rows = rows_of(table, ~evidence.flower & (evidence.names != NOT_A_TILE), evidence.names)
        if not rows:
            return [_Reading(0.0, [], [], table)]
        centre = _centre(table, middle)
        for anchor in _anchors(rows, evidence, table, centre):
            reading = _read_about(anchor, rows, table, evidence, centre)
            if not readings and reading.score > SURE and _wins(reading.segments, evidence):
                return [reading]
            readings.append(reading)
    return readings


def _read_about(
    anchor: Row, rows: Sequence[Row], table: Table, evidence: Evidence, centre: np.ndarray
) -> _Reading:
    """The best reading with the hand about `anchor`, over how its owner may lay tiles out."""
    near = [row for row in rows if _apart(row, anchor) <= FARTHEST_PART and not _is_wall(row, evidence)]
    fields = [
        field_of(row, evidence, _leave_out(row, anchor, evidence), _reach(row, anchor), _may_end(table))
        for row in near
    ]
    far = [Segment(OTHER, row.with_stacked()) for row in rows if row not in near]
    turned = any(SIDEWAYS in row.poses for row in near)
    best: tuple[float, list[Segment]] = (-math.inf, [])
    for style, claims in itertools.product(STYLES, (TURNS, KEEPS) if turned else (KEEPS,)):
        for score, segments in parses(fields, style, claims):
            if score + WINS > best[0]:
                score += _gain_of_winning(segments, evidence)
                best = max(best, (score, segments), key=lambda found: found[0])
    score, segments = best
    left_out = {s.tiles for s in segments if s.kind == OTHER}
    score -= sum(f.leave_out or 0.0 for f in fields if f.row.with_stacked() in left_out)
    away = math.hypot((anchor.left + anchor.right) / 2 - centre[0], anchor.y - centre[1])
    score -= AWAY * max(0.0, away - AIMED)
    return _Reading(score, segments + far, list(rows), table)


def _may_end(table: Table) -> bool:
    """Whether a row may hold tiles that are not of the hand: only among more tiles than a hand has."""
    return len(table.centres) > A_HAND


def _order(rows: Sequence[Row], table: Table, evidence: Evidence) -> list[int]:
    """All tiles as they are read, the flowers in their places."""
    if evidence.flower.any():
        rows = rows_of(table, evidence.names != NOT_A_TILE, evidence.names)
    return [tile for row in rows for tile in row.with_stacked()]


def _centre(table: Table, middle: tuple[float, float] | None) -> np.ndarray:
    """Where on the table the photographer aimed; the middle of all tiles if that is not known."""
    if middle is not None:
        x, y, w = table.to_table @ np.array([*middle, 1.0])
        if w > 0.05:
            return np.array([x / w, y / w])
    return np.median(table.centres, axis=0)


def _anchors(rows: Sequence[Row], evidence: Evidence, table: Table, centre: np.ndarray) -> list[Row]:
    """Rows about which the hand may lie: long rows of upright faces near the middle of the photograph."""

    def weight(row: Row) -> float:
        faces = sum(
            not evidence.down[t] and pose not in (SIDEWAYS, ASKEW)
            for t, pose in zip(row.tiles, row.poses, strict=True)
        )
        away = math.hypot((row.left + row.right) / 2 - centre[0], row.y - centre[1])
        return min(faces, FULL) - 0.5 * away

    return sorted(rows, key=weight, reverse=True)[: 1 if len(table.centres) <= A_HAND else 3]


def _is_wall(row: Row, evidence: Evidence) -> bool:
    """More backs side by side than any hand shows: a concealed kong has four, two of them eight."""
    return len(row.tiles) > 8 and all(evidence.down[t] for t in row.tiles)


def _leave_out(row: Row, anchor: Row, evidence: Evidence) -> float | None:
    """Log probability that a row is not of the hand."""
    if row is anchor:
        return None
    n = len(row.tiles)
    odd = sum(evidence.down[t] or pose != UPRIGHT for t, pose in zip(row.tiles, row.poses, strict=True))
    if odd * 2 > n and n > 1:
        return -0.5
    return -0.7 - 0.1 * n if _apart(row, anchor) >= 0.6 else -2.0 - 0.3 * n


def _reach(row: Row, anchor: Row) -> float:
    """What it costs to take a row into the hand, by its distance from the anchor."""
    away = _apart(row, anchor)
    return -0.4 * away - 4.0 * max(0.0, away - 1.6)


def _apart(row: Row, other: Row) -> float:
    """Free space between two rows."""
    dx = max(0.0, row.left - other.right, other.left - row.right)
    dy = max(0.0, abs(row.y - other.y) - 1.0)
    return math.hypot(dx, dy)


def _wins(segments: Sequence[Segment], evidence: Evidence) -> bool:
    """Whether the likeliest names of the concealed tiles and the winning tile complete the hand."""
    return count_of(segments) == FULL and _completes([int(evidence.names[t]) for t in _free(segments)])


def _gain_of_winning(segments: Sequence[Segment], evidence: Evidence) -> float:
    """Log odds in favour of a reading that wins as it is named, or but for one tile's second name."""
    if count_of(segments) != FULL:
        return 0.0
    free = _free(segments)
    names = [int(evidence.names[t]) for t in free]
    if _completes(names):
        return WINS
    seconds = sorted(((evidence.second(t), place) for place, t in enumerate(free)), reverse=True)
    for (cost, name), place in seconds:
        if WINS + cost <= 0:
            break
        if _completes([*names[:place], name, *names[place + 1 :]]):
            return WINS + cost
    return 0.0


def _free(segments: Sequence[Segment]) -> list[int]:
    """The concealed tiles and the winning one."""
    return [t for s in segments if s.kind in (CONCEALED, WINNING) for t in s.tiles]


def _completes(names: Sequence[int]) -> bool:
    from scorer.shapes import complete, counts_of

    return all(name < KINDS for name in names) and complete(counts_of(names))


def _is_heap(segments: Sequence[Segment], table: Table, evidence: Evidence) -> bool:
    """Whether nothing was set apart at all: no hand was found, or what was left out crowds it."""
    out = [t for s in segments if s.kind == OTHER for t in s.tiles]
    kept = [t for s in segments if s.kind != OTHER for t in s.tiles]
    if len(out) < 2 or not kept:
        return False
    faces = sum(not evidence.down[t] for t in out)
    if faces >= 2 and abs(count_of(segments) - FULL) > MISCOUNTED:
        return True
    return sum(_free_space(table, t, kept) < CROWDED for t in out) > len(out) / 4


def _free_space(table: Table, tile: int, others: Sequence[int]) -> float:
    """Free space between a tile and the nearest of others."""
    members = list(others)
    away = np.abs(table.centres[members] - table.centres[tile]) - table.reach[members] - table.reach[tile]
    return float(np.hypot(*np.maximum(away, 0).T).min())


def _all_concealed(rows: Sequence[Row], evidence: Evidence) -> list[Segment]:
    """No hand to be seen: every face counts as concealed, backs as others."""
    segments: list[Segment] = []
    for row in rows:
        tiles = row.with_stacked()
        faces = tuple(t for t in tiles if not evidence.down[t])
        backs = tuple(t for t in tiles if evidence.down[t])
        segments += [Segment(kind, some) for kind, some in ((CONCEALED, faces), (OTHER, backs)) if some]
    return segments


def _with_flowers(segments: list[Segment], evidence: Evidence, table: Table) -> list[Segment]:
    """The flowers near the hand as parts of it, chained from one to the next; far ones as others."""
    left = [int(t) for t in np.flatnonzero(evidence.flower)]
    near = [t for s in segments if s.kind != OTHER for t in s.tiles]
    out = [t for s in segments if s.kind == OTHER for t in s.tiles]
    taken: list[int] = []
    grown = True
    while left and grown:
        close = left if not near else [t for t in left if _free_space(table, t, near) <= NEAR]
        grown = bool(close)
        taken, near = taken + close, near + close
        left = [t for t in left if t not in close]
    among = [
        t for t in out if taken and not evidence.down[t] and _free_space(table, t, taken) < BESIDE_FLOWERS
    ]
    taken, out = taken + among, [t for t in out if t not in among]
    parts = [s for s in segments if s.kind != OTHER]
    if taken:
        parts.append(Segment(FLOWER, tuple(taken)))
    if out or left:
        parts.append(Segment(OTHER, tuple(out + left)))
    return parts


def _left_to_right(parts: list[Segment], order: Sequence[int], table: Table) -> list[Segment]:
    """Parts by their middle, tiles within each as they are read; concealed rows are one part."""
    place = {t: i for i, t in enumerate(order)}
    merged: dict[str, list[int]] = {}
    for part in parts:
        if part.kind == CONCEALED:
            merged.setdefault(CONCEALED, []).extend(part.tiles)
    kept = [part for part in parts if part.kind != CONCEALED]
    kept += [Segment(kind, tuple(tiles)) for kind, tiles in merged.items()]
    kept = [Segment(p.kind, tuple(sorted(p.tiles, key=lambda t: place[t]))) for p in kept]
    return sorted(kept, key=lambda p: (p.kind == OTHER, float(table.centres[list(p.tiles), 0].mean())))


__all__ = ["CONCEALED", "FLOWER", "HIDDEN_KONG", "KONG", "MELD", "OTHER", "WINNING", "Arrangement", "arrange"]
