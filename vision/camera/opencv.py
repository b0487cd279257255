"""USB cameras and network streams (MJPEG over HTTP, RTSP) through OpenCV."""

from __future__ import annotations

import threading
import time

import cv2
import numpy as np

from vision.camera.base import CameraError, Description
from vision.camera.frames import sharpest, shrunk

BURST = 4
"""Pictures of which the sharpest is taken."""

SETTLE = 0.5
"""Seconds that a USB camera takes to settle its exposure after it was opened."""

MOST_KEPT = 5
"""V4L2 keeps four frames."""

IDLE_SECONDS = 2.0

NEW_SECONDS = 0.008
"""A frame that had to be waited for is new; at 60 frames a second that takes 17 ms."""

LARGEST = (4096, 3072)
"""What is asked for; the driver gives the nearest that the camera has."""


class OpenCvCamera:
    """A camera by its number (0 is `/dev/video0`) or a stream by its address.

    Raises `CameraError`: camera_none_found, camera_busy (it is there but gives no picture), camera_lost.
    """

    def __init__(self, source: int | str) -> None:
        self._source = source
        self._lock = threading.Lock()
        self._last = time.monotonic()
        self._capture = cv2.VideoCapture(source)
        if not self._capture.isOpened():
            raise CameraError("camera_none_found", source=str(source))
        if isinstance(source, int):
            # Many cameras give their full size only as MJPEG: uncompressed, USB 2 is too slow for it.
            self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, LARGEST[0])
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, LARGEST[1])
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        began = time.monotonic()
        first = self._read("camera_busy")
        while isinstance(source, int) and time.monotonic() - began < SETTLE:
            first = self._read("camera_busy")
        self._size = (first.shape[1], first.shape[0])

    def describe(self) -> Description:
        """The camera's number or the stream's address, and its size."""
        kind = "usb" if isinstance(self._source, int) else "stream"
        return Description(kind, str(self._source), *self._size)

    def preview(self) -> np.ndarray:
        """The newest frame, small."""
        self._skip_kept_frames()
        return shrunk(self._read("camera_lost"))

    def still(self) -> np.ndarray:
        """The sharpest of a short burst."""
        self._skip_kept_frames()
        return sharpest(self._read("camera_lost") for _ in range(BURST))

    def adjust(self, exposure: float) -> None:
        """Nothing to adjust: V4L2 drivers disagree about what exposure is."""

    def rest(self) -> None:
        """The driver stops by itself when nobody takes its frames."""

    def close(self) -> None:
        """Give the camera back."""
        self._capture.release()

    def _skip_kept_frames(self) -> None:
        """Throw away what was kept from before: such frames come at once, a new one takes its time.

        A network stream that nobody read for a while is opened anew instead.
        """
        with self._lock:
            idle = time.monotonic() - self._last
            if isinstance(self._source, str):
                if idle > IDLE_SECONDS:
                    self._capture.release()
                    self._capture = cv2.VideoCapture(self._source)
                return
            for _ in range(MOST_KEPT):
                began = time.monotonic()
                if not self._capture.grab() or time.monotonic() - began > NEW_SECONDS:
                    return

    def _read(self, code: str) -> np.ndarray:
        with self._lock:
            good, frame = self._capture.read()
            self._last = time.monotonic()
        if not good or frame is None:
            raise CameraError(code, source=str(self._source))
        return frame
