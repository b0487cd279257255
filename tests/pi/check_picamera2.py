"""The real picamera2 under unmodified product code. Run by test-camera.sh, inside a Debian with libcamera.

Not named test_*, so that an ordinary test run leaves it alone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

import tests.pi.virtualcam  # noqa: F401  (before anything imports picamera2)
from scorer import Situation
from vision import Reader, images
from vision.camera import Camera, CameraError, open_camera
from vision.camera.look import settle

PHOTO = Path("/cam/hand.jpg")
REST = float(os.environ.get("REST_SECONDS", 5))


@pytest.fixture
def camera() -> Iterator[Camera]:
    opened = open_camera("auto")
    assert opened is not None
    yield opened
    opened.close()


def test_auto_finds_it_and_says_so(camera: Camera) -> None:
    said = camera.describe()
    real = images.read(PHOTO)
    assert (said.kind, said.width, said.height) == ("picamera2", real.width, real.height)
    assert said.name and not said.switches


def test_the_preview_is_small_and_quick(camera: Camera) -> None:
    camera.preview()
    began = time.monotonic()
    shapes = {camera.preview().shape for _ in range(10)}
    seconds = (time.monotonic() - began) / 10
    print(f"preview: {1 / seconds:.1f} frames a second, {shapes}")
    assert all(shape[1] <= 700 for shape in shapes) and seconds < 0.2
    streams = camera._camera.camera_configuration()
    assert streams["lores"]["size"][0] == 640 and streams["main"]["size"] == camera._size


def test_a_still_is_the_scene_at_full_resolution(camera: Camera) -> None:
    still, real = camera.still(), images.read(PHOTO).array
    assert still.shape == real.shape
    # NV12 halves the colours, and its range of luma is another: 12 of 255 on average.
    assert np.abs(still.astype(int) - real.astype(int)).mean() < 20


def test_the_preview_goes_on_after_a_still(camera: Camera) -> None:
    before, configured = camera.preview().shape, camera._camera.configure_count
    for _ in range(3):
        camera.still()
        assert camera.preview().shape == before
    assert camera._camera.configure_count == configured  # not even for a moment


def test_preview_and_still_show_the_same(camera: Camera) -> None:
    small, still = camera.preview(), camera.still()
    again = cv2.resize(still, small.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - again.astype(int)).mean() < 6


def test_a_camera_without_a_second_stream_switches_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from picamera2 import Picamera2

    configure = Picamera2.configure

    def one_stream(self: Picamera2, config: dict) -> None:
        if config["lores"]:
            raise RuntimeError("Invalid camera configuration")
        configure(self, config)

    monkeypatch.setattr(Picamera2, "configure", one_stream)
    opened = open_camera("picamera2")
    assert opened is not None and opened.describe().switches
    for _ in range(2):
        assert opened.preview().shape[1] == 640
        assert opened.still().shape == images.read(PHOTO).array.shape
    opened.close()


def test_nobody_looks_and_it_costs_nothing(camera: Camera) -> None:
    """Processor time of all threads of this process, libcamera's too."""
    camera.preview()
    costs = {}
    for name, seconds in (("running", 5.0), ("resting", REST)):
        began = time.process_time()
        time.sleep(seconds)
        costs[name] = (time.process_time() - began) / seconds
        camera.rest()
    print(f"open, nobody looks: {', '.join(f'{name} {100 * cost:.2f} %' for name, cost in costs.items())}")
    assert costs["resting"] < 0.02
    began = time.monotonic()
    assert camera.preview().any()
    print(f"the first frame after a rest: {time.monotonic() - began:.2f} s")


def test_a_quiet_scene_settles(camera: Camera) -> None:
    assert settle(camera)


def test_the_tiles_and_the_fans_are_those_of_the_photograph(camera: Camera) -> None:
    from terminal.verdict import judge

    reader = Reader()
    wanted = [tile.read_as for tile in reader.read(PHOTO).tiles]
    began = time.monotonic()
    still = camera.still()
    taken = time.monotonic()
    reading = reader.read(images.Photo(still, still.shape[1], still.shape[0]))
    read = time.monotonic()
    verdict = judge(reading.tiles, Situation(), "mcr")
    done = time.monotonic()
    print(f"still {taken - began:.2f} s, reading {read - taken:.2f} s, fans {1000 * (done - read):.1f} ms")
    assert [tile.read_as for tile in reading.tiles] == wanted
    assert verdict.error is None and verdict.ranked


def test_a_camera_in_use_says_so(camera: Camera) -> None:
    with pytest.raises(CameraError) as caught:
        open_camera("picamera2")
    assert caught.value.code == "camera_busy"
    assert "close that first" in caught.value.message("en")


def test_a_number_that_is_not_there() -> None:
    with pytest.raises(CameraError) as caught:
        open_camera("picamera2:7")
    assert caught.value.code == "camera_none_found"


def test_it_can_be_closed_and_opened_again() -> None:
    for _ in range(3):
        opened = open_camera("picamera2:0")
        assert opened is not None and opened.preview().any()
        opened.close()
        opened.close()
