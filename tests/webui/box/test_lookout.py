"""The camera comes and goes; the page lives on and says what to do."""

from __future__ import annotations

import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask

from tests.fixtures.camera import ToldCamera, ToldCameras
from tests.fixtures.eye import ToldReader, concealed
from tests.fixtures.waiting import until
from tests.webui.conftest import Phone
from vision.camera import CameraError
from webui import Config, create_app
from webui.box import lookout, stick
from webui.box.bundle import make_bundle
from webui.box.lookout import Lookout
from webui.box.settings import SettingsFile


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookout, "RETRY_SECONDS", 0.05)
    monkeypatch.setattr(lookout, "LOOKED_SECONDS", 0.3)


@pytest.fixture
def cameras() -> ToldCameras:
    return ToldCameras()


@pytest.fixture
def eyes(cameras: ToldCameras, tmp_path: Path) -> Iterator[Lookout]:
    made = Lookout("auto", SettingsFile(tmp_path / "box.json"), cameras.open)
    made.start()
    yield made
    made.stop()


def test_it_waits_for_a_camera_and_finds_it(cameras: ToldCameras, eyes: Lookout) -> None:
    assert until(lambda: eyes.state == "failed")
    with pytest.raises(CameraError) as caught:
        eyes.still()
    assert caught.value.code == "camera_none_found"
    cameras.there = ToldCamera()
    assert until(lambda: eyes.state == "ready")
    assert eyes.still().shape == (60, 80, 3)


def test_a_camera_that_is_pulled_out_is_found_again(cameras: ToldCameras, eyes: Lookout) -> None:
    cameras.there = first = ToldCamera()
    assert until(lambda: eyes.state == "ready")
    first.broken, cameras.there = True, None
    with pytest.raises(CameraError) as caught:
        eyes.still()
    assert caught.value.code == "camera_lost" and until(lambda: first.closed)
    assert until(lambda: eyes.state == "failed")
    cameras.there = ToldCamera()
    assert until(lambda: eyes.state == "ready")
    assert eyes.error is None


def test_the_preview_runs_only_while_somebody_looks(cameras: ToldCameras, eyes: Lookout) -> None:
    cameras.there = camera = ToldCamera()
    assert until(lambda: eyes.state == "ready")
    time.sleep(0.3)
    assert camera.previews == 0
    first = eyes.frame()
    assert first is not None and cv2.imdecode(np.frombuffer(first.jpeg, np.uint8), 1).shape == (60, 80, 3)
    second = eyes.frame(first.number)
    assert second is not None and second.number > first.number
    time.sleep(0.6)
    seen = camera.previews
    time.sleep(0.4)
    assert camera.previews == seen


def test_a_camera_that_nobody_needs_rests_and_wakes(
    cameras: ToldCameras, eyes: Lookout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "REST_SECONDS", 0.4)
    cameras.there = camera = ToldCamera()
    assert until(lambda: eyes.state == "ready")
    assert eyes.frame() is not None
    assert camera.rests == 0
    assert until(lambda: camera.rests > 0)
    assert eyes.still().shape == (60, 80, 3) and eyes.frame() is not None
    assert eyes.state == "ready"


def test_a_photograph_is_not_put_to_rest(
    cameras: ToldCameras, eyes: Lookout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "REST_SECONDS", 0.1)
    cameras.there = camera = ToldCamera()
    assert until(lambda: camera.rests > 0)
    during: list[int] = []

    def slow(told: ToldCamera) -> bool:
        before = camera.rests
        time.sleep(0.6)
        during.append(camera.rests - before)
        return True

    monkeypatch.setattr(lookout, "settle", slow)
    assert eyes.still().shape == (60, 80, 3)
    assert during == [0]


def test_at_least_five_frames_a_second_for_several_phones(cameras: ToldCameras, eyes: Lookout) -> None:
    cameras.there = camera = ToldCamera()
    assert until(lambda: eyes.state == "ready")
    began, number, taken = time.monotonic(), -1, 0
    while time.monotonic() - began < 1.0:
        frame = eyes.frame(number)
        assert frame is not None and eyes.frame() is not None
        number, taken = frame.number, taken + 1
    assert taken >= 5 and camera.previews <= taken + 3  # a second phone costs no second frame


def test_settings_turn_and_crop(cameras: ToldCameras, tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path / "box.json")
    settings.change(rotation=90, region=(0.0, 0.5, 1.0, 1.0))
    cameras.there = camera = ToldCamera()
    camera.image[0, 0] = 255  # the top left corner; after a quarter turn clockwise the top right
    eyes = Lookout("auto", SettingsFile(tmp_path / "box.json"), cameras.open)
    eyes.start()
    assert until(lambda: eyes.state == "ready")
    assert eyes.still().shape == (40, 60, 3)
    settings.change(region=(0.0, 0.0, 1.0, 1.0))
    again = Lookout("auto", SettingsFile(tmp_path / "box.json"), cameras.open)
    again.start()
    assert until(lambda: again.state == "ready")
    assert again.still()[0, -1].min() == 255
    eyes.stop()
    again.stop()


