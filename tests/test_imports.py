"""Imports point one way: `terminal`, `webui`, `vision`, `scorer`; only `hule.py` knows of `terminal`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures.imports import imported

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ["scorer", "vision", "webui", "terminal"]
BESIDE = ["models", "bench", "examples", "deploy"]


def imported_in(folder: str) -> set[str]:
    """The top-level packages that the modules of a folder import."""
    return set().union(*(imported(path) for path in (ROOT / folder).rglob("*.py")))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_no_later_one(room: str) -> None:
    later = set(ROOMS[ROOMS.index(room) + 1 :])
    assert not imported_in(room) & {*later, "hule"}


@pytest.mark.parametrize("folder", BESIDE)
def test_nothing_beside_them_imports_the_command_line(folder: str) -> None:
    assert not imported_in(folder) & {"terminal", "hule"}
