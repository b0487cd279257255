"""Scripts, styles and drawings: under an address that changes with their content, packed, cached for good."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache, lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, request

STATIC = Path(__file__).resolve().parent / "static"
TRANSLATIONS = STATIC.parent / "translations"
YEAR = 365 * 24 * 3600
PACKED_TYPES = ("text/", "image/svg", "application/json", "application/manifest")
blueprint = Blueprint("assets", __name__)


@cache
def build_number() -> str:
    """Changes whenever a script, a style, a drawing or a catalogue changes."""
    digest = hashlib.sha256()
    for path in sorted([*STATIC.rglob("*"), *TRANSLATIONS.rglob("*.mo")]):
        if path.is_file():
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:10]


def asset(name: str) -> str:
    """The address of a file in `static/`."""
    return f"/s/{build_number()}/{name}"


@blueprint.get("/s/<build>/<path:name>")
def serve(build: str, name: str) -> Response:
    """One file; an old build number still gets the newest file, but not for long."""
    content, packed, kind = _load(name)
    if content is None:
        abort(404)
    use_packed = packed is not None and "gzip" in request.headers.get("Accept-Encoding", "")
    answer = Response(packed if use_packed else content, mimetype=kind)
    if use_packed:
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    fresh = build == build_number()
    answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if fresh else "no-cache"
    return answer


@lru_cache(maxsize=128)
def _load(name: str) -> tuple[bytes | None, bytes | None, str]:
    path = (STATIC / name).resolve()
    if not path.is_relative_to(STATIC) or not path.is_file():
        return None, None, ""
    kind = _kind(path)
    content = path.read_bytes()
    packed = gzip.compress(content, 9, mtime=0) if kind.startswith(PACKED_TYPES) else None
    return content, packed, kind


def _kind(path: Path) -> str:
    if path.suffix == ".js":
        return "text/javascript"
    if path.suffix == ".webmanifest":
        return "application/manifest+json"
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"
