"""From the events that stand to the rows of a score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer import match as game
from scorer.ruleset import load
from scorer.settle import win
from webui.evening.dates import all_certain, shown
from webui.evening.ledger import Entry, match_of
from webui.evening.rows import DRAW, PENALTY, TIMEOUT, WIN, Four, Place, Row, Sheet
from webui.store.models import EventRow, PlayTable, Seat

WINDS = "ESWN"
KINDS: dict[type, str] = {game.HandWon: WIN, game.HandDrawn: DRAW, game.HandCut: TIMEOUT}
Result = game.HandWon | game.HandDrawn | game.HandCut


def make_sheet(table: PlayTable, seats: Sequence[Seat], found: list[Entry], names: Sequence[str]) -> Sheet:
    match = match_of(found)
    return Sheet(
        table=table.name,
        started=shown(table.created),
        players=tuple(seat.name or names[seat.chair] for seat in seats),
        rows=tuple(rows(match, found)),
        standings=tuple(standings(match)),
        over=match.over,
        rules=match.start.rules,
        dates_certain=all_certain([table.created, *(entry.row.at for entry in found)]),
    )


def rows(match: game.Match, found: list[Entry]) -> Iterator[Row]:
    """Hands and penalties in the order they happened, each with what the corrections made of it."""
    latest = _latest(found)
    deltas = {played.number: played.deltas for played in match.played}
    totals: Four = (0, 0, 0, 0)
    number = 0
    for entry in found:
        event = entry.event
        if isinstance(event, game.Penalised):
            totals = _plus(totals, event.deltas)
            yield _penalty(entry, event, number, totals)
        elif isinstance(event, Result):
            totals = _plus(totals, deltas[number])
            yield _hand(entry, latest[number], number, deltas[number], totals)
            number += 1


def _latest(found: list[Entry]) -> dict[int, tuple[Entry, Result]]:
    """The entry and the event that now tell of each hand."""
    latest: dict[int, tuple[Entry, Result]] = {}
    for entry in found:
        event = entry.event
        if isinstance(event, game.Amended):
            latest[event.hand_number] = (entry, event.event)
        elif isinstance(event, Result):
            latest[len(latest)] = (entry, event)
    return latest


def _hand(first: Entry, last: tuple[Entry, Result], number: int, deltas: Four, totals: Four) -> Row:
    entry, event = last
    won = event if isinstance(event, game.HandWon) else None
    return Row(
        event=first.row.number,
        number=number + 1,
        kind=KINDS[type(event)],
        round=WINDS[number // 4 % 4],
        deltas=deltas,
        totals=totals,
        winner=won.winner if won else None,
        discarder=won.discarder if won else None,
        points=won.points if won else None,
        fans=tuple((key, points, count) for key, points, count in entry.body.get("fans", ())),
        hand=entry.row.hand_id,
        by=entry.row.by,
        at=shown(entry.row.at),
        reason=entry.body.get("reason", ""),
        corrected=entry is not first,
    )


def _penalty(entry: Entry, event: game.Penalised, number: int, totals: Four) -> Row:
    return Row(
        event=entry.row.number,
        number=None,
        kind=PENALTY,
        round=WINDS[number // 4 % 4],
        deltas=event.deltas,
        totals=totals,
        chair=event.player,
        by=entry.row.by,
        at=shown(entry.row.at),
        reason=event.reason,
        preset=event.preset,
    )


def _plus(a: Four, b: Four) -> Four:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]


def standings(match: game.Match) -> list[Place]:
    placed = [
        Place(place, chair, match.scores[chair], match.table_points[chair])
        for chair, place in enumerate(match.places)
    ]
    return sorted(placed, key=lambda one: (one.place, one.chair))


def overtaking(match: game.Match) -> list[dict[str, int | None]]:
    """What passes each player who stands above, by each way of winning; the nearest first."""
    order = sorted(range(4), key=lambda chair: -match.scores[chair])
    found = []
    for place, chair in enumerate(order):
        for above in reversed(order[:place]):
            gap = match.scores[above] - match.scores[chair]
            if not gap:
                continue  # level: any win
            other = next(c for c in range(4) if c not in (above, chair))
            ways = {"self_draw": None, "off_them": above, "off_other": other}
            needed = {name: _points_to_pass(match, chair, above, off, gap) for name, off in ways.items()}
            found.append({"chair": chair, "passes": above, "gap": gap, **needed})
    return found


def _points_to_pass(match: game.Match, chair: int, above: int, off: int | None, gap: int) -> int | None:
    """The fewest points of a win that put `chair` ahead; None if no hand is worth as much."""
    rules = match.start.rules
    for points in range(load(rules).minimum, 400):
        deltas = win(chair, off, points, 0, rules)
        if deltas[chair] - deltas[above] > gap:
            return points
    return None


def is_undone(row: EventRow, kept: list[EventRow]) -> bool:
    return all(row.number != other.number for other in kept)
