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
from webui.box.doors import give_pin, let_in, pin_wanted, require_way_in, set_pin
from webui.box.settings import sound_region
from webui.box.stick import backup_to_stick
from webui.hand.view import remark_text
from webui.i18n import language
from webui.limits import GUESSES, PHOTOS, limiter
from webui.uploads import with_remarks

blueprint = Blueprint("box", __name__, description="The box above the table")


@blueprint.get("/box/preview.jpg")
@limiter.exempt
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.doc(responses={200: {"description": "the newest preview", "content": {"image/jpeg": {}}}})
def get_preview() -> Response:
    """What the camera sees now, the whole picture; `?after=N` waits for a frame with a higher number."""
    require_way_in()
    return newest_frame()


@blueprint.get("/box/look")
@limiter.limit(PHOTOS)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.response(200, schemas.LookOut)
def get_look() -> dict[str, Any]:
    """Light, sharpness and glare of a photograph taken now; nothing is kept."""
    require_way_in()
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
    require_way_in()
    still = images.from_array(hule().box.lookout.still())
    reading = with_remarks(hule().eye.read(still), still.array)
    said = reading.to_json()
    warnings = [{"code": w["code"], "message": remark_text(w, language())} for w in said["warnings"]]
    return {"hand": said["hand"], "tiles": len(reading.tiles), "warnings": warnings, "ms": said["ms"]}


@blueprint.get("/box/settings")
@blueprint.response(200, schemas.BoxState)
def get_settings() -> dict[str, Any]:
    """How the camera hangs, which part of its picture is the table, and whether this phone may change it."""
    return _state()


def _state() -> dict[str, Any]:
    settings = hule().box.settings.now
    return {
        **asdict(settings),
        "pin": settings.pin is not None,
        "let_in": let_in(),
        "pin_wanted": pin_wanted(),
    }


@blueprint.patch("/box/settings")
@blueprint.arguments(schemas.BoxChange)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.alt_response(503, schema=schemas.Problem)
@blueprint.response(200, schemas.BoxState)
def change_settings(asked: dict[str, Any]) -> dict[str, Any]:
    """Change some of it."""
    require_way_in()
    if "region" in asked:
        asked["region"] = sound_region(asked["region"])
    hule().box.settings.change(**asked)
    hule().box.lookout.adjust()
    return _state()


@blueprint.post("/box/pin")
@limiter.limit(GUESSES)
@blueprint.arguments(schemas.Secret)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.response(200, schemas.BoxState)
def say_pin(asked: dict[str, str]) -> dict[str, Any]:
    """The PIN of the box, or that of a referee where the box has none, to be let in."""
    give_pin(asked["secret"])
    return _state()


@blueprint.put("/box/pin")
@limiter.limit(GUESSES)
@blueprint.arguments(schemas.NewSecret)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.response(200, schemas.BoxState)
def change_pin(asked: dict[str, str | None]) -> dict[str, Any]:
    """Give the box a PIN, another, or none (null)."""
    require_way_in()
    set_pin(asked["secret"])
    return _state()


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
    require_way_in()
    path, summary = backup_to_stick(hule().config.data, hule().config.sticks)
    facts = asdict(summary)
    return {"file": path.name, **{key: facts[key] for key in ("tables", "hands", "photos", "bytes")}}
