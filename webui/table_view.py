"""A table as phones see it, and the messages that tell them of changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import current_app
from flask_babel import force_locale
from sqlalchemy.orm import Session

from webui.access import hule
from webui.evening.ledger import rows_of
from webui.evening.view import match_view, put_away, setting_of
from webui.hand.judge import Setting
from webui.hand.view import hand_view
from webui.photos import Seen
from webui.rights import public_id
from webui.store.database import after_commit
from webui.store.models import HandRow, Photo, PlayTable, Seat
from webui.store.tables import changed, find_table, open_hand, seats_of

Part = Callable[[str], Any]  # one part of the view, in the language asked for


def seats_part(seats: list[Seat]) -> Part:
    listed = [
        {"chair": s.chair, "name": s.name, "who": public_id(s.person) if s.person else None} for s in seats
    ]
    return lambda _: listed


def options_part(table: PlayTable) -> Part:
    public = {k: v for k, v in table.options.items() if k not in ("code", "pin")}
    public |= {"code": bool(table.options["code"]), "pin": bool(table.options["pin"]), "name": table.name}
    public["finished"] = table.finished is not None
    return lambda _: public


def hand_part(session: Session, table: PlayTable | None, row: HandRow | None) -> Part:
    if row is None:
        return lambda _: None
    photo = session.get(Photo, row.photo_id) if row.photo_id else None
    rules = hule().config.rules
    setting = setting_of(session, table, row.corrects) if table else Setting(rules)
    return lambda lang: hand_view(row, photo, setting, lang)


def match_part(session: Session, table: PlayTable) -> Part:
    seats, stored = seats_of(session, table.id), rows_of(session, table.id)
    return lambda _: match_view(seats, stored)


def away_part(session: Session, table: PlayTable) -> Part:
    row = put_away(session, table, rows_of(session, table.id))
    return lambda _: row is not None


PARTS = ("seats", "options", "match", "hand", "put_away")


def parts_of(session: Session, table: PlayTable, names: tuple[str, ...]) -> dict[str, Part]:
    """The parts asked for, of `PARTS`."""
    makers: dict[str, Callable[[], Part]] = {
        "seats": lambda: seats_part(seats_of(session, table.id)),
        "options": lambda: options_part(table),
        "match": lambda: match_part(session, table),
        "hand": lambda: hand_part(session, table, open_hand(session, table.id)),
        "put_away": lambda: away_part(session, table),
    }
    return {name: makers[name]() for name in names}


def table_view(session: Session, table: PlayTable, lang: str) -> dict[str, Any]:
    view = {name: part(lang) for name, part in parts_of(session, table, PARTS).items()}
    return {"id": table.id, "version": table.version, "here": hule().hub.here(table.id), **view}


def announce(session: Session, table: PlayTable, what: str, by: str | None, *names: str, **more: Any) -> None:
    """Count a change of the table and, once it is stored, tell every phone the parts that changed."""
    version = changed(table)
    if "hand" in names or "match" in names:
        names = (*names, "put_away")
    session.flush()
    parts = parts_of(session, table, names)
    head = {"version": version, "what": what, "by": by, **more}
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def make(lang: str) -> bytes:
        with app.app_context(), force_locale(lang):
            body = {**head, **{name: part(lang) for name, part in parts.items()}}
            return b"event: change\nid: %d\ndata: %s\n\n" % (version, app.json.dumps(body).encode())

    after_commit(session, lambda: hule().hub.publish(table.id, version, make))


def showing(table_id: str, by: str | None) -> Seen:
    """What to tell, from any thread, that a photograph can be shown while it is being read."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def show(photo_id: str) -> None:
        with app.app_context(), hule().database.writing() as session:
            url = f"/photos/{photo_id}/page.jpg"
            announce(session, find_table(session, table_id), "reading", by, photo=url)

    return show
