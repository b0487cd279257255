"""A few thousand random hands are worth what PyMahjongGB, an independent engine, says they are."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("MahjongGB", reason="PyMahjongGB is a development dependency")
sys.path.append(str(Path(__file__).parents[2] / "bench"))

from scorer_differential import verdict
from scorer_hands import hands


@pytest.mark.parametrize("seed", [7, 8])
def test_totals_agree_with_pymahjonggb(seed):
    verdicts = [(str(hand), *verdict(hand, situation)) for hand, situation in hands(seed, 3000)]
    assert [found for found in verdicts if found[1] == "difference"] == []
    # Two readings of the same worth are rare.
    assert sum(kind == "tie" for _, kind, _ in verdicts) < 10
