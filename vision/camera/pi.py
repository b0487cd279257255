"""The Raspberry Pi's cameras through picamera2: stills at full resolution beside a small stream to aim by."""

from __future__ import annotations

import logging
import threading
from typing import Any

import numpy as np

from vision.camera.base import PREVIEW_WIDTH, CameraError, Description
from vision.camera.frames import sharpness, shrunk, to_bgr, to_grey

TIMEOUT = 8.0
"""Seconds without a picture after which the ribbon cable is to blame; starting takes up to two."""

PREVIEW_MICROSECONDS = 100_000
"""Ten frames a second."""

BURST = 3
FOCUS_TIMEOUT = 4.0

MOST_PIXELS = 16_500_000
"""Of a still. Sensors of 64 megapixels give a quarter of that: all of it would be two frames a second."""

BUFFERS = 2
"""Frames of full size that the camera holds: one being filled, one waiting. 18 MB each at 12 megapixels."""

# libcamera's numbers, from its control_ids
AF_AUTO, AF_CONTINUOUS = 1, 2
AF_RANGE_FULL = 2
AF_SPEED_FAST = 1
DENOISE_FAST = 1

# Each frame costs some Python whether anybody looks or not: no more of them than the page shows.
CONTROLS: dict[str, Any] = {
    "FrameDurationLimits": (PREVIEW_MICROSECONDS, PREVIEW_MICROSECONDS),
    "AeEnable": True,
    "AwbEnable": True,
    "AfMode": AF_CONTINUOUS,
    "AfRange": AF_RANGE_FULL,  # a gooseneck may bring the camera very near
    "AfSpeed": AF_SPEED_FAST,
    "NoiseReductionMode": DENOISE_FAST,  # the better one is too slow for a preview
}

# What picamera2 raises when a camera does not give what is asked for, or memory does not suffice.
REFUSED = (RuntimeError, IndexError, ValueError, OSError)

log = logging.getLogger(__name__)


