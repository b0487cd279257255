"""Fans that are there and do not count, each with the principle that forbids it."""

from __future__ import annotations

import pytest

from scorer import Situation, score


def reasons(hand, rules="mcr", **how):
    result = score(hand, Situation(**how), rules)
    return {(reason.zh, reason.kind, reason.by) for reason in result.not_counted}


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        # What a fan is made of, or always brings along.
        ("123456789m1235p+5p", ("连六", "implied", "pure_straight")),
        ("123456789m1235p+5p", ("老少副", "implied", "pure_straight")),
        ("123456789m1235p+5p", ("无字", "implied", "all_chows")),
        ("[EEE][SSS][WWW]NN99m+9m", ("三风刻", "implied", "little_four_winds")),
        ("[CCC][FFF]123m99s46m+5m", ("箭刻", "implied", "two_dragon_pungs")),
        ("1133m2255p7799sE+E", ("单钓将", "implied", "seven_pairs")),
        ("1133m2255p7799sE+E", ("门前清", "implied", "seven_pairs")),
        ("19m19p19sESWNCFP+E", ("五门齐", "implied", "thirteen_orphans")),
        ("[222m][222p]222s789s9s+9s", ("双同刻", "implied", "triple_pung")),
        ("[111m][999p]99s111sEE+E", ("碰碰和", "implied", "all_terminals_and_honors")),
        # 不拆移: 123 234 345 456 is a 四步高; 123 and 456 make no further straight.
        ("123234345456m9s+9s", ("一色三步高", "implied", "four_pure_shifted_chows")),
        # 套算一次: 123m 123p joined, 456m 456p joined, 123m 456m joined: 123p 456p hang together already.
        ("123456m123456p5s+5s", ("连六", "account-once", "mixed_double_chow")),
        # 不得相同: 123m makes 喜相逢 with 123p once, not with the second 123p too.
        ("123m123123p789s9s+9s", ("喜相逢", "non-identical", "mixed_double_chow")),
        # 就高不就低: as chows this is worth less.
        ("223344m223344p5s+5s", ("平和", "lower", "seven_pairs")),
    ],
)
def test_reasons(hand, reason):
    assert reason in reasons(hand)


def test_robbed_and_replaced():
    assert ("和绝张", "implied", "robbing_the_kong") in reasons(
        "123m678m345p99s46s+5s", kong=True, last_tile=True
    )
    assert ("自摸", "implied", "last_tile_draw") in reasons(
        "[123m]678m345p99s46s+5s", self_draw=True, wall_last=True
    )


def test_what_counts_is_not_among_them():
    for hand in ("123456789m1235p+5p", "2223334445556m+6m", "[EEE][SSS][WWW]NN99m+9m"):
        result = score(hand)
        kinds = {fan.key: fan.count for fan in result.fans}
        for reason in result.not_counted:
            assert reason.key not in kinds or reason.kind != "lower"


def test_the_better_division_says_by_how_much():
    result = score("223344m223344p5s+5s")
    lower = [reason for reason in result.not_counted if reason.kind == "lower"]
    assert lower and all("less" in reason.text_en and "少" in reason.text_zh for reason in lower)


def test_texts_are_in_the_language_asked_for():
    result = score("123456789m1235p+5p")
    zh = result.to_json("zh")["not_counted"][0]["because"]["text"]
    en = result.to_json("en")["not_counted"][0]["because"]["text"]
    assert en == "Short Straight is part of Pure Straight"
    assert "连六" in zh and "清龙" in zh


def test_options_change_the_reasons():
    hand = "223344s666sFFF8s+8s"
    assert ("混一色", "implied", "all_green") in reasons(hand)
    assert ("混一色", "implied", "all_green") not in reasons(hand, "wmo-2014")
