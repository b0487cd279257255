"""hotspot.sh, with a NetworkManager that only notes what it is told: what is asked of it, and in which order.

The words are those of nmcli(1) and nm-settings-nmcli(5).
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

HOTSPOT = Path(__file__).resolve().parents[2] / "deploy" / "hotspot.sh"

NMCLI = """#!/usr/bin/env python3
import json, os, sys
from pathlib import Path
said, state = sys.argv[1:], Path(os.environ["STATE"])
with (state / "calls").open("a") as calls:
    calls.write(json.dumps(said) + "\\n")
if said[-1] == "device":
    print((state / "devices").read_text(), end="")
elif said == ["radio", "wifi"]:
    print((state / "radio").read_text())
elif said[:2] == ["connection", "add"]:
    (state / "there").touch()
elif said[:2] == ["connection", "delete"]:
    (state / "there").unlink()
elif said[:2] == ["connection", "up"]:
    sys.exit((state / "broken").exists())
elif said[-2:] == ["connection", "show"]:
    print("preconfigured" + ("\\nhule-hotspot" if (state / "there").exists() else ""))
"""


@dataclass
class Network:
    """The folder in which the stand-in keeps what it knows."""

    state: Path

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "LC_ALL": "C", "STATE": str(self.state)}
        environment["PATH"] = f"{self.state / 'bin'}:{environment['PATH']}"
        return subprocess.run(["bash", str(HOTSPOT), *words], capture_output=True, text=True, env=environment)

    def changes(self) -> list[list[str]]:
        """What NetworkManager was told to do, without the questions."""
        calls = self.state / "calls"
        said = [json.loads(line) for line in calls.read_text().splitlines()] if calls.exists() else []
        return [
            words for words in said if words[:1] == ["connection"] and words[1] in ("add", "up", "delete")
        ]

    @property
    def there(self) -> bool:
        return (self.state / "there").exists()


@pytest.fixture
def network(tmp_path: Path) -> Network:
    (tmp_path / "bin").mkdir()
    for name, text in (("nmcli", NMCLI), ("id", "#!/bin/sh\necho 0\n")):  # root is not needed to take notes
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "devices").write_text("eth0:ethernet\np2p-dev-wlan0:wifi-p2p\nwlan0:wifi\nlo:loopback\n")
    (tmp_path / "radio").write_text("enabled")
    return Network(tmp_path)


def settings(words: list[str]) -> dict[str, str]:
    return dict(zip(words[2::2], words[3::2], strict=True))


def test_on_makes_an_access_point_that_shares_its_address(network: Network) -> None:
    done = network.run("on", "Club 麻将", "seven-pairs")
    assert done.returncode == 0, done.stderr
    add, up = network.changes()
    made = settings(add)
    assert (made["type"], made["ifname"], made["ssid"]) == ("wifi", "wlan0", "Club 麻将")
    assert (made["802-11-wireless.mode"], made["ipv4.method"], made["autoconnect"]) == ("ap", "shared", "yes")
    assert (made["wifi-sec.key-mgmt"], made["wifi-sec.psk"]) == ("wpa-psk", "seven-pairs")
    assert made["wifi-sec.pmf"] == "disable"  # the Pi's firmware takes no key for protected frames
    assert up == ["connection", "up", made["con-name"]]
    assert "seven-pairs" in done.stdout and "http://10.42.0.1/" in done.stdout


def test_without_a_password_it_makes_one_that_can_be_read_aloud(network: Network) -> None:
    first = settings(network.run("on") and network.changes()[0])["wifi-sec.psk"]
    network.run("on")
    second = settings(network.changes()[-2])["wifi-sec.psk"]
    assert first != second and len(first) == 10 and not set(first) & set("il1o0")


def test_on_again_takes_the_place_of_the_first(network: Network) -> None:
    network.run("on", "One", "password1")
    network.run("on", "Two", "password2")
    assert [words[1] for words in network.changes()] == ["add", "up", "delete", "add", "up"]


def test_off_takes_it_away_and_says_when_there_is_none(network: Network) -> None:
    network.run("on")
    assert network.run("off").returncode == 0 and not network.there
    again = network.run("off")
    assert again.returncode == 1 and "not on" in again.stderr


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("Hule", "short"), "8 to 63 characters"),
        (("Hule", "x" * 64), "8 to 63 characters"),
        (("Hule", "密码密码密码"), "plain letters"),
        (("n" * 33, "password"), "name is too long"),
    ],
)
def test_what_a_phone_could_not_join_is_refused(network: Network, words: tuple[str, str], wrong: str) -> None:
    done = network.run("on", *words)
    assert done.returncode == 1 and wrong in done.stderr and network.changes() == []


def test_a_machine_that_cannot_says_why(network: Network) -> None:
    (network.state / "radio").write_text("disabled")
    assert "set its country" in network.run("on").stderr
    (network.state / "devices").write_text("eth0:ethernet\n")
    assert "no Wi-Fi device" in network.run("on").stderr
    assert network.changes() == []


def test_a_hotspot_that_does_not_start_is_not_left_behind(network: Network) -> None:
    """Else the Pi would try it at every start instead of its Wi-Fi."""
    (network.state / "broken").touch()
    done = network.run("on")
    assert done.returncode == 1 and "did not start" in done.stderr
    assert not network.there
