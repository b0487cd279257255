"""Photographs as files: re-encoded, in three sizes, written whole or not at all, within a disk budget."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.files import write_whole
from webui.errors import Problem

# Longest edge in pixels and JPEG quality: the phone's page, evidence, a score sheet's row. In the order in
# which they are written: phones wait for the first.
SIZES: dict[str, tuple[int | None, int]] = {"page": (1600, 82), "full": (None, 88), "thumb": (360, 78)}
Seen = Callable[[str], None]  # told a photograph's id


@dataclass(frozen=True, slots=True)
class Stored:
    """What was written of one photograph."""

    sha256: str
    size: int


class PhotoFiles:
    """The folder of photographs; a photograph's id is its file name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, photo_id: str, size: str) -> Path:
        return self.folder / photo_id[:2] / f"{photo_id}-{size}.jpg"

    def save(self, photo_id: str, image: np.ndarray, seen: Seen) -> Stored:
        """Write all sizes of a BGR picture; nothing of the uploaded file itself is kept. `seen` is told as
        soon as phones can show it."""
        digest, total = "", 0
        for size, (edge, quality) in SIZES.items():
            done, data = cv2.imencode(".jpg", _shrink(image, edge), [cv2.IMWRITE_JPEG_QUALITY, quality])
            if not done:
                raise Problem("photo_not_stored", status=500)
            content = data.tobytes()
            _write(self.path(photo_id, size), content)
            total += len(content)
            if size == "page":
                seen(photo_id)
            if size == "full":
                digest = hashlib.sha256(content).hexdigest()
        return Stored(digest, total)

    def sweep(self, stored: Collection[str]) -> None:
        """Delete what a killed server left behind: half-written files, and those of photographs that never
        came into the database. To be called before any photograph is taken in."""
        for path in self.folder.glob("??/*"):
            if path.suffix == ".part" or path.stem.rpartition("-")[0] not in stored:
                path.unlink(missing_ok=True)

    def delete(self, photo_id: str) -> None:
        for size in SIZES:
            self.path(photo_id, size).unlink(missing_ok=True)


def unseen(photo_id: str) -> None:
    """For a photograph that no phone waits for."""


def over_budget(photos: Iterable[tuple[str, int]], budget: int) -> list[str]:
    """Ids to delete, first ones first, until the rest fits. `photos`: (id, bytes), most dispensable first."""
    listed = list(photos)
    excess = sum(size for _, size in listed) - budget
    doomed = []
    for photo_id, size in listed:
        if excess <= 0:
            break
        doomed.append(photo_id)
        excess -= size
    return doomed


def _shrink(image: np.ndarray, edge: int | None) -> np.ndarray:
    height, width = image.shape[:2]
    if edge is None or max(height, width) <= edge:
        return image
    factor = edge / max(height, width)
    target = (max(1, round(width * factor)), max(1, round(height * factor)))
    return cv2.resize(image, target, interpolation=cv2.INTER_AREA)


def _write(path: Path, content: bytes) -> None:
    """Durable and whole: a killed server leaves either no file or the full one."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise Problem("disk_full", status=507) from error
