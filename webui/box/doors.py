"""Who may set up the box, look through its camera, teach it tiles and take a backup.

Hands lie open under the camera, and the box belongs to somebody. With a PIN of its own, which it has from its
first start with a camera on, who has given it may. Where the owner took it away, while tables play: their
referees, or those who play at tables without one; else everybody in the network. Anybody can open a table, so
that is a courtesy, not a lock. A phone on this machine itself is like any other: https comes from there, too.
"""

from __future__ import annotations

from flask import session as cookie

from webui.access import hule
from webui.box.pin import pin_fits, store_pin
from webui.errors import Problem
from webui.people import person
from webui.rights import remember, rights
from webui.store.models import PlayTable
from webui.store.tables import open_tables, seats_of, secret_fits

KNOWN = "box"  # in the phone's cookie: the PIN that it has given, by the end of its digest


def require_way_in() -> None:
    """Raises `Problem`: box_pin_needed, only_players."""
    if not let_in():
        raise Problem("box_pin_needed" if pin_wanted() else "only_players", status=403)


def let_in() -> bool:
    """Whether this phone may."""
    pin = hule().box.settings.now.pin
    if pin:
        return bool(cookie.get(KNOWN) == _mark(pin))
    me = person()
    with hule().database.reading() as session:
        found = [(table, rights(table, seats_of(session, table.id), me)) for table in open_tables(session)]
    return not found or any(mine.referee if table.options["pin"] else mine.may_act for table, mine in found)


def pin_wanted() -> bool:
    """Whether a PIN is what would let this phone in: the box's own, or a referee's."""
    return bool(hule().box.settings.now.pin or _guarded())


def give_pin(given: str) -> None:
    """The box's PIN, or without one that of a table. Raises `Problem` (wrong_secret)."""
    pin = hule().box.settings.now.pin
    if pin and pin_fits(pin, given):
        cookie[KNOWN] = _mark(pin)
        return
    fitting = [] if pin else [t.id for t in _guarded() if secret_fits(t.options["pin"], given, t.id)]
    if not fitting:
        raise Problem("wrong_secret", status=403)
    remember("referee", fitting[0])


def set_pin(secret: str | None) -> None:
    """Another PIN, or none; phones that knew the old one are asked anew, except this one."""
    store_pin(hule().box.settings, secret)
    cookie.pop(KNOWN, None)
    if pin := hule().box.settings.now.pin:
        cookie[KNOWN] = _mark(pin)


def _guarded() -> list[PlayTable]:
    with hule().database.reading() as session:
        return [table for table in open_tables(session) if table.options["pin"]]


def _mark(pin: str) -> str:
    return pin[-12:]
