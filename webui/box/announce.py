"""Found on the LAN: `hule.local`, or `hule-2.local` when another Pi has that name already. Through zeroconf.

Many Android phones cannot open such names, so the QR codes hold the number; the name is for people.
"""

from __future__ import annotations

import logging
import random
import re
import socket
import threading
from typing import Any

from webui.addresses import lan_addresses

KIND = "_http._tcp.local."
ASK_MILLISECONDS = 1500  # how long another machine may take to say that a name is its own
MOST_NAMES = 20
MOST_DELAY_SECONDS = 3.0  # so that two boxes on one power strip do not ask at the same moment
LOOK_AGAIN_SECONDS = 60.0  # after a new Wi-Fi the addresses are others
log = logging.getLogger(__name__)


def plain_name(wanted: str) -> str:
    """A name that may stand before `.local`.

    >>> plain_name("Hule.local"), plain_name("Club 3!")
    ('hule', 'club-3')
    """
    name = re.sub(r"[^a-z0-9-]+", "-", wanted.lower().removesuffix(".local")).strip("-")
    return name[:40] or "hule"


class Announcement:
    """Says where the page is, until closed. Nothing is raised: without it the address still works."""

    def __init__(self, wanted: str, port: int, addresses: list[str] | None = None) -> None:
        self.host: str | None = None  # such as hule.local, once it is ours
        self._wanted = plain_name(wanted)
        self._port = port
        self._fixed = addresses
        self._zeroconf: Any = None
        self._info: Any = None
        self._stopped = threading.Event()

    def start(self) -> None:
        """Take a name and keep the addresses behind it right, in the background."""
        threading.Thread(target=self._run, name="mdns", daemon=True).start()

    def close(self) -> None:
        """Take it back, so that phones forget it at once."""
        self._stopped.set()
        if self._zeroconf is not None:
            self._zeroconf.close()

    def _run(self) -> None:
        try:
            import zeroconf
        except ImportError:
            log.warning("zeroconf is missing, %s.local is not announced: pip install zeroconf", self._wanted)
            return
        self._stopped.wait(random.uniform(0.0, MOST_DELAY_SECONDS))
        known: list[str] = []
        while not self._stopped.is_set():
            now = self._addresses()
            try:
                if now and now != known:
                    self._announce(zeroconf, now)
                    known = now
            except Exception as error:  # a network that just went away raises whatever it likes
                log.warning("%s.local is not announced: %s", self._wanted, error)
            self._stopped.wait(LOOK_AGAIN_SECONDS)

    def _addresses(self) -> list[str]:
        return self._fixed if self._fixed is not None else lan_addresses()

    def _announce(self, zeroconf: Any, addresses: list[str]) -> None:
        if self._zeroconf is not None:
            self._zeroconf.close()
        self._zeroconf = zeroconf.Zeroconf(interfaces=addresses)
        name = self._free_name(zeroconf, addresses)
        self._info = zeroconf.ServiceInfo(
            KIND,
            f"{name}.{KIND}",
            port=self._port,
            server=f"{name}.local.",
            properties={"path": "/"},
            parsed_addresses=addresses,
        )
        self._zeroconf.register_service(self._info, allow_name_change=True)
        self.host = f"{name}.local"
        log.info("announced as %s", self.host)

    def _free_name(self, zeroconf: Any, addresses: list[str]) -> str:
        """The wanted name, or the first with a number that nobody else answers to."""
        names = [self._wanted, *(f"{self._wanted}-{n}" for n in range(2, MOST_NAMES))]
        return next(
            (name for name in names if not self._taken(zeroconf, name, addresses)), socket.gethostname()
        )

    def _taken(self, zeroconf: Any, name: str, ours: list[str]) -> bool:
        asked = zeroconf.AddressResolverIPv4(f"{name}.local.")
        if not asked.request(self._zeroconf, ASK_MILLISECONDS):
            return False
        return not set(asked.parsed_addresses()) <= set(ours)
