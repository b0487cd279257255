"""The hand on a table: begun, edited by whoever may, seen by everybody at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from webui.access import hule
from webui.errors import Problem
from webui.hand.draft import Draft
from webui.hand.edits import Edit
from webui.people import Person
from webui.rights import require, rights
from webui.store.hands import create_hand, edit_hand
from webui.store.models import HandRow, Photo, PlayTable
from webui.store.room import make_room
from webui.store.tables import chair_of, drop_open_hands, find_table, open_hand, seats_of
from webui.table_view import announce, hand_part
from webui.tilesets.corrections import teach


def table_to_act_at(session: Session, table_id: str, me: Person) -> PlayTable:
    """The table, for somebody who may change what is on it."""
    table = find_table(session, table_id)
    found = rights(table, seats_of(session, table_id), me)
    require(found.may_act, found)
    return table


def likely_winner(session: Session, table_id: str, me: Person) -> int | None:
    """Whoever photographs a hand with a phone of his own has most likely won; but one phone that keeps the
    score for all says nothing."""
    seats = seats_of(session, table_id)
    several = sum(seat.person is not None for seat in seats) > 1
    return chair_of(seats, me.id) if several else None


def begin_hand(
    session: Session,
    draft: Draft,
    me: Person,
    table_id: str | None,
    photo: Photo | None = None,
    lying: str | None = None,
) -> HandRow:
    """A new hand, on a table or on this phone alone; one on a table takes the place of the last.

    `lying` is the hand that the phone showed there ("" for none): what somebody else laid meanwhile, and
    perhaps corrected, is not swept away.
    """
    table = table_to_act_at(session, table_id, me) if table_id else None
    if table and lying is not None:
        there = open_hand(session, table.id)
        if there and there.id != lying:
            raise Problem("hand_first", status=409)
    return lay_hand(session, draft, me.id, me.name or None, table, photo)


def lay_hand(
    session: Session,
    draft: Draft,
    owner: str,
    by: str | None,
    table: PlayTable | None,
    photo: Photo | None = None,
) -> HandRow:
    """The same for whoever may: the button on the box has no phone."""
    table_id = table.id if table else None
    if photo:
        photo.table_id = table_id
        session.add(photo)
        session.flush()
        make_room(session, hule().photos, hule().config.photo_budget, keep=photo.id)
    if table:
        drop_open_hands(session, table.id)
    photo_id = photo.id if photo else None
    row = create_hand(session, draft, table_id=table_id, photo_id=photo_id, owner=owner)
    if table:
        announce(session, table, "hand", by, "hand")
    return row


def change_hand(session: Session, row: HandRow, base: int, edits: Sequence[Edit], me: Person) -> HandRow:
    """Edit a hand; at a table only who sits there may, and all phones hear of it."""
    table = table_to_act_at(session, row.table_id, me) if row.table_id else None
    edit_hand(session, row, base, edits, me.id)
    if table:
        teach(session, table, row, edits, me)
        announce(session, table, "edit", me.name or None, "hand", edits=[e.kind for e in edits])
    return row


def tell_reading(session: Session, table_id: str, me: Person, state: str) -> None:
    """A photograph is on its way (`reading`), could not be used (`unread`), or came
    when another hand lay there (`late`)."""
    announce(session, table_to_act_at(session, table_id, me), state, me.name or None)


def shown(session: Session, row: HandRow, lang: str) -> dict[str, Any]:
    """A hand as its table sees it; one without a table by the rules of the house."""
    table = find_table(session, row.table_id) if row.table_id else None
    view: dict[str, Any] = hand_part(session, table, row)(lang)
    return view
