"""A backup to the USB stick that is plugged in."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from webui.box.backup import Summary, make_backup
from webui.box.errors import BoxError


def sticks(places: Sequence[Path]) -> list[Path]:
    """Mounted folders at or below the places where systems mount sticks."""
    found = []
    for place in places:
        for folder in (place, *sorted(place.glob("*")), *sorted(place.glob("*/*"))):
            if folder.is_dir() and folder.is_mount():
                found.append(folder)
    return found


def backup_to_stick(data: Path, places: Sequence[Path]) -> tuple[Path, Summary]:
    """Write the backup to the first stick that can be written.

    Raises `BoxError`: no_stick, stick_closed (write-protected, or of a kind whose files have owners, such as
    ext4), or what `make_backup` raises.
    """
    plugged = sticks(places)
    if not plugged:
        raise BoxError("no_stick")
    found = [folder for folder in plugged if os.access(folder, os.W_OK)]
    if not found:
        raise BoxError("stick_closed", path=str(plugged[0]))
    # A name that sorts by time, and is free even when the clock stands still.
    stem = f"hule-{datetime.now():%Y%m%d-%H%M%S}"
    names = (found[0] / f"{stem}{tail}.tar" for tail in ("", *(f"-{n}" for n in range(1, 100))))
    path = next(path for path in names if not path.exists())
    summary = make_backup(data, path)
    os.sync()  # people pull the stick out as soon as the page says so
    return path, summary
