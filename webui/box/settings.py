"""What the setup page decides: how the camera hangs and which part of its picture is the table."""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.files import write_whole
from webui.box.errors import BoxError

WHOLE = (0.0, 0.0, 1.0, 1.0)
MOST_EXPOSURE = 2.0  # EV; beyond that tiles are black or burnt in any light
SMALLEST = 0.1  # a region narrower than a tenth of the picture was a slip of the finger
TURNS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """`rotation`: degrees clockwise that make the camera's picture upright. `region`: left, top, right,
    bottom of the table in the upright picture, as parts of its width and height. `exposure`: brighter (above
    0) or darker than the camera would choose, in EV. `table`: where the button's photographs go; the newest
    table when None. `pin`: digest of the PIN that changing any of this takes; nobody is asked when None.
    `decided`: somebody has chosen a PIN, or none; no PIN is made any more."""

    rotation: int = 0
    region: tuple[float, float, float, float] = WHOLE
    exposure: float = 0.0
    table: str | None = None
    pin: str | None = None
    decided: bool = False

    @classmethod
    def from_json(cls, said: dict[str, Any]) -> BoxSettings:
        """What is not usable becomes what it is without settings."""
        rotation, table, pin = said.get("rotation"), said.get("table"), said.get("pin")
        return cls(
            rotation=rotation if rotation in TURNS else 0,
            region=sound_region(said.get("region")) or WHOLE,
            exposure=_sound_exposure(said.get("exposure")),
            table=table if isinstance(table, str) else None,
            pin=pin if isinstance(pin, str) else None,
            decided=isinstance(pin, str) or said.get("decided") is True,
        )

    def upright(self, image: np.ndarray) -> np.ndarray:
        """The whole picture, turned."""
        return np.ascontiguousarray(np.rot90(image, -(self.rotation // 90)))

    def table_of(self, image: np.ndarray) -> np.ndarray:
        """The table in an upright picture."""
        height, width = image.shape[:2]
        left, top, right, bottom = self.region
        return np.ascontiguousarray(
            image[round(top * height) : round(bottom * height), round(left * width) : round(right * width)]
        )


def _sound_exposure(given: Any) -> float:
    return float(given) if isinstance(given, int | float) and abs(given) <= MOST_EXPOSURE else 0.0


def sound_region(given: Any) -> tuple[float, float, float, float] | None:
    """A region inside the picture and large enough; None for anything else.

    >>> sound_region([0, 0.25, 1, 0.75]), sound_region([0.5, 0, 0.4, 1]), sound_region("all")
    ((0.0, 0.25, 1.0, 0.75), None, None)
    """
    if not isinstance(given, list | tuple) or len(given) != 4:
        return None
    if not all(isinstance(value, int | float) and 0 <= value <= 1 for value in given):
        return None
    left, top, right, bottom = (float(value) for value in given)
    if right - left < SMALLEST or bottom - top < SMALLEST:
        return None
    return left, top, right, bottom


class SettingsFile:
    """The settings in use, and their file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        try:
            self.now = BoxSettings.from_json(json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, AttributeError):
            self.now = BoxSettings()

    def change(self, **facts: Any) -> BoxSettings:
        """Store a change; written whole or not at all. Raises `BoxError` (disk_full)."""
        with self._lock:
            changed = replace(self.now, **facts)
            try:
                write_whole(self._path, json.dumps(asdict(changed)).encode())
            except OSError as error:
                raise BoxError("disk_full", path=str(self._path)) from error
            self.now = changed
            return changed
