"""What every camera can do, and what can go wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from vision.errors import VisionError

if TYPE_CHECKING:
    import numpy as np

PREVIEW_WIDTH = 640
"""Pixels; enough to aim by, and 40 KB as a JPEG."""


@dataclass(frozen=True, slots=True)
class Description:
    """What a camera is: kind (picamera2, usb, stream, folder), name, the size of a still in pixels, whether
    it can be told to expose brighter or darker, and whether the preview stands still for a still."""

    kind: str
    name: str
    width: int
    height: int
    adjustable: bool = False
    switches: bool = False


class Camera(Protocol):
    """A camera that is open. Pictures are (H, W, 3) BGR uint8; every method may raise `CameraError`."""

    def describe(self) -> Description:
        """What camera this is."""
        ...

    def preview(self) -> np.ndarray:
        """The newest small picture, about `PREVIEW_WIDTH` wide; quick enough for several a second."""
        ...

    def still(self) -> np.ndarray:
        """A picture at full resolution, focused and the sharpest of a few."""
        ...

    def adjust(self, exposure: float) -> None:
        """Expose brighter (above 0) or darker than the camera would choose, in EV, where it can."""
        ...

    def rest(self) -> None:
        """Nobody looks: do nothing that costs anything until the next preview or still."""
        ...

    def close(self) -> None:
        """Give the camera back; it may be called twice."""
        ...


class CameraError(VisionError):
    """A camera that does not work.

    Codes: camera_none_found, camera_busy, camera_timeout (no picture comes), camera_lost (it was there),
    camera_library_missing, camera_folder_empty, camera_unknown (no such kind).
    """
