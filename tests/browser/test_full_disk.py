"""A disk that is really full: the page says so, keeps the match, and goes on once there is room."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Server, opened, shoot, sit
from tests.fixtures.eye import concealed
from tests.webui.conftest import picture

RIGHT = concealed("1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m 9m", winning="5m")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """The server's data folder on a disk of its own."""
    folder = tmp_path / "data"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(folder)], check=False)
    if mounted.returncode:
        pytest.skip("a small disk can only be mounted by root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path: Path) -> None:
    with pytest.raises(OSError, match="No space"), path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(512))


def test_a_full_disk_says_so_and_keeps_the_match(
    small_disk: Path, open_phone: Callable[..., Any], told_server: Callable[..., Server], tmp_path: Path
) -> None:
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(picture(1600, 1200))
    server = told_server(RIGHT)
    anna, ben = open_phone("en"), open_phone("zh")
    address = opened(anna, server)
    sit(anna, address, "Anna", 0)
    sit(ben, address, "Ben", 1)

    def win() -> None:
        ben.set_input_files("input[name=camera]", photo)
        ben.locator("[data-key=off-0]").click()
        ben.locator("[data-key=agree]:enabled").click()

    win()
    anna.locator(".seat .sum").filter(has_text="−99").wait_for()
    ballast = small_disk / "ballast"
    fill(ballast)
    ben.set_input_files("input[name=camera]", photo)
    ben.wait_for_selector(".trouble[data-code=disk_full]")
    assert "磁盘" in ben.locator(".trouble").inner_text()
    shoot(ben, "disk-full-zh", full=False)
    assert anna.locator(".seat .sum").all_inner_texts() == ["−99", "115", "−8", "−8"]

    server.stop()  # the plug is pulled and put back, the disk still full
    server.start()
    anna.reload()
    anna.locator(".seat .sum").filter(has_text="−99").wait_for()

    ballast.unlink()
    ben.wait_for_selector("body[data-link=live]")
    win()
    anna.locator(".seat .sum").filter(has_text="−198").wait_for()
