"""Open on the LAN, yet safe: headers, who may call this page by which name, and the secret."""

from __future__ import annotations

import ipaddress
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from vision.files import write_whole
from webui.errors import Problem

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
}
# Names that no stranger can own on the internet; anything else would let a web page rebind its name to us.
HOME_ENDINGS = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localhost")
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def protect(app: Flask) -> None:
    """Put the checks before and the headers after every request."""
    app.before_request(check_host)
    app.before_request(check_origin)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def check_host() -> None:
    """Only an address or a name of the house: closes the door to DNS rebinding."""
    host = urlsplit(f"//{request.host}").hostname or ""
    if not host_allowed(host, current_app.extensions["hule"].config.host_names):
        raise Problem("foreign_page", status=403)


def host_allowed(host: str, known: tuple[str, ...] = ()) -> bool:
    """
    >>> [host_allowed(h) for h in ("192.168.1.7", "hule.local", "pi", "evil.example", "::1")]
    [True, True, True, False, True]
    """
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host in known or "." not in host or host.endswith(HOME_ENDINGS)
    return True


def check_origin() -> None:
    """A page of another origin may not change anything here, whatever cookies the phone sends along."""
    if request.method in SAFE_METHODS:
        return
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc != request.host:
        raise Problem("foreign_page", status=403)
    if not origin and request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise Problem("foreign_page", status=403)


def secret_key(data: Path) -> str:
    """The key that signs cookies: made once, readable by its owner only."""
    path = data / "secret"
    if path.is_file() and path.stat().st_size:
        return path.read_text(encoding="ascii")
    key = secrets.token_hex(32)
    write_whole(path, key.encode("ascii"), mode=0o600)
    return key
