"""The camera over the table: what it is, what it sees, and a photograph taken with it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from webui.access import hule
from webui.api import schemas
from webui.api.photos import lay_on_table
from webui.errors import Problem
from webui.i18n import language
from webui.limits import PHOTOS, limiter
from webui.people import person
from webui.table_hands import table_to_act_at
from webui.uploads import photograph as take_with_camera

blueprint = Blueprint("camera", __name__, description="The camera over the table")


@blueprint.get("/camera")
@blueprint.response(200, schemas.CameraOut)
def get_camera() -> dict[str, Any]:
    """Whether there is a camera, which, and what ails it."""
    lookout = hule().box.lookout
    error, described = lookout.error, lookout.described
    return {
        "there": lookout.there,
        "state": lookout.state,
        "camera": asdict(described) if described and not error else None,
        "problem": error.to_json(language()) if error else None,
    }


@blueprint.get("/tables/<string:table_id>/camera.jpg")
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.doc(responses={200: {"description": "the newest preview", "content": {"image/jpeg": {}}}})
def get_frame(table_id: str) -> Response:
    """What the camera sees now; only for those who play, since hands may lie open under it."""
    with hule().database.reading() as session:
        table_to_act_at(session, table_id, person())
    return newest_frame()


@blueprint.post("/tables/<string:table_id>/camera")
@limiter.limit(PHOTOS)
@blueprint.arguments(schemas.Lying, location="query")
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(409, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.response(201, schemas.HandOut)
def photograph(asked: dict[str, Any], table_id: str) -> dict[str, Any]:
    """Photograph the hand with the table's camera, and read it."""
    return lay_on_table(
        table_id, lambda seen: take_with_camera(hule(), seen, table_id), mine=False, lying=asked["lying"]
    )


def newest_frame() -> Response:
    """The newest small picture; with `?after=N` one with a higher number, as soon as there is one."""
    lookout = hule().box.lookout
    frame = lookout.frame(request.args.get("after", -1, type=int))
    if frame is None:
        raise lookout.trouble or Problem("camera_not_ready", status=503)
    answer = Response(frame.jpeg, mimetype="image/jpeg")
    answer.headers["X-Frame"] = str(frame.number)
    answer.headers["Cache-Control"] = "no-store"
    return answer
