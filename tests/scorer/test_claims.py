"""A claim held against the hand."""

from __future__ import annotations

import pytest

from scorer import HandError, Situation, explain_claim, find_fan
from scorer.fans import FANS

HAND = "123456789m1235p+5p"  # 清龙 16, 门前清 2, 平和 2, 喜相逢 1, 缺一门 1, 单钓将 1


@pytest.mark.parametrize(
    ("name", "zh"),
    [
        ("青龙", "清龙"), ("门清", "门前清"), ("老少配", "老少副"), ("断幺九", "断幺"), ("断么", "断幺"),
        ("十三不靠", "全不靠"), ("嵌张", "坎张"), ("坎张", "坎张"), ("单钓", "单钓将"), ("二同刻", "双同刻"),
        ("国士无双", "十三幺"), ("Pure Straight", "清龙"), ("pure straight", "清龙"), ("all_pungs", "碰碰和"),
        ("All Honours", "字一色"), ("self-drawn", "自摸"), ("Two-Terminal Chows", "老少副"),
    ],
)  # fmt: skip
def test_names_and_aliases(name, zh):
    assert find_fan(name).zh == zh


def test_every_name_finds_its_own_fan():
    for fan in FANS:
        assert find_fan(fan.zh) == find_fan(fan.en) == find_fan(fan.key) == fan


@pytest.mark.parametrize("name", ["立直", "", " ", "-", "23"])
def test_unknown_name(name):
    with pytest.raises(HandError) as caught:
        find_fan(name)
    assert caught.value.code == "unknown_fan"


def test_what_stands_falls_and_was_missed():
    report = explain_claim(HAND, ["青龙", "门清", "连六", "碰碰和"])
    assert [fan.zh for fan in report.stands] == ["清龙", "门前清"]
    assert [(fall.key, fall.kind, fall.by) for fall in report.falls] == [
        ("short_straight", "implied", "pure_straight"),
        ("all_pungs", "absent", None),
    ]
    assert [fan.zh for fan in report.missed] == ["平和", "喜相逢", "缺一门", "单钓将"]
    assert (report.points, report.reaches_minimum, report.score.total) == (18, True, 23)


def test_points_and_times_in_a_claim():
    report = explain_claim("123456m123456p5s+5s", "平和 2分 喜相逢 ×2 连六")
    assert [(fan.zh, fan.count) for fan in report.stands] == [("平和", 1), ("喜相逢", 2), ("连六", 1)]
    assert not report.falls


@pytest.mark.parametrize(
    "claim", ["清龙、门前清，平和", "清龙 门前清 平和", "Pure Straight, Concealed Hand, All Chows"]
)
def test_a_claim_in_one_string(claim):
    assert [fan.zh for fan in explain_claim(HAND, claim).stands] == ["清龙", "门前清", "平和"]


def test_a_claim_that_does_not_reach_eight():
    report = explain_claim("123m678m345p99s46s+5s", "门前清 断幺")
    assert (report.points, report.reaches_minimum) == (2, False)
    report = explain_claim("123m678m345p99s46s+5s", "门前清", Situation(flowers=8))
    assert (report.points, report.reaches_minimum) == (2, False)  # flowers come after the minimum
    assert explain_claim("123m678m345p99s46s+5s", "门前清", rules="mcr:minimum=1").reaches_minimum


def test_claimed_too_often():
    report = explain_claim("123456m123456p5s+5s", "喜相逢×3")
    assert [fan.count for fan in report.stands] == [2]
    assert [(fall.key, fall.kind) for fall in report.falls] == [("mixed_double_chow", "fewer")]
    assert report.points == 2


def test_a_claim_is_held_against_the_division_that_bears_it_out():
    # Worth 49 as 七对 全中 自摸 and as 全中 全带五 不求人 平和 一般高×2 喜相逢 (w14-10): either claim stands.
    hand, how = "44556m445566s55p+6m", Situation(self_draw=True)
    assert not explain_claim(hand, "七对 全中 自摸", how).falls
    assert not explain_claim(hand, "全中 全带五 不求人 平和 一般高×2 喜相逢", how).falls


def test_why_a_wait_or_a_pung_falls():
    wait = explain_claim("12345m456p99sEEE+3m", "边张").falls[0]
    assert "36m" in wait.text_en and "more than one" in wait.text_en
    pung = explain_claim("222m55p456s789s99s+5p", "双暗刻").falls[0]
    assert "5p" in pung.text_en and "明刻" in pung.text_zh
    meld = explain_claim("[123m]678m345p99s46s+5s", "门前清").falls[0]
    assert "[123m]" in meld.text_en


def test_unknown_words_fall_by_themselves():
    report = explain_claim(HAND, "清龙 立直")
    assert [(fall.claimed, fall.kind) for fall in report.falls] == [("立直", "unknown")]
    assert report.to_json("zh")["falls"][0]["because"]["text"] == "没有叫“立直”的番种"
