"""What the tiles of each row are: concealed part, melds, kongs, the winning tile, or none of the hand.

A Viterbi search over the rows in reading order. Every way to cut the rows into segments has a log
probability from how people lay hands out (`vision.habits`): gaps, tiles on their side or face down, sets
that are sets, fourteen tiles in all. The state is how many tiles the hand has so far (a kong counts as
three), whether the winning tile was seen, and how many concealed runs there were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from vision import habits
from vision.evidence import Evidence
from vision.habits import Claims, Style
from vision.poses import ASKEW, SIDEWAYS, UPRIGHT
from vision.rows import Row

CONCEALED, MELD, KONG, HIDDEN_KONG = "concealed", "meld", "kong", "hidden_kong"
WINNING, FLOWER, OTHER = "winning", "flower", "other"
BEFORE = "before"
"""Tiles of a row that are not of the hand, left of it; those right of it are `OTHER`."""
FULL = 14
MOST = 20
"""Counts above this are all the same: far too many."""

BEAM = 18.0
"""Partial readings this much less likely than the best are given up: e**-18, and a wrong count costs 6."""

RIVAL = 7.0
"""Whole readings this much less likely than the best are given up: a hand that wins is worth less."""

NEVER = -12.0
NO_SET = -10.0
"""Tiles less likely than this to be a set are none: one wrong name costs at most 6.2 (`evidence.LEAST`)."""


Chain = tuple[Any, ...]  # () or (earlier chain, row, kind, first, size)


@dataclass(frozen=True, slots=True)
class Segment:
    """Tiles (indices, left to right) that belong together, and as what."""

    kind: str
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What may begin at a tile: `size` tiles of `kind`; `turned` tiles on their side, -1 when no claim."""

    kind: str
    size: int
    score: float
    turned: int = -1


@dataclass(frozen=True, slots=True)
class Field:
    """A row with all that does not depend on the style: steps at each tile, link scores before each tile.

    `leave_out` is the log probability that the row is not of the hand (None: it must be), `take_in` that
    the hand reaches so far.
    """

    row: Row
    steps: tuple[tuple[Step, ...], ...]
    links: tuple[dict[tuple[str, str], float], ...]
    leave_out: float | None
    take_in: float


@dataclass(frozen=True, slots=True)
class _Path:
    """A partial answer: its score and its steps as a chain."""

    score: float
    chain: Chain


_State = tuple[int, bool, int]  # tiles counted, winning tile seen, concealed runs


def field_of(
    row: Row, evidence: Evidence, leave_out: float | None, take_in: float, strangers: bool = False
) -> Field:
    """A row prepared for the search; with `strangers` its ends may be tiles that are not of the hand."""
    length = len(row.tiles)
    steps = tuple(tuple(_steps(row, i, evidence)) for i in range(length))
    if strangers:
        steps = tuple((*some, Step(OTHER, 1, 0.0)) for some in steps)
    links = tuple(_links(row, i) if i else {} for i in range(length))
    return Field(row, steps, links, leave_out, take_in)


def parses(fields: Sequence[Field], style: Style, claims: Claims) -> list[tuple[float, list[Segment]]]:
    """The likeliest readings of the rows in one style, with their log probabilities, best first.

    One for each number of tiles, with and without a winning tile, none worse than the best by `RIVAL`.
    """
    states: dict[_State, _Path] = {(0, False, 0): _Path(style.prior + claims.prior, ())}
    for index, field in enumerate(fields):
        after = _read_row(field, index, style, claims, states)
        if field.leave_out is not None:
            for state, path in states.items():
                step = (path.chain, index, OTHER, 0, len(field.row.tiles))
                _keep(after, state, path.score + field.leave_out, step)
        states = after
    ends = sorted(
        ((path.score + _count_term(s), path.chain) for s, path in states.items()), key=lambda e: -e[0]
    )
    rows = [field.row for field in fields]
    found = []
    for score, chain in ends:
        if score < ends[0][0] - RIVAL:
            break
        segments = _unrolled(chain, rows)
        found.append((score + (_long_runs(segments, rows) if style.name == "sets" else 0.0), segments))
    return found


