"""For hands and eyes: a screen reader, large text, large targets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Server, shoot
from tests.browser.test_hand_page import MISREAD

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
SERIOUS = {"serious", "critical"}


def complaints(page: Any) -> list[str]:
    """What axe-core finds serious, with the elements."""
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {node['target']} {node.get('failureSummary', '')}"
        for v in found
        if v["impact"] in SERIOUS
        for node in v["nodes"]
    ]


def counted_hand(page: Any, server: Server, photo: Path) -> None:
    page.goto(server.url)
    page.set_input_files("input[name=camera]", photo)
    page.locator(".hand .group.concealed .tilebutton").nth(3).click()
    page.locator(".sheet .picker [data-symbol='4m']").click()
    page.locator("[data-key='won-2s']").click()
    page.wait_for_selector(".fans")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], photo: Path, scheme: str
) -> None:
    page = open_phone("en", scheme, bypass_csp=True)  # axe is injected into the page
    server = told_server(MISREAD)
    page.goto(server.url)
    page.wait_for_selector(".start")
    assert complaints(page) == []
    counted_hand(page, server, photo)
    page.locator(".fan").first.click()
    if page.locator(".not").count():
        page.locator(".not summary").click()
    assert complaints(page) == []
    page.locator(".hand .tilebutton").first.click()
    page.wait_for_timeout(300)
    assert complaints(page) == []


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_nothing_is_cut_off_at_twice_the_text_size(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], photo: Path, lang: str
) -> None:
    page = open_phone(lang)
    counted_hand(page, told_server(MISREAD), photo)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    shoot(page, f"large-text-{lang}")
    # Not innerWidth: a phone widens its viewport when a page is too wide.
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_everything_to_press_is_large_enough(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], photo: Path
) -> None:
    """44 CSS pixels high, as phones ask; tiles of a picker may be narrower, as nine stand in a row."""
    page = open_phone("zh")
    counted_hand(page, told_server(MISREAD), photo)
    small = page.evaluate(
        """[...document.querySelectorAll("button, .button, summary, a.brand")]
        .filter((e) => e.offsetParent).map((e) => [e.dataset.key ?? e.className, e.getBoundingClientRect()])
        .filter(([, box]) => box.height < 43.5).map(([name, box]) => `${name} ${box.height}`)"""
    )
    assert small == []


def test_a_hand_can_be_counted_with_the_keyboard_alone(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    page = open_phone("en")
    page.goto(told_server([]).url)
    page.locator("[data-key=type]").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("1112345678999m+5m")
    page.keyboard.press("Enter")
    page.wait_for_selector(".total.good")
    page.locator("[data-key='s-self']").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key='s-self'][aria-pressed=true]")
    assert page.evaluate("document.activeElement.dataset.key") == "s-self"
