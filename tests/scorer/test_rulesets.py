"""Rule sets are data: profiles, options, another system, and one made up here."""

from __future__ import annotations

import pytest

from scorer import HandError, Situation, score
from scorer.ruleset import NAMES, Ruleset, known_options, load


def fans(hand, rules, **how):
    return {fan.zh: fan.points * fan.count for fan in score(hand, Situation(**how), rules).fans}


def test_options_in_the_name():
    rules = load("mcr:minimum=1,knitted_body_wait=no")
    assert rules.key == "mcr" and rules.minimum == 1 and rules.option("knitted_body_wait") is False
    assert load("wmo-2014").option("two_concealed_kongs") == 8


@pytest.mark.parametrize(
    ("name", "code"),
    [("riichi", "unknown_rules"), ("mcr:nothing=1", "unknown_option"), ("mcr:minimum=many", "bad_value")],
)
def test_unknown_rules(name, code):
    with pytest.raises(HandError) as caught:
        load(name)
    assert caught.value.code == code


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_counts(name):
    result = score("123456789m1235p+5p", rules=name)
    assert result.rules == name and result.total == 23


def test_all_green_with_half_flush():
    hand = "223344s666sFFF8s+8s"
    assert "混一色" not in fans(hand, "mcr")
    assert "混一色" in fans(hand, "wmo-2006") and "混一色" in fans(hand, "wmo-2014")
    # Without 发 it is 清一色 under all of them.
    assert "清一色" in fans("2233446668884s+4s", "mcr")


def test_all_terminals_with_double_pungs():
    hand = "[111m][111s][999m]99s11p+9s"
    assert "双同刻" not in fans(hand, "mcr")
    assert fans(hand, "wmo-2014")["双同刻"] == 4
    assert "三同刻" in fans("[111m][111s][111p]99s99p+9s", "mcr")


def test_lesser_knitted_with_all_types():
    hand = "147m258p369sESWN+C"
    assert fans(hand, "mcr") == {"全不靠": 12, "组合龙": 12}
    assert fans(hand, "wmo-2006")["五门齐"] == 6


def test_nine_gates_and_its_pungs():
    # One 幺九刻 goes with 九莲宝灯, today; none by WMO06; R98 and MIL alike keep the second.
    hand = "1112345678999m+5m"
    assert fans(hand, "mcr")["幺九刻"] == 1
    assert "幺九刻" not in fans(hand, "wmo-2006")


@pytest.mark.parametrize(
    ("winning", "total"),
    [("1", 106), ("9", 106), ("2", 92), ("8", 92), ("5", 91), ("3", 89), ("4", 89), ("6", 89)],
)
def test_nine_gates_by_its_last_tile(winning, total):
    # Spec §7, by discard.
    assert score(f"1112345678999p+{winning}p").total == total


def test_the_pattern_of_nine_gates_without_its_wait():
    hand = "1112344567899p+9p"
    assert "九莲宝灯" not in fans(hand, "mcr")
    assert "九莲宝灯" in fans(hand, "mcr:nine_gates_any_wait=yes")


def test_the_highest_division_is_sought_under_the_rules():
    # w14-10: 49 as chows today, 52 as seven pairs with 不求人.
    hand = "44556m445566s55p+6m"
    assert score(hand, Situation(self_draw=True)).total == 49
    assert "七对" in fans(hand, "wmo-2014", self_draw=True)


LIANZHONG = "[EEE][SSS][WWW]NNNF+F"


def test_lianzhong_four_winds_and_fortune():
    # The house's text leaves 碰碰和 圈风刻 门风刻 三风刻 out; 单钓将 is not named there.
    assert fans(LIANZHONG, "lianzhong") == {"四方大发": 168, "单钓将": 1}
    assert fans("[EEE][SSS][WWW]NNFF+N", "lianzhong") == {"四方大发": 168}
    assert "大四喜" in fans("[EEE][SSS][WWW]NNNP+P", "lianzhong")


def test_lianzhong_blessings_are_announced():
    hand = "123456789m1235p+5p"
    plain = fans(hand, "lianzhong", self_draw=True)
    heavenly = fans(hand, "lianzhong", self_draw=True, declared=("heavenly_hand",))
    assert heavenly == {"天和": 168, **{fan: points for fan, points in plain.items() if fan != "单钓将"}}
    assert fans(hand, "lianzhong", self_draw=True, seat="S", declared=("earthly_hand",))["地和"] == 158
    assert fans(hand, "lianzhong", declared=("human_hand",))["人和"] == 108
    assert fans("{1111m}" + "23p456s78999m+4p", "lianzhong", declared=("joker_kong",))["混杠"] == 88


@pytest.mark.parametrize(
    ("rules", "how"),
    [
        ("lianzhong", {"declared": ("heavenly_hand",)}),
        ("lianzhong", {"declared": ("heavenly_hand",), "self_draw": True, "seat": "S"}),
        ("lianzhong", {"declared": ("earthly_hand",), "self_draw": True}),
        ("lianzhong", {"declared": ("joker_kong",)}),
        ("lianzhong", {"declared": ("all_pungs",)}),
        ("mcr", {"declared": ("human_hand",)}),
    ],
)
def test_what_cannot_be_announced(rules, how):
    with pytest.raises(HandError) as caught:
        score("123456789m1235p+5p", Situation(**how), rules)
    assert caught.value.code == "not_declarable"


def test_lianzhong_is_mcr_otherwise():
    for hand in ("1112345678999m+5m", "1133m2255p7799sE+E", "147m258p369s12mEE+3m"):
        assert fans(hand, "lianzhong") == fans(hand, "mcr")


# A system of another shape: a few fans with points of their own, each doubling the stake, with a cap.
DOUBLING = Ruleset(
    "house", "家规", "House rules",
    options={"minimum": 0},
    fans=frozenset({"all_pungs", "half_flush", "full_flush", "thirteen_orphans", "self_drawn"}),
    points={"all_pungs": 2, "half_flush": 2, "full_flush": 4, "thirteen_orphans": 6},
    combine="double", cap=8, uncapped=frozenset({"thirteen_orphans"}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "self_draw", "total"),
    [
        ("123m456p789s55s99m+9m", False, 1),  # no fan: the stake
        ("[222m][333m]444m55m9m9m+9m", False, 8),  # 2 + 4 doublings, capped at 8
        ("[222m][333p]444s55s99m+9m", False, 4),
        ("[222m][333p]444s55s99m+9m", True, 8),
        ("19m19p19sESWNCFP+E", False, 64),  # not capped
    ],
)
def test_a_system_that_doubles(hand, self_draw, total):
    assert score(hand, Situation(self_draw=self_draw), DOUBLING).total == total


def test_every_option_changes_something_or_is_a_flag_of_the_count():
    flags = {"minimum", "nine_gates_any_wait", "knitted_body_wait", "exhausted_tile_is_wait"}
    flags.add("last_tile_from_own_melds")
    for option in known_options().values():
        assert option.lifts or option.adds or option.points or option.name in flags
