"""Hands and situations from JSON objects, and answers that are JSON objects whatever was asked.

>>> answer({"hand": "19m19p19sESWNCFP+E", "self_draw": True})["total"]
89
>>> answer({"hand": "123m"})["error"]["code"]
'wrong_tile_count'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import HandError
from .hand import Situation
from .score import score

FLAGS = ("self_draw", "last_tile", "wall_last", "kong")
FIELDS = ("hand", *FLAGS, "seat", "round", "flowers", "declared", "rules", "id")


def situation_of(request: Mapping[str, Any]) -> Situation:
    """The situation named by the fields of an object; absent ones keep their default.

    Raises `HandError` (`bad_value`) for a value of the wrong kind.
    """
    given: dict[str, Any] = {}
    for field in FLAGS:
        if request.get(field) is not None:
            if not isinstance(request[field], bool):
                raise HandError("bad_value", field=field, value=request[field])
            given[field] = request[field]
    for field in ("seat", "round", "flowers"):
        if request.get(field) is not None:
            given[field] = request[field]
    declared = request.get("declared") or []
    if not isinstance(declared, list) or not all(isinstance(key, str) for key in declared):
        raise HandError("bad_value", field="declared", value=declared)
    return Situation(**given, declared=tuple(declared))


def answer(request: Any, lang: str = "en") -> dict[str, Any]:
    """The score of a request object as `hule score -` prints it, or an error object; raises nothing.

    The fields are `hand` and any of `self_draw`, `seat`, `round`, `last_tile`, `wall_last`, `kong`,
    `flowers`, `declared`, `rules`; an `id` is given back, and other fields are named under `ignored`.
    """
    extra: dict[str, Any] = {}
    try:
        if not isinstance(request, Mapping):
            raise HandError("bad_json")
        if "id" in request:
            extra["id"] = request["id"]
        ignored = [str(field) for field in request if field not in FIELDS]
        if ignored:
            extra["ignored"] = ignored
        hand, rules = request.get("hand"), request.get("rules") or "mcr"
        if not isinstance(hand, str):
            raise HandError("bad_value", field="hand", value=hand)
        if not isinstance(rules, str):
            raise HandError("bad_value", field="rules", value=rules)
        return score(hand, situation_of(request), rules).to_json(lang) | extra
    except HandError as error:
        return {"ok": False, "error": error.to_json(lang)} | extra