def count_of(segments: Sequence[Segment]) -> int:
    """Tiles of the hand, a kong counting as three."""
    size = {MELD: 3, KONG: 3, HIDDEN_KONG: 3, WINNING: 1}
    return sum(len(s.tiles) if s.kind == CONCEALED else size.get(s.kind, 0) for s in segments)


def _count_term(state: _State) -> float:
    count, won, _ = state
    mark = 0.0 if won else habits.UNMARKED
    if count == FULL:
        return mark
    if count == FULL - 1 and not won:
        return -5.0
    return mark - 6.0 - 1.5 * abs(FULL - count)


def _read_row(
    field: Field, index: int, style: Style, claims: Claims, states: dict[_State, _Path]
) -> dict[_State, _Path]:
    """All states after reading one row as part of the hand."""
    row, length = field.row, len(field.row.tiles)
    within = [style.within(gap) for gap in row.gaps]
    at: list[dict[tuple[_State, str], _Path]] = [{} for _ in range(length + 1)]
    at[0] = {(state, ""): path for state, path in states.items()}
    for i in range(length):
        floor = max((path.score for path in at[i].values()), default=0.0) - BEAM
        for (state, before), path in at[i].items():
            if path.score < floor:
                continue
            for step in field.steps[i]:
                kind = BEFORE if step.kind == OTHER and before in ("", BEFORE) else step.kind
                if kind == WINNING and state[1]:
                    continue
                if before == OTHER != kind:
                    continue
                score = path.score + step.score
                if step.turned >= 0:
                    score += claims.by_turned[step.turned]
                if before == kind == CONCEALED:
                    score += within[i - 1]
                elif i:
                    score += field.links[i][before, kind]
                if kind == CONCEALED and before != CONCEALED:
                    score += habits.MORE_CONCEALED[min(state[2], 3)]
                chain = (path.chain, index, step.kind, i, step.size)
                _keep(at[i + step.size], (_advance(state, before, kind), kind), score, chain)
    after: dict[_State, _Path] = {}
    for (state, last), path in at[length].items():
        if last == BEFORE:  # nothing of the hand in it: that is for `leave_out` to say
            continue
        _keep(after, state, path.score + field.take_in, path.chain)
    return after


def _advance(state: _State, before: str, kind: str) -> _State:
    count, won, runs = state
    if kind == CONCEALED:
        return min(count + 1, MOST), won, runs + (before != CONCEALED and runs < 3)
    if kind == WINNING:
        return min(count + 1, MOST), True, runs
    if kind in (BEFORE, OTHER):
        return state
    return min(count + 3, MOST), won, runs


def _keep(table: dict[Any, _Path], key: Any, score: float, chain: Chain) -> None:
    held = table.get(key)
    if held is None or held.score < score:
        table[key] = _Path(score, chain)


def _links(row: Row, i: int) -> dict[tuple[str, str], float]:
    """Log density of the gap before tile i by what stands on both of its sides (but two concealed)."""
    gap = row.gaps[i - 1]
    sets = (MELD, KONG, HIDDEN_KONG)
    links = dict.fromkeys(((a, b) for a in sets for b in sets), habits.between_melds(gap))
    concealed = habits.beside_concealed(gap)
    for one in sets:
        links[one, CONCEALED] = links[CONCEALED, one] = concealed
    for other in (CONCEALED, *sets):
        links[other, WINNING] = habits.beside_winner(gap, row.poses[i] == SIDEWAYS)
        links[WINNING, other] = habits.beside_winner(gap, row.poses[i - 1] == SIDEWAYS)
    links[BEFORE, BEFORE] = links[OTHER, OTHER] = 0.0
    for mine in (CONCEALED, WINNING, *sets):
        links[mine, OTHER] = links[BEFORE, mine] = habits.beside_stranger(gap)
    return links


