"""How a hand was won: last tiles, kongs, self-draw, concealment, and what cannot have happened."""

from __future__ import annotations

import pytest

from scorer import HandError, Situation, score

PLAIN = "[123m]678m345p99s46s+5s"  # 平和 2, 坎张 1
KONG = "{2222m}456p789p99s46s+5s"


def fans(hand, rules="mcr", **how):
    return {fan.zh: fan.count for fan in score(hand, Situation(**how), rules).fans}


def test_self_drawn_and_by_discard():
    assert "自摸" not in fans(PLAIN)
    assert fans(PLAIN, self_draw=True)["自摸"] == 1


def test_last_tile_draw_takes_self_drawn():
    found = fans(PLAIN, self_draw=True, wall_last=True)
    assert "妙手回春" in found and "自摸" not in found and "海底捞月" not in found


def test_last_tile_claim():
    found = fans(PLAIN, wall_last=True)
    assert "海底捞月" in found and "妙手回春" not in found


def test_out_with_replacement_takes_self_drawn_and_leaves_fully_concealed():
    found = fans(KONG, self_draw=True, kong=True)
    assert "杠上开花" in found and "自摸" not in found and "不求人" in found


def test_replacement_tile_that_is_the_walls_last_scores_both():
    # Spec §5: a kong with one tile left and a win on it is 杠上开花 and 妙手回春.
    assert {"杠上开花", "妙手回春"} <= set(fans(KONG, self_draw=True, kong=True, wall_last=True))


def test_robbing_the_kong_takes_the_last_tile_and_is_a_discard():
    found = fans("123m456m789p99s46s+5s", kong=True, last_tile=True)
    assert "抢杠和" in found and "和绝张" not in found
    assert "门前清" in found and "自摸" not in found


def test_robbing_completes_a_melded_hand():
    # 全求人 needs another's tile; a robbed one is that. 单钓将 is its own way of waiting.
    found = fans("[123m][456m][789p][222s]5s+5s", kong=False)
    assert "全求人" in found and "单钓将" not in found
    with pytest.raises(HandError):
        fans("[123m][456m][789p][222s]5s+5s", kong=True)  # the other 5s is in the hand: it cannot be robbed


def test_melded_hand_needs_a_discard_and_no_concealed_kong():
    assert "全求人" not in fans("[123m][456m][789p][222s]5s+5s", self_draw=True)
    assert "全求人" not in fans("[123m][456m][789p]{2222s}5s+5s")
    assert "单钓将" in fans("[123m][456m][789p][222s]5s+5s", self_draw=True)


def test_last_tile_by_claim_and_by_ones_own_melds():
    assert "和绝张" in fans(PLAIN, last_tile=True)
    assert "和绝张" in fans("[555s]123m789p99p46s+5s")
    assert "和绝张" not in fans("[555s]123m789p99p46s+5s", "mcr:last_tile_from_own_melds=no")
    assert "和绝张" not in fans("[345s]123m789p99p46s+5s")


CONCEALED = [
    "1112345678999m+1m", "1122334455667m+7m", "19m19p19sESWNCFP+E", "222m444p666s888sE+E",
    "1133m2255p7799sE+E", "147m258p3sESWNCF+P", "147m258p369sESWN+C",
]  # fmt: skip


@pytest.mark.parametrize("hand", CONCEALED)
def test_hands_concealed_by_nature_score_self_drawn_only(hand):
    # Spec §5: 自摸 1 today; 不求人 4 by WMO06 and WMO14.
    assert {"自摸", "不求人"} & set(fans(hand, self_draw=True)) == {"自摸"}
    assert {"自摸", "不求人"} & set(fans(hand, "wmo-2014", self_draw=True)) == {"不求人"}
    assert {"自摸", "不求人"} & set(fans(hand, "wmo-2006", self_draw=True)) == {"不求人"}
    assert "门前清" not in fans(hand)


def test_1998_names_five_of_the_seven():
    counted = [("不求人" in fans(hand, "mcr-1998", self_draw=True)) for hand in CONCEALED]
    assert counted == [True, False, False, True, False, False, False]


def test_special_shapes_still_score_the_last_tile():
    assert {"七对", "妙手回春"} <= set(fans("1133m2255p7799sE+E", self_draw=True, wall_last=True))
    assert {"十三幺", "海底捞月"} <= set(fans("19m19p19sESWNCFP+E", wall_last=True))


def test_winds_of_seat_and_round():
    hand = "[SSS]456m789p99s46s+5s"
    assert {"门风刻", "圈风刻", "幺九刻"} & set(fans(hand)) == {"幺九刻"}
    assert {"门风刻", "圈风刻", "幺九刻"} & set(fans(hand, seat="S")) == {"门风刻"}
    assert {"门风刻", "圈风刻", "幺九刻"} & set(fans(hand, seat="S", round="S")) == {"门风刻", "圈风刻"}


def test_a_pung_completed_by_another_is_exposed():
    # Self-drawn it is concealed; and where the tile can stand in a chow instead, that reading counts.
    assert "双暗刻" not in fans("222m55p456s789s99s+5p")
    assert "双暗刻" in fans("222m55p456s789s99s+5p", self_draw=True)
    assert "双暗刻" in fans("222m34555p678s99s+5p")


def test_flowers_come_after_the_minimum():
    result = score(PLAIN, Situation(flowers=8))
    assert result.total == result.points_without_flowers + 8
    assert not result.can_win
    assert score(PLAIN, Situation(flowers=8), "mcr:minimum=3").can_win
    assert score(PLAIN + " |abh").total == score(PLAIN).total + 3


def test_chicken_hand_is_not_spoilt_by_flowers():
    # R98's example of 无番和.
    result = score("[123p][444s][789m]34pCC+2p", Situation(flowers=2))
    assert {fan.zh: fan.count for fan in result.fans} == {"无番和": 1, "花牌": 2}
    assert result.can_win
    assert score("[123p][444s][789m]34pCC+5p").total == 8
    assert score("[123p][444s][789m]34pCC+5p", Situation(self_draw=True)).total == 1


@pytest.mark.parametrize(
    ("hand", "how", "code"),
    [
        ("123m456m789p55s99s+9s", {"last_tile": True}, "last_tile_in_hand"),
        ("[123m]456m789p99s46s+5s", {"kong": True, "self_draw": True}, "no_kong_to_replace"),
        ("[555s]123m789p99p46s+5s", {"kong": True}, "robbed_tile_in_hand"),
        ("123m456m789p55s99s+9s", {"kong": True}, "robbed_tile_in_hand"),
        (PLAIN, {"kong": True, "wall_last": True}, "robbed_last_tile"),
        (PLAIN + "|ab", {"flowers": 3}, "flowers_differ"),
        (PLAIN, {"flowers": 9}, "too_many_flowers"),
        (PLAIN, {"flowers": -1}, "bad_value"),
        (PLAIN, {"seat": "X"}, "bad_value"),
        (PLAIN, {"declared": ("heavenly_hand",)}, "not_declarable"),
        ("[123m]456m789p99s46s", {}, "no_winning_tile"),
    ],
)
def test_contradictions_are_refused(hand, how, code):
    with pytest.raises(HandError) as caught:
        score(hand, Situation(**how))
    assert caught.value.code == code
    assert caught.value.message("zh") and caught.value.message("en")


def test_flowers_said_twice_alike_are_no_contradiction():
    assert score(PLAIN + "|ab", Situation(flowers=2)).total == score(PLAIN).total + 2
