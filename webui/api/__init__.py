"""The JSON API under /api/v1, described at /api/v1/openapi.json."""

from __future__ import annotations

from flask import Flask
from flask_smorest import Api
from flask_wtf.csrf import CSRFProtect

from webui.api import basics, box, camera, events, hands, match, photos, schemas, tables, tilesets

API = "/api/v1"


class QuietApi(Api):
    """flask-smorest without its own error pages: `webui.problems` answers in the user's language."""

    ERROR_SCHEMA = schemas.Problem

    def _register_error_handlers(self) -> None:
        return


def register_api(app: Flask, csrf: CSRFProtect) -> None:
    app.config.update(
        API_TITLE="Hule",
        API_VERSION="1",
        OPENAPI_VERSION="3.0.3",
        OPENAPI_URL_PREFIX=API,
        OPENAPI_JSON_PATH="openapi.json",
        API_SPEC_OPTIONS={"info": {"description": __doc__}},
    )
    api = QuietApi(app)
    rooms = (basics, photos, camera, hands, tables, match, events, box, tilesets)
    for blueprint in (basics.open_blueprint, *(room.blueprint for room in rooms)):
        api.register_blueprint(blueprint, url_prefix=API + (blueprint.url_prefix or ""))
    csrf.exempt(basics.open_blueprint)  # asks nothing but arithmetic, changes nothing
