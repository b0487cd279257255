"""A whole match on the score sheet: on the phone, on paper, as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.live import Phone
from tests.browser.conftest import Server, shoot

# Many fans on one line, and few.
HANDS = ("[123m][123p]123s99m7m8m+9m", "1112345678999m+5m", "[EEE][789m][123p][SSS]9s+9s")
NAMES = ("Anna", "小明", "Maximilian-Alexander", "Dora")


def whole_match(server: Server) -> str:
    """A finished match of sixteen hands; its page."""
    phone = Phone(int(server.url.rsplit(":", 1)[1]))
    table = phone.ask("POST", "/api/v1/tables", {"name": "Club evening"})["id"]
    path = f"/api/v1/tables/{table}"
    for chair, name in enumerate(NAMES):
        phone.ask("PUT", f"{path}/seats/{chair}", {"name": name, "me": chair == 0})
    for number in range(16):
        if number % 5 == 4:
            phone.ask("POST", f"{path}/match", {"kind": "draw"})
            continue
        winner, discarder = number % 4, None if number % 3 == 0 else (number + 1) % 4
        hand = phone.ask("POST", "/api/v1/hands", {"hand": HANDS[number % 3], "table": table})
        edit = {"kind": "set_people", "facts": {"winner": winner, "discarder": discarder}}
        hand = phone.ask("POST", f"/api/v1/hands/{hand['id']}/edits", {"base": 0, "edits": [edit]})
        facts = {"hand": hand["id"], "version": hand["version"]}
        phone.ask("POST", f"{path}/match", {"kind": "agree", "facts": facts})
    return f"{server.url}/t/{table}"


@pytest.mark.parametrize(("lang", "scheme"), [("zh", "light"), ("en", "dark")])
def test_sixteen_hands_fit_a_phone_and_a_sheet_of_paper(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], lang: str, scheme: str
) -> None:
    page = open_phone(lang, scheme)
    address = whole_match(told_server([]))
    page.goto(f"{address}#sheet")
    page.locator("[data-key=watch]").click()
    page.locator(".under").nth(12).wait_for()
    shoot(page, f"whole-sheet-{lang}")
    # The four totals of every hand are seen without scrolling sideways.
    scroll = page.locator(".sheetcard .scroll")
    assert scroll.evaluate("(box) => box.scrollWidth <= box.clientWidth")
    with page.expect_download() as picture:
        page.locator("[data-key=picture]").click()
    content = Path(picture.value.path()).read_bytes()
    assert content[:4] == b"\x89PNG" and len(content) > 20_000
    picture.value.save_as(f"artifacts/browser/shared-picture-{lang}.png")

    page.goto(f"{address}/print")
    shoot(page, f"print-{lang}")
    paper = page.pdf(prefer_css_page_size=True)
    assert paper.count(b"/Type /Page\n") == 1
