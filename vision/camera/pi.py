"""The Raspberry Pi's cameras through picamera2: a small stream to aim by, stills at full resolution."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from vision.camera.base import PREVIEW_WIDTH, CameraError, Description
from vision.camera.frames import sharpest, shrunk, to_bgr

TIMEOUT = 8.0
"""Seconds without a picture after which the ribbon cable is to blame; switching modes takes up to two."""

PREVIEW_MICROSECONDS = 100_000
"""Ten frames a second."""

BURST = 3
FOCUS_TIMEOUT = 4.0

# libcamera's numbers, from its control_ids
AF_AUTO, AF_CONTINUOUS = 1, 2
AF_RANGE_FULL = 2
AF_SPEED_FAST = 1

# Each frame costs some Python whether anybody looks or not: no more of them than the page shows.
PREVIEW_CONTROLS: dict[str, Any] = {
    "FrameDurationLimits": (PREVIEW_MICROSECONDS, PREVIEW_MICROSECONDS),
    "AeEnable": True,
    "AwbEnable": True,
    "AfMode": AF_CONTINUOUS,
    "AfRange": AF_RANGE_FULL,  # a gooseneck may bring the camera very near
    "AfSpeed": AF_SPEED_FAST,
}
# The lens stays where the focusing before the still has put it.
STILL_CONTROLS: dict[str, Any] = {
    "AeEnable": True,
    "AwbEnable": True,
    "AfMode": AF_AUTO,
    "AfRange": AF_RANGE_FULL,
}


class PiCamera:
    """One of the Pi's cameras, `number` as `rpicam-hello --list-cameras` counts them.

    The preview runs all the time at low resolution; a still switches to the sensor's full resolution and
    back. Streams are taken in whatever pixel format libcamera gives. Raises `CameraError`:
    camera_library_missing, camera_none_found, camera_busy, camera_timeout.
    """

    def __init__(self, number: int = 0) -> None:
        library = _library()
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
            self._start()
        except Exception:
            self.close()
            raise

    def _start(self) -> None:
        width, height = self._camera.sensor_resolution
        small = (PREVIEW_WIDTH, max(2, round(PREVIEW_WIDTH * height / width / 2) * 2))
        self._preview_config = self._camera.create_preview_configuration(
            main={"size": small}, controls=self._offered(PREVIEW_CONTROLS)
        )
        self._still_config = self._camera.create_still_configuration(
            buffer_count=1, controls=self._offered(STILL_CONTROLS)
        )
        self._camera.configure(self._preview_config)
        self._camera.start()

    def _offered(self, controls: dict[str, Any]) -> dict[str, Any]:
        """Of these controls those that the camera has; another one would be refused."""
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}

    def describe(self) -> Description:
        """The sensor's name and its full resolution."""
        width, height = self._camera.sensor_resolution
        adjustable = "ExposureValue" in self._camera.camera_controls
        return Description("picamera2", self._name, width, height, adjustable)

    def adjust(self, exposure: float) -> None:
        """Brighter or darker by so many EV, for the preview at once and for every still."""
        wanted = self._offered({"ExposureValue": exposure})
        with self._lock:
            for config in (self._preview_config, self._still_config):
                config["controls"].update(wanted)
            if wanted:
                self._camera.set_controls(wanted)

    def preview(self) -> np.ndarray:
        """The next frame of the low-resolution stream."""
        with self._lock:
            buffer = self._waited(self._camera.capture_buffer, "main")
            # Some cameras have one size only, whatever is asked for.
            return shrunk(_picture(buffer, self._camera.camera_configuration()["main"]))

    def still(self) -> np.ndarray:
        """The sharpest of a burst at full resolution; the preview goes on afterwards."""
        with self._lock:
            self._focus()
            self._waited(self._camera.switch_mode, self._still_config)
            try:
                setting = self._camera.camera_configuration()["main"]
                burst = [
                    _picture(self._waited(self._camera.capture_buffer, "main"), setting) for _ in range(BURST)
                ]
            finally:
                self._waited(self._camera.switch_mode, self._preview_config)
            return sharpest(burst)

    def close(self) -> None:
        """Stop the streams and give the camera back."""
        camera, self._camera = getattr(self, "_camera", None), None
        if camera is not None:
            camera.close()

    def _focus(self) -> None:
        """Focus where there is a lens to move; a still without it is better than none."""
        if "AfMode" not in self._camera.camera_controls:
            return
        try:
            self._camera.wait(self._camera.autofocus_cycle(wait=False), timeout=FOCUS_TIMEOUT)
        except TimeoutError:
            return

    def _waited(self, call: Any, argument: Any) -> Any:
        """The result of one of picamera2's jobs, or `CameraError` when no frame comes."""
        try:
            return call(argument, wait=TIMEOUT)
        except TimeoutError as error:
            raise CameraError("camera_timeout", seconds=TIMEOUT) from error


def _library() -> Any:
    """The class `Picamera2`; it and libcamera come from the system, not from PyPI."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraError("camera_library_missing", name=error.name or "picamera2") from error
    return Picamera2


def _picture(buffer: np.ndarray, setting: dict[str, Any]) -> np.ndarray:
    flat = np.asarray(buffer, np.uint8).reshape(-1)
    return to_bgr(flat, str(setting["format"]), tuple(setting["size"]), int(setting["stride"]))