@pytest.fixture
def table(tmp_path: Path, cameras: ToldCameras) -> Iterator[Flask]:
    reader = ToldReader(concealed("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s", winning="5s"))
    config = Config(
        data=tmp_path / "data", camera="auto", reader=lambda: reader, limits=False, open_camera=cameras.open
    )
    app = create_app(config)
    yield app
    app.extensions["hule"].box.stop()
    app.extensions["hule"].database.close()


def test_a_phone_photographs_with_the_table_camera(table: Flask, cameras: ToldCameras) -> None:
    cameras.there = ToldCamera()
    phone = Phone(table, "Anna")
    assert until(lambda: phone.get("/api/v1/camera").json["state"] == "ready")
    assert phone.get("/api/v1/camera").json["camera"]["name"] == "told"
    table_id = phone.post("/api/v1/tables", {"name": "One"}).json["id"]
    assert phone.post(f"/api/v1/tables/{table_id}/camera").status_code == 403  # not seated
    phone.put(f"/api/v1/tables/{table_id}/seats/0", {"name": "Anna", "me": True})
    answer = phone.post(f"/api/v1/tables/{table_id}/camera")
    assert answer.status_code == 201 and len(answer.json["tiles"]) == 14
    assert phone.get(f"/api/v1/tables/{table_id}").json["hand"]["id"] == answer.json["id"]


def test_without_a_camera_the_page_says_what_to_do(table: Flask) -> None:
    for lang, words in (("en", "check that it is plugged in"), ("zh", "请检查连线")):
        phone = Phone(table, lang=lang)
        assert until(lambda: phone.get("/api/v1/camera").json["state"] == "failed")  # noqa: B023
        assert words in phone.get("/api/v1/camera").json["problem"]["message"]
        answer = phone.client.get(
            "/api/v1/box/preview.jpg", headers={**phone.headers, "Accept": "application/json"}
        )
        assert words in answer.json["error"]["message"]


def test_setup_looks_tries_and_saves(table: Flask, cameras: ToldCameras) -> None:
    cameras.there = ToldCamera()
    phone = Phone(table)
    assert until(lambda: phone.get("/api/v1/camera").json["state"] == "ready")
    look = phone.get("/api/v1/box/look").json
    assert [remark["code"] for remark in look["remarks"]] == ["too_dark"]
    tried = phone.post("/api/v1/box/test").json
    assert tried["tiles"] == 14
    saved = phone.client.patch("/api/v1/box/settings", json={"rotation": 180}, headers=phone.headers)
    assert saved.json["rotation"] == 180 and saved.json["region"] == [0, 0, 1, 1]
    for wrong in ({"rotation": 45}, {"region": [0, 0, 0.01, 1]}, {"region": [0, 0, 2, 1]}, {"unknown": 1}):
        answer = phone.client.patch("/api/v1/box/settings", json=wrong, headers=phone.headers)
        assert answer.status_code == 422
    assert "setup-page.js" in phone.get("/setup").get_data(as_text=True)


def patch(phone: Phone, facts: dict[str, object]) -> int:
    return phone.client.patch("/api/v1/box/settings", json=facts, headers=phone.headers).status_code


def doors(phone: Phone) -> list[int]:
    """How the set-up, the camera, a trial and a backup answer; 422: let in, and no stick is there."""
    tried = [phone.get("/api/v1/box/look"), phone.post("/api/v1/box/test"), phone.post("/api/v1/box/backup")]
    return [patch(phone, {"rotation": 0}), *(answer.status_code for answer in tried)]


OPEN, SHUT = [200, 200, 200, 422], [403, 403, 403, 403]


def test_with_a_pin_the_box_is_shut_to_strangers(table: Flask, cameras: ToldCameras) -> None:
    cameras.there = ToldCamera()
    owner, stranger = Phone(table), Phone(table)
    assert until(lambda: owner.get("/api/v1/camera").json["state"] == "ready")
    assert doors(stranger) == OPEN
    said = owner.put("/api/v1/box/pin", {"secret": "2468"}).json
    assert (said["pin"], said["let_in"]) == (True, True)
    assert doors(owner) == OPEN and doors(stranger) == SHUT
    assert stranger.get("/api/v1/box/preview.jpg").status_code == 403
    assert stranger.put("/api/v1/box/pin", {"secret": None}).status_code == 403
    assert stranger.post("/api/v1/box/pin", {"secret": "1357"}).json["error"]["code"] == "wrong_secret"
    assert stranger.post("/api/v1/box/pin", {"secret": "2468"}).json["let_in"]
    assert doors(stranger) == OPEN
    owner.put("/api/v1/box/pin", {"secret": "9999"})  # who knew the old one is asked anew
    assert doors(stranger) == SHUT
    owner.put("/api/v1/box/pin", {"secret": None})
    assert doors(stranger) == OPEN


