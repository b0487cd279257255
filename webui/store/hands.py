"""Hands in the database: made, edited by several people at once, found again."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from webui.errors import Problem
from webui.hand.draft import Draft
from webui.hand.edits import Edit, apply_edit, touches
from webui.store.models import EditRow, HandRow


def new_id() -> str:
    """An address that cannot be guessed: 16 random bytes."""
    return secrets.token_hex(16)


def create_hand(
    session: Session,
    draft: Draft,
    *,
    table_id: str | None = None,
    photo_id: str | None = None,
    owner: str | None = None,
) -> HandRow:
    row = HandRow(
        id=new_id(),
        table_id=table_id,
        photo_id=photo_id,
        owner=owner,
        version=0,
        status="open",
        draft=draft.to_json(),
    )
    session.add(row)
    session.flush()
    return row


def find_hand(session: Session, hand_id: str) -> HandRow:
    row = session.get(HandRow, hand_id)
    if row is None:
        raise Problem("not_found", status=404)
    return row


class Conflict(Problem):
    """Somebody else changed the same thing since the version that this edit was made on."""

    def __init__(self, other: EditRow) -> None:
        super().__init__(
            "changed_meanwhile", status=409, by=other.by or "?", kind=other.kind, change=other.facts
        )


def edit_hand(
    session: Session, row: HandRow, base: int, edits: Sequence[Edit], person: str | None = None
) -> HandRow:
    """Apply edits made on version `base`. Edits of different things go together; of the same, the late one
    gets a `Conflict` that says who changed what, and can be sent again on the new version."""
    if row.status != "open":
        raise Problem("hand_put_away" if row.status == "dropped" else "hand_closed", status=409)
    _check_base(session, row, base, edits, person)
    draft = Draft.from_json(row.draft)
    for edit in edits:
        draft = apply_edit(draft, edit)
        row.version += 1
        facts = dict(edit.facts)
        session.add(
            EditRow(
                hand_id=row.id, version=row.version, kind=edit.kind, facts=facts, person=person, by=edit.by
            )
        )
    row.draft = draft.to_json()
    return row


def _check_base(session: Session, row: HandRow, base: int, edits: Sequence[Edit], person: str | None) -> None:
    if base > row.version or base < 0:
        raise Problem("bad_request", status=400)
    if base == row.version:
        return
    mine = frozenset().union(*(touches(edit) for edit in edits))
    for other in edits_since(session, row.id, base):
        theirs = touches(Edit(other.kind, other.facts))
        if other.person != person and (mine & theirs or "*" in mine | theirs):
            raise Conflict(other)


def edits_since(session: Session, hand_id: str, version: int = 0) -> list[EditRow]:
    query = (
        select(EditRow).where(EditRow.hand_id == hand_id, EditRow.version > version).order_by(EditRow.version)
    )
    return list(session.scalars(query))
