"""One service for one data folder: a lock that the kernel opens when its holder ends, however that is."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from webui.box.errors import BoxError

NAME = "serving.lock"


@contextmanager
def serving(data: Path) -> Iterator[None]:
    """Hold a data folder. Raises `BoxError`: service_running when another process does, data_unwritable."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        handle = (data / NAME).open("a")
    except OSError as error:
        raise BoxError("data_unwritable", path=str(data), reason=error.strerror or str(error)) from error
    with handle as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BoxError("service_running", path=str(data)) from error
        yield
