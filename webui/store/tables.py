"""Tables in the database: opened, joined, told apart; and the count of their changes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webui.errors import Problem
from webui.people import Person, clean_name
from webui.store.models import HandRow, PlayTable, Seat, now

CHAIRS = range(4)
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is mistaken for something else when read aloud
DEFAULTS: dict[str, Any] = {
    "rules": "mcr",
    "blind": False,  # the winner declares before the count is shown
    "agree": 1,  # how many seats must agree before a hand goes into the match
    "locked": False,  # by the referee: nobody at the table changes anything
    "code": None,  # digest of the table's code
    "pin": None,  # digest of the referee's PIN
    "tileset": None,  # the taught set of tiles that lies on it
    "hands": 16,
    "change_seats": True,
}


def open_table(session: Session, name: str, **options: Any) -> PlayTable:
    row = PlayTable(
        id="".join(secrets.choice(ALPHABET) for _ in range(5)),
        name=clean_name(name) or "",
        options={**DEFAULTS, **options},
        version=0,
    )
    session.add(row)
    session.flush()
    session.add_all(Seat(table_id=row.id, chair=chair, name="") for chair in CHAIRS)
    session.flush()
    return row


def find_table(session: Session, table_id: str) -> PlayTable:
    row = session.get(PlayTable, table_id)
    if row is None:
        raise Problem("not_found", status=404)
    return row


def open_tables(session: Session, limit: int = 60) -> list[PlayTable]:
    """Tables still playing, the newest first."""
    query = select(PlayTable).where(PlayTable.finished.is_(None)).order_by(PlayTable.created.desc())
    return list(session.scalars(query.limit(limit)))


def seats_of(session: Session, table_id: str) -> list[Seat]:
    return list(session.scalars(select(Seat).where(Seat.table_id == table_id).order_by(Seat.chair)))


def chair_of(seats: list[Seat], person: str) -> int | None:
    return next((seat.chair for seat in seats if seat.person == person), None)


def sit_down(session: Session, table: PlayTable, chair: int, person: Person, name: str) -> None:
    """Take a seat, leaving any other. A seat whose phone died is simply taken over under its name."""
    for seat in seats_of(session, table.id):
        if seat.person == person.id and seat.chair != chair:
            seat.person, seat.name = None, ""
        if seat.chair == chair:
            seat.person = person.id
            seat.name = clean_name(name) or seat.name or person.name


def stand_up(session: Session, table: PlayTable, chair: int) -> None:
    """Leave a seat; the name stays, since its points stay."""
    for seat in seats_of(session, table.id):
        if seat.chair == chair:
            seat.person = None


def name_seat(session: Session, table: PlayTable, chair: int, name: str) -> None:
    """Name a player who has no phone here."""
    for seat in seats_of(session, table.id):
        if seat.chair == chair:
            seat.name = clean_name(name)


def swap_seats(session: Session, table: PlayTable, one: int, other: int) -> None:
    """Two players find that they sat in each other's seats."""
    found = {seat.chair: seat for seat in seats_of(session, table.id)}
    a, b = found[one], found[other]
    a.person, b.person = b.person, a.person
    a.name, b.name = b.name, a.name


def open_hand(session: Session, table_id: str) -> HandRow | None:
    """The hand that is on the table now."""
    query = select(HandRow).where(HandRow.table_id == table_id, HandRow.status == "open")
    return session.scalars(query.order_by(HandRow.created.desc())).first()


def last_hand(session: Session, table_id: str) -> HandRow | None:
    """The hand that was laid on the table last, whatever became of it."""
    query = select(HandRow).where(HandRow.table_id == table_id).order_by(HandRow.created.desc())
    return session.scalars(query.limit(1)).first()


def drop_open_hands(session: Session, table_id: str) -> None:
    """Put away what was on the table; it stays in the store."""
    for row in session.scalars(select(HandRow).where(HandRow.table_id == table_id, HandRow.status == "open")):
        row.status = "dropped"


def changed(table: PlayTable) -> int:
    """Count one change; the new version."""
    table.version += 1
    return table.version


def finish(table: PlayTable) -> None:
    table.finished = now()


def set_options(table: PlayTable, **options: Any) -> None:
    table.options = {**table.options, **options}


def digest(secret: str, table_id: str) -> str:
    """A code or PIN as it is stored: slow to guess even with the file in hand."""
    return hashlib.scrypt(secret.encode(), salt=table_id.encode(), n=2**12, r=8, p=1, dklen=24).hex()


def secret_fits(stored: str | None, given: str, table_id: str) -> bool:
    return stored is not None and hmac.compare_digest(stored, digest(given, table_id))
