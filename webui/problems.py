"""Turns whatever went wrong into one answer: a stable code and a sentence in the user's language."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorer import HandError
from vision.camera import CameraError
from vision.errors import VisionError
from webui.access import hule
from webui.box.errors import BoxError
from webui.config import MIB
from webui.errors import Problem
from webui.i18n import language
from webui.words import problem_text

CODES = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "too_large_bytes",
         422: "invalid", 429: "too_many_requests"}  # fmt: skip
log = logging.getLogger(__name__)
Answer = tuple[Response | str, int]


def register(app: Flask) -> None:
    app.register_error_handler(Problem, on_problem)
    app.register_error_handler(HandError, on_hand_error)
    app.register_error_handler(VisionError, on_vision_error)
    app.register_error_handler(BoxError, on_vision_error)
    app.register_error_handler(CSRFError, lambda _: answer(400, "stale_page", {}))
    app.register_error_handler(HTTPException, on_http)
    app.register_error_handler(Exception, on_anything)


def on_problem(problem: Problem) -> Answer:
    return answer(problem.status, problem.code, problem.facts)


def on_hand_error(error: HandError) -> Answer:
    facts = dict(error.facts)
    if error.position is not None:
        facts["position"] = error.position
    return answer(422, error.code, facts, error.message(language()))


def on_vision_error(error: VisionError | BoxError) -> Answer:
    status = 503 if isinstance(error, CameraError) else 422
    return answer(status, error.code, error.facts, error.message(language()))


def on_http(error: HTTPException) -> Answer:
    status = error.code or 500
    facts: dict[str, Any] = {}
    if status == 413:
        config = hule().config
        facts |= {"most": config.photo_bytes // MIB, "megapixels": config.photo_pixels // 1_000_000}
    if status == 422:
        facts["where"] = _where(getattr(error, "data", None) or {})
    return answer(status, CODES.get(status, "unexpected"), facts)


def on_anything(error: Exception) -> Answer:
    log.error("%s %s", request.method, request.path, exc_info=error)
    return answer(500, "unexpected", {})


def answer(status: int, code: str, facts: dict[str, Any], text: str | None = None) -> Answer:
    text = text or problem_text(code, facts)
    if request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json":
        return jsonify(error={"code": code, "message": text, "facts": facts}), status
    return render_template("problem.html", text=text, status=status), status


def _where(data: dict[str, Any]) -> str:
    """The names of the fields that did not pass, from marshmallow's nested messages."""
    names = []
    for place, messages in (data.get("messages") or {}).items():
        names += list(messages) if isinstance(messages, dict) else [str(place)]
    return ", ".join(map(str, names))[:200] or "?"
