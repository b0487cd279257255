"""World Mahjong Organization, Chinese edition, December 2014."""

from __future__ import annotations

from ..ruleset import Ruleset

RULES = Ruleset(
    "wmo-2014",
    "世界麻将组织（2014）",
    "World Mahjong Organization, 2014",
    options={
        "two_concealed_kongs": 8,
        "mixed_kongs": 6,
        "kong_family_adds_concealed": True,
        "fully_concealed_on_concealed_hands": True,
        "green_half_flush": True,
        "all_terminals_double_pung": True,
    },
)
