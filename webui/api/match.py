"""The match of a table: what is done to it, and its sheet to take away."""

from __future__ import annotations

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from webui.access import hule
from webui.api import schemas
from webui.evening.actions import act
from webui.evening.export import as_csv, as_json, as_xlsx
from webui.evening.picture import as_svg
from webui.evening.view import penalties, sheet_of
from webui.i18n import language
from webui.people import person
from webui.rights import require, rights
from webui.store.tables import find_table, seats_of
from webui.table_view import announce, table_view

blueprint = Blueprint("match", __name__, description="The match")
EXPORTS = {
    "csv": (as_csv, "text/csv"),
    "json": (as_json, "application/json"),
    "svg": (as_svg, "image/svg+xml"),
    "xlsx": (as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
SHEET_DOC = {kind: {"schema": {"type": "string", "format": "binary"}} for _, kind in EXPORTS.values()}


@blueprint.post("/tables/<string:table_id>/match")
@blueprint.arguments(schemas.Action)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.alt_response(409, schema=schemas.Problem)
@blueprint.response(200, schemas.TableOut)
def post_action(asked: dict[str, Any], table_id: str) -> dict[str, Any]:
    """Agree a hand, enter a draw or penalty, correct, undo, end; docs/webui.md lists the kinds."""
    me = person()
    with hule().database.writing() as session:
        table = find_table(session, table_id)
        found = rights(table, seats_of(session, table_id), me)
        require(found.may_act, found)
        kind = asked["kind"]
        parts = act(session, table, me, found, kind, asked["facts"])
        if parts:
            announce(session, table, kind, me.name or None, *parts)
        return table_view(session, table, language())


@blueprint.get("/tables/<string:table_id>/sheet.<any(csv, json, svg, xlsx):form>")
@blueprint.arguments(schemas.Zone, location="query")
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.doc(responses={200: {"description": "the score sheet as a file", "content": SHEET_DOC}})
def get_sheet(asked: dict[str, str], table_id: str, form: str) -> Response:
    """The score sheet as a file."""
    make, kind = EXPORTS[form]
    with hule().database.reading() as session:
        sheet = sheet_of(session, find_table(session, table_id))
    content = as_svg(sheet, asked["zone"]) if form == "svg" else make(sheet)
    answer = Response(content, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="hule-{table_id}.{form}"'
    return answer


@blueprint.get("/penalties")
@blueprint.response(200, schemas.PenaltyOut(many=True))
def get_penalties() -> list[dict[str, Any]]:
    """The usual penalties."""
    return penalties(language())
