"""Scoring a typed hand, who I am, whether the eye is ready."""

from __future__ import annotations

from typing import Any

from flask_smorest import Blueprint
from flask_wtf.csrf import generate_csrf

import scorer
from scorer import Hand
from scorer.table import table
from webui.access import hule
from webui.api import schemas
from webui.i18n import language
from webui.people import person, rename

open_blueprint = Blueprint("score", __name__, description="Scoring without a table")
blueprint = Blueprint("basics", __name__, description="This phone")


@open_blueprint.post("/score")
@open_blueprint.arguments(schemas.ScoreRequest)
@open_blueprint.alt_response(422, schema=schemas.Problem)
@open_blueprint.response(200)
def score_hand(asked: dict[str, Any]) -> dict[str, Any]:
    """The score of a typed hand: the object of `hule score --json`."""
    rules, text = asked.pop("rules"), asked.pop("hand")
    score = scorer.score(Hand.parse(text), scorer.Situation(**asked), rules)
    return score.to_json(language())


@blueprint.get("/me")
@blueprint.response(200, schemas.Me)
def get_me() -> dict[str, str]:
    """This phone's name, and the token that its changes must carry."""
    return {"name": person().name, "csrf": generate_csrf(), "language": language()}


@blueprint.put("/me")
@blueprint.arguments(schemas.Rename)
@blueprint.response(200, schemas.Me)
def put_me(asked: dict[str, str]) -> dict[str, str]:
    """Give this phone a name."""
    return {"name": rename(asked["name"]).name, "csrf": generate_csrf(), "language": language()}


@blueprint.get("/eye")
@blueprint.response(200, schemas.EyeState)
def get_eye() -> dict[str, Any]:
    """Whether photographs can be read yet."""
    return {"state": hule().eye.state, "sample": hule().config.sample is not None}


@open_blueprint.get("/fans")
@open_blueprint.arguments(schemas.WhichRules, location="query")
@open_blueprint.alt_response(422, schema=schemas.Problem)
@open_blueprint.response(200, schemas.FanOut(many=True))
def list_fans(asked: dict[str, str]) -> list[dict[str, Any]]:
    """The fans of a rule set, the largest first."""
    book = table(asked["rules"])
    points = {fan.key: book.points[number] for number, fan in enumerate(book.fans)}
    listed = [{"key": f.key, "zh": f.zh, "en": f.en, "points": points[f.key]} for f in book.fans]
    return sorted(listed, key=lambda fan: -fan["points"])
