"""Cameras give upright BGR pictures whatever they are, and say what is wrong in words."""

import itertools
import sys
import types
from concurrent.futures import TimeoutError as LateError
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.camera.pi
from vision.camera import CameraError, open_camera
from vision.camera.frames import sharpest, sharpness, to_bgr, to_grey
from vision.camera.pi import PiCamera


def scene(width: int = 64, height: int = 48) -> np.ndarray:
    """Blue on the left, green in the middle, red on the right."""
    image = np.zeros((height, width, 3), np.uint8)
    third = width // 3
    image[:, :third, 0] = image[:, third : 2 * third, 1] = image[:, 2 * third :, 2] = 200
    return image


def buffer_of(image: np.ndarray, form: str, padding: int) -> tuple[np.ndarray, int]:
    """A camera's buffer of this picture in a pixel format, with padded rows, and its stride."""
    height, width = image.shape[:2]
    if form in ("NV12", "YUV420"):
        planes = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
        luma, chroma = planes[:height], planes[height:].reshape(2, height // 2, width // 2)
        if form == "NV12":
            chroma = np.stack([chroma[0], chroma[1]], axis=2).reshape(height // 2, width)
            padded = [np.pad(luma, ((0, 0), (0, padding))), np.pad(chroma, ((0, 0), (0, padding)))]
        else:
            chroma = chroma.reshape(height, width // 2)
            padded = [np.pad(luma, ((0, 0), (0, padding))), np.pad(chroma, ((0, 0), (0, padding // 2)))]
        return np.concatenate([p.reshape(-1) for p in padded]), width + padding
    code = {"RGB888": None, "BGR888": cv2.COLOR_BGR2RGB, "XRGB8888": cv2.COLOR_BGR2BGRA}
    packed = image if code[form] is None else cv2.cvtColor(image, code[form])
    rows = packed.reshape(height, -1)
    return np.pad(rows, ((0, 0), (0, padding))).reshape(-1), rows.shape[1] + padding


@pytest.mark.parametrize("padding", [0, 32])
@pytest.mark.parametrize("form", ["RGB888", "BGR888", "XRGB8888", "NV12", "YUV420"])
def test_every_stream_format_gives_the_same_picture(form: str, padding: int) -> None:
    image = scene()
    buffer, stride = buffer_of(image, form, padding)
    got = to_bgr(buffer, form, (64, 48), stride)
    assert got.shape == image.shape
    assert np.abs(got.astype(int) - image).mean() < 6
    grey = to_grey(buffer, form, (64, 48), stride)
    assert grey.shape == (48, 64) and grey[:, 10].mean() < grey[:, 60].mean() < grey[:, 32].mean()


def test_unknown_formats_and_short_buffers_are_refused() -> None:
    with pytest.raises(ValueError):
        to_bgr(np.zeros(100, np.uint8), "SRGGB10_CSI2P", (64, 48), 80)
    with pytest.raises(ValueError):
        to_bgr(np.zeros(100, np.uint8), "RGB888", (64, 48), 192)


def test_the_sharpest_of_a_burst_is_taken() -> None:
    rng = np.random.default_rng(0)
    sharp = rng.integers(0, 255, (60, 80, 3), np.uint8)
    burst = [cv2.GaussianBlur(sharp, (5, 5), 0), sharp, cv2.GaussianBlur(sharp, (9, 9), 0)]
    assert sharpest(burst) is sharp
    assert max(burst, key=lambda image: sharpness(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))) is sharp


def test_a_folder_gives_its_pictures_in_turn_and_new_ones_too(tmp_path: Path) -> None:
    for name, level in (("a.png", 10), ("b.png", 20)):
        cv2.imwrite(str(tmp_path / name), np.full((40, 900, 3), level, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    camera = open_camera(f"folder:{tmp_path}")
    assert camera is not None
    assert camera.describe().width == 900
    assert camera.preview().shape == (28, 640, 3)
    assert [int(camera.still()[0, 0, 0]) for _ in range(3)] == [10, 20, 10]
    cv2.imwrite(str(tmp_path / "c.png"), np.full((40, 90, 3), 30, np.uint8))
    assert [int(camera.still()[0, 0, 0]) for _ in range(2)] == [20, 30]


def code_of(spec: str) -> str:
    with pytest.raises(CameraError) as caught:
        open_camera(spec)
    assert "{" not in caught.value.message("zh") + caught.value.message("en")
    return caught.value.code


def test_what_is_wrong_with_a_camera_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert code_of(f"folder:{tmp_path}") == "camera_folder_empty"
    assert code_of("telescope") == "camera_unknown"
    assert code_of("usb:x") == "camera_unknown"
    assert code_of("usb:99") == "camera_none_found"
    assert code_of("picamera2") == "camera_library_missing"
    assert open_camera("none") is None


class StandIn:
    """Picamera2 as far as Hule calls it, over buffers in NV12, which picamera2 itself cannot convert."""

    sensor_resolution = (128, 96)
    camera_controls = types.MappingProxyType(
        dict.fromkeys(("AfMode", "AeEnable", "ExposureValue", "FrameDurationLimits"))
    )
    silent = False
    streams = 2
    largest = 10**9  # pixels of which it can hold as many as it is asked for

    def __init__(self, number: int) -> None:
        self.modes: list[tuple[int, int]] = []
        self.taken: list[tuple[tuple[int, int], dict[str, object]]] = []  # size and controls of each frame
        self.jobs: list[str] = []
        self.closed = self.started = False
        self.set: dict[str, object] = {}

    @staticmethod
    def global_camera_info() -> list[dict[str, object]]:
        return [{"Model": "imx708", "Num": 0}]

    def create_still_configuration(self, main: dict, controls: dict, **more: object) -> dict:
        assert set(controls) <= set(self.camera_controls)
        assert more["raw"] is None and more["colour_space"] == "BT.601" and not more["queue"]
        streams = {"main": main, "lores": more.get("lores")}
        return {**streams, "controls": dict(controls), "buffer_count": more["buffer_count"]}

    def configure(self, config: dict) -> None:
        assert not self.started  # the real one refuses
        assert set(config["controls"]) <= set(self.camera_controls)
        if self.streams == 1 and config["lores"]:
            raise IndexError("vector::_M_range_check")
        if config["main"]["size"][0] * config["main"]["size"][1] * config["buffer_count"] > self.largest:
            raise OSError(12, "Cannot allocate memory")
        self.config, self.set = config, dict(config["controls"])
        self.modes.append(config["main"]["size"])

    def switch_mode(self, config: dict, wait: float) -> None:
        self.stop()
        self.configure(config)
        self.start()

    def start(self) -> None:
        self.started = True

    def stop(self) -> None:
        self.started = False

    def set_controls(self, controls: dict) -> None:
        self.set |= controls

    def autofocus_cycle(self, wait: bool) -> str:
        self.set["AfMode"] = 1
        self.jobs.append("focus")
        return "focus"

    def wait(self, job: str, timeout: float) -> bool:
        self.jobs.remove(job)
        return True

    def cancel_all_and_flush(self) -> None:
        self.jobs.clear()

    def camera_configuration(self) -> dict:
        return {
            name: stream and {"size": stream["size"], "format": "NV12", "stride": stream["size"][0]}
            for name, stream in self.config.items()
            if name in ("main", "lores")
        }

    def capture_buffer(self, name: str, wait: float) -> np.ndarray:
        if self.silent or self.jobs:
            raise LateError
        assert self.started
        size = self.config[name]["size"]
        self.taken.append((size, dict(self.set)))
        return buffer_of(scene(*size), "NV12", 0)[0]

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> type[StandIn]:
    stand_in = type("Picamera2", (StandIn,), {})
    colours = types.SimpleNamespace(Smpte170m=lambda: "BT.601")
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=stand_in))
    monkeypatch.setitem(sys.modules, "libcamera", types.SimpleNamespace(ColorSpace=colours))
    return stand_in


def pi_camera() -> PiCamera:
    opened = open_camera("picamera2")
    assert isinstance(opened, PiCamera)
    return opened


FULL, SMALL = (128, 96), (96, 72)


@pytest.fixture
def small_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision.camera.pi, "PREVIEW_WIDTH", SMALL[0])


@pytest.mark.usefixtures("small_preview")
def test_the_pi_camera_gives_preview_and_still_from_one_configuration(pi: type[StandIn]) -> None:
    camera = open_camera("auto")
    assert camera is not None
    said = camera.describe()
    assert (said.kind, said.name, said.width, said.switches) == ("picamera2", "imx708", 128, False)
    assert camera.preview().shape == (72, 96, 3)
    still = camera.still()
    assert still.shape == (96, 128, 3)
    assert [int(still[48, x].argmax()) for x in (10, 64, 110)] == [0, 1, 2]
    assert camera.preview().shape == (72, 96, 3)
    assert camera._camera.modes == [FULL]
    camera.close()
    camera.close()


@pytest.mark.usefixtures("small_preview")
@pytest.mark.parametrize(("lacking", "value"), [("streams", 1), ("largest", 2 * 96 * 72)])
def test_a_camera_that_cannot_give_both_switches_and_says_so(
    pi: type[StandIn], monkeypatch: pytest.MonkeyPatch, lacking: str, value: int
) -> None:
    monkeypatch.setattr(pi, lacking, value)
    camera = pi_camera()
    said = camera.describe()
    assert (said.width, said.height, said.switches) == (128, 96, True)
    assert [look().shape for look in (camera.preview, camera.still, camera.preview)] == [
        (72, 96, 3),
        (96, 128, 3),
        (72, 96, 3),
    ]
    assert camera._camera.modes[-3:] == [SMALL, FULL, SMALL]


@pytest.mark.parametrize("streams", [1, 2])
def test_focus_follows_the_preview_and_stands_still_for_a_still(
    pi: type[StandIn], monkeypatch: pytest.MonkeyPatch, streams: int
) -> None:
    monkeypatch.setattr(pi, "streams", streams)
    camera = pi_camera()
    for look in (camera.preview, camera.still, camera.preview):
        look()
    continuous, auto = 2, 1  # libcamera's AfModeEnum
    taken = [controls["AfMode"] for _, controls in camera._camera.taken]
    assert taken == [continuous, auto, auto, auto, continuous]


def test_a_lens_that_finds_no_focus_does_not_keep_the_photograph(
    pi: type[StandIn], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(self: StandIn, job: str, timeout: float) -> bool:
        raise LateError

    monkeypatch.setattr(pi, "wait", late)
    camera = pi_camera()
    assert camera.still().shape == (96, 128, 3)
    assert camera.preview().any()


@pytest.mark.parametrize("streams", [1, 2])
def test_brightness_stays_through_stills_and_rests(
    pi: type[StandIn], monkeypatch: pytest.MonkeyPatch, streams: int
) -> None:
    monkeypatch.setattr(pi, "streams", streams)
    camera = pi_camera()
    assert camera.describe().adjustable
    camera.adjust(0.5)
    for look in (camera.preview, camera.still, camera.preview):
        look()
        camera.rest()
    assert {controls["ExposureValue"] for _, controls in camera._camera.taken} == {0.5}


def test_a_resting_camera_is_stopped_and_starts_by_itself(pi: type[StandIn]) -> None:
    camera = pi_camera()
    for look in (camera.preview, camera.still):
        camera.rest()
        camera.rest()
        assert not camera._camera.started
        assert look().any() and camera._camera.started
    camera.close()
    camera.rest()


def test_a_camera_is_asked_for_nothing_that_it_lacks(
    pi: type[StandIn], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pi, "camera_controls", {})
    camera = pi_camera()
    assert not camera.describe().adjustable
    camera.adjust(1.0)
    assert camera.still().shape == (96, 128, 3)
    assert all(controls == {} for _, controls in camera._camera.taken)


def test_a_loose_ribbon_and_a_busy_camera_are_told_apart(
    pi: type[StandIn], monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = open_camera("picamera2")
    assert camera is not None
    monkeypatch.setattr(pi, "silent", True)
    for call in (camera.preview, camera.still):
        with pytest.raises(CameraError) as caught:
            call()
        assert caught.value.code == "camera_timeout"

    def busy(self: StandIn, number: int) -> None:
        raise RuntimeError("Failed to acquire camera: Device or resource busy")

    monkeypatch.setattr(pi, "__init__", busy)
    assert code_of("picamera2") == "camera_busy"
    assert code_of("picamera2:3") == "camera_none_found"


def test_a_stream_is_read_through_opencv(tmp_path: Path) -> None:
    """A short Motion JPEG film stands for a network stream: OpenCV reads both alike."""
    from vision.camera.opencv import OpenCvCamera

    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    if not writer.isOpened():
        pytest.skip("this OpenCV writes no films")
    for _ in range(12):
        writer.write(scene())
    writer.release()
    camera = OpenCvCamera(str(path))
    assert camera.describe().kind == "stream"
    assert camera.preview().shape == (48, 64, 3)
    assert np.abs(camera.still().astype(int) - scene()).mean() < 12
    with pytest.raises(CameraError) as caught:
        for _ in itertools.count():
            camera.preview()
    assert caught.value.code == "camera_lost"


def test_auto_takes_the_usb_camera_and_none_of_the_codecs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.camera import choose

    monkeypatch.setattr(choose, "V4L", tmp_path / "v4l")
    for name, device, index in (
        ("video10", "platform/bcm2835-codec", "0"),
        ("video3", "platform/usb1/1-1/1-1:1.0", "1"),
        ("video2", "platform/usb1/1-1/1-1:1.0", "0"),
    ):
        (tmp_path / device).mkdir(parents=True, exist_ok=True)
        (tmp_path / "v4l" / name).mkdir(parents=True)
        (tmp_path / "v4l" / name / "device").symlink_to(tmp_path / device)
        (tmp_path / "v4l" / name / "index").write_text(index)
    assert choose.usb_numbers() == [2]


def test_settling_waits_for_a_hand_to_leave() -> None:
    from vision.camera.look import settle

    class Moving:
        """Something moves in the first five frames."""

        frames = 0

        def preview(self) -> np.ndarray:
            self.frames += 1
            image = scene()
            if self.frames <= 5:
                image[:, (self.frames * 12) % 64 :] = 255
            return image

    moving = Moving()
    assert settle(moving, seconds=2.0, sleep=lambda _: None)
    assert 7 <= moving.frames <= 10


def test_a_scene_that_never_rests_is_photographed_anyway() -> None:
    from vision.camera.look import settle

    class Flickering:
        frames = 0

        def preview(self) -> np.ndarray:
            self.frames += 1
            return np.full((48, 64, 3), 80 * (self.frames % 2), np.uint8)

    assert not settle(Flickering(), seconds=0.3, sleep=lambda _: None)


def test_darkness_blur_and_glare_are_told_apart() -> None:
    from vision.camera.look import look_at

    rng = np.random.default_rng(1)
    good = cv2.resize(rng.integers(40, 220, (120, 160, 3), np.uint8), (640, 480))
    glaring = good.copy()
    glaring[100:250, 200:400] = 255
    assert look_at(good).remarks == []
    assert look_at(good // 8).remarks == ["too_dark"]
    assert look_at(cv2.GaussianBlur(good, (0, 0), 12)).remarks == ["blurred"]
    assert look_at(glaring).remarks == ["glare"]


def test_glare_counts_where_it_hides_a_tile() -> None:
    from vision.camera.look import remarks_on

    rng = np.random.default_rng(1)
    scene = cv2.resize(rng.integers(40, 220, (120, 160, 3), np.uint8), (640, 480))
    tiles = np.array(
        [[[x, 200], [x + 60, 200], [x + 60, 280], [x, 280]] for x in (100, 160, 220)], np.float32
    )
    beside, on, speck = scene.copy(), scene.copy(), scene.copy()
    beside[300:450, 200:500] = 255
    on[200:250, 170:215] = 255
    speck[200:206, 170:176] = 255
    assert remarks_on(scene, tiles) == []
    assert remarks_on(beside, tiles) == []
    assert remarks_on(speck, tiles) == []
    assert remarks_on(on, tiles) == ["glare"]
    assert remarks_on(cv2.GaussianBlur(scene, (0, 0), 12), tiles[:0]) == ["blurred"]  # why no tile was found
