"""The doctor finds what is broken, says how to mend it in both languages, and tells no secrets."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

import hule
import vision.camera
from tests.fixtures.camera import ToldCamera
from webui.box import doctor
from webui.box.bundle import make_bundle, without_secrets
from webui.box.findings import BROKEN, WORDS, Finding


def test_every_word_has_the_same_facts_in_both_languages() -> None:
    import re

    facts = re.compile(r"{(\w+?)(?:_zh)?}")
    assert [key for key, (zh, en) in WORDS.items() if set(facts.findall(zh)) != set(facts.findall(en))] == []


def test_an_empty_machine_is_examined_to_the_end(tmp_path: Path) -> None:
    found = {finding.key: finding for finding in doctor.examine(tmp_path / "none", "none", port=9)}
    assert {"machine", "libraries", "models", "camera_none", "data_none", "service_silent"} <= set(found)
    assert all(finding.text("zh") and finding.text("en") for finding in found.values())


def test_a_damaged_database_is_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "hule.sqlite3").write_bytes(b"no database, whatever its name says" * 100)
    assert doctor.data_state(tmp_path).state == BROKEN
    arguments = ["doctor", "--data", str(tmp_path), "--camera", "none", "--port", "9", "--json"]
    assert hule.main(arguments) == 1
    keys = {finding["key"] for finding in json.loads(capsys.readouterr().out)}
    assert "data_broken" in keys


@pytest.mark.parametrize(("switches", "key"), [(False, "camera"), (True, "camera_switches")])
def test_a_camera_that_must_switch_is_said_to(
    monkeypatch: pytest.MonkeyPatch, switches: bool, key: str
) -> None:
    camera = ToldCamera(switches=switches)
    monkeypatch.setattr(vision.camera, "open_camera", lambda spec: camera)
    found = doctor.camera_state("auto", port=9)
    assert found.key == key and "told" in found.text("zh") and camera.closed


def test_low_power_is_read_from_the_firmware(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "vcgencmd"
    program.write_text("#!/bin/sh\necho throttled=0x50005\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert doctor.power().key == "power_low"


def test_a_bundle_holds_no_photograph_unless_asked_and_never_the_secret(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "photos" / "ab").mkdir(parents=True)
    (data / "photos" / "ab" / "abc-page.jpg").write_bytes(b"\xff\xd8 a photograph")
    (data / "secret").write_text("5e" * 32)
    findings = [Finding("camera_none")]
    make_bundle(tmp_path / "a.zip", findings, data)
    make_bundle(tmp_path / "b.zip", findings, data, photos=True)
    with zipfile.ZipFile(tmp_path / "a.zip") as plain, zipfile.ZipFile(tmp_path / "b.zip") as full:
        assert not [name for name in plain.namelist() if "photo" in name]
        assert "photos/abc-page.jpg" in full.namelist()
        assert all(b"5e5e5e" not in full.read(name) for name in full.namelist())
        assert json.loads(plain.read("doctor.json"))[0]["key"] == "camera_none"


def test_pins_in_the_log_are_hidden() -> None:
    assert without_secrets("hule serve --pin=4711 --port 80") == "hule serve --pin=*** --port 80"
