"""A real Chromium at phone size, and the real server in its own process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.ports import free_port
from tests.webui.conftest import picture

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

ROOT = Path(__file__).resolve().parents[2]
ARTIFACTS = ROOT / "artifacts" / "browser"
CHROMIUM = os.environ.get("HULE_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
READY_SECONDS = 60  # a busy machine takes half of it
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update"]  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    with playwright.sync_playwright() as runner:
        started = runner.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        started.phone = {k: v for k, v in runner.devices["iPhone 13"].items() if k != "default_browser_type"}
        yield started
        started.close()


class Complaints(list[str]):
    """What the browser complained about: every page must end without any."""


@pytest.fixture
def open_phone(browser: Any) -> Iterator[Callable[..., Any]]:
    contexts: list[Any] = []
    complaints = Complaints()

    def open_one(lang: str = "en", scheme: str = "light", **more: Any) -> Any:
        locale = {"zh": "zh-CN", "en": "en-GB"}[lang]
        context = browser.new_context(**{**browser.phone, "locale": locale, "color_scheme": scheme, **more})
        context.set_default_timeout(60_000)  # a machine may have other work
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda line: complaints.append(line.text) if "Security Policy" in line.text else None
        )
        page.complaints = complaints
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints


class Server:
    """A server process; `url` where it listens."""

    def __init__(self, command: list[str], port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.command = command
        self.start()

    def start(self) -> None:
        """Also again, on the same data, after `stop`."""
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(
                    (self.process.stdout and self.process.stdout.read().decode()) or "no output"
                )
            try:
                urllib.request.urlopen(self.url + "/api/v1/eye", timeout=1).read()
                return
            except OSError:
                time.sleep(0.1)
        self.process.kill()
        raise RuntimeError(f"the server did not answer in {READY_SECONDS} s")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(8)
        except subprocess.TimeoutExpired:
            self.process.kill()


@pytest.fixture
def told_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def start(placed: list[tuple[str, str, int]], sample: Path | None = None, camera: str = "none") -> Server:
        port = free_port()
        command = [sys.executable, "-m", "tests.fixtures.serve", "--data", str(tmp_path / "data")]
        command += ["--port", str(port), "--placed", json.dumps(placed), "--camera", camera]
        command += ["--sample", str(sample)] if sample else []
        servers.append(Server(command, port))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture of nothing, for a reader that is told what it shows."""
    path = tmp_path / "hand.jpg"
    path.write_bytes(picture(1600, 1200))
    return path


def opened(page: Any, server: Server, *, blind: bool = False, **said: str) -> str:
    """A new table's address, with what was `said` of it (name, code, pin); `page` shows it."""
    page.goto(server.url)
    page.locator(".tables summary").click()
    for field, text in said.items():
        page.locator(f"input[name={field}]").fill(text)
    page.locator("input[name=blind]").set_checked(blind)
    page.locator("[data-key=newtable]").click()
    page.wait_for_url("**/t/*")
    return str(page.url)


def sit(page: Any, url: str, name: str, chair: int) -> None:
    page.goto(url)
    page.locator(".join input").fill(name)
    page.locator(f"[data-key=join-{chair}]").click()
    page.wait_for_selector(".seat.mine")


def shoot(page: Any, name: str, full: bool = True) -> None:
    """A screenshot to look at, under the git-ignored artifacts."""
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    page.wait_for_timeout(250)  # let the sheet's short slide end
    page.screenshot(path=str(ARTIFACTS / f"{name}.png"), full_page=full)
