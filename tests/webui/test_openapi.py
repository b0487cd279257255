"""The API does what its document says, whatever is thrown at it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings

from tests.fixtures.eye import ToldReader, concealed
from tests.webui.conftest import Phone
from webui import Config, create_app

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
EXAMPLES = 15  # requests made up for each route
FOREVER = "/events"  # an event stream does not end


def test_every_route_keeps_its_word(tmp_path: Path) -> None:
    """No 5xx, no status or shape that is not documented, whatever the request."""
    app = create_app(Config(data=tmp_path, limits=False, reader=lambda: ToldReader(concealed("1m 2m"))))
    app.config["WTF_CSRF_ENABLED"] = False  # the token has tests of its own
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    routes = [found.ok() for found in schema.get_all_operations()]
    routes = [route for route in routes if not route.path.endswith(FOREVER)]
    assert len(routes) > 10
    for route in routes:
        _throw_at(route)
    app.extensions["hule"].database.close()


def _throw_at(route: Any) -> None:
    @given(case=route.as_strategy())
    @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    def throw(case: Any) -> None:
        answer = case.call()
        assert answer.status_code < 500, (route.method, route.path, answer.text)
        checks = schemathesis.checks
        checks.load_all_checks()
        for name in ("status_code_conformance", "content_type_conformance", "response_schema_conformance"):
            case.validate_response(answer, checks=[checks.CHECKS.get_one(name)])

    throw()


def test_every_route_is_documented(app: Flask, phone: Phone) -> None:
    document = phone.get("/api/v1/openapi.json").json
    routes = {str(rule) for rule in app.url_map.iter_rules() if str(rule).startswith("/api/v1/")}
    assert len(document["paths"]) == len(routes - {"/api/v1/openapi.json"})
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            if method != "parameters":
                assert told.get("summary"), (method, path)
