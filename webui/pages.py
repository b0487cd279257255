"""The pages: each view renders one template."""

from __future__ import annotations

import gzip
import json
import re
from urllib.parse import urlsplit

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
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
from webui.addresses import svg_code
from webui.evening.dates import day
from webui.evening.picture import minus
from webui.evening.view import sheet_of
from webui.evening.wording import fan_names, kind_name
from webui.i18n import COOKIE, LANGUAGES, catalogue, language
from webui.limits import NEW_TABLES, limiter
from webui.lobby import create_table, table_lines
from webui.people import person
from webui.photos import SIZES
from webui.store.tables import find_table

blueprint = Blueprint("pages", __name__)
YEAR = 365 * 24 * 3600
PHOTO_ID = re.compile(r"[0-9a-f]{32}")


def register(app: Flask) -> None:
    from webui.box.pages import blueprint as box  # asks this module where phones reach the page
    from webui.tilesets.pages import blueprint as sets

    for room in (blueprint, assets.blueprint, box, sets):
        app.register_blueprint(room)
    app.jinja_env.globals.update(
        csrf_token=generate_csrf,
        language=language,
        languages=LANGUAGES,
        asset=assets.asset,
        build=assets.build_number,
        photo_limits=photo_limits,
        _=gettext,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


@blueprint.get("/")
def home() -> str:
    return render_template("hand.html", sample=has_sample(), tables=table_lines())


@blueprint.get("/hand/<hand_id>")
def hand(hand_id: str) -> str:
    return render_template("hand.html", sample=has_sample())


@blueprint.post("/tables")
@limiter.limit(NEW_TABLES)
def start_table() -> Response:
    """The form on the first page."""
    asked = {k: request.form.get(k, "")[:40] or None for k in ("name", "code", "pin")}
    name = asked.pop("name") or ""
    table_id = create_table(name, asked["code"], asked["pin"], blind="blind" in request.form)
    return redirect(url_for("pages.table", table_id=table_id), 303)  # type: ignore[return-value]


@blueprint.get("/t/<table_id>")
def table(table_id: str) -> str | Response:
    if table_id != table_id.lower():  # some type an address in capitals
        return redirect(url_for("pages.table", table_id=table_id.lower()), 301)  # type: ignore[return-value]
    with hule().database.reading() as session:
        name = find_table(session, table_id).name
    person()  # before the scripts ask: two first requests at once would make two people of one phone
    there = hule().box.lookout.there
    address = f"{own_address()}t/{table_id}"
    facts = {"name": name, "address": address, "sample": has_sample(), "camera": there}
    return render_template("table.html", table_id=table_id, **facts)


@blueprint.get("/t/<table_id>/print")
def print_sheet(table_id: str) -> str:
    """The score sheet on one page of paper."""
    with hule().database.reading() as session:
        sheet = sheet_of(session, find_table(session, table_id))
    began = day(sheet.started, request.args.get("zone", ""))
    words = {"fan_names": fan_names, "kind_name": kind_name, "minus": minus}
    return render_template("print.html", sheet=sheet, day=began, **words)


@blueprint.get("/welcome")
def welcome() -> str:
    """For an attached screen: the address and its code, large."""
    table_id = request.args.get("table", "")
    path = f"t/{table_id}" if re.fullmatch(r"[a-z0-9]{1,12}", table_id) else ""
    code = f"/t/{table_id}/code.svg" if path else "/code.svg"
    return render_template("welcome.html", address=own_address() + path, code=code)


@blueprint.get("/code.svg")
@blueprint.get("/t/<table_id>/code.svg")
def code(table_id: str = "") -> Response:
    """A QR code that phones open the page with."""
    path = f"t/{table_id}" if table_id else ""
    return Response(svg_code(own_address() + path), mimetype="image/svg+xml")


def own_address() -> str:
    """Where phones reach this page: as it was called here, unless that was by this machine itself."""
    host = urlsplit(request.host_url).hostname or ""
    here = host == "localhost" or host.startswith("127.")
    return str(current_app.config.get("ADDRESS") or request.host_url) if here else request.host_url


def photo_limits() -> str:
    """How large a photograph may be, in bytes and in megapixels: the page sends no larger file."""
    config = hule().config
    return f"{config.photo_bytes} {config.photo_pixels // 1_000_000}"


def has_sample() -> bool:
    return hule().config.sample is not None


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


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """At the root, since a worker rules only what lies below its own address."""
    answer = send_file(assets.STATIC / "js" / "sw.js", mimetype="text/javascript", max_age=0)
    answer.headers["Cache-Control"] = "no-cache"
    return answer