def test_the_pin_is_kept_as_a_digest_and_never_told(table: Flask, tmp_path: Path) -> None:
    phone = Phone(table)
    phone.put("/api/v1/box/pin", {"secret": "2468"})
    stored = SettingsFile(tmp_path / "data" / "box.json").now.pin
    assert stored is not None and "2468" not in stored
    assert stored not in phone.get("/api/v1/box/settings").get_data(as_text=True)
    make_bundle(tmp_path / "help.zip", [], tmp_path / "data")
    with zipfile.ZipFile(tmp_path / "help.zip") as bundle:
        assert stored.encode() not in b"".join(bundle.read(name) for name in bundle.namelist())


def test_while_a_table_with_a_referee_plays_its_pin_opens_the_box(table: Flask, cameras: ToldCameras) -> None:
    cameras.there = ToldCamera()
    referee, player = Phone(table), Phone(table, "Bo")
    assert until(lambda: referee.get("/api/v1/camera").json["state"] == "ready")
    table_id = referee.post("/api/v1/tables", {"name": "One", "pin": "4711"}).json["id"]
    player.put(f"/api/v1/tables/{table_id}/seats/0", {"name": "Bo", "me": True})
    assert doors(referee) == OPEN and doors(player) == SHUT
    assert player.get("/api/v1/box/settings").json["pin_wanted"]
    assert player.post("/api/v1/box/pin", {"secret": "4711"}).status_code == 200
    assert doors(player) == OPEN


def test_a_stranger_with_a_table_of_his_own_does_not_shut_the_players_out(
    table: Flask, cameras: ToldCameras
) -> None:
    cameras.there = ToldCamera()
    player, stranger = Phone(table, "Anna"), Phone(table)
    assert until(lambda: player.get("/api/v1/camera").json["state"] == "ready")
    table_id = player.post("/api/v1/tables", {"name": "One"}).json["id"]
    player.put(f"/api/v1/tables/{table_id}/seats/0", {"name": "Anna", "me": True})
    assert doors(stranger) == SHUT
    stranger.post("/api/v1/tables", {"name": "Two", "pin": "4711"})
    assert doors(player) == OPEN


def test_brightness_reaches_the_camera_now_and_after_it_was_away(table: Flask, cameras: ToldCameras) -> None:
    cameras.there = first = ToldCamera()
    phone = Phone(table)
    assert until(lambda: phone.get("/api/v1/camera").json["state"] == "ready")
    assert phone.get("/api/v1/camera").json["camera"]["adjustable"]
    assert patch(phone, {"exposure": 0.5}) == 200 and first.exposure == 0.5
    assert patch(phone, {"exposure": 3}) == 422
    cameras.there, first.broken = ToldCamera(), True
    phone.get("/api/v1/box/look")
    assert until(lambda: phone.get("/api/v1/camera").json["state"] == "ready")
    assert cameras.there.exposure == 0.5


def test_a_hand_photographed_in_glare_says_so(table: Flask, cameras: ToldCameras) -> None:
    lit = np.full((60, 80, 3), 120, np.uint8)
    cameras.there = ToldCamera(lit)
    phone = Phone(table, "Anna")
    assert until(lambda: phone.get("/api/v1/camera").json["state"] == "ready")
    table_id = phone.post("/api/v1/tables", {"name": "One"}).json["id"]
    phone.put(f"/api/v1/tables/{table_id}/seats/0", {"name": "Anna", "me": True})

    def codes() -> list[str]:
        hand = phone.post(f"/api/v1/tables/{table_id}/camera").json
        return [warning["code"] for warning in hand["photo"]["warnings"]]

    assert "glare" not in codes()
    lit[:] = 255
    assert "glare" in codes()


def test_the_board_shows_the_newest_table(table: Flask) -> None:
    phone = Phone(table)
    assert 'data-table=""' in phone.get("/board").get_data(as_text=True)
    table_id = phone.post("/api/v1/tables", {"name": "One"}).json["id"]
    assert f'data-table="{table_id}"' in phone.get("/board").get_data(as_text=True)
    assert phone.get("/board?table=nosuch").status_code == 404
    assert b"<svg" in phone.get(f"/board.svg?table={table_id}").data


def test_a_stick_that_cannot_be_written_is_told_from_none(
    table: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one formatted as ext4: there, but its files belong to another machine's root."""
    monkeypatch.setattr(stick, "sticks", lambda places: [tmp_path])
    monkeypatch.setattr(stick.os, "access", lambda path, mode: False)
    answer = Phone(table).post("/api/v1/box/backup")
    assert answer.status_code == 422 and answer.json["error"]["code"] == "stick_closed"
    assert "exFAT" in answer.json["error"]["message"]


def test_a_stick_that_is_not_there(table: Flask) -> None:
    answer = Phone(table).post("/api/v1/box/backup")
    assert answer.status_code == 422 and answer.json["error"]["code"] == "no_stick"
