"""PyMahjongGB 1.4.0 asked about our hands, in its own words."""

from __future__ import annotations

from typing import Any

from MahjongGB import MahjongFanCalculator

from scorer import Hand, Situation

CODES = (
    *(f"W{rank}" for rank in range(1, 10)),
    *(f"B{rank}" for rank in range(1, 10)),
    *(f"T{rank}" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J1", "J2", "J3"),
)
NAMES = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将"}
"""Its names where they are not ours."""
KINDS = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}


def arguments(hand: Hand, situation: Situation) -> tuple[Any, ...]:
    """The hand as `MahjongFanCalculator` takes it: a chow by its middle tile, offer 0 for a hidden kong."""
    packs = tuple((KINDS[meld.kind], CODES[meld.tiles[1]], 0 if meld.concealed else 1) for meld in hand.melds)
    assert hand.winning is not None
    return (
        packs,
        tuple(CODES[tile] for tile in hand.concealed),
        CODES[hand.winning],
        situation.flowers or len(hand.flowers),
        situation.self_draw,
        situation.last_tile,
        situation.kong,
        situation.wall_last,
        "ESWN".index(situation.seat),
        "ESWN".index(situation.round),
        True,
    )


def fans(hand: Hand, situation: Situation) -> dict[str, tuple[int, int]]:
    """Its fans: Chinese name to points each and times."""
    found = MahjongFanCalculator(*arguments(hand, situation))
    return {NAMES.get(name, name): (points, times) for points, times, name, _ in found}