def _steps(row: Row, i: int, evidence: Evidence) -> list[Step]:
    """What can begin at tile i of the row."""
    steps = [Step(CONCEALED, 1, _concealed(row, i, evidence))]
    if i not in row.stacked and not evidence.down[row.tiles[i]]:
        steps.append(Step(WINNING, 1, _winning(row, i)))
    left = len(row.tiles) - i
    if left >= 3:
        kind = KONG if any(i <= p < i + 3 for p in row.stacked) else MELD
        steps.append(_open_set(row, i, 3, kind, evidence))
    if left >= 4 and not any(i <= p < i + 4 for p in row.stacked):
        steps.append(_open_set(row, i, 4, KONG, evidence))
        steps.append(Step(HIDDEN_KONG, 4, _hidden_kong(row, i, evidence)))
    return [step for step in steps if step.score > NEVER]


def _concealed(row: Row, i: int, evidence: Evidence) -> float:
    pose = {UPRIGHT: 0.0, SIDEWAYS: habits.CONCEALED_SIDEWAYS, ASKEW: habits.CONCEALED_ASKEW}[row.poses[i]]
    down = habits.CONCEALED_DOWN if evidence.down[row.tiles[i]] else 0.0
    return max(NEVER + 1, pose + down + (habits.CONCEALED_DOWN if i in row.stacked else 0.0))


def _winning(row: Row, i: int) -> float:
    if len(row.tiles) == 1:
        return habits.WON_APART
    score = habits.WON_TURNED if row.poses[i] == SIDEWAYS else habits.WON_BESIDE
    return score + (0.0 if i in (0, len(row.tiles) - 1) else -0.5)


def _open_set(row: Row, i: int, size: int, kind: str, evidence: Evidence) -> Step:
    tiles = row.tiles[i : i + size]
    if any(evidence.down[t] for t in tiles):
        return Step(kind, size, NEVER)
    poses = row.poses[i : i + size]
    score = sum(-2.0 for pose in poses if pose == ASKEW) + _inner_gaps(row, i, size)
    if kind == KONG:
        tiles = (*tiles, *(row.stacked[p] for p in row.stacked if i <= p < i + size))
    likely = evidence.alike(tiles) if kind == KONG else evidence.set_of_three(tiles)
    if likely < NO_SET:
        return Step(kind, size, NEVER)
    score += likely + (habits.FOUR_ALIKE if kind == KONG else 0.0)
    return Step(kind, size, score, min(2, sum(pose == SIDEWAYS for pose in poses)))


def _hidden_kong(row: Row, i: int, evidence: Evidence) -> float:
    tiles = row.tiles[i : i + 4]
    likely, down = evidence.kong_face_down(tiles)
    if likely < NO_SET:
        return NEVER
    score = likely + habits.HIDDEN + _inner_gaps(row, i, 4)
    return score + sum(-4.0 for k in range(4) if row.poses[i + k] == SIDEWAYS and tiles[k] not in down)


def _inner_gaps(row: Row, i: int, size: int) -> float:
    return sum(habits.inside_set(gap) for gap in row.gaps[i : i + size - 1])


def _long_runs(segments: Sequence[Segment], rows: Sequence[Row]) -> float:
    """A hand laid out in sets has no touching run of more than three, or it would not be laid out so."""
    after = {t: g for row in rows for t, g in zip(row.tiles, row.gaps, strict=False)}
    score = 0.0
    for segment in segments:
        if segment.kind != CONCEALED:
            continue
        run = 1
        for tile in segment.tiles[:-1]:
            run = run + 1 if after.get(tile, 9.0) < 0.07 else 1
            score += habits.LONG_RUN if run == 4 else 0.0
    return score


def _unrolled(chain: Chain, rows: Sequence[Row]) -> list[Segment]:
    """The chain of steps as segments; neighbouring concealed tiles of one row become one."""
    steps = []
    while chain:
        chain, index, kind, first, size = chain
        steps.append((index, kind, first, size))
    segments: list[Segment] = []
    last: tuple[int, str, int] | None = None
    for index, kind, first, size in reversed(steps):
        tiles = rows[index].with_stacked(first, size)
        if kind == CONCEALED and last == (index, CONCEALED, first):
            segments[-1] = Segment(CONCEALED, segments[-1].tiles + tiles)
        else:
            segments.append(Segment(kind, tiles))
        last = (index, kind, first + size)
    return segments
