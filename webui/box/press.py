"""The button is pressed: photograph, read, and lay the hand on the box's table."""

from __future__ import annotations

import logging
import threading

from flask import Flask
from sqlalchemy.orm import Session

from scorer import HandError
from vision.errors import VisionError
from webui.access import hule
from webui.errors import Problem
from webui.hand.draft import draft_of_reading
from webui.photos import unseen
from webui.store.models import PlayTable
from webui.store.tables import find_table, open_tables
from webui.table_hands import lay_hand
from webui.table_view import announce, showing
from webui.uploads import photograph

OWNER = "button"  # no phone's number has this form
log = logging.getLogger(__name__)


class Press:
    """What the button calls; one photograph at a time, presses meanwhile are the same press."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._busy = threading.Lock()

    def __call__(self) -> None:
        """Return at once: gpiozero waits for its callbacks."""
        threading.Thread(target=self.photograph, name="press", daemon=True).start()

    def photograph(self) -> str | None:
        """The id of the hand that now lies on the table, None when none could be laid there."""
        if not self._busy.acquire(blocking=False):
            return None
        try:
            # The lamp shows what went wrong before the photograph, too.
            with self._app.app_context(), hule().box.at_work():
                return _photograph()
        except (Problem, VisionError, HandError) as error:
            log.warning("the button: %s", error)
            return None
        finally:
            self._busy.release()


def _photograph() -> str | None:
    rooms = hule()
    with rooms.database.writing() as session:
        table = _table_of_the_box(session)
        table_id = table.id if table else None
        if table:
            announce(session, table, "reading", None)
    try:
        photo, reading = photograph(rooms, showing(table_id, None) if table_id else unseen, table_id)
    except Exception:
        with rooms.database.writing() as session:
            if table_id:
                announce(session, find_table(session, table_id), "unread", None)
        raise
    with rooms.database.writing() as session:
        table = find_table(session, table_id) if table_id else None
        return lay_hand(session, draft_of_reading(reading), OWNER, None, table, photo).id


def _table_of_the_box(session: Session) -> PlayTable | None:
    """The table that the setup page chose, else the newest; never one that the referee has locked."""
    chosen = hule().box.settings.now.table
    listed = open_tables(session)
    table = next((t for t in listed if t.id == chosen), listed[0] if listed else None)
    if table and table.options["locked"]:
        raise Problem("table_locked", status=403)
    return table
