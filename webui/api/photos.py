"""Photographs in, hands out."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_smorest import Blueprint

from webui.access import hule
from webui.api import schemas
from webui.hand.draft import draft_of_reading
from webui.hand.view import hand_view
from webui.i18n import language
from webui.limits import PHOTOS, limiter
from webui.people import person
from webui.store.hands import create_hand
from webui.uploads import content_of, take_in

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
@blueprint.doc(requestBody=UPLOAD_BODY)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(201, schemas.HandOut)
def upload() -> dict[str, Any]:
    """Read a photograph; answers with the hand on it."""
    return read_into_hand(content_of(request.files.get("photo")))


@blueprint.post("/photos/sample")
@limiter.limit(PHOTOS)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(201, schemas.HandOut)
def sample() -> dict[str, Any]:
    """Read the sample photograph that the service was started with, by the same way as an uploaded one."""
    path = hule().config.sample
    return read_into_hand(path.read_bytes() if path and path.is_file() else b"")


def read_into_hand(content: bytes) -> dict[str, Any]:
    photo, reading = take_in(hule(), content)
    with hule().database.writing() as session:
        session.add(photo)
        session.flush()
        row = create_hand(session, draft_of_reading(reading), photo_id=photo.id, owner=person().id)
    return hand_view(row, photo, hule().config.rules, language())
