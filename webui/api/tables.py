"""Tables: open one, join it, watch it."""

from __future__ import annotations

from typing import Any

from flask_smorest import Blueprint
from sqlalchemy.orm import Session

from webui.access import hule
from webui.api import schemas
from webui.errors import Problem
from webui.i18n import language
from webui.limits import GUESSES, NEW_TABLES, limiter
from webui.lobby import create_table, table_lines
from webui.people import person, rename
from webui.rights import Rights, forget, public_id, remember, require, rights
from webui.store.models import PlayTable
from webui.store.tables import (
    find_table,
    name_seat,
    seats_of,
    secret_fits,
    set_options,
    sit_down,
    stand_up,
)
from webui.table_view import announce, table_view
from webui.tilesets.choice import known_tileset

blueprint = Blueprint("tables", __name__, description="Tables")


def rights_here(session: Session, table: PlayTable) -> Rights:
    return rights(table, seats_of(session, table.id), person())


@blueprint.get("/tables")
@blueprint.response(200, schemas.TableLine(many=True))
def list_tables() -> list[dict[str, Any]]:
    """Tables still playing."""
    return table_lines()


@blueprint.post("/tables")
@limiter.limit(NEW_TABLES)
@blueprint.arguments(schemas.NewTable)
@blueprint.response(201, schemas.TableOut)
def new_table(asked: dict[str, Any]) -> dict[str, Any]:
    """Open a table. A `code` keeps strangers from sitting down; a `pin` is the referee's."""
    known_tileset(hule(), asked["tileset"])
    table_id = create_table(asked.pop("name"), asked.pop("code"), asked.pop("pin"), **asked)
    return get_view(table_id)


@blueprint.get("/tables/<string:table_id>")
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(200, schemas.TableOut)
def get_table(table_id: str) -> dict[str, Any]:
    """A table as it stands: what an event stream begins with."""
    return get_view(table_id)


def get_view(table_id: str) -> dict[str, Any]:
    with hule().database.reading() as session:
        return table_view(session, find_table(session, table_id), language())


@blueprint.get("/tables/<string:table_id>/me")
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(200, schemas.MyRights)
def my_rights(table_id: str) -> dict[str, Any]:
    """What this phone may do at the table."""
    with hule().database.reading() as session:
        found = rights_here(session, find_table(session, table_id))
    me = person()
    return {"who": public_id(me.id), "name": me.name, "chair": found.chair, "referee": found.referee,
            "let_in": found.let_in, "may_act": found.may_act, "may_sit": found.may_sit}  # fmt: skip


@blueprint.put("/tables/<string:table_id>/seats/<int(max=3):chair>")
@blueprint.arguments(schemas.TakeSeat)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(200, schemas.TableOut)
def take_seat(asked: dict[str, Any], table_id: str, chair: int) -> dict[str, Any]:
    """Sit down (`me`), or name a player who has no phone."""
    with hule().database.writing() as session:
        table = find_table(session, table_id)
        found = rights_here(session, table)
        require(found.may_sit, found)
        if asked["me"]:
            me = rename(asked["name"]) if asked["name"] else person()
            sit_down(session, table, chair, me, asked["name"])
        else:
            name_seat(session, table, chair, asked["name"])
        announce(session, table, "seat", asked["name"] or None, "seats", chair=chair)
        return table_view(session, table, language())


@blueprint.delete("/tables/<string:table_id>/seats/<int(max=3):chair>")
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(200, schemas.TableOut)
def leave_seat(table_id: str, chair: int) -> dict[str, Any]:
    """Stand up; the name and its points stay."""
    with hule().database.writing() as session:
        table = find_table(session, table_id)
        found = rights_here(session, table)
        require(found.referee or (found.chair == chair and found.may_act), found)
        stand_up(session, table, chair)
        announce(session, table, "left", person().name or None, "seats", chair=chair)
        return table_view(session, table, language())


@blueprint.post("/tables/<string:table_id>/code")
@limiter.limit(GUESSES)
@blueprint.arguments(schemas.Secret)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(204)
def give_code(asked: dict[str, str], table_id: str) -> None:
    """The table's code, to be let in."""
    _check_secret(table_id, "code", asked["secret"])
    remember("codes", table_id)


@blueprint.post("/tables/<string:table_id>/referee")
@limiter.limit(GUESSES)
@blueprint.arguments(schemas.Secret)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(204)
def become_referee(asked: dict[str, str], table_id: str) -> None:
    """The referee's PIN."""
    _check_secret(table_id, "pin", asked["secret"])
    remember("referee", table_id)


@blueprint.delete("/tables/<string:table_id>/referee")
@blueprint.response(204)
def stop_refereeing(table_id: str) -> None:
    """Hand the phone back to a player."""
    forget("referee", table_id)


@blueprint.patch("/tables/<string:table_id>/options")
@blueprint.arguments(schemas.TableOptions)
@blueprint.alt_response(403, schema=schemas.Problem)
@blueprint.alt_response(404, schema=schemas.Problem)
@blueprint.response(200, schemas.TableOut)
def change_options(asked: dict[str, Any], table_id: str) -> dict[str, Any]:
    """Change how the table plays. Only the referee locks and unlocks."""
    known_tileset(hule(), asked.get("tileset"))
    with hule().database.writing() as session:
        table = find_table(session, table_id)
        found = rights_here(session, table)
        require(found.may_act and (found.referee or "locked" not in asked), found)
        if asked.get("name") is not None:
            table.name = asked.pop("name")
        set_options(table, **asked)
        announce(session, table, "options", person().name or None, "options")
        return table_view(session, table, language())


def _check_secret(table_id: str, kind: str, given: str) -> None:
    with hule().database.reading() as session:
        table = find_table(session, table_id)
        if not secret_fits(table.options[kind], given, table_id):
            raise Problem("wrong_secret", status=403)
