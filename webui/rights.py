"""Who may do what at a table: seats act, others watch, a referee may do both and lock."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from flask import session as cookie

from webui.errors import Problem
from webui.people import Person
from webui.store.models import PlayTable, Seat
from webui.store.tables import chair_of


@dataclass(frozen=True, slots=True)
class Rights:
    """What a person may do at a table now."""

    chair: int | None
    referee: bool
    let_in: bool
    locked: bool

    @property
    def may_act(self) -> bool:
        return self.referee or (self.chair is not None and self.let_in and not self.locked)

    @property
    def may_sit(self) -> bool:
        return self.referee or (self.let_in and not self.locked)


def rights(table: PlayTable, seats: list[Seat], person: Person) -> Rights:
    referee = table.id in cookie.get("referee", ())
    return Rights(
        chair=chair_of(seats, person.id),
        referee=referee,
        let_in=referee or not table.options["code"] or table.id in cookie.get("codes", ()),
        locked=bool(table.options["locked"]),
    )


def require(allowed: bool, found: Rights) -> None:
    """Raise the reason why not."""
    if allowed:
        return
    if not found.let_in:
        raise Problem("code_needed", status=403)
    if found.locked:
        raise Problem("table_locked", status=403)
    raise Problem("only_players", status=403)


def remember(kind: str, table_id: str) -> None:
    """This phone has given the table's code (`codes`) or the PIN (`referee`)."""
    known = [known for known in cookie.get(kind, ()) if known != table_id]
    cookie[kind] = [*known[-20:], table_id]


def forget(kind: str, table_id: str) -> None:
    cookie[kind] = [known for known in cookie.get(kind, ()) if known != table_id]


def public_id(person: str) -> str:
    """What others may see of a person's number."""
    return hashlib.sha256(person.encode()).hexdigest()[:8]
