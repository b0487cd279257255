"""systemd hears READY only when the page answers, and WATCHDOG only as long as it does."""

from __future__ import annotations

import http.server
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from webui.box.notify import Heartbeat, notify, watchdog_seconds


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield listener


class Page:
    """A page that answers only while `well`."""

    def __init__(self) -> None:
        page = self
        self.well = False

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200 if page.well else 503)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def page() -> Iterator[Page]:
    made = Page()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_nobody_to_tell_outside_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert notify("READY=1") is False


def test_ready_comes_after_the_first_answer_and_the_watchdog_stops_with_the_page(
    systemd: socket.socket, page: Page
) -> None:
    ready = threading.Event()
    heart = Heartbeat(page.url, ready.set)
    heart.start()
    systemd.settimeout(0.4)
    with pytest.raises(TimeoutError):
        systemd.recv(100)
    systemd.settimeout(5)
    page.well = True
    assert systemd.recv(100) == b"READY=1" and ready.wait(1)
    assert systemd.recv(100) == b"WATCHDOG=1"
    page.well = False
    systemd.settimeout(0.5)
    deadline = time.monotonic() + 5
    with pytest.raises(TimeoutError):
        while time.monotonic() < deadline:
            systemd.recv(100)
    heart.stop()
    assert systemd.recv(100) == b"STOPPING=1"


def test_the_watchdog_of_another_process_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "60000000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    assert watchdog_seconds() == 60.0
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert watchdog_seconds() is None
