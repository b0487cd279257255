"""On a phone: upload, correct a tile, say which tile won, read the total."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Server, opened, shoot
from tests.fixtures.eye import concealed

# 4m was read as 5m; nobody knows which tile won.
MISREAD = [
    ("E", "meld", 0), ("E", "meld", 0), ("E", "meld", 0),
    *concealed("1m 2m 3m 5m 5m 6m 7p 8p 9p 2s 2s"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "scheme"), [("zh", "light"), ("en", "dark")])
def test_upload_correct_and_read_the_total(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], photo: Path, lang: str, scheme: str
) -> None:
    page = open_phone(lang, scheme)
    page.goto(told_server(MISREAD).url)
    shoot(page, f"start-{lang}", full=False)
    page.set_input_files("input[name=camera]", photo)
    page.wait_for_selector(".ask")
    assert page.locator(".outline").count() == 14
    shoot(page, f"read-{lang}")

    page.locator(".hand .group.concealed .tilebutton").nth(3).click()
    shoot(page, f"sheet-{lang}", full=False)
    page.locator(".sheet .picker [data-symbol='4m']").click()
    page.wait_for_selector(".tilebutton.corrected")

    page.wait_for_selector(".candidate")
    page.locator("[data-key='won-2s']").click()
    page.wait_for_selector(".fans")
    before = int(page.locator(".barsum b").inner_text())
    delta = page.locator("[data-key='s-self'] .delta").inner_text()
    page.locator("[data-key='s-self']").click()
    page.wait_for_selector("[data-key='s-self'][aria-pressed=true]")
    assert int(page.locator(".barsum b").inner_text()) == before + int(delta)

    page.locator("[data-key='fan-prevalent_wind']").click()
    assert page.locator(".hand .tilebutton.lit").count() == 3
    assert page.locator(".outline.lit").count() == 3
    shoot(page, f"result-{lang}")


def test_a_photograph_of_nothing_says_so_in_place(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], tmp_path: Path
) -> None:
    page = open_phone("zh")
    page.goto(told_server([]).url)
    text = tmp_path / "letter.jpg"
    text.write_text("Dear table,")
    page.set_input_files("input[name=album]", text)
    page.wait_for_selector(".trouble[data-code=not_an_image]")
    shoot(page, "trouble-zh", full=False)
    page.locator("[data-key=trouble]").click()
    page.wait_for_selector(".start")


def test_a_hand_is_tapped_in_without_a_photograph(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    page = open_phone("en")
    page.goto(told_server([]).url)
    page.locator("[data-key=type]").click()
    page.locator(".typed input").fill("1112345678999m+5m")
    page.locator(".typed button").click()
    page.wait_for_selector(".total.good")
    assert page.locator(".total .sum b").inner_text() == "91"


def test_the_switch_changes_the_language_and_stays_on_the_page(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    page = open_phone("en")
    page.goto(told_server([]).url)
    page.locator(".languages button").click()
    page.wait_for_selector("html[lang=zh-Hans] .start")
    page.reload()
    page.wait_for_selector("html[lang=zh-Hans] .start")


@pytest.mark.parametrize("where", ["home", "table"])
def test_the_first_visit_is_light_and_asks_nobody_else(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], where: str
) -> None:
    """By the address alone, or by a table's code."""
    server = told_server([])
    address = server.url if where == "home" else opened(open_phone("en"), server)
    page = open_phone("zh")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    addresses: list[str] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on("Network.requestWillBeSent", lambda event: addresses.append(event["request"]["url"]))
    page.goto(address)
    page.wait_for_selector(".start" if where == "home" else ".join")
    page.wait_for_timeout(1000)  # an event stream never ends: the network is not idle
    assert all(address.startswith((server.url, "data:", "blob:")) for address in addresses), addresses
    print(f"first visit, {where}: {sum(sizes) / 1024:.1f} KiB in {len(sizes)} requests")
    assert sum(sizes) < 150 * 1000
