"""Server-sent events: everything that changes at a table, to every phone, in order."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response, current_app, request
from flask_babel import force_locale
from flask_smorest import Blueprint

from webui.access import Hule, hule
from webui.errors import Problem
from webui.i18n import language
from webui.live import Stream
from webui.people import person
from webui.rights import public_id
from webui.store.tables import find_table
from webui.table_view import table_view

blueprint = Blueprint("events", __name__, description="Live updates")
# Short, so that the thread of a phone that left is free soon.
BEAT_SECONDS = 3.0


@blueprint.get("/tables/<string:table_id>/events")
@blueprint.doc(
    responses={200: {"description": "`table`: the whole; `change`: what changed; `here`: whose phones follow",
                     "content": {"text/event-stream": {"schema": {"type": "string"}}}}}
)  # fmt: skip
def events(table_id: str) -> Response:
    """An event stream. It begins with the whole table, also after a phone was away. What changes follows as
    `change`, who comes and goes as `here`, and a `beat` when nothing happens."""
    rooms = hule()
    if rooms.hub.count() >= rooms.config.streams:
        raise Problem("too_many_streams", status=503)
    with rooms.database.reading() as session:
        find_table(session, table_id)
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    stream = rooms.hub.open(table_id, public_id(person().id))  # before the snapshot: nothing falls between
    answer = Response(_lines(rooms, table_id, stream, language(), gone), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(lambda: rooms.hub.close(table_id, stream))
    return answer


def _lines(rooms: Hule, table_id: str, stream: Stream, lang: str, gone) -> Iterator[bytes]:  # type: ignore[no-untyped-def]
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def lines() -> Iterator[bytes]:
        yield b"retry: 1500\n\n"
        known = -1
        here: list[str] = []  # whose phones this one knows to be here
        while not rooms.hub.stopped:
            if known < 0:
                stream.behind = False
                known, here, text = snapshot()
                yield text
            message = stream.get(BEAT_SECONDS)
            if gone():
                return
            company = rooms.hub.here(table_id)
            if company != here:
                here = company
                yield b"event: here\ndata: %s\n\n" % app.json.dumps(here).encode()
            if stream.behind:
                known = -1
            elif message is None:
                yield b"event: beat\ndata: -\n\n"
            elif message.version > known:
                known = message.version
                yield message.text(lang)

    def snapshot() -> tuple[int, list[str], bytes]:
        with app.app_context(), force_locale(lang), rooms.database.reading() as session:
            view = table_view(session, find_table(session, table_id), lang)
            text = app.json.dumps(view).encode()
        return view["version"], view["here"], b"event: table\nid: %d\ndata: %s\n\n" % (view["version"], text)

    return lines()
