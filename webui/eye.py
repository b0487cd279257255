"""The eye as the page uses it: loaded in the background, one photograph at a time."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from vision.reading import Reading
from webui.config import ReaderLike
from webui.errors import Problem

if TYPE_CHECKING:
    from vision.layout import Layout
    from vision.tilesets import Tileset

Seen = TypeVar("Seen")
LOAD_SECONDS = 60
READ_SECONDS = 60  # a queue of forty phones on a Pi 4 takes about this long
log = logging.getLogger(__name__)


def give_back_memory() -> None:
    """Return what a large photograph took to the system; glibc keeps it otherwise (some 40 MB a reading)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class Eye:
    """Wraps a reader that takes seconds to load and must not read two pictures at once."""

    def __init__(self, load: Callable[[], ReaderLike]) -> None:
        self._load = load
        self._reader: ReaderLike | None = None
        self._loaded = threading.Event()
        self._turn = threading.Lock()
        self._started = threading.Lock()

    def start(self) -> None:
        """Begin to load, once; returns at once."""
        if self._started.acquire(blocking=False):
            threading.Thread(target=self._load_reader, name="eye", daemon=True).start()

    @property
    def state(self) -> str:
        """`loading`, `ready` or `failed`."""
        if not self._loaded.is_set():
            return "loading"
        return "ready" if self._reader else "failed"

    def read(self, image: Any, tileset: Tileset | None = None) -> Reading:
        """The reading of a decoded picture, by the taught set that lies on the table; waits for its turn."""
        told = {"tileset": tileset} if tileset else {}
        return self._in_turn(lambda reader: reader.read(image, **told))

    def layout(self, image: Any, rows: str | None = None) -> Layout:
        """The tiles of a laid-out set; waits for its turn."""
        return self._in_turn(lambda reader: reader.layout(image, rows))

    def _in_turn(self, look: Callable[[ReaderLike], Seen]) -> Seen:
        self.start()
        if not self._loaded.wait(LOAD_SECONDS) or self._reader is None:
            raise Problem("eye_unavailable", status=503)
        if not self._turn.acquire(timeout=READ_SECONDS):
            raise Problem("eye_busy", status=503)
        try:
            return look(self._reader)
        finally:
            self._turn.release()
            give_back_memory()

    def _load_reader(self) -> None:
        try:
            self._reader = self._load()
        except Exception:  # whatever is missing, the page goes on without the eye and says so
            log.exception("the eye did not load")
        finally:
            self._loaded.set()
