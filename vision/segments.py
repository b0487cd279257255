"""What the tiles of each row are: concealed part, melds, kongs, the winning tile, or none of the hand.

A Viterbi search over the rows in reading order. Every way to cut the rows into segments has a log
probability from how people lay hands out: gaps, tiles on their side or face down, sets that are sets,
fourteen tiles in all. The state is how many tiles the hand has so far (a kong counts as three), whether
the winning tile was seen, and how many concealed runs there were.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.evidence import Evidence
from vision.rows import ASKEW, SIDEWAYS, UPRIGHT, Row

CONCEALED, MELD, KONG, HIDDEN_KONG, WINNING, OTHER = (
    "concealed",
    "meld",
    "kong",
    "hidden_kong",
    "winning",
    "other",
)
FULL = 14
MOST = 20
"""Counts above this are all the same: far too many."""

# Log probabilities of how hands are laid out. Estimates, settled on 4,000 layouts of
# `models.training.layouts` with seeds that neither `bench/arrange.py` nor the tests use.
UNMARKED = math.log(0.2)
WON_BESIDE, WON_APART, WON_TURNED = math.log(0.35), math.log(0.3), math.log(0.14)
CLAIM_TURNED, CLAIM_PLAIN, TWO_TURNED = math.log(0.6), math.log(0.12), -8.0
CONCEALED_SIDEWAYS, CONCEALED_ASKEW, CONCEALED_DOWN = -5.0, -2.0, -6.0
MORE_CONCEALED = (0.0, -2.5, -4.5, -7.0)
FOUR_ALIKE = math.log(8.0)
HIDDEN = math.log(0.15)
STACKED_ELSEWHERE = -8.0


@dataclass(frozen=True, slots=True)
class Segment:
    """Tiles (indices, left to right) that belong together, and as what."""

    kind: str
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """How the concealed part is spread: log density of a gap inside it, and the log prior of the habit."""

    name: str
    prior: float
    touching: float
    loose: float
    parted: float

    def within(self, gap: float) -> float:
        """Log density of a gap (tile heights) between two concealed neighbours."""
        return math.log(
            self.touching * _touch(gap)
            + self.loose * _flat(gap, -0.05, 0.16)
            + self.parted * _flat(gap, 0.09, 0.42)
            + 0.003
        )


STYLES = (
    Style("solid", math.log(0.5), 0.97, 0.02, 0.01),
    Style("loose", math.log(0.15), 0.1, 0.88, 0.02),
    Style("sets", math.log(0.2), 0.7, 0.0, 0.3),
    Style("scatter", math.log(0.01), 0.3, 0.3, 0.3),
)


def _touch(gap: float) -> float:
    return 7.0 * math.exp(-0.5 * (gap / 0.057) ** 2)


def _flat(gap: float, low: float, high: float) -> float:
    """A uniform density with edges softened by the noise of a gap, 0.03."""
    rise = 1 / (1 + math.exp(-max(-30.0, min(30.0, (gap - low) / 0.02))))
    fall = 1 / (1 + math.exp(-max(-30.0, min(30.0, (high - gap) / 0.02))))
    return rise * fall / (high - low)


def _boundary(before: str, after: str, gap: float, turned: bool) -> float:
    """Log density of the gap between two segments; `turned`: a winning tile on its side."""
    if WINNING in (before, after):
        if turned:
            return math.log(0.5 * _touch(gap) + 0.5 * _flat(gap, 0.15, 1.9) + 1e-4)
        return math.log(_flat(gap, 0.17, 1.9) + 1e-4)
    if CONCEALED in (before, after):
        return math.log(0.02 * _touch(gap) + 0.98 * _flat(gap, 0.17, 1.9) + 1e-4)
    return math.log(0.13 * _touch(gap) + 0.8 * _flat(gap, 0.07, 0.5) + 0.07 * _flat(gap, 0.4, 1.9) + 1e-4)


@dataclass(frozen=True, slots=True)
class _Path:
    """A partial answer: its score and its segments as a chain of (kind, first, length) per row."""

    score: float
    chain: tuple


_State = tuple[int, bool, int]  # tiles counted, winning tile seen, concealed runs


def best_parse(
    rows: Sequence[Row], evidence: Evidence, style: Style, leave_out: Sequence[float | None]
) -> tuple[float, list[Segment]]:
    """The likeliest reading of the rows in one style, with its log probability.

    `leave_out[i]` is the log probability that row i has nothing to do with the hand, None where it must be
    part of it.
    """
    states: dict[_State, _Path] = {(0, False, 0): _Path(style.prior, ())}
    for index, row in enumerate(rows):
        after = _read_row(row, index, evidence, style, states)
        cost = leave_out[index]
        if cost is not None:
            for state, path in states.items():
                _keep(after, state, path.score + cost, (path.chain, index, OTHER, 0, len(row.tiles)))
        states = after
    state, path = max(states.items(), key=lambda item: item[1].score + _count_term(item[0]))
    segments = _unrolled(path.chain, rows)
    score = path.score + _count_term(state)
    if style.name == "sets":
        score += _long_runs(segments, rows)
    return score, segments


def count_of(segments: Sequence[Segment]) -> int:
    """Tiles of the hand, a kong counting as three."""
    size = {CONCEALED: None, MELD: 3, KONG: 3, HIDDEN_KONG: 3, WINNING: 1, OTHER: 0}
    return sum(len(s.tiles) if size[s.kind] is None else size[s.kind] or 0 for s in segments)


def _count_term(state: _State) -> float:
    count, won, _ = state
    mark = 0.0 if won else UNMARKED
    if count == FULL:
        return mark
    if count == FULL - 1 and not won:
        return -5.0
    return mark - 6.0 - 1.5 * abs(FULL - count)


def _read_row(
    row: Row, index: int, evidence: Evidence, style: Style, states: dict[_State, _Path]
) -> dict[_State, _Path]:
    """All states after reading one row as part of the hand."""
    length = len(row.tiles)
    at: list[dict[tuple[_State, str], _Path]] = [{} for _ in range(length + 1)]
    at[0] = {(state, ""): path for state, path in states.items()}
    steps = [_steps(row, i, evidence, style) for i in range(length)]
    for i in range(length):
        for (state, before), path in at[i].items():
            gap = row.gaps[i - 1] if i else 0.0
            for kind, size, score in steps[i]:
                if kind == WINNING and state[1]:
                    continue
                link = _link(row, i, before, kind, gap, style) + score
                new = _advance(state, before, kind)
                if kind == CONCEALED and before != CONCEALED:
                    link += MORE_CONCEALED[min(state[2], 3)] * (0.2 if style.name == "scatter" else 1.0)
                _keep(at[i + size], (new, kind), path.score + link, (path.chain, index, kind, i, size))
    after: dict[_State, _Path] = {}
    for (state, _), path in at[length].items():
        _keep(after, state, path.score, path.chain)
    return after


def _advance(state: _State, before: str, kind: str) -> _State:
    count, won, runs = state
    if kind == CONCEALED:
        return min(count + 1, MOST), won, runs + (before != CONCEALED and runs < 3)
    if kind == WINNING:
        return min(count + 1, MOST), True, runs
    return min(count + 3, MOST), won, runs


def _link(row: Row, i: int, before: str, kind: str, gap: float, style: Style) -> float:
    """Log density of the gap before tile i, given what stands on both of its sides."""
    if not i:
        return 0.0
    if before == kind == CONCEALED:
        return style.within(gap)
    winner = i if kind == WINNING else i - 1
    return _boundary(before, kind, gap, row.poses[winner] == SIDEWAYS)


def _keep(table: dict, key: object, score: float, chain: tuple) -> None:
    held = table.get(key)
    if held is None or held.score < score:
        table[key] = _Path(score, chain)


def _steps(row: Row, i: int, evidence: Evidence, style: Style) -> list[tuple[str, int, float]]:
    """What can begin at tile i of the row: (kind, number of tiles, log probability)."""
    steps = [(CONCEALED, 1, _concealed(row, i, evidence))]
    if style.name == "scatter":
        return steps
    if i not in row.stacked and not evidence.down[row.tiles[i]]:
        steps.append((WINNING, 1, _winning(row, i)))
    left = len(row.tiles) - i
    if left >= 3:
        extra = [p for p in row.stacked if i <= p < i + 3]
        kind = KONG if extra else MELD
        steps.append((kind, 3, _open_set(row, i, 3, evidence)))
    if left >= 4 and not any(i <= p < i + 4 for p in row.stacked):
        steps.append((KONG, 4, _open_set(row, i, 4, evidence)))
        if any(evidence.down[t] for t in row.tiles[i : i + 4]):
            steps.append((HIDDEN_KONG, 4, _hidden_kong(row, i, evidence)))
    return steps


def _concealed(row: Row, i: int, evidence: Evidence) -> float:
    score = {UPRIGHT: 0.0, SIDEWAYS: CONCEALED_SIDEWAYS, ASKEW: CONCEALED_ASKEW}[row.poses[i]]
    if evidence.down[row.tiles[i]]:
        score += CONCEALED_DOWN
    return score + (STACKED_ELSEWHERE if i in row.stacked else 0.0)


def _winning(row: Row, i: int) -> float:
    if len(row.tiles) == 1:
        return WON_APART
    ends = i in (0, len(row.tiles) - 1)
    score = WON_TURNED if row.poses[i] == SIDEWAYS else WON_BESIDE
    return score + (0.0 if ends else -0.5)


def _open_set(row: Row, i: int, size: int, evidence: Evidence) -> float:
    tiles = row.tiles[i : i + size]
    if any(evidence.down[t] for t in tiles):
        return -12.0
    turned = sum(row.poses[i + k] == SIDEWAYS for k in range(size))
    score = (CLAIM_PLAIN, CLAIM_TURNED, TWO_TURNED)[min(turned, 2)]
    score += sum(-2.0 for k in range(size) if row.poses[i + k] == ASKEW)
    score += _inner_gaps(row, i, size)
    stacked = [row.stacked[p] for p in row.stacked if i <= p < i + size]
    if size == 4 or stacked:
        return score + evidence.alike((*tiles, *stacked)) + FOUR_ALIKE
    return score + evidence.set_of_three(tiles)


def _hidden_kong(row: Row, i: int, evidence: Evidence) -> float:
    tiles = row.tiles[i : i + 4]
    down = "".join("d" if evidence.down[t] else "u" for t in tiles)
    if down not in ("dddd", "uddu", "duud", "dddu", "uddd", "dudd", "ddud"):
        return -12.0
    score = HIDDEN + _inner_gaps(row, i, 4)
    score += sum(-4.0 for k in range(4) if row.poses[i + k] == SIDEWAYS and not evidence.down[tiles[k]])
    up = tuple(t for t in tiles if not evidence.down[t])
    return score + (evidence.alike(up) if len(up) > 1 else 0.0)


def _inner_gaps(row: Row, i: int, size: int) -> float:
    gaps = row.gaps[i : i + size - 1]
    return sum(math.log(0.9 * _touch(g) + 0.1 * _flat(g, -0.1, 0.2) + 1e-3) for g in gaps)


def _long_runs(segments: Sequence[Segment], rows: Sequence[Row]) -> float:
    """A hand laid out in sets has no touching run of more than three, or it would not be laid out so."""
    after = {t: g for row in rows for t, g in zip(row.tiles, row.gaps, strict=False)}
    score = 0.0
    for segment in segments:
        if segment.kind != CONCEALED:
            continue
        run = 1
        for tile in segment.tiles[:-1]:
            run = run + 1 if after.get(tile, 9.0) < 0.09 else 1
            score -= 1.2 if run == 4 else 0.0
    return score


def _unrolled(chain: tuple, rows: Sequence[Row]) -> list[Segment]:
    """The chain of steps as segments; neighbouring concealed tiles of one row become one."""
    steps = []
    while chain:
        chain, index, kind, first, size = chain
        steps.append((index, kind, first, size))
    segments: list[Segment] = []
    last: tuple[int, str, int] | None = None
    for index, kind, first, size in reversed(steps):
        row = rows[index]
        tiles: list[int] = []
        for position in range(first, first + size):
            tiles.append(row.tiles[position])
            if position in row.stacked:
                tiles.append(row.stacked[position])
        if kind == CONCEALED and last == (index, CONCEALED, first):
            segments[-1] = Segment(CONCEALED, segments[-1].tiles + tuple(tiles))
        else:
            segments.append(Segment(kind, tuple(tiles)))
        last = (index, kind, first + size)
    return segments
