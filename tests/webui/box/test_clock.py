"""Dates on a machine that does not know the time: uncertain, until somebody tells."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.fixtures.eye import ToldReader
from tests.webui.conftest import Phone
from webui import Config, create_app
from webui.box import clock
from webui.box.clock import Clock

YEAR_OFF = 365 * 86400.0


class Machine:
    """The clock of a small board: `wall` can be set, `running` cannot."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.running, self.known = time.time() - YEAR_OFF, 100.0, False
        monkeypatch.setattr(clock.time, "time", lambda: self.wall)
        monkeypatch.setattr(clock.time, "clock_gettime", lambda _: self.running)
        monkeypatch.setattr(clock, "kernel_is_synchronised", lambda: self.known)

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.running += seconds

    def stored(self) -> datetime:
        return datetime.fromtimestamp(self.wall, UTC).replace(tzinfo=None)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_unknown_time_is_uncertain_until_a_phone_opens_the_page(machine: Machine, tmp_path: Path) -> None:
    kept = Clock(tmp_path / "clock.json")
    kept.start()
    machine.pass_time(600)
    hand = machine.stored()
    assert kept.dated(hand) == (hand, False) and not kept.certain
    kept.told(machine.wall + YEAR_OFF)
    assert kept.dated(hand) == (hand + timedelta(seconds=YEAR_OFF), True)
    assert Clock(tmp_path / "clock.json").dated(hand)[1]


def test_one_phone_with_a_wrong_clock_is_outvoted(machine: Machine, tmp_path: Path) -> None:
    kept = Clock(tmp_path / "clock.json")
    kept.start()
    for wrong in (9e6, 0, 0):
        kept.told(machine.wall + YEAR_OFF + wrong)
    hand = machine.stored()
    assert kept.dated(hand) == (hand + timedelta(seconds=YEAR_OFF), True)


def test_when_ntp_sets_the_clock_earlier_hands_are_dated_too(machine: Machine, tmp_path: Path) -> None:
    kept = Clock(tmp_path / "clock.json")
    kept.start()
    machine.pass_time(60)
    before = machine.stored()
    machine.pass_time(60)
    machine.wall += YEAR_OFF
    machine.known = True
    kept.check()
    after = machine.stored()
    assert kept.dated(before) == (before + timedelta(seconds=YEAR_OFF), True)
    assert kept.dated(after) == (after, True) and kept.certain


def test_a_phone_does_not_move_a_clock_that_is_right(machine: Machine, tmp_path: Path) -> None:
    machine.known = True
    kept = Clock(tmp_path / "clock.json")
    kept.start()
    kept.told(machine.wall + 5000)
    hand = machine.stored()
    assert kept.dated(hand) == (hand, True)


def test_times_under_two_settings_that_disagree_are_uncertain(machine: Machine, tmp_path: Path) -> None:
    kept = Clock(tmp_path / "clock.json")
    kept.start()
    kept.told(machine.wall + YEAR_OFF)
    machine.pass_time(100)
    hand = machine.stored()
    machine.pass_time(100)
    kept.epochs[-1].ends = machine.wall
    machine.wall -= 150  # the machine lost its power and started with an older time
    kept.start()
    kept.told(machine.wall + 2 * YEAR_OFF)
    assert kept.dated(hand)[1] is False


def test_damaged_notes_and_absurd_phones_do_no_harm(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "clock.json").write_text("{")
    kept = Clock(tmp_path / "clock.json")
    kept.start()
    kept.told(0.0)
    kept.told(float("nan"))
    assert not kept.certain


def test_the_score_sheet_says_when_its_dates_are_uncertain(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(clock, "kernel_is_synchronised", lambda: False)
    app = create_app(Config(data=tmp_path, reader=lambda: ToldReader(), limits=False))
    phone = Phone(app)
    table = phone.post("/api/v1/tables", {"name": "One"}).json["id"]
    assert phone.get(f"/api/v1/tables/{table}").json["match"]["dates_certain"] is False
    assert "Date uncertain" in phone.get(f"/t/{table}/print").get_data(as_text=True)
    assert "js/clock.js" in phone.get("/").get_data(as_text=True)
    phone.post("/api/v1/box/clock", {"now": time.time() + YEAR_OFF})
    told = phone.get(f"/api/v1/tables/{table}").json["match"]
    assert told["dates_certain"] is True
    year = datetime.fromtimestamp(time.time() + YEAR_OFF, UTC).year
    assert told["history"][0]["at"].startswith(str(year))
    assert "js/clock.js" not in phone.get("/").get_data(as_text=True)
    app.extensions["hule"].box.stop()
    app.extensions["hule"].database.close()


def test_a_full_disk_does_not_keep_the_table_from_starting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = Clock(tmp_path / "no such folder" / "clock.json")
    kept.start()
    assert kept.certain
