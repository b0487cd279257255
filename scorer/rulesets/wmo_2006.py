"""World Mahjong Organization, 2006 (the "Green Book"), as reported by those who quote it."""

from __future__ import annotations

from ..ruleset import Ruleset

RULES = Ruleset(
    "wmo-2006",
    "世界麻将组织（2006）",
    "World Mahjong Organization, 2006",
    options={
        "two_concealed_kongs": 8,
        "mixed_kongs": 6,
        "fully_concealed_on_concealed_hands": True,
        "green_half_flush": True,
        "all_types_on_lesser_knitted": True,
        "nine_gates_without_terminal_pungs": True,
        "knitted_body_wait": False,
    },
)
