"""Found by name on the LAN, here on loopback; two boxes do not clash."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

zeroconf = pytest.importorskip("zeroconf", reason="zeroconf is not installed")

from tests.fixtures.wait import until  # noqa: E402
from webui.box import announce  # noqa: E402
from webui.box.announce import Announcement  # noqa: E402


def addresses_of(name: str) -> list[str]:
    # In a thread of its own: the browser tests leave an event loop in the main one, where zeroconf refuses.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_addresses_of, name).result()


def _addresses_of(name: str) -> list[str]:
    asking = zeroconf.Zeroconf(interfaces=["127.0.0.1"])
    try:
        asked = zeroconf.AddressResolverIPv4(f"{name}.")
        return asked.parsed_addresses() if asked.request(asking, 3000) else []
    finally:
        asking.close()


def test_two_boxes_take_two_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "MOST_DELAY_SECONDS", 0.0)
    first = Announcement("hule-on-test", 8080, ["127.0.0.1"])
    second = Announcement("hule-on-test", 8080, ["127.0.0.2"])
    try:
        first.start()
        if not until(lambda: first.host is not None):
            pytest.skip("multicast does not work on this machine's loopback")
        second.start()
        assert until(lambda: second.host is not None)
        assert (first.host, second.host) == ("hule-on-test.local", "hule-on-test-2.local")
        assert addresses_of("hule-on-test.local") == ["127.0.0.1"]
    finally:
        first.close()
        second.close()


def test_without_a_network_nothing_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "MOST_DELAY_SECONDS", 0.0)
    nowhere = Announcement("hule-on-test", 8080, [])
    nowhere.start()
    time.sleep(0.3)
    assert nowhere.host is None
    nowhere.close()
