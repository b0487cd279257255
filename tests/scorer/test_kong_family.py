"""At most one fan of kongs and one of concealed pungs: the whole table of today's practice."""

from __future__ import annotations

import pytest

from scorer import Situation, score

# k an exposed kong, c a concealed one, a a concealed pung, m an exposed one.
TABLE = """
kkkk 四杠
kkkc 四杠
kkcc 四杠 双暗刻
kccc 四杠 三暗刻
cccc 四杠 四暗刻
kkca 三杠 双暗刻 碰碰和
kccm 三杠 双暗刻 碰碰和
kcca 三杠 三暗刻 碰碰和
cccm 三杠 三暗刻 碰碰和
ccca 三杠 四暗刻
ccaa 双暗杠 四暗刻
ccam 双暗杠 三暗刻 碰碰和
ccmm 双暗杠 碰碰和
ckaa 明暗杠 三暗刻 碰碰和
ckam 明暗杠 双暗刻 碰碰和
ckmm 明暗杠 碰碰和
kkaa 双明杠 双暗刻 碰碰和
kkam 双明杠 碰碰和
caaa 暗杠 四暗刻
caam 暗杠 三暗刻 碰碰和
camm 暗杠 双暗刻 碰碰和
cmmm 暗杠 碰碰和
kaaa 明杠 三暗刻 碰碰和
kaam 明杠 双暗刻 碰碰和
kmmm 明杠 碰碰和
aaaa 四暗刻
aaam 三暗刻 碰碰和
aamm 双暗刻 碰碰和
ammm 碰碰和
"""
ROWS = [tuple(line.split(" ", 1)) for line in TABLE.strip().splitlines()]
FAMILY = {
    "四杠", "三杠", "双暗杠", "明暗杠", "双明杠", "暗杠", "明杠", "四暗刻", "三暗刻", "双暗刻", "碰碰和",
}  # fmt: skip
TILES = ("2m", "5p", "8s", "F")  # no two of them join


def hand(sets: str) -> str:
    melds, standing = "", ""
    for kind, tile in zip(sets, TILES, strict=True):
        rank, suit = (tile[0], tile[1:]) if len(tile) == 2 else (tile, "")
        if kind == "a":
            standing += rank * 3 + suit
        else:
            opener, closer = "{}" if kind == "c" else "[]"
            melds += opener + rank * (3 if kind == "m" else 4) + suit + closer
    return f"{melds}{standing}6s+6s"


@pytest.mark.parametrize(("sets", "expected"), ROWS)
def test_todays_practice(sets, expected):
    result = score(hand(sets), Situation(self_draw=True))
    assert {fan.zh for fan in result.fans} & FAMILY == set(expected.split())


@pytest.mark.parametrize(
    ("sets", "rules", "points"),
    [
        # 双暗杠 6 in R98 and MIL, 8 in WMO06 and WMO14; one of each 5, 1 + 2, 6, 6 (spec §6).
        ("ccmm", "mcr", 6), ("ccmm", "mcr-1998", 6), ("ccmm", "wmo-2006", 8), ("ccmm", "wmo-2014", 8),
        ("ckmm", "mcr", 5), ("ckmm", "mcr-1998", 3), ("ckmm", "wmo-2006", 6), ("ckmm", "wmo-2014", 6),
    ],
)  # fmt: skip
def test_points_of_two_kongs(sets, rules, points):
    kongs = {"双暗杠", "明暗杠", "明杠", "暗杠", "双明杠"}
    result = score(hand(sets), Situation(self_draw=True), rules)
    assert sum(fan.points * fan.count for fan in result.fans if fan.zh in kongs) == points


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        # WMO14 fans 5 and 17 add concealed kongs to three and four kongs; a further concealed pung counts on.
        ("kkcm", "三杠 暗杠 碰碰和"),
        ("kkca", "三杠 暗杠 双暗刻 碰碰和"),
        ("kccm", "三杠 双暗杠 碰碰和"),
        ("kcca", "三杠 双暗杠 三暗刻 碰碰和"),
        ("cccm", "三杠 三暗刻 碰碰和"),
        ("kkkc", "四杠 暗杠"),
        ("kkcc", "四杠 双暗杠"),
        ("kccc", "四杠 三暗刻"),
    ],
)
def test_wmo_2014_adds_concealed_kongs(sets, expected):
    result = score(hand(sets), Situation(self_draw=True), "wmo-2014")
    assert {fan.zh for fan in result.fans} & FAMILY == set(expected.split())


def test_a_concealed_kong_keeps_the_hand_concealed():
    # R98 article 7.7: 暗杠 does not break 门前清.
    assert "门前清" in {fan.zh for fan in score("{2222m}345p678s99s23p+4p").fans}
    assert "门前清" not in {fan.zh for fan in score("[2222m]345p678s99s23p+4p").fans}


def test_a_kong_is_no_tile_hog_but_a_pung_and_a_chow_are():
    assert "四归一" not in {fan.zh for fan in score("{2222m}345p678s99s23p+4p").fans}
    assert "四归一" in {fan.zh for fan in score("[222m]234m678s99s23p+4p").fans}
