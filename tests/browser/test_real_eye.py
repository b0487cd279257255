"""The whole of it: `hule serve` with its own eye and a bundled photograph, in a real browser."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.live import Listener, Phone
from tests.browser.conftest import ROOT, Server, opened, shoot
from tests.fixtures.ports import free_port

SAMPLE = ROOT / "examples" / "photos" / "hand.jpg"
MODELS = ROOT / "models" / "locator.onnx"

pytestmark = pytest.mark.skipif(
    not (SAMPLE.exists() and MODELS.exists()), reason="the models or the sample are not there"
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    port = free_port()
    command = [sys.executable, "hule.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--data", str(tmp_path), "--photo", str(SAMPLE)]
    found = Server(command, port)
    yield found
    found.stop()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_sample_is_read_corrected_and_counted(open_phone: Any, server: Server, lang: str) -> None:
    page = open_phone(lang)
    page.set_default_timeout(60_000)  # the eye may still be loading
    page.goto(server.url)
    page.locator("[data-key=sample]").click()
    page.wait_for_selector(".hand .tilebutton")
    assert page.locator(".outline").count() >= 14
    shoot(page, f"sample-{lang}")

    # Put every tile right by hand where the eye erred, then count.
    page.goto(server.url)
    page.locator("[data-key=sample]").click()
    page.wait_for_selector(".hand .tilebutton")
    wrong = page.locator(".hand .group.concealed .tilebutton").first
    before = wrong.get_attribute("aria-label")
    wrong.click()
    page.locator(".sheet .picker [data-symbol='P']").click()
    page.wait_for_selector(".tilebutton.corrected")
    assert page.locator(".tilebutton.corrected").first.get_attribute("aria-label") != before
    page.locator(".tilebutton.corrected").first.click()
    page.locator(".sheet .picker [data-symbol='4m']").click()
    page.wait_for_selector(".hand .tilebutton.corrected")


def test_a_real_photograph_is_taken_by_upload(open_phone: Any, server: Server) -> None:
    page = open_phone("zh")
    page.set_default_timeout(60_000)
    page.goto(server.url)
    page.set_input_files("input[name=camera]", SAMPLE.parent / "seven-pairs.jpg")
    page.wait_for_selector(".total.good")
    page.locator("[data-key='fan-seven_pairs']").click()
    assert page.locator(".hand .tilebutton.lit").count() == 14
    shoot(page, "seven-pairs-zh")


def test_it_stops_gracefully_with_streams_open(server: Server) -> None:
    port = int(server.url.rsplit(":", 1)[1])
    table = Phone(port).ask("POST", "/api/v1/tables", {"name": ""})["id"]
    streams = [Listener(port, table) for _ in range(5)]
    for stream in streams:
        stream.start()
        assert stream.ready.wait(10)
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(8) == 0
    print(f"stopped in {time.monotonic() - began:.1f} s")


def test_the_tables_camera_is_looked_through_and_pressed(open_phone: Any, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "hule.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    server = Server([*command, "--data", str(tmp_path), "--camera", f"folder:{SAMPLE.parent}"], port)
    try:
        page = open_phone("zh")
        page.set_default_timeout(60_000)
        opened(page, server)
        page.locator(".join input").fill("李")
        page.locator("[data-key=join-0]").click()
        page.locator("[data-key=lookfirst]").click()
        page.locator(".finder img").wait_for(state="visible")
        shoot(page, "table-camera-zh", full=False)
        page.locator("[data-key=shutter]").click()
        page.wait_for_selector(".hand .tilebutton")
    finally:
        server.stop()


def test_a_photograph_without_tiles_says_so_in_place(open_phone: Any, server: Server, tmp_path: Path) -> None:
    from tests.webui.conftest import picture

    bare = tmp_path / "table.jpg"
    bare.write_bytes(picture(1600, 1200))
    page = open_phone("en")
    page.set_default_timeout(60_000)
    page.goto(server.url)
    page.set_input_files("input[name=album]", bare)
    page.wait_for_selector(".photo .warning")
    assert "no tiles found" in page.locator(".photo .warning").first.inner_text()
    assert "No tiles yet" in page.locator(".ask").inner_text()
    shoot(page, "no-tiles-en")
