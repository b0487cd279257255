"""The app factory: puts the rooms of the table together."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from vision.tilesets import Tilesets
from webui import pages, problems
from webui.access import Hule
from webui.api import register_api
from webui.box.box import Box
from webui.box.press import Press
from webui.config import Config
from webui.eye import Eye
from webui.i18n import babel, pick_language
from webui.limits import allow_uploads, limiter
from webui.live import Hub
from webui.photos import PhotoFiles
from webui.security import protect, secret_key
from webui.store.database import Database
from webui.store.room import kept_photos
from webui.tilesets.proposals import Proposals

YEAR = 365 * 24 * 3600
csrf = CSRFProtect()


def create_app(config: Config | None = None) -> Flask:
    """The WSGI application; opens or makes the database and begins to load the eye."""
    config = config or Config(data=Path("data"))
    config.data.mkdir(parents=True, exist_ok=True)
    app = Flask(__name__, static_folder=None)
    app.config.update(
        SECRET_KEY=secret_key(config.data),
        SESSION_COOKIE_NAME="hule",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=config.secure,
        PERMANENT_SESSION_LIFETIME=YEAR,
        # an answer that was long on its way must not bring back the cookie of the time when it was asked for
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=config.request_bytes,
        WTF_CSRF_TIME_LIMIT=None,  # a page stays open all evening
        WTF_CSRF_SSL_STRICT=False,
        RATELIMIT_ENABLED=config.limits,
        BABEL_DEFAULT_LOCALE="zh",
        TEMPLATES_AUTO_RELOAD=False,
    )
    database = Database(config.database_url)
    database.upgrade()
    photos = PhotoFiles(config.photos)
    with database.reading() as session:
        photos.sweep(kept_photos(session))
    app.extensions["hule"] = Hule(
        config,
        database,
        photos,
        Eye(config.reader),
        Hub(),
        Box(config),
        Tilesets(config.tilesets),
        Proposals(),
    )
    protect(app)
    app.before_request(allow_uploads)  # before anything reads the body
    csrf.init_app(app)
    limiter.init_app(app)
    babel.init_app(app, locale_selector=pick_language)
    problems.register(app)
    register_api(app, csrf)
    pages.register(app)
    app.extensions["hule"].eye.start()
    app.extensions["hule"].box.start(Press(app))
    return app
