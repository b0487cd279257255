"""The camera's setup page and the board on a screen, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import ROOT, Server, opened, shoot
from tests.browser.test_access import complaints
from tests.fixtures.eye import concealed

HAND = concealed("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s", winning="5s")
PHOTO = ROOT / "examples" / "photos" / "hand.jpg"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_installer_aims_the_camera(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], lang: str
) -> None:
    server = told_server(HAND, camera=f"folder:{PHOTO}")
    page = open_phone(lang)
    page.goto(server.url)
    page.locator(".boxlinks a").first.click()
    image = page.locator(".view img")
    image.wait_for(state="visible")
    page.wait_for_function("() => document.querySelector('.view img').naturalWidth === 640")

    # Drag a frame around the lower half; it is stored.
    box = image.bounding_box()
    with page.expect_response("**/box/settings") as saved:
        page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] - 2, steps=4)
        page.mouse.up()
    left, top, right, bottom = saved.value.json()["region"]
    assert left < 0.05 and 0.45 < top < 0.55 and right > 0.95 and bottom > 0.95
    page.locator(".view .region").wait_for(state="visible")

    page.locator("[data-key=check]").click()
    page.locator(".gauges").wait_for()
    with page.expect_response("**/box/test") as tested:
        page.locator("[data-key=test]").click()
    assert tested.value.json()["tiles"] == 14
    page.locator(".big").wait_for()
    shoot(page, f"setup-{lang}")
    with page.expect_response("**/box/backup"):
        page.locator("[data-key=backup]").click()
    page.locator("[role=alert]").wait_for()  # no stick here, and it says so
    assert complaints(page) == []


def test_a_box_with_a_pin_shows_a_stranger_its_door_only(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    server = told_server(HAND, camera=f"folder:{PHOTO}")
    owner, stranger = open_phone("en"), open_phone("zh")
    owner.goto(server.url + "/setup")
    owner.locator("[data-key=newpin]").fill("2468")
    owner.locator("[data-key=setpin]").click()
    owner.get_by_text("This box has a PIN.").first.wait_for()
    owner.locator("[data-key=check]").click()  # who has set it is not asked
    owner.locator(".gauges").wait_for()

    stranger.goto(server.url + "/setup")
    stranger.locator("[data-key=pin]").fill("1357")
    stranger.locator("[data-key=give]").click()
    stranger.locator("[role=alert]").wait_for()
    assert stranger.locator(".view, [data-key=backup]").count() == 0
    shoot(stranger, "setup-door")
    stranger.locator("[data-key=pin]").fill("2468")
    stranger.locator("[data-key=give]").click()
    stranger.locator("[data-key=backup]").wait_for()
    stranger.locator(".view img").wait_for(state="visible")
    assert complaints(stranger) == []


def test_the_preview_shows_a_camera_that_comes_later(
    open_phone: Callable[..., Any], told_server: Callable[..., Server], tmp_path: Path
) -> None:
    folder = tmp_path / "camera"
    folder.mkdir()
    server = told_server(HAND, camera=f"folder:{folder}")
    page = open_phone("en")
    page.goto(server.url + "/setup")
    page.locator(".view .waiting").filter(has_text="there are no pictures in").wait_for()
    (folder / "1.jpg").write_bytes(PHOTO.read_bytes())
    page.locator(".view img").wait_for(state="visible")


def test_the_board_follows_the_table(
    open_phone: Callable[..., Any], told_server: Callable[..., Server]
) -> None:
    server = told_server(HAND)
    board = open_phone("zh", "dark", viewport={"width": 1280, "height": 720}, device_scale_factor=1)
    board.goto(server.url + "/board")
    board.locator(".title").wait_for()
    phone = open_phone("en")
    opened(phone, server, name="三号桌")
    phone.locator(".join input").fill("Anna")
    phone.locator("[data-key=join-0]").click()
    board.locator(".player").filter(has_text="Anna").wait_for()  # it found the new table by itself
    assert board.locator(".player").count() == 4
    shoot(board, "board", full=False)
    assert complaints(board) == []
