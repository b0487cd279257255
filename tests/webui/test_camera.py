"""The camera over the table, here a folder of pictures."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image

from tests.fixtures.eye import ToldReader, concealed
from tests.webui.conftest import Phone, picture
from webui import Config, create_app


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "1.jpg").write_bytes(picture(1600, 1200))
    return folder


@pytest.fixture
def camera_app(tmp_path: Path, pictures: Path) -> Iterator[Flask]:
    config = Config(
        data=tmp_path / "data",
        camera=f"folder:{pictures}",
        limits=False,
        reader=lambda: ToldReader(concealed("1m 2m 3m")),
    )
    app = create_app(config)
    yield app
    app.extensions["hule"].box.stop()
    app.extensions["hule"].database.close()


def seated(app: Flask, name: str) -> tuple[Phone, str]:
    phone = Phone(app, name)
    table = phone.post("/api/v1/tables", {"name": ""}).json["id"]
    phone.put(f"/api/v1/tables/{table}/seats/0", {"name": name})
    return phone, table


def test_a_player_looks_through_the_camera_and_photographs(camera_app: Flask) -> None:
    anna, table = seated(camera_app, "Anna")
    frame = anna.get(f"/api/v1/tables/{table}/camera.jpg")
    assert frame.mimetype == "image/jpeg" and "no-store" in frame.headers["Cache-Control"]
    assert Image.open(io.BytesIO(frame.data)).width <= 800
    hand = anna.post(f"/api/v1/tables/{table}/camera").json
    assert (hand["photo"]["width"], hand["hand"]) == (1600, "1m2m3m")
    assert anna.get(f"/api/v1/tables/{table}").json["hand"]["id"] == hand["id"]


def test_who_watches_may_not_look_at_the_hands(camera_app: Flask) -> None:
    _, table = seated(camera_app, "Anna")
    carl = Phone(camera_app, "Carl")
    assert carl.get(f"/api/v1/tables/{table}/camera.jpg").status_code == 403
    assert carl.post(f"/api/v1/tables/{table}/camera").status_code == 403


def test_a_camera_that_is_gone_says_what_to_do_and_is_found_again(
    camera_app: Flask, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.box.lookout.RETRY_SECONDS", 0.05)
    anna, table = seated(camera_app, "Anna")
    content = (pictures / "1.jpg").read_bytes()
    (pictures / "1.jpg").unlink()
    gone = anna.get(f"/api/v1/tables/{table}/camera.jpg")
    assert (gone.status_code, gone.json["error"]["code"]) == (503, "camera_folder_empty")
    assert anna.get("/api/v1/camera").json["problem"]["message"]
    assert anna.post("/api/v1/hands", {"hand": "1m", "table": table}).status_code == 201
    (pictures / "1.jpg").write_bytes(content)
    ends = time.monotonic() + 5
    while anna.get("/api/v1/camera").json["state"] != "ready" and time.monotonic() < ends:
        time.sleep(0.05)
    assert anna.get(f"/api/v1/tables/{table}/camera.jpg").status_code == 200


def test_without_a_camera_the_page_offers_none(app: Flask) -> None:
    anna, table = seated(app, "Anna")
    assert anna.get("/api/v1/camera").json == {
        "there": False, "state": "none", "camera": None, "problem": None,
    }  # fmt: skip
    assert 'data-camera="false"' in anna.get(f"/t/{table}").get_data(as_text=True)
    assert anna.post(f"/api/v1/tables/{table}/camera").json["error"]["code"] == "no_camera"
