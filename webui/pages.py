"""The pages: each view renders one template."""

from __future__ import annotations

import gzip
import json
import re

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    jsonify,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from flask_babel import force_locale, gettext
from flask_wtf.csrf import generate_csrf

from webui import assets
from webui.access import hule
from webui.i18n import COOKIE, LANGUAGES, catalogue, language
from webui.photos import SIZES

blueprint = Blueprint("pages", __name__)
YEAR = 365 * 24 * 3600
PHOTO_ID = re.compile(r"[0-9a-f]{32}")


def register(app: Flask) -> None:
    app.register_blueprint(blueprint)
    app.register_blueprint(assets.blueprint)
    app.jinja_env.globals.update(
        csrf_token=generate_csrf,
        language=language,
        languages=LANGUAGES,
        asset=assets.asset,
        build=assets.build_number,
        _=gettext,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


@blueprint.get("/")
def home() -> str:
    return render_template("hand.html", sample=hule().config.sample is not None)


@blueprint.get("/hand/<hand_id>")
def hand(hand_id: str) -> str:
    return render_template("hand.html", hand_id=hand_id, sample=hule().config.sample is not None)


@blueprint.post("/language/<lang>")
def set_language(lang: str) -> Response:
    """The switch; goes back to the page it was pressed on."""
    if lang not in LANGUAGES:
        abort(404)
    back = request.form.get("back", "/")
    answer = redirect(back if re.fullmatch(r"/(?!/)[\w/?=&.-]*", back) else url_for("pages.home"), 303)
    answer.set_cookie(COOKIE, lang, max_age=YEAR, samesite="Lax", secure=hule().config.secure)
    return answer  # type: ignore[return-value]


@blueprint.get("/photos/<photo_id>/<size>.jpg")
def photo(photo_id: str, size: str) -> Response:
    """A stored photograph, as we encoded it."""
    if size not in SIZES or not PHOTO_ID.fullmatch(photo_id):
        abort(404)
    path = hule().photos.path(photo_id, size)
    if not path.is_file():
        abort(404)
    return send_file(path, mimetype="image/jpeg", max_age=YEAR)


@blueprint.get("/words/<lang>-<build>.json")
def words(lang: str, build: str) -> Response:
    """The page's words by their English text, for its scripts."""
    if lang not in LANGUAGES:
        abort(404)
    with force_locale(lang):
        packed = gzip.compress(json.dumps(catalogue(), ensure_ascii=False).encode(), 6, mtime=0)
    answer = Response(packed, mimetype="application/json", headers={"Content-Encoding": "gzip"})
    fresh = build == assets.build_number()
    answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if fresh else "no-cache"
    return answer


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the page on its home screen."""
    icons = [
        {"src": assets.asset(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    answer = jsonify(
        name=gettext("Hule"),
        short_name=gettext("Hule"),
        start_url="/",
        display="standalone",
        background_color="#f3efe4",
        theme_color="#0c6a4d",
        icons=icons,
    )
    answer.mimetype = "application/manifest+json"
    return answer
