"""A set is taught on a phone with the real eye, chosen for a table; a correction teaches it and is undone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import ROOT, Server, opened, shoot
from tests.fixtures.ports import free_port
from webui.box.pin import store_pin
from webui.box.settings import SettingsFile

DRAWN = ROOT / "examples" / "tilesets" / "drawn.jpg"
PIN = "246810"
SAMPLE = ROOT / "examples" / "photos" / "hand.jpg"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    port = free_port()
    store_pin(SettingsFile(tmp_path / "box.json"), PIN)
    command = [sys.executable, "hule.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    found = Server([*command, "--data", str(tmp_path), "--photo", str(SAMPLE)], port)
    yield found
    found.stop()


def test_a_set_is_taught_chosen_and_learns_from_a_correction(open_phone: Any, server: Server) -> None:
    page = open_phone("zh")
    page.set_default_timeout(90_000)  # the eye may still be loading
    page.goto(server.url + "/tilesets")
    page.wait_for_selector(".order li")
    assert page.locator(".order .tile").count() == 42
    firsts = page.locator(".order li .tile:first-child")
    assert [one.get_attribute("aria-label") for one in firsts.all()] == ["一万", "一饼", "一条", "东", "梅"]
    assert page.locator("[data-key=newname]").count() == 0  # without the PIN of the box one only looks
    page.locator("[data-key=pin]").fill(PIN)
    page.locator("[data-key=give]").click()
    page.locator("[data-key=newname]").fill("家里的")
    page.locator("[data-key=newset]").click()
    page.set_input_files("input[name=album]", DRAWN)
    page.wait_for_selector(".proposal .outline")
    assert page.locator(".proposal .outline").count() == 42
    page.locator("[data-key=laid-0]").focus()
    page.keyboard.press("Enter")
    assert "41" in page.locator("[data-key=learn]").inner_text()
    assert page.locator("[data-key=laid-0]").get_attribute("aria-pressed") == "false"
    shoot(page, "tileset-proposal-zh")
    page.locator("[data-key=laid-0]").press("Enter")
    page.locator("[data-key=learn]").click()
    page.wait_for_selector(".examples[data-source=photo]", state="attached")
    assert page.locator(".examples[data-source=photo] li").count() == 42

    table = opened(page, server)
    page.locator(".join input").fill("李")
    page.locator("[data-key=join-0]").click()
    page.locator("[data-key=tab-settings]").click()
    page.locator("[data-key=tileset] option", has_text="家里的").wait_for(state="attached")
    page.locator("[data-key=tileset]").select_option(label="家里的")
    page.wait_for_function(
        "document.querySelector('[data-key=tileset]')?.selectedOptions[0]?.text === '家里的'"
    )
    shoot(page, "tileset-chosen-zh")
    page.goto(table)
    page.locator("[data-key=sample]").click()
    page.wait_for_selector(".hand .group.concealed .tilebutton")
    page.locator(".hand .group.concealed .tilebutton").first.click()
    page.locator(".sheet .picker [data-symbol='P']").click()
    page.wait_for_selector(".tilebutton.corrected")

    page.goto(server.url + "/tilesets")
    page.locator(".setline").click()
    page.wait_for_selector(".examples[data-source=correction] li img")
    line = page.locator(".examples[data-source=correction] li")
    assert line.count() == 1 and "白" in line.inner_text()
    shoot(page, "tileset-corrections-zh")
    line.locator("button").click()
    page.wait_for_selector(".examples li.undone")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]
