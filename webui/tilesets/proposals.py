"""Photographs of laid-out sets that somebody is looking at before they are kept: in memory, for a while."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

from vision.errors import VisionError
from vision.layout import Layout

MOST = 6  # each holds a small picture and 42 tiny ones, about 1 MB
SECONDS = 30 * 60


@dataclass(frozen=True, slots=True)
class Proposal:
    """A layout, and the photograph small enough for a phone (JPEG)."""

    layout: Layout
    picture: bytes
    made: float


class Proposals:
    """The newest few, by their tokens."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Proposal] = OrderedDict()
        self._turn = threading.Lock()

    def add(self, layout: Layout, picture: bytes) -> str:
        token = secrets.token_hex(12)
        with self._turn:
            self._kept[token] = Proposal(layout, picture, time.monotonic())
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return token

    def get(self, token: str) -> Proposal:
        """Raises `VisionError` (looked_up) for one that is gone."""
        with self._turn:
            found = self._kept.get(token)
        if found is None or time.monotonic() - found.made > SECONDS:
            raise VisionError("looked_up")
        return found

    def drop(self, token: str) -> None:
        with self._turn:
            self._kept.pop(token, None)
