"""The button and the lamp, on gpiozero's mock pins."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gpiozero", reason="gpiozero is not installed")
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from tests.fixtures.camera import ToldCamera, ToldCameras
from tests.fixtures.eye import ToldReader, concealed
from tests.fixtures.waiting import until
from tests.webui.conftest import Phone
from vision.reading import Remark
from webui import Config, create_app
from webui.box.lamp import DOUBTFUL, ERROR, READING, READY, Lamp, PushButton

BUTTON, LAMP = 17, 27
HAND = concealed("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s", winning="5s")


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    yield Device.pin_factory
    Device.pin_factory.close()
    Device.pin_factory = before


def flashes(pin: Any, seconds: float) -> int:
    """How often the lamp goes on."""
    pin.clear_states()
    time.sleep(seconds)
    return sum(state.state for state in pin.states[1:])


def test_the_four_states_can_be_told_apart(pins: MockFactory) -> None:
    lamp = Lamp(LAMP)
    pin = pins.pin(LAMP)
    lamp.show(READY)
    assert pin.state and flashes(pin, 0.4) == 0
    lamp.show(READING)
    assert flashes(pin, 1.0) >= 4
    lamp.show(DOUBTFUL)
    assert 1 <= flashes(pin, 1.5) <= 2
    lamp.show(ERROR)
    time.sleep(0.2)
    assert not pin.state
    lamp.close()


def test_a_press_is_one_press_although_contacts_bounce(pins: MockFactory) -> None:
    pressed: list[float] = []
    button = PushButton(BUTTON, lambda: pressed.append(time.monotonic()))
    pin = pins.pin(BUTTON)
    pin.drive_low()
    assert until(lambda: len(pressed) == 1)
    pin.drive_high()
    time.sleep(0.1)
    pin.drive_low()
    assert until(lambda: len(pressed) == 2)
    button.close()


def test_without_pins_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_pins(*_: object, **__: object) -> None:
        raise RuntimeError("no chip")

    monkeypatch.setattr("gpiozero.LED", no_pins)
    lamp = Lamp(LAMP)
    lamp.show(READY)
    assert lamp.state == READY
    lamp.close()


@pytest.fixture
def box(pins: MockFactory, tmp_path: Path) -> Iterator[Any]:
    reader, cameras = ToldReader(list(HAND)), ToldCameras(ToldCamera())
    config = Config(
        data=tmp_path / "data", camera="auto", button=BUTTON, lamp=LAMP, limits=False,
        reader=lambda: reader, open_camera=cameras.open,
    )  # fmt: skip
    app = create_app(config)
    app.reader, app.cameras = reader, cameras
    assert until(lambda: app.extensions["hule"].box.lookout.state == "ready")
    yield app
    app.extensions["hule"].box.stop()
    app.extensions["hule"].database.close()


def press(pins: MockFactory) -> None:
    pins.pin(BUTTON).drive_low()
    time.sleep(0.08)
    pins.pin(BUTTON).drive_high()
    time.sleep(0.08)


def test_the_button_lays_the_hand_on_the_newest_table(pins: MockFactory, box: Any) -> None:
    phone = Phone(box)
    table = phone.post("/api/v1/tables", {"name": "One"}).json["id"]
    press(pins)
    assert until(lambda: phone.get(f"/api/v1/tables/{table}").json["hand"] is not None)
    assert len(phone.get(f"/api/v1/tables/{table}").json["hand"]["tiles"]) == 14
    assert until(lambda: box.extensions["hule"].box.lamp.state == READY)


def test_the_button_keeps_to_the_chosen_table_and_to_the_referees_lock(pins: MockFactory, box: Any) -> None:
    phone = Phone(box)
    first = phone.post("/api/v1/tables", {"name": "One", "pin": "1234"}).json["id"]
    second = phone.post("/api/v1/tables", {"name": "Two"}).json["id"]
    phone.client.patch("/api/v1/box/settings", json={"table": first}, headers=phone.headers)
    press(pins)
    assert until(lambda: phone.get(f"/api/v1/tables/{first}").json["hand"] is not None)
    assert phone.get(f"/api/v1/tables/{second}").json["hand"] is None
    hand = phone.get(f"/api/v1/tables/{first}").json["hand"]["id"]
    options = f"/api/v1/tables/{first}/options"
    assert phone.client.patch(options, json={"locked": True}, headers=phone.headers).status_code == 200
    press(pins)
    assert until(lambda: box.extensions["hule"].box.lamp.state == ERROR)
    assert phone.get(f"/api/v1/tables/{first}").json["hand"]["id"] == hand


def test_the_lamp_says_doubtful_and_error(pins: MockFactory, box: Any) -> None:
    shown = box.extensions["hule"].box.lamp
    box.reader.remarks = (Remark("too_dark", "too dark"),)
    press(pins)
    assert until(lambda: shown.state == DOUBTFUL)
    box.cameras.there.broken = True

    def pressed_again() -> bool:
        press(pins)  # while the first hand is still being stored, a press is the same press
        return shown.state == ERROR

    assert until(pressed_again)
