"""Live: every change of a table to every phone that watches it, in order."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

MOST_WAITING = 200  # messages a slow phone may be behind before it is told to fetch everything anew

Words = Callable[[str], bytes]  # a message in the language asked for


@dataclass
class Message:
    """One change; its text is made once for each language, when the first phone of that language needs it."""

    version: int
    make: Words
    _made: dict[str, bytes] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def text(self, lang: str) -> bytes:
        with self._lock:
            if lang not in self._made:
                self._made[lang] = self.make(lang)
            return self._made[lang]


class Stream:
    """One phone's place in the line. `get` gives the next message, or None after a quiet while.

    `who` is what others may know of the phone (`rights.public_id`).
    """

    def __init__(self, who: str) -> None:
        self.who = who
        self._waiting: queue.Queue[Message | None] = queue.Queue(MOST_WAITING)
        self.behind = False

    def put(self, message: Message) -> None:
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            self.behind = True

    def get(self, seconds: float) -> Message | None:
        try:
            return self._waiting.get(timeout=seconds)
        except queue.Empty:
            return None

    def wake(self) -> None:
        """Let a waiting `get` return with None: something other than a message is to be looked at."""
        with contextlib.suppress(queue.Full):  # then there is a message to wake it
            self._waiting.put_nowait(None)


class Hub:
    """All open streams, by table."""

    def __init__(self) -> None:
        self._streams: dict[str, set[Stream]] = {}
        self._lock = threading.Lock()
        self.stopped = False

    def open(self, table: str, who: str) -> Stream:
        stream = Stream(who)
        with self._lock:
            company = self._streams.setdefault(table, set())
            _wake(company)
            company.add(stream)
        return stream

    def close(self, table: str, stream: Stream) -> None:
        with self._lock:
            streams = self._streams.get(table, set())
            streams.discard(stream)
            if not streams:
                self._streams.pop(table, None)
            _wake(streams)

    def here(self, table: str) -> list[str]:
        """Whose phones follow the table now, each once."""
        with self._lock:
            return sorted({stream.who for stream in self._streams.get(table, ())})

    def publish(self, table: str, version: int, make: Words) -> None:
        """Send a change to everybody; call it in the order of versions (under the writer's lock)."""
        message = Message(version, make)
        with self._lock:
            for stream in self._streams.get(table, ()):
                stream.put(message)

    def count(self, table: str | None = None) -> int:
        with self._lock:
            if table is not None:
                return len(self._streams.get(table, ()))
            return sum(map(len, self._streams.values()))

    def stop(self) -> None:
        """Let every stream end."""
        with self._lock:
            self.stopped = True
            _wake([stream for group in self._streams.values() for stream in group])


def _wake(streams: Iterable[Stream]) -> None:
    for stream in streams:
        stream.wake()
