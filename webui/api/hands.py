"""Hands being worked on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask_smorest import Blueprint

from webui.access import hule
from webui.api import schemas
from webui.hand.draft import Draft
from webui.hand.edits import Edit
from webui.hand.typed import typed_tiles
from webui.i18n import language
from webui.people import person
from webui.store.hands import edits_since, find_hand
from webui.table_hands import begin_hand, change_hand, shown

blueprint = Blueprint("hands", __name__, description="Hands")


@blueprint.post("/hands")
@blueprint.arguments(schemas.NewHand)
@blueprint.alt_response(409, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(201, schemas.HandOut)
def new_hand(asked: dict[str, Any]) -> dict[str, Any]:
    """A hand without a photograph: typed, or empty to be tapped in."""
    draft = Draft()
    if asked["hand"]:
        draft = replace(draft, tiles=typed_tiles(asked["hand"], person().name or None))
    with hule().database.writing() as session:
        row = begin_hand(session, draft, person(), asked["table"], lying=asked["lying"])
    return shown(session, row, language())


@blueprint.get("/hands/<string:hand_id>")
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(200, schemas.HandOut)
def get_hand(hand_id: str) -> dict[str, Any]:
    """A hand as it stands."""
    with hule().database.reading() as session:
        row = find_hand(session, hand_id)
        return shown(session, row, language())


@blueprint.post("/hands/<string:hand_id>/edits")
@blueprint.arguments(schemas.Edits)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(409, schema=schemas.Problem)
@blueprint.alt_response(422, schema=schemas.Problem)
@blueprint.response(200, schemas.HandOut)
def post_edits(asked: dict[str, Any], hand_id: str) -> dict[str, Any]:
    """Change a hand. `base` is the version that was on the screen; a late edit of the same thing gets 409."""
    me = person()
    edits = [Edit(e["kind"], e["facts"], me.name or None) for e in asked["edits"]]
    with hule().database.writing() as session:
        row = change_hand(session, find_hand(session, hand_id), asked["base"], edits, me)
        return shown(session, row, language())


@blueprint.get("/hands/<string:hand_id>/edits")
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(200, schemas.EditOut(many=True))
def get_edits(hand_id: str) -> list[Any]:
    """Everything that was changed, by whom and when."""
    with hule().database.reading() as session:
        find_hand(session, hand_id)
        return edits_since(session, hand_id)
