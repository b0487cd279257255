"""The pages of the box: aim the camera, look at the table on a screen, see what the camera sees."""

from __future__ import annotations

import hashlib
import re
import ssl
from urllib.parse import urlsplit

from flask import Blueprint, Response, render_template, request
from sqlalchemy.orm import Session

from webui.access import hule
from webui.addresses import svg_code
from webui.box.clock import Clock
from webui.errors import Problem
from webui.pages import own_address
from webui.store.models import PlayTable
from webui.store.tables import find_table, open_tables

blueprint = Blueprint("boxpages", __name__)


@blueprint.app_context_processor
def about_the_clock() -> dict[str, bool]:
    """Pages of a machine that does not know the time tell it the phone's."""
    clock: Clock = hule().box.clock
    return {"clock_unsure": not clock.certain}


@blueprint.get("/setup")
def setup() -> str:
    """Aim the camera, mark the table, check light and sharpness, try one photograph."""
    with hule().database.reading() as session:
        tables = [(table.id, table.name or table.id) for table in open_tables(session)]
    return render_template("setup.html", tables=tables)


@blueprint.get("/https")
def https() -> str:
    """Why the browser warns, and where https is."""
    host = urlsplit(own_address()).hostname or ""
    address = f"https://{f'[{host}]' if ':' in host else host}/"
    certificate = _certificate()
    return render_template(
        "https.html", address=address, fingerprint=_fingerprint(certificate) if certificate else None
    )


@blueprint.get("/https/hule.crt")
def certificate() -> Response:
    """The certificate, for a phone to trust: its settings open when it is tapped."""
    found = _certificate()
    if found is None:
        raise Problem("not_found", status=404)
    return Response(found, mimetype="application/x-x509-ca-cert")


def _certificate() -> bytes | None:
    """As it travels (DER); None while https is off."""
    try:
        return ssl.PEM_cert_to_DER_cert(hule().config.certificate.read_text("ascii"))
    except (OSError, ValueError):
        return None


def _fingerprint(certificate: bytes) -> str:
    """As openssl and browsers show it: SHA-256, two digits at a time."""
    return hashlib.sha256(certificate).digest().hex(":").upper()


@blueprint.get("/board")
def board() -> str:
    """For a screen on the wall: the score, the last hand, the code to join. The newest table unless named."""
    with hule().database.reading() as session:
        table = _shown_table(session, request.args.get("table"))
        facts = {"table_id": table.id, "name": table.name} if table else {"table_id": "", "name": ""}
    address = own_address() + (f"t/{facts['table_id']}" if facts["table_id"] else "")
    return render_template("board.html", address=address, **facts)


@blueprint.get("/board.svg")
def board_code() -> Response:
    """The code on that screen."""
    table_id = request.args.get("table", "")
    path = f"t/{table_id}" if re.fullmatch(r"[a-z0-9]{1,12}", table_id) else ""
    return Response(svg_code(own_address() + path), mimetype="image/svg+xml")


def _shown_table(session: Session, wanted: str | None) -> PlayTable | None:
    if wanted:
        return find_table(session, wanted)
    listed = open_tables(session, limit=1)
    return listed[0] if listed else None
