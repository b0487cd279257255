"""Taught sets of tiles: list, teach from a photograph, see and undo what corrections taught."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from flask import Response, request, send_file
from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from vision.errors import VisionError
from vision.layout import LaidTile, Layout
from vision.tilesets import LONGEST_NAME, Tileset
from vision.words import say
from webui.access import hule
from webui.api import schemas
from webui.api.photos import UPLOAD_BODY
from webui.box.doors import require_way_in
from webui.i18n import language
from webui.limits import PHOTOS, limiter
from webui.people import person
from webui.uploads import content_of, decoded

blueprint = Blueprint("tilesets", __name__, description="Taught sets of tiles")
SET = "/tilesets/<string(length=12):set_id>"
SHOWN_EDGE = 1600  # pixels; what a phone shows of the photograph of a layout
ROWS = validate.Regexp(r"^m?p?s?z?f?$", error="letters of mpszf, from the top")


class TilesetOut(Schema):
    id = fields.String(required=True)
    name = fields.String(required=True)
    made = fields.String(required=True)
    tiles = fields.Integer(required=True, metadata={"description": "how many of the 42 it knows"})
    missing = fields.List(fields.String(), required=True)
    examples = fields.Integer(required=True)
    corrections = fields.Integer(required=True)


class ExampleOut(Schema):
    id = fields.String(required=True)
    tile = fields.String(required=True)
    source = fields.String(required=True, validate=validate.OneOf(["photo", "correction"]))
    at = fields.String(required=True)
    by = fields.String(required=True, allow_none=True)
    seen = fields.String(required=True, allow_none=True, metadata={"description": "what the picture said"})
    undone = fields.Boolean(required=True)
    url = fields.String(required=True)


class TilesetWhole(TilesetOut):
    pictures = fields.List(fields.Nested(ExampleOut), required=True)


class TilesetName(schemas.Strict):
    name = fields.String(required=True, validate=validate.Length(1, LONGEST_NAME))


class WhichRows(Schema):
    rows = fields.String(
        load_default="",
        validate=ROWS,
        metadata={"description": "the rows shown, from the top; empty: the whole set"},
    )


class LaidOut(Schema):
    tile = fields.String(required=True)
    row = fields.String(required=True)
    number = fields.Integer(required=True)
    quad = fields.List(fields.List(fields.Float()), required=True)
    seen = fields.String(required=True, metadata={"description": "what the network alone would say"})
    p = fields.Float(required=True)


class ProposalOut(Schema):
    token = fields.String(required=True)
    url = fields.String(required=True)
    width = fields.Integer(required=True)
    height = fields.Integer(required=True)
    rows = fields.String(required=True)
    turned = fields.Boolean(required=True)
    tiles = fields.List(fields.Nested(LaidOut), required=True)
    remarks = fields.List(fields.Nested(schemas.RemarkOut), required=True)


class Lesson(schemas.Strict):
    token = fields.String(required=True, validate=validate.Length(1, 40))
    without = fields.List(
        fields.Integer(strict=True, validate=validate.Range(0, 41)),
        load_default=list,
        metadata={"description": "places in `tiles` of those that are not as assumed"},
    )


class Undone(schemas.Strict):
    undone = fields.Boolean(required=True)


@blueprint.get("/tilesets")
@blueprint.response(200, TilesetOut(many=True))
def list_tilesets() -> list[dict[str, Any]]:
    """The sets of this house."""
    return [found.facts() for found in hule().tilesets.all()]


@blueprint.post("/tilesets")
@blueprint.arguments(TilesetName)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(201, TilesetOut)
def new_tileset(asked: dict[str, str]) -> dict[str, Any]:
    """A set that knows nothing yet."""
    require_way_in()
    return hule().tilesets.create(asked["name"]).facts()


@blueprint.get(SET)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(200, TilesetWhole)
def get_tileset(set_id: str) -> dict[str, Any]:
    """A set with all its pictures, the newest first."""
    return _whole(hule().tilesets.get(set_id))


@blueprint.patch(SET)
@blueprint.arguments(TilesetName)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(200, TilesetOut)
def rename_tileset(asked: dict[str, str], set_id: str) -> dict[str, Any]:
    """Another name."""
    require_way_in()
    return hule().tilesets.rename(set_id, asked["name"]).facts()


@blueprint.delete(SET)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(204)
def forget_tileset(set_id: str) -> None:
    """Forget a set; tables that had it read without."""
    require_way_in()
    hule().tilesets.forget(set_id)


@blueprint.post("/tilesets/layouts")
@limiter.limit(PHOTOS)
@blueprint.arguments(WhichRows, location="query")
@blueprint.doc(requestBody=UPLOAD_BODY)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(413, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(201, ProposalOut)
def look_at_layout(asked: dict[str, str]) -> dict[str, Any]:
    """Look at a photograph of a laid-out set: the names it would be taught by, or what is wrong with it.
    Nothing is kept before somebody has looked at the outlines."""
    require_way_in()
    photo = decoded(hule(), content_of(request.files.get("photo")))
    layout = hule().eye.layout(photo, asked["rows"] or None)
    token = hule().proposals.add(layout, _small(photo.array))
    return {
        "token": token,
        "url": f"/api/v1/tilesets/layouts/{token}.jpg",
        "width": photo.width,
        "height": photo.height,
        "rows": layout.rows,
        "turned": layout.turned,
        "tiles": [_laid(tile) for tile in layout.tiles],
        "remarks": _remarks(layout),
    }


@blueprint.get("/tilesets/layouts/<string(length=24):token>.jpg")
@limiter.exempt
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.doc(responses={200: {"description": "the photograph, upright", "content": {"image/jpeg": {}}}})
def layout_picture(token: str) -> Response:
    """The photograph of a layout that somebody looks at."""
    answer = Response(hule().proposals.get(token).picture, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=1800"
    return answer


@blueprint.post(SET + "/layouts")
@blueprint.arguments(Lesson)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(201, TilesetOut)
def learn_layout(asked: dict[str, Any], set_id: str) -> dict[str, Any]:
    """Keep the pictures of a layout that somebody has looked at."""
    require_way_in()
    tiles = hule().proposals.get(asked["token"]).layout.tiles
    shown = [(tile.tile, tile.crop) for i, tile in enumerate(tiles) if i not in asked["without"]]
    taught = hule().tilesets.learn(set_id, shown, by=person().name or None)
    hule().proposals.drop(asked["token"])
    return taught.facts()


@blueprint.patch(SET + "/examples/<string(length=12):example_id>")
@blueprint.arguments(Undone)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(200, TilesetWhole)
def undo_example(asked: dict[str, bool], set_id: str, example_id: str) -> dict[str, Any]:
    """Take a picture out of use, or back into it."""
    require_way_in()
    return _whole(hule().tilesets.undo(set_id, example_id, asked["undone"]))


@blueprint.get(SET + "/examples/<string(length=12):example_id>.png")
@limiter.exempt
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.doc(responses={200: {"description": "56×72 pixels", "content": {"image/png": {}}}})
def example_picture(set_id: str, example_id: str) -> Response:
    """One picture of one tile."""
    known = hule().tilesets.get(set_id)
    path = known.path(known.example(example_id))
    if not path.is_file():
        raise VisionError("no_such_example", example=example_id, name=known.name)
    return send_file(path, mimetype="image/png", max_age=365 * 24 * 3600)


def _whole(known: Tileset) -> dict[str, Any]:
    pictures = [
        {
            "id": e.id, "tile": e.tile, "source": e.source, "at": e.at, "by": e.by,
            "seen": e.about.get("seen"), "undone": e.undone,
            "url": f"/api/v1/tilesets/{known.id}/examples/{e.id}.png",
        }
        for e in reversed(known.examples)
    ]  # fmt: skip
    return {**known.facts(), "pictures": pictures}


def _laid(tile: LaidTile) -> dict[str, Any]:
    quad = [[round(float(x), 1), round(float(y), 1)] for x, y in tile.quad]
    return {"tile": tile.tile, "row": tile.row, "number": tile.number, "quad": quad, "seen": tile.seen,
            "p": round(tile.p, 4)}  # fmt: skip


def _remarks(layout: Layout) -> list[dict[str, str]]:
    said = list(layout.remarks)
    if layout.left_out:
        said.append(("layout_left_out", {"count": layout.left_out}))
    return [{"code": code, "message": say(code, facts, language())} for code, facts in said]


def _small(image: np.ndarray) -> bytes:
    """A JPEG that a phone shows."""
    factor = min(1.0, SHOWN_EDGE / max(image.shape[:2]))
    shown = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
