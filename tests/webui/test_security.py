"""Open on the LAN, yet safe."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest
from flask import Flask

from tests.webui.conftest import Phone, picture

PAGES = Path(__file__).resolve().parents[2] / "webui" / "templates"


def test_every_answer_carries_the_headers(phone: Phone) -> None:
    for path in ("/", "/api/v1/me", "/nowhere", "/api/v1/openapi.json", "/s/x/hule.css"):
        headers = phone.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.html")), ids=lambda p: p.name)
def test_no_inline_script_or_style_and_nothing_from_elsewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<style|\sstyle=|\son\w+=", text)
    assert not re.search(r"(?:src|href)=[\"'](?:https?:)?//", text)


def test_a_change_without_the_token_is_refused(phone: Phone) -> None:
    answer = phone.client.post("/api/v1/hands", json={"hand": "1m"})
    assert (answer.status_code, answer.json["error"]["code"]) == (400, "stale_page")


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_another_sites_page_may_not_change_anything(phone: Phone, headers: dict[str, str]) -> None:
    answer = phone.client.post("/api/v1/score", json={"hand": "1m"}, headers=headers)
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "foreign_page")


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("192.168.1.5:8000", True),
        ("hule.local", True),
        ("[fe80::1]:80", True),
        ("pi", True),
        ("evil.example", False),
    ],
)
def test_names_that_strangers_can_own_are_refused(phone: Phone, host: str, allowed: bool) -> None:
    assert (phone.client.get("/api/v1/me", headers={"Host": host}).status_code == 200) == allowed


def test_the_secret_is_the_owners_only_and_stays(app: Flask, tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert app.config["SECRET_KEY"] == path.read_text()


def test_names_are_text_wherever_they_appear(app: Flask) -> None:
    nasty = "{{7*7}}<script>"
    assert Phone(app, nasty).get("/api/v1/me").json["name"] == nasty
    hand = Phone(app, nasty).post("/api/v1/hands", {"hand": "1m"}).json
    assert b"<script>" not in Phone(app).get(f"/hand/{hand['id']}").data


def test_a_request_too_long_is_refused(phone: Phone) -> None:
    answer = phone.post("/api/v1/hands", {"hand": "1" * 300_000})
    assert answer.status_code == 413


def test_many_photographs_from_one_phone_have_to_wait(tmp_path: Path) -> None:
    from tests.fixtures.eye import ToldReader
    from webui import Config, create_app

    phone = Phone(create_app(Config(data=tmp_path, reader=ToldReader)))
    codes = {phone.send(b"x").status_code for _ in range(70)}
    assert codes == {422, 429}
    assert phone.send(picture()).json["error"]["code"] == "too_many_requests"


def test_a_tables_code_cannot_be_guessed_by_trying(tmp_path: Path) -> None:
    from tests.fixtures.eye import ToldReader
    from webui import Config, create_app

    app = create_app(Config(data=tmp_path, reader=ToldReader))
    table = Phone(app).post("/api/v1/tables", {"name": "", "code": "0815", "pin": "4711"}).json["id"]
    stranger = Phone(app)
    for door in ("code", "referee"):
        tries = [stranger.post(f"/api/v1/tables/{table}/{door}", {"secret": f"{n:04}"}) for n in range(30)]
        assert {answer.status_code for answer in tries} == {403, 429}
    right = stranger.post(f"/api/v1/tables/{table}/code", {"secret": "0815"})
    assert right.json["error"]["code"] == "too_many_requests"


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_the_language_switch_leads_nowhere_else(app: Flask, back: str) -> None:
    client = app.test_client()
    page = client.get("/").get_data(as_text=True)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    answer = client.post("/language/zh", data={"back": back, "csrf_token": token[1]})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_an_answer_that_changes_nothing_leaves_the_cookie_alone(phone: Phone) -> None:
    """Or one that was long on its way would bring back an older cookie, and a PIN just given be forgotten."""
    phone.get("/setup")
    assert "Set-Cookie" not in phone.get("/api/v1/box/settings").headers
