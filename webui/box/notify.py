"""Tells systemd how the service is: ready once the page answers, alive as long as it does.

Outside systemd (no NOTIFY_SOCKET in the environment) nothing is said to anybody.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import urllib.request
from collections.abc import Callable

QUICK_SECONDS = 0.1  # between two questions until the page answers for the first time
ANSWER_SECONDS = 8.0  # a Pi that reads four photographs at once still answers a small request in two
log = logging.getLogger(__name__)


def notify(state: str) -> bool:
    """Send a line such as `READY=1`; whether there was anybody to send it to."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if not place:
        return False
    address = "\0" + place[1:] if place.startswith("@") else place
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(state.encode(), address)
    except OSError as error:
        log.warning("systemd does not listen at %s: %s", place, error)
        return False
    return True


def watchdog_seconds() -> float | None:
    """How often systemd wants to hear of us, from WATCHDOG_USEC; None without a watchdog."""
    given = os.environ.get("WATCHDOG_USEC", "")
    if not given.isdecimal() or os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(given) / 1_000_000


def page_answers(url: str) -> bool:
    """Whether the page at `url` answers, asked as a phone would ask."""
    try:
        with urllib.request.urlopen(url, timeout=ANSWER_SECONDS) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


class Heartbeat:
    """Asks our own page and passes its answer on; a page that hangs is restarted by systemd.

    `ready` is called once, when the page answered for the first time.
    """

    def __init__(self, url: str, ready: Callable[[], None] = lambda: None) -> None:
        self._url = url
        self._ready = ready
        self._stopped = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._beat, name="heartbeat", daemon=True).start()

    def stop(self) -> None:
        if not self._stopped.is_set():
            self._stopped.set()
            notify("STOPPING=1")

    def _beat(self) -> None:
        while not page_answers(self._url):
            if self._stopped.wait(QUICK_SECONDS):
                return
        notify("READY=1")
        self._ready()
        every = watchdog_seconds()
        if every is None:
            return
        while not self._stopped.wait(every / 3):
            if page_answers(self._url):
                notify("WATCHDOG=1")
            else:
                log.error("the page does not answer; systemd will restart it")
