"""The points on which the sources differ, as options of a rule set.

Sources: R98 the Chinese rule book of 1998, WMO06 and WMO14 the World Mahjong Organization's of 2006 and 2014,
MIL today's competitions in China and the large platforms; `docs/rules.md` says more of each.
"""

from __future__ import annotations

from ..ruleset import Option

ALWAYS_CONCEALED = (
    "seven_shifted_pairs",
    "thirteen_orphans",
    "seven_pairs",
    "greater_honors_and_knitted_tiles",
    "lesser_honors_and_knitted_tiles",
)
NOT_NAMED_IN_1998 = ("nine_gates", "four_concealed_pungs")

OPTIONS = (
    Option("minimum", 8, "points a hand needs, flowers apart", "all: 8; clubs play 1 or 5"),
    Option(
        "two_concealed_kongs", 6, "points of 双暗杠", "R98, MIL: 6; WMO06, WMO14: 8",
        points="two_concealed_kongs",
    ),
    Option(
        "mixed_kongs", 5, "points of one exposed and one concealed kong; 0: each scores by itself",
        "MIL: 5; WMO06, WMO14: 6; R98: 明杠 1 and 暗杠 2", points="mixed_kongs",
    ),
    Option(
        "kong_family_adds_concealed", False, "暗杠 and 双暗杠 are added to 三杠 and 四杠",
        "WMO14 fans 5 and 17: yes; R98, MIL: no",
        lifts=(
            ("four_kongs", "concealed_kong"), ("four_kongs", "two_concealed_kongs"),
            ("three_kongs", "concealed_kong"), ("three_kongs", "two_concealed_kongs"),
        ),
    ),
    Option(
        "fully_concealed_on_concealed_hands", False,
        "a self-drawn hand that is concealed by nature scores 不求人",
        "WMO06 §3.8.1, WMO14 fans 4 6 7 12 19 20 34: yes; R98, MIL: 自摸 only",
        lifts=tuple((fan, "fully_concealed_hand") for fan in (*ALWAYS_CONCEALED, *NOT_NAMED_IN_1998)),
    ),
    Option(
        "fully_concealed_where_not_excluded", False, "the same for 九莲宝灯 and 四暗刻 alone",
        "R98, whose table does not exclude 不求人 there; MIL: no",
        lifts=tuple((fan, "fully_concealed_hand") for fan in NOT_NAMED_IN_1998),
    ),
    Option(
        "green_half_flush", False, "绿一色 with 发 also scores 混一色", "WMO06, WMO14 fan 3: yes; MIL: no",
        lifts=(("all_green", "half_flush"),),
    ),
    Option(
        "all_terminals_double_pung", False, "清幺九 also scores 双同刻", "WMO14 fan 8: yes; R98, MIL: no",
        lifts=(("all_terminals", "double_pung"),),
    ),
    Option(
        "all_types_on_lesser_knitted", False, "全不靠 also scores 五门齐", "WMO06: yes; R98, MIL: no",
        lifts=(("lesser_honors_and_knitted_tiles", "all_types"),),
    ),
    Option(
        "nine_gates_without_terminal_pungs", False, "九莲宝灯 leaves out every 幺九刻, not just one",
        "WMO06: yes; MIL: one", adds=(("nine_gates", "pung_of_terminals_or_honors"),),
    ),
    Option(
        "nine_gates_any_wait", False, "九莲宝灯 whichever of its fourteen tiles came last",
        "a house rule of one platform; all rule books: no",
    ),
    Option(
        "upper_tiles_with_upper_four", False, "全大 with 大于五 and 全小 with 小于五 both count",
        "R98 examples 36.2 and 37.1: yes; WMO06, MIL: no",
        lifts=(("upper_tiles", "upper_four"), ("lower_tiles", "lower_four")),
    ),
    Option(
        "terminals_and_honors_with_all_pungs", False, "混幺九 also scores 碰碰和",
        "R98 example 33.1, against R98's own definition; all others: no",
        lifts=(("all_terminals_and_honors", "all_pungs"),),
    ),
    Option(
        "reversible_with_one_voided_suit", False, "推不倒 also scores 缺一门",
        "R98 example 15 counts 缺一门 on such tiles; all others: no",
        lifts=(("reversible_tiles", "one_voided_suit"),),
    ),
    Option(
        "knitted_body_wait", True,
        "the wait counts on 组合龙 though the tile also belongs to the knitted nine",
        "MIL on site, WMO14: yes; MIL online, WMO06: no",
    ),
    Option(
        "exhausted_tile_is_wait", True, "a tile of which one holds all four is still a second wait",
        "MIL: yes; R98, WMO06: silent",
    ),
    Option(
        "last_tile_from_own_melds", True, "和绝张 is seen by itself when one's own exposed melds show three",
        "practice: yes; some programs ask for the claim",
    ),
)  # fmt: skip
