"""A box with a camera has a PIN from its first start on, until its owner decides otherwise."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import hule
from webui.box.bundle import without_secrets
from webui.box.pin import first_pin, pin_fits, store_pin
from webui.box.settings import SettingsFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "box.json"


def test_the_first_start_makes_one_and_the_next_none(path: Path) -> None:
    made = first_pin(SettingsFile(path))
    assert made is not None and re.fullmatch(r"\d{6}", made) and made not in path.read_text("utf-8")
    again = SettingsFile(path)
    assert first_pin(again) is None and pin_fits(again.now.pin or "", made)


def test_a_pin_that_was_taken_away_stays_away(path: Path) -> None:
    first_pin(SettingsFile(path))
    store_pin(SettingsFile(path), None)
    assert first_pin(SettingsFile(path)) is None and SettingsFile(path).now.pin is None


def test_settings_of_before_keep_their_pin_or_get_one(path: Path) -> None:
    path.write_text(json.dumps({"rotation": 90, "pin": "digest"}), "utf-8")
    assert first_pin(SettingsFile(path)) is None
    path.write_text(json.dumps({"rotation": 90, "pin": None}), "utf-8")
    assert first_pin(SettingsFile(path)) is not None and SettingsFile(path).now.rotation == 90


def said(capsys: pytest.CaptureFixture[str], data: Path, *words: str) -> dict[str, object]:
    assert hule.main(["pin", *words, "--data", str(data), "--json"]) == 0
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


def test_the_owner_asks_for_another_on_the_command_line(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = path.parent / "new"
    assert said(capsys, data) == {"ok": True, "there": False, "pin": None}
    assert not data.exists()  # asking changes nothing
    first = said(capsys, data, "--first")["pin"]
    assert said(capsys, data, "--first") == {"ok": True, "there": True, "pin": None}
    other = said(capsys, data, "--new")["pin"]
    stored = SettingsFile(data / "box.json").now.pin or ""
    assert pin_fits(stored, str(other)) and not pin_fits(stored, str(first))
    said(capsys, data, "--set", "2468")
    assert pin_fits(SettingsFile(data / "box.json").now.pin or "", "2468")
    assert said(capsys, data, "--none")["there"] is False
    assert said(capsys, data, "--first")["pin"] is None


def test_it_is_said_in_the_owners_language(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for lang, words in (("zh", "打牌用不着"), ("en", "not for playing")):
        assert hule.main(["pin", "--new", "--data", str(path.parent), "--lang", lang]) == 0
        assert words in capsys.readouterr().out


def test_the_pin_in_the_log_stays_out_of_a_bundle() -> None:
    from webui.serve import PIN_MADE

    said = PIN_MADE.format(pin="483920")
    assert said.count("483920") == 2 and "483920" not in without_secrets(said)


@pytest.mark.parametrize("camera", [True, False])
def test_a_service_with_a_camera_says_the_pin_it_made(path: Path, camera: bool) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "hule", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--data", str(path.parent), "--camera", f"folder:{path.parent}" if camera else "none"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as service:
        try:
            assert service.stdout is not None and "Hule" in service.stdout.readline()
            if camera:
                pin = re.search(r"\d{6}", service.stdout.readline())
                assert pin and pin[0] in service.stdout.readline()
                assert pin_fits(SettingsFile(path).now.pin or "", pin[0])
            else:
                assert not path.exists()
        finally:
            service.kill()
