"""《中国麻将竞赛规则（试行）》, State Sports General Administration, 1998, taken by the letter of its table.

Where its examples add what its definitions forbid (混幺九 with 碰碰和), the definitions stand; where only the
examples speak (全大 with 大于五), they are followed.
"""

from __future__ import annotations

from ..ruleset import Ruleset

RULES = Ruleset(
    "mcr-1998",
    "国标麻将（1998）",
    "Chinese Official mahjong, 1998",
    options={
        "mixed_kongs": 0,
        "fully_concealed_where_not_excluded": True,
        "upper_tiles_with_upper_four": True,
    },
)
