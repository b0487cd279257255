"""The examples run, and say what is true of what they are shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PHOTOS = ROOT / "examples" / "photos"
SHOWN = json.loads((PHOTOS / "samples.json").read_text(encoding="utf-8"))


def run(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout


def test_the_scoring_example_counts_and_explains():
    out = run("examples/score_a_hand.py", "123m456m789m22p55s+5s")
    assert "清龙" in out
    assert "Short Straight is part of Pure Straight" in out


def test_the_reading_example_prints_every_tile():
    out = run("examples/read_a_photo.py")
    assert sum(line.split()[1:2] == ["winning"] for line in out.splitlines()) == 1


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_each_sample_photograph_is_read_as_what_it_shows(name):
    """The samples are rendered from Hule's own drawings; samples.json says what was put on the table."""
    from scorer import Hand

    out = json.loads(run("-m", "hule", "read", f"examples/photos/{name}", "--json"))
    if "+" not in SHOWN[name]:
        assert out["hand"] == SHOWN[name]
        assert "winning_tile_unknown" in {remark["code"] for remark in out["warnings"]}
        return
    shown, read = Hand.parse(SHOWN[name]), Hand.parse(out["hand"])
    assert sorted(read.tiles) == sorted(shown.tiles)
    assert sorted(read.flowers) == sorted(shown.flowers)
    assert read.winning == shown.winning
