"""Keeps the camera: opens it, finds it again when it comes back, shows it while somebody looks.

One thread owns opening and previews. A still is taken by whoever asks; cameras take turns themselves.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera import Camera, CameraError, Description
from vision.camera.look import settle
from webui.box.settings import SettingsFile
from webui.errors import Problem

RETRY_SECONDS = 5.0
REST_SECONDS = 20.0  # so long after the last frame or still the camera stops: each frame costs something
LOOKED_SECONDS = 3.0  # so long after the last request for a frame nobody looks any more
FRAME_SECONDS = 0.1  # ten frames a second at most: enough to aim by, and the reader keeps the machine
WAIT_SECONDS = 2.0  # a request for a frame is answered within this
QUALITY = 72  # of a preview's JPEG: 640 pixels wide, about 40 KB
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the preview."""

    number: int
    jpeg: bytes


class Lookout:
    """`spec` is what `--camera` said; `open_camera` opens it, or raises `CameraError`."""

    def __init__(
        self, spec: str, settings: SettingsFile, open_camera: Callable[[str], Camera | None]
    ) -> None:
        self.spec = spec
        self.error: CameraError | None = None
        self.described: Description | None = None
        self._settings = settings
        self._open = open_camera
        self._camera: Camera | None = None
        self._frame: Frame | None = None
        self._asked = float("-inf")  # when a frame was last asked for, monotonic seconds
        self._used = 0.0  # when the camera last had something to do, the same
        self._turn = threading.Condition()
        self._still = threading.Lock()
        self._stopped = False

    def start(self) -> None:
        """Begin to look for the camera; returns at once."""
        if self.spec != "none":
            threading.Thread(target=self._keep, name="camera", daemon=True).start()

    def stop(self) -> None:
        """Give the camera back."""
        with self._turn:
            self._stopped = True
            self._turn.notify_all()
            camera, self._camera = self._camera, None
        if camera:
            camera.close()

    @property
    def state(self) -> str:
        """`none` (none wanted), `looking` (not yet found), `ready` or `failed`."""
        if self.spec == "none":
            return "none"
        if self._camera:
            return "ready"
        return "failed" if self.error else "looking"

    @property
    def there(self) -> bool:
        """Whether phones are offered a camera: one that was named, or that `auto` has found before."""
        return self.spec != "none" and (self.spec != "auto" or self.described is not None)

    @property
    def trouble(self) -> Exception | None:
        """Why there is no picture; None when the camera is only not open yet."""
        return Problem("no_camera", status=404) if self.spec == "none" else self.error

    @property
    def watched(self) -> bool:
        """Whether somebody looks at the preview."""
        return time.monotonic() - self._asked < LOOKED_SECONDS

    def frame(self, after: int = -1) -> Frame | None:
        """The newest frame of the preview, its number above `after`; None when none comes in time."""
        until = time.monotonic() + WAIT_SECONDS
        with self._turn:
            self._asked = time.monotonic()
            self._turn.notify_all()
            while (left := until - time.monotonic()) > 0 and self.state in ("ready", "looking"):
                if self._frame and self._frame.number > after and self._camera:
                    return self._frame
                self._turn.wait(left)
        return None

    def still(self) -> np.ndarray:
        """A photograph of the table, upright, sharp and settled. Raises `CameraError`."""
        with self._still:
            camera = self._camera
            if camera is None:
                raise self.trouble or Problem("camera_not_ready", status=503)
            try:
                settle(camera)
                image = camera.still()
            except CameraError as error:
                self._lose(camera, error)
                raise
            finally:
                self._used = time.monotonic()
            settings = self._settings.now
            return settings.table_of(settings.upright(image))

    def adjust(self) -> None:
        """Let the camera expose as the settings now say."""
        camera = self._camera
        if camera is None:
            return
        try:
            camera.adjust(self._settings.now.exposure)
        except CameraError as error:
            self._lose(camera, error)

    def _keep(self) -> None:
        while not self._stopped:
            camera = self._camera
            if camera is None:
                self._find()
            elif self.watched:
                began = time.monotonic()
                self._show(camera)
                self._rest(max(0.0, FRAME_SECONDS - (time.monotonic() - began)), wake=False)
            else:
                self._rest(REST_SECONDS)
                self._let_rest(camera)

    def _let_rest(self, camera: Camera) -> None:
        """Stop a camera that nobody needs; it starts by itself when somebody does."""
        if self.watched or time.monotonic() - self._used < REST_SECONDS:
            return
        if not self._still.acquire(blocking=False):  # a photograph is being taken
            return
        try:
            camera.rest()
        except CameraError as error:
            self._lose(camera, error)
        finally:
            self._still.release()

    def _find(self) -> None:
        try:
            camera = self._open(self.spec)
            if camera:
                self.described = camera.describe()
                camera.adjust(self._settings.now.exposure)
        except CameraError as error:
            if self.error is None or self.error.code != error.code:
                # With `auto` a table without a camera is a table like any other.
                log.log(logging.INFO if self.spec == "auto" else logging.WARNING, "%s", error)
            self.error = error
            self._rest(RETRY_SECONDS, wake=False)
            return
        except Exception:  # a driver's own exception: the page lives on, and the camera is tried again
            log.exception("the camera did not open")
            self.error = CameraError("camera_none_found", source=self.spec)
            self._rest(RETRY_SECONDS, wake=False)
            return
        if camera and self.described:
            said = self.described
            log.info("camera: %s %s, %dx%d", said.kind, said.name, said.width, said.height)
        self._used = time.monotonic()
        with self._turn:
            self.error, self._camera = None, camera
            self._turn.notify_all()

    def _show(self, camera: Camera) -> None:
        try:
            image = self._settings.now.upright(camera.preview())
        except CameraError as error:
            self._lose(camera, error)
            return
        self._used = time.monotonic()
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            return
        with self._turn:
            self._frame = Frame(self._frame.number + 1 if self._frame else 1, data.tobytes())
            self._turn.notify_all()

    def _lose(self, camera: Camera, error: CameraError) -> None:
        """A camera that fails is closed and looked for anew."""
        log.warning("%s", error)
        with self._turn:
            if self._camera is not camera:
                return
            self._camera, self.error = None, error
            self._turn.notify_all()
        # The driver of a camera that was pulled out may say anything, or never return.
        threading.Thread(target=_let_go, args=(camera,), name="camera-close", daemon=True).start()

    def _rest(self, seconds: float, wake: bool = True) -> None:
        """Sleep; with `wake`, until somebody looks."""
        with self._turn:
            if self._stopped:
                return
            if wake:
                self._turn.wait(seconds)
                return
        until = time.monotonic() + seconds
        with self._turn:
            while (left := until - time.monotonic()) > 0 and not self._stopped:
                self._turn.wait(left)


def _let_go(camera: Camera) -> None:
    with contextlib.suppress(Exception):
        camera.close()
