"""A folder or a file as a camera: for trying Hule, for tests, and for cameras that write files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision import images
from vision.camera.base import CameraError, Description
from vision.camera.frames import shrunk

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")


class FolderCamera:
    """Gives the pictures of a folder one after the other by name, from the start again after the last.

    A file is a folder of one. The folder is looked at anew for every still, so a camera may write into it.
    Raises `CameraError` (camera_folder_empty).
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._last: Path | None = None
        self._small: tuple[Path, float, np.ndarray] | None = None
        self._next()

    def describe(self) -> Description:
        """The folder, and the size of the picture that comes next."""
        photo = images.read(self._next())
        return Description("folder", str(self._path), photo.width, photo.height)

    def preview(self) -> np.ndarray:
        """The picture that the next still will give, small."""
        path = self._next()
        stamp = path.stat().st_mtime
        if self._small is None or self._small[:2] != (path, stamp):
            self._small = (path, stamp, shrunk(images.read(path).array))
        return self._small[2]

    def still(self) -> np.ndarray:
        """The next picture. Raises `ImageError` when it is none."""
        path = self._next()
        self._last = path
        return images.read(path).array

    def adjust(self, exposure: float) -> None:
        """Nothing to adjust: pictures are as they are."""

    def rest(self) -> None:
        """Files rest by themselves."""

    def close(self) -> None:
        """Nothing to give back."""

    def _next(self) -> Path:
        if self._path.is_file():
            return self._path
        found = sorted(p for p in self._path.glob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
        if not found:
            raise CameraError("camera_folder_empty", path=str(self._path))
        if self._last is None:
            return found[0]
        return next((p for p in found if p > self._last), found[0])
