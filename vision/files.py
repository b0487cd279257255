"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file so that a process killed at any moment leaves either all of it or what was there before.

    Makes the folder; `mode` are the permissions of a new file, less the umask. Raises OSError, having left
    nothing behind.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    waiting = path.with_suffix(".part")
    try:
        handle = os.open(waiting, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        waiting.replace(path)
    except OSError:
        waiting.unlink(missing_ok=True)
        raise
