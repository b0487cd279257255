"""The match of a table, from its stored events. Rows are only ever added; what was undone stays readable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorer import match as game
from webui.people import Person
from webui.store.models import EventRow, PlayTable

EXCHANGED = "SeatsExchanged"  # ours: two players sat in each other's seats
UNDONE = "Undone"
PARDONED = "PenaltyTakenBack"  # ours: an earlier penalty, by its number


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that stands: the row that said so, and what it means now."""

    row: EventRow
    body: dict[str, Any]

    @property
    def event(self) -> game.Event:
        return game.event_from_json(self.body)


def rows_of(session: Session, table_id: str) -> list[EventRow]:
    query = select(EventRow).where(EventRow.table_id == table_id).order_by(EventRow.number)
    return list(session.scalars(query))


def standing(rows: list[EventRow]) -> list[EventRow]:
    """The rows that are not undone. The first, which starts the match, cannot be."""
    kept: list[EventRow] = []
    for row in rows:
        if row.body["event"] != UNDONE:
            kept.append(row)
        elif len(kept) > 1:
            kept.pop()
    return kept


def entries(rows: list[EventRow]) -> list[Entry]:
    """What stands of the match, each event as the last exchange of seats left it."""
    found = all_entries(rows)
    pardoned = {entry.body["penalty"] for entry in found if entry.body["event"] == PARDONED}
    return [e for e in found if e.body["event"] != PARDONED and e.row.number not in pardoned]


def all_entries(rows: list[EventRow]) -> list[Entry]:
    """The same with the penalties that were taken back, and what took them back."""
    found: list[Entry] = []
    for row in standing(rows):
        if row.body["event"] == EXCHANGED:
            found = [Entry(entry.row, body) for entry, body in zip(found, row.body["events"], strict=True)]
        else:
            found.append(Entry(row, row.body))
    return found


def match_of(found: list[Entry]) -> game.Match:
    return game.replay(entry.event for entry in found)


def append(
    session: Session, table: PlayTable, body: dict[str, Any], me: Person, hand_id: str | None = None
) -> EventRow:
    """Add an event, unless the match would not bear it (`scorer.HandError`)."""
    last = session.scalar(select(func.max(EventRow.number)).where(EventRow.table_id == table.id))
    row = EventRow(
        table_id=table.id,
        number=0 if last is None else last + 1,
        body=body,
        hand_id=hand_id,
        person=me.id,
        by=me.name or None,
    )
    match_of(entries([*rows_of(session, table.id), row]))
    session.add(row)
    session.flush()
    return row


def start(session: Session, table: PlayTable, me: Person) -> None:
    """The first event of every match."""
    begun = game.MatchStarted(
        players=("", "", "", ""),
        rules=table.options["rules"],
        change_seats=table.options["change_seats"],
        hands=table.options["hands"],
    )
    append(session, table, game.event_to_json(begun), me)