class PiCamera:
    """One of the Pi's cameras, `number` as `rpicam-hello --list-cameras` counts them.

    One configuration gives both: `main` at full resolution and `lores` to aim by, so a still is the next
    frame and the preview never stops. A camera that has no second stream switches between two
    configurations; `describe().switches` says so. Streams are taken in whatever pixel format libcamera
    gives. Raises `CameraError`: camera_library_missing, camera_none_found, camera_busy, camera_timeout.
    """

    def __init__(self, number: int = 0) -> None:
        library, colours = _library()
        cameras = library.global_camera_info()
        if number >= len(cameras):
            raise CameraError("camera_none_found", source=f"picamera2:{number}")
        self._lock = threading.Lock()
        try:
            self._camera: Any = library(number)
        except (RuntimeError, IndexError) as error:  # libcamera: "Failed to acquire camera", "already in use"
            raise CameraError("camera_busy", source=f"picamera2:{number}") from error
        self._name = str(cameras[number].get("Model", "camera"))
        try:
            self._configure(colours)
            self._camera.start()
        except Exception:
            self.close()
            raise

    def _configure(self, colours: Any) -> None:
        width, height = _size_of_stills(*self._camera.sensor_resolution)
        small = (min(PREVIEW_WIDTH, width), max(2, round(min(PREVIEW_WIDTH, width) * height / width / 2) * 2))
        self._controls = self._offered(CONTROLS)
        common = {
            "raw": None,
            "queue": False,  # a frame that was taken before it was asked for is no use
            "colour_space": colours,
            # The sensor in one mode whatever the size, else the preview might show less of the table.
            "sensor": {"output_size": (width, height)},
        }
        full = {"size": (width, height), "format": "YUV420"}  # half the memory of RGB
        create = self._camera.create_still_configuration
        self._aiming: dict[str, Any] | None = None
        try:
            self._still = create(
                main=full, lores={"size": small, "format": "YUV420"}, buffer_count=BUFFERS,
                controls=self._controls, **common
            )  # fmt: skip
            self._camera.configure(self._still)
        except REFUSED as error:
            log.info("the camera gives one stream at a time: %s", error)
            still = self._controls | self._offered({"AfMode": AF_AUTO})  # the lens stays where it was put
            self._still = create(main=full, buffer_count=1, controls=still, **common)
            self._camera.configure(self._still)
            self._aiming = create(
                main={"size": small}, buffer_count=BUFFERS, controls=self._controls, **common
            )
        width, height = self._setting("main")["size"]  # what the camera made of it
        self._size = width, height
        if self._aiming is not None:
            self._camera.configure(self._aiming)

    def _offered(self, controls: dict[str, Any]) -> dict[str, Any]:
        """Of these controls those that the camera has; another one would be refused."""
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}

    def _setting(self, stream: str) -> dict[str, Any]:
        """What the camera made of what was asked of it: format, size and stride."""
        setting: dict[str, Any] = self._camera.camera_configuration()[stream]
        return setting

    def describe(self) -> Description:
        """The sensor's name and the size of its stills."""
        adjustable = "ExposureValue" in self._camera.camera_controls
        return Description("picamera2", self._name, *self._size, adjustable, self._aiming is not None)

    def adjust(self, exposure: float) -> None:
        """Brighter or darker by so many EV, for the preview at once and for every still."""
        wanted = self._offered({"ExposureValue": exposure})
        with self._lock:
            self._controls.update(wanted)
            for config in (self._still, self._aiming):
                if config is not None:
                    config["controls"].update(wanted)
            if wanted:
                self._camera.set_controls(wanted)

    def preview(self) -> np.ndarray:
        """The next frame of the low-resolution stream."""
        with self._lock:
            self._wake()
            # Some cameras have one size only, whatever is asked for.
            stream = "lores" if self._aiming is None else "main"
            return shrunk(to_bgr(self._buffer(stream), *_form(self._setting(stream))))

    def still(self) -> np.ndarray:
        """The sharpest of a burst at full resolution; the preview goes on."""
        with self._lock:
            self._wake()
            self._focus()
            if self._aiming is not None:
                self._waited(self._camera.switch_mode, self._still)
            try:
                form = _form(self._setting("main"))
                # One by one, as the camera gives them: of twelve megapixels two fit where four would not.
                best = max(
                    (self._buffer("main") for _ in range(BURST)),
                    key=lambda buffer: sharpness(to_grey(buffer, *form)),
                )
            finally:
                if self._aiming is not None:
                    self._waited(self._camera.switch_mode, self._aiming)
                elif "AfMode" in self._controls:
                    self._camera.set_controls({"AfMode": AF_CONTINUOUS})
            return to_bgr(best, *form)

    def rest(self) -> None:
        """Stop the streams; the next preview or still starts them again."""
        with self._lock:
            if self._camera is not None and self._camera.started:
                self._camera.stop()

    def close(self) -> None:
        """Stop the streams and give the camera back."""
        camera, self._camera = getattr(self, "_camera", None), None
        if camera is not None:
            camera.close()

    def _wake(self) -> None:
        if not self._camera.started:
            self._camera.set_controls(self._controls)
            self._camera.start()

    def _focus(self) -> None:
        """Focus where a lens can be moved; it then stays there. A still without is better than none."""
        if "AfMode" not in self._camera.camera_controls:
            return
        try:
            self._camera.wait(self._camera.autofocus_cycle(wait=False), timeout=FOCUS_TIMEOUT)
        except TimeoutError:
            self._camera.cancel_all_and_flush()  # else what is asked next waits behind it

    def _buffer(self, stream: str) -> np.ndarray:
        """The bytes of the next frame."""
        return np.asarray(self._waited(self._camera.capture_buffer, stream), np.uint8).reshape(-1)

    def _waited(self, call: Any, argument: Any) -> Any:
        """The result of one of picamera2's jobs, or `CameraError` when no frame comes."""
        try:
            return call(argument, wait=TIMEOUT)
        except TimeoutError as error:
            raise CameraError("camera_timeout", seconds=TIMEOUT) from error


def _library() -> tuple[Any, Any]:
    """The class `Picamera2`, and the colours that OpenCV takes YUV for (BT.601, not the full range).

    It and libcamera come from the system, not from PyPI.
    """
    try:
        from libcamera import ColorSpace
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraError("camera_library_missing", name=error.name or "picamera2") from error
    return Picamera2, ColorSpace.Smpte170m()


def _size_of_stills(width: int, height: int) -> tuple[int, int]:
    """The sensor's, or what its pixels give two by two.

    >>> _size_of_stills(4608, 2592), _size_of_stills(9152, 6944)
    ((4608, 2592), (4576, 3472))
    """
    while width * height > MOST_PIXELS:
        width, height = width // 4 * 2, height // 4 * 2
    return width, height


def _form(setting: dict[str, Any]) -> tuple[str, tuple[int, int], int]:
    width, height = setting["size"]
    return str(setting["format"]), (width, height), int(setting["stride"])
