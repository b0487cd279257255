"""kill -9 of a real server loses no agreed hand (bench/kill.py does it fifty times)."""

from __future__ import annotations

from pathlib import Path

from bench.kill import rounds
from tests.fixtures.ports import free_port


def test_no_agreed_hand_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    evening, faults = rounds(3, seed=7, data=tmp_path, port=free_port())
    assert faults == []
    assert evening.hands > 0
