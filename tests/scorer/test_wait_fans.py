"""Which tiles complete a hand, and when the wait itself counts."""

from __future__ import annotations

import pytest
from published import rows

from scorer import Hand, Situation, each_winning_tile, is_winning, score, waiting_tiles, waits, winning_shapes
from scorer.tiles import SYMBOLS, from_symbol

WAIT_FANS = {"边张", "坎张", "单钓将"}


@pytest.mark.parametrize("row", rows("waits"), ids=lambda row: row["id"])
def test_published_waits(row):
    assert {wait.symbol for wait in waits(row["hand"])} == set(row["waits"])


@pytest.mark.parametrize(
    ("hand", "fan"),
    [
        ("12m456p789s99sEEE+3m", "边张"),
        ("89m456p789s99sEEE+7m", "边张"),
        ("46m456p789s99sEEE+5m", "坎张"),
        ("456m456p123s9sEEE+9s", "单钓将"),
        # R98: 1233+3 and 7789+7 are edge waits, 4556+5 a closed one.
        ("1233m456p789sEEE+3m", "边张"),
        ("7789m456p789sEEE+7m", "边张"),
        ("4556m456p789sEEE+5m", "坎张"),
        # 12345+3, 56789+7, 45567+6 wait for more than one tile.
        ("12345m456p99sEEE+3m", ""),
        ("56789m456p99sEEE+7m", ""),
        ("45567m456p99sEEE+6m", ""),
        # two pairs wait for either
        ("99m456p789s99sEEE+9s", ""),
        # not on hands that always wait so
        ("1133m2255p7799sE+E", ""),
        ("19m19p19sESWNCFP+E", ""),
        ("[123m][456m][789p][222s]5s+5s", ""),
        ("[1111m][4444m][7777p][2222s]5s+5s", ""),
    ],
)
def test_the_only_wait(hand, fan):
    assert {found.zh for found in score(hand).fans} & WAIT_FANS == ({fan} if fan else set())


def test_the_wait_is_judged_over_every_shape():
    # 6 pairs and a single: as chows the hand also waits for 1p, 4p and 7p, so nothing is counted.
    hand = "22334455667p99s"
    assert len(waiting_tiles(Hand.parse(hand))) > 1
    assert not {found.zh for found in score(hand + "+7p").fans} & WAIT_FANS


def test_a_tile_used_up_in_ones_own_hand_is_a_wait_in_form_only():
    assert [wait.symbol for wait in waits("23344445m888pWW")] == ["1m", "W"]


def test_what_lies_open_is_counted():
    (wait,) = waits("46m456p789s99sEEE", visible=[from_symbol("5m")] * 3)
    assert (wait.left, "last_tile" in [fan.key for fan in wait.discard.fans]) == (1, True)
    (wait,) = waits("46m456p789s99sEEE", visible=[from_symbol("5m")] * 4)
    assert wait.left == 0
    (wait,) = waits("46m456p[555s]99sEEE", visible=[from_symbol("5m")] * 2)
    assert (wait.left, "last_tile" in [fan.key for fan in wait.discard.fans]) == (2, False)


def test_a_wait_says_whether_it_reaches_eight():
    low, high = waits("[567p][123p]23m66s789s")
    assert (low.symbol, high.symbol) == ("1m", "4m")
    # 平和 2; with 123m 喜相逢 1. Self-drawn one more: never eight.
    assert (low.discard.total, high.discard.total, low.can_win) == (3, 2, False)
    assert low.self_draw.total == 4 and low.to_json()["self_draw"]["can_win"] is False


def test_is_winning_and_shapes():
    assert is_winning("123456789m1235p+5p") and not is_winning("123456789m1235p+6p")
    assert winning_shapes("147m258p369s12mEE+3m") == ("knitted_straight",)
    assert winning_shapes("147m258p36sESWNC+F") == ("knitted_singles",)
    assert winning_shapes("19m19p19sESWNCFP+E") == ("thirteen_orphans",)
    assert winning_shapes("112233m445566p7s+7s") == ("standard", "seven_pairs")
    assert winning_shapes("123m456p789s11sEE+S") == ()


def test_is_winning_agrees_with_the_divisions():
    hands = [row["hand"] for row in rows("waits")]
    for text in hands:
        hand = Hand.parse(text)
        for tile in range(34):
            if hand.tiles.count(tile) < 4:
                won = hand.with_winning(tile)
                assert is_winning(won) == bool(winning_shapes(won)) == (tile in waiting_tiles(hand))


def test_each_tile_as_the_last():
    found = dict(each_winning_tile("1112345678999m+5m"))
    assert {SYMBOLS[tile] for tile in found} == {f"{rank}m" for rank in range(1, 10)}
    # Only with 5m last did it wait for nine tiles.
    assert [SYMBOLS[tile] for tile, result in found.items() if result.fans[0].key == "nine_gates"] == ["5m"]


def test_a_last_tile_cannot_have_been_one_of_a_pair():
    found = dict(each_winning_tile("123m456p789s999mE+E", Situation(last_tile=True)))
    assert from_symbol("E") not in found and from_symbol("1m") in found
