"""Photographs in, hands out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import request
from flask_smorest import Blueprint

from vision.reading import Reading
from webui.access import hule
from webui.api import schemas
from webui.errors import Problem
from webui.hand.draft import draft_of_reading
from webui.i18n import language
from webui.limits import PHOTOS, limiter
from webui.people import Person, person
from webui.photos import Seen, unseen
from webui.store.models import Photo
from webui.table_hands import begin_hand, likely_winner, shown, tell_reading
from webui.table_view import showing
from webui.uploads import content_of, decoded, take_in

Take = Callable[[Seen], tuple[Photo, Reading]]  # take a photograph in, telling when it can be seen
blueprint = Blueprint("photos", __name__, description="Photographs")
UPLOAD_BODY = {
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["photo"],
                "properties": {"photo": {"type": "string", "format": "binary"}},
            }
        }
    }
}


@blueprint.post("/photos")
@limiter.limit(PHOTOS)
@blueprint.arguments(schemas.Laying, location="query")
@blueprint.doc(requestBody=UPLOAD_BODY)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(409, schema=schemas.Problem)
@blueprint.alt_response(413, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(201, schemas.HandOut)
def upload(asked: dict[str, Any]) -> dict[str, Any]:
    """Read a photograph; answers with the hand on it, which also lies on the table, if one is named."""
    return read_into_hand(content_of(request.files.get("photo")), **asked)


@blueprint.post("/photos/sample")
@limiter.limit(PHOTOS)
@blueprint.arguments(schemas.Laying, location="query")
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(409, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(201, schemas.HandOut)
def sample(asked: dict[str, Any]) -> dict[str, Any]:
    """Read the sample photograph that the service was started with, by the same way as an uploaded one."""
    path = hule().config.sample
    return read_into_hand(path.read_bytes() if path and path.is_file() else b"", **asked)


def read_into_hand(content: bytes, table: str | None, lying: str | None) -> dict[str, Any]:
    def take(seen: Seen) -> tuple[Photo, Reading]:
        return take_in(hule(), decoded(hule(), content), seen, table)

    return lay_on_table(table, take, mine=True, lying=lying)


def lay_on_table(table_id: str | None, take: Take, mine: bool, lying: str | None = None) -> dict[str, Any]:
    """Make a hand of a photograph and its reading, and let the table know how it goes. `mine`: the photograph
    was taken with the phone that asks, most likely by the winner."""
    me = person()
    if table_id:
        _tell(table_id, me, "reading")
    try:
        photo, reading = take(showing(table_id, me.name or None) if table_id else unseen)
        return _laid(table_id, me, photo, reading, mine, lying)
    except Exception as error:
        if table_id:
            late = isinstance(error, Problem) and error.code == "hand_first"
            with suppress(Problem):  # a full disk takes no second word; the first is on its way
                _tell(table_id, me, "late" if late else "unread")
        raise


def _laid(
    table_id: str | None, me: Person, photo: Photo, reading: Reading, mine: bool, lying: str | None
) -> dict[str, Any]:
    try:
        with hule().database.writing() as session:
            draft = draft_of_reading(reading)
            if mine and table_id:
                draft = replace(draft, winner=likely_winner(session, table_id, me))
            row = begin_hand(session, draft, me, table_id, photo, lying)
            return shown(session, row, language())
    except Problem:
        files = hule().photos
        files.delete(photo.id)  # nothing else knows of them
        raise


def _tell(table_id: str, me: Person, state: str) -> None:
    with hule().database.writing() as session:
        tell_reading(session, table_id, me, state)
