"""The camera above the table: how it is, what it sees, how it hangs; and backups to a USB stick."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask_smorest import Blueprint

from vision import images
from vision.camera.look import look_at
from vision.words import say
from webui.access import hule
from webui.api import schemas
from webui.box.settings import sound_region
from webui.box.stick import backup_to_stick
from webui.hand.view import remark_text
from webui.i18n import language
from webui.limits import PHOTOS, limiter

blueprint = Blueprint("camera", __name__, description="The camera above the table, and the box it belongs to")


@blueprint.get("/camera")
@blueprint.response(200, schemas.CameraState)
def get_camera() -> dict[str, Any]:
    """Whether there is a camera, and what is wrong with it if something is."""
    lookout = hule().box.lookout
    error, described = lookout.error, lookout.described
    return {
        "state": lookout.state,
        "camera": asdict(described) if described and lookout.state == "ready" else None,
        "error": {"code": error.code, "zh": error.message("zh"), "en": error.message("en")}
        if error
        else None,
    }


@blueprint.get("/camera/look")
@limiter.limit(PHOTOS)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(200, schemas.LookOut)
def get_look() -> dict[str, Any]:
    """Light, sharpness and glare of a photograph taken now; nothing is kept."""
    look = look_at(hule().box.lookout.still())
    remarks = [{"code": code, "message": say(code, {}, language())} for code in look.remarks]
    return {**asdict(look), "remarks": remarks}


@blueprint.post("/camera/test")
@limiter.limit(PHOTOS)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(200, schemas.TestOut)
def test_photograph() -> dict[str, Any]:
    """Photograph and read once; nothing is kept."""
    image = hule().box.lookout.still()
    photo = images.Photo(image, image.shape[1], image.shape[0])
    reading = hule().eye.read(photo)
    said = reading.to_json()
    warnings = [{"code": w["code"], "message": remark_text(w, language())} for w in said["warnings"]]
    return {"hand": said["hand"], "tiles": len(reading.tiles), "warnings": warnings, "ms": said["ms"]}


@blueprint.get("/camera/settings")
@blueprint.response(200, schemas.BoxState)
def get_settings() -> dict[str, Any]:
    """How the camera hangs and which part of its picture is the table."""
    return asdict(hule().box.settings.now)


@blueprint.patch("/camera/settings")
@blueprint.arguments(schemas.BoxChange)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(200, schemas.BoxState)
def change_settings(asked: dict[str, Any]) -> dict[str, Any]:
    """Change some of it."""
    if "region" in asked:
        asked["region"] = sound_region(asked["region"])
    return asdict(hule().box.settings.change(**asked))


@blueprint.post("/clock")
@blueprint.arguments(schemas.PhoneClock)
@blueprint.response(204)
def tell_time(asked: dict[str, float]) -> None:
    """A phone says what time it is; used only by a machine that does not know."""
    hule().box.clock.told(asked["now"])


@blueprint.post("/backup")
@limiter.limit("6 per minute")
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(201, schemas.BackupOut)
def back_up() -> dict[str, Any]:
    """Write a backup to the USB stick that is plugged in."""
    path, summary = backup_to_stick(hule().config.data, hule().config.sticks)
    facts = asdict(summary)
    return {"file": path.name, **{key: facts[key] for key in ("tables", "hands", "photos", "bytes")}}
