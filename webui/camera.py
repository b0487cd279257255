"""The camera over the table: opened when first looked through, found again when it comes back."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import cv2
import numpy as np

from vision.camera import Camera, CameraError, Description, open_camera
from webui.errors import Problem

FRESH_SECONDS = 0.15  # one frame serves all who look within this time
RETRY_SECONDS = 3.0  # between two attempts to open a camera that failed
IDLE_SECONDS = 60.0  # a camera that nobody looked through for so long is given back
AUTO, NONE = "auto", "none"
QUALITY = 70  # of a preview's JPEG: some 40 kB
Result = TypeVar("Result")


class TableCamera:
    """One camera for all phones. Nothing runs while nobody looks."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self._camera: Camera | None = None
        self._turn = threading.RLock()
        self._failed: tuple[float, CameraError] | None = None
        self._frame: tuple[float, bytes] = (-FRESH_SECONDS, b"")
        self._closing: threading.Timer | None = None
        self._seen = spec not in (NONE, AUTO)

    @property
    def there(self) -> bool:
        """Whether phones are offered a camera: one that was named, or that `auto` has found."""
        return self._seen

    def look(self) -> None:
        """With `auto`: see whether there is a camera, without making anybody wait."""
        if self.spec == AUTO and not self._seen:
            threading.Thread(target=self._look, name="camera", daemon=True).start()

    def _look(self) -> None:
        with contextlib.suppress(CameraError):
            self.describe()
            self._seen = True

    def describe(self) -> Description:
        return self._with_camera(lambda camera: camera.describe())

    def still(self) -> np.ndarray:
        return self._with_camera(lambda camera: camera.still())

    def frame(self) -> bytes:
        """The newest preview as a JPEG."""
        with self._turn:
            taken, content = self._frame
            if time.monotonic() - taken < FRESH_SECONDS:
                return content
            picture = self._with_camera(lambda camera: camera.preview())
            _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            self._frame = (time.monotonic(), data.tobytes())
            return self._frame[1]

    def close(self) -> None:
        with self._turn:
            if self._closing:
                self._closing.cancel()
            if self._camera:
                with contextlib.suppress(CameraError):
                    self._camera.close()
            self._camera = None

    def _with_camera(self, use: Callable[[Camera], Result]) -> Result:
        with self._turn:
            camera = self._open()
            try:
                return use(camera)
            except CameraError:
                self.close()  # pulled out or hung: the next one who looks opens it anew
                raise

    def _open(self) -> Camera:
        self._close_later()
        if self._camera:
            return self._camera
        if self._failed and time.monotonic() - self._failed[0] < RETRY_SECONDS:
            raise self._failed[1]
        try:
            camera = open_camera(self.spec)
        except CameraError as error:
            self._failed = (time.monotonic(), error)
            raise
        if camera is None:
            raise Problem("no_camera", status=404)
        self._failed, self._camera = None, camera
        return camera

    def _close_later(self) -> None:
        if self._closing:
            self._closing.cancel()
        self._closing = threading.Timer(IDLE_SECONDS, self.close)
        self._closing.daemon = True
        self._closing.start()
