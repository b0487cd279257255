"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file so that a process killed at any moment leaves either all of it or what was there before.

    Of several writers at once the last to end is heard. Makes the folder; `mode` are the file's permissions,
    less the umask. Raises OSError; no part of the file is left behind then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    waiting = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        handle = os.open(waiting, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        waiting.replace(path)
    except OSError:
        waiting.unlink(missing_ok=True)
        raise
