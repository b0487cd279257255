"""The box above the table: how its camera hangs, what time it is, backups to a USB stick."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from vision import images
from vision.camera.look import look_at
from vision.words import say
from webui.access import hule
from webui.api import schemas
from webui.api.camera import newest_frame
from webui.box.settings import sound_region
from webui.box.stick import backup_to_stick
from webui.errors import Problem
from webui.hand.view import remark_text
from webui.i18n import language
from webui.limits import PHOTOS, limiter
from webui.people import person
from webui.rights import rights
from webui.store.tables import open_tables, seats_of

blueprint = Blueprint("box", __name__, description="The box above the table")


def aiming() -> None:
    """Hands may lie open under the camera: while tables play, only their players and referees aim it."""
    me = person()
    with hule().database.reading() as session:
        found = [rights(table, seats_of(session, table.id), me) for table in open_tables(session)]
    if found and not any(mine.may_act for mine in found):
        raise Problem("only_players", status=403)


@blueprint.get("/box/preview.jpg")
@limiter.exempt
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.doc(responses={200: {"description": "the newest preview", "content": {"image/jpeg": {}}}})
def get_preview() -> Response:
    """What the camera sees now, the whole picture; `?after=N` waits for a frame with a higher number."""
    aiming()
    return newest_frame()


@blueprint.get("/box/look")
@limiter.limit(PHOTOS)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.response(200, schemas.LookOut)
def get_look() -> dict[str, Any]:
    """Light, sharpness and glare of a photograph taken now; nothing is kept."""
    aiming()
    look = look_at(hule().box.lookout.still())
    remarks = [{"code": code, "message": say(code, {}, language())} for code in look.remarks]
    return {**asdict(look), "remarks": remarks}


@blueprint.post("/box/test")
@limiter.limit(PHOTOS)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.response(200, schemas.TestOut)
def test_photograph() -> dict[str, Any]:
    """Photograph and read once; nothing is kept."""
    aiming()
    reading = hule().eye.read(images.from_array(hule().box.lookout.still()))
    said = reading.to_json()
    warnings = [{"code": w["code"], "message": remark_text(w, language())} for w in said["warnings"]]
    return {"hand": said["hand"], "tiles": len(reading.tiles), "warnings": warnings, "ms": said["ms"]}


@blueprint.get("/box/settings")
@blueprint.response(200, schemas.BoxState)
def get_settings() -> dict[str, Any]:
    """How the camera hangs and which part of its picture is the table."""
    return asdict(hule().box.settings.now)


@blueprint.patch("/box/settings")
@blueprint.arguments(schemas.BoxChange)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.response(200, schemas.BoxState)
def change_settings(asked: dict[str, Any]) -> dict[str, Any]:
    """Change some of it."""
    aiming()
    if "region" in asked:
        asked["region"] = sound_region(asked["region"])
    return asdict(hule().box.settings.change(**asked))


@blueprint.post("/box/clock")
@blueprint.arguments(schemas.PhoneClock)
@blueprint.response(204)
def tell_time(asked: dict[str, float]) -> None:
    """A phone says what time it is; used only by a machine that does not know."""
    hule().box.clock.told(asked["now"])


@blueprint.post("/box/backup")
@limiter.limit("6 per minute")
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.response(201, schemas.BackupOut)
def back_up() -> dict[str, Any]:
    """Write a backup to the USB stick that is plugged in."""
    path, summary = backup_to_stick(hule().config.data, hule().config.sticks)
    facts = asdict(summary)
    return {"file": path.name, **{key: facts[key] for key in ("tables", "hands", "photos", "bytes")}}
