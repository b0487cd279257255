"""Whether this is the moment for a photograph: nothing moves, exposure has settled, light is right."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera.base import Camera
from vision.camera.frames import sharpness, shrunk

MOVED = 3.0
"""Mean difference (0 to 255) of two previews, 160 pixels wide, above which something moves or the exposure
still changes. Noise of a USB camera in a lit room, and of JPEG, stays below 1.5."""

QUIET_FRAMES = 2
SETTLE_SECONDS = 2.5
"""After so long the photograph is taken anyway: a fan, a flickering lamp or a cat never settles."""

FRAME_SECONDS = 0.08
"""Between two looks; a camera that gives frames more slowly sets its own pace."""

DARK, SOFT, GLARE = 40.0, 12.0, 0.03

BURNT = 0.25
"""Share of a tile's face that is burnt out, above which its sign may be gone. Of 1,664 tiles on
74 real photographs the worst has 0.05."""


def settle(
    camera: Camera, seconds: float = SETTLE_SECONDS, sleep: Callable[[float], None] = time.sleep
) -> bool:
    """Wait until two previews in a row look alike; whether they did before the time was over."""
    until = time.monotonic() + seconds
    last, quiet = _small(camera.preview()), 0
    while time.monotonic() < until:
        sleep(FRAME_SECONDS)
        frame = _small(camera.preview())
        same = frame.shape == last.shape and float(cv2.absdiff(frame, last).mean()) < MOVED
        quiet, last = quiet + 1 if same else 0, frame
        if quiet >= QUIET_FRAMES:
            return True
    return False


def _small(image: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(shrunk(image, 160), cv2.COLOR_BGR2GRAY)


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture is like before anything is read in it.

    `brightness`: mean, 0 to 255. `sharpness`: see `frames.sharpness`, in a lit scene of tiles 50 to 2000.
    `glare`: share of the picture that is burnt out, 0 to 1.
    """

    brightness: float
    sharpness: float
    glare: float

    @property
    def remarks(self) -> list[str]:
        """Codes of `vision.words` for what should be mended."""
        found = {
            "too_dark": self.brightness < DARK,
            "glare": self.glare > GLARE,
            "blurred": self.sharpness < SOFT and self.brightness >= DARK,
        }
        return [code for code, bad in found.items() if bad]


def look_at(image: np.ndarray) -> Look:
    """Measure a picture (BGR)."""
    small = shrunk(image, 640)
    return Look(round(float(small.mean()), 1), round(sharpness(image), 1), round(_burnt(small), 4))


def remarks_on(image: np.ndarray, quads: np.ndarray) -> list[str]:
    """Codes of `vision.words` for what is wrong with a still.

    On its tiles (N, 4, 2) where some were found, else with the whole picture: that may be why none was.
    """
    if not len(quads):
        return look_at(image).remarks
    return ["glare"] if any(_burnt_share(image, quad) > BURNT for quad in quads) else []


def _burnt_share(image: np.ndarray, quad: np.ndarray) -> float:
    """Which part of a tile's face is burnt out, 0 to 1."""
    left, top, width, height = cv2.boundingRect(quad.astype(np.int32))
    left, top = max(left, 0), max(top, 0)
    patch = image[top : top + height, left : left + width]
    if not patch.size:
        return 0.0
    face = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillConvexPoly(face, (quad - [left, top]).astype(np.int32), 1)
    return float((_burnt_out(patch, max(3, width // 16)) * face).sum() / max(1, int(face.sum())))


def _burnt(image: np.ndarray) -> float:
    """The share of pixels in patches that are burnt out."""
    return float(_burnt_out(image, 5).mean())


def _burnt_out(image: np.ndarray, patch: int) -> np.ndarray:
    """1 where at least `patch` pixels around are burnt out: single bright pixels are the tiles' own white."""
    white = (image.min(axis=2) >= 253).astype(np.uint8)
    return cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((patch, patch), np.uint8))
