"""What is true of every winning hand."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from winning_hands import hands, legal_flags, plain

from scorer import Hand, Meld, each_winning_tile, is_winning, score, waiting_tiles
from scorer.kinds import GREENS, REVERSIBLES, mask
from scorer.ruleset import NAMES

quick = settings(deadline=None, max_examples=100)


def moved(hand: Hand, order) -> Hand:
    """The hand with its suits exchanged."""

    def move(tile: int) -> int:
        return order[tile // 9] * 9 + tile % 9 if tile < 27 else tile

    melds = tuple(Meld.of(map(move, meld.tiles), meld.concealed) for meld in hand.melds)
    return Hand(melds, tuple(map(move, hand.concealed)), move(hand.winning), hand.flowers)


def fans(result) -> dict[str, int]:
    return {fan.key: fan.count for fan in result.fans}


@quick
@given(hands, plain, st.permutations(range(3)))
def test_exchanging_suits_changes_nothing_but_what_tiles_look_like(hand, situation, order):
    before, after = score(hand, situation), score(moved(hand, order), situation)
    looks = [
        mask(one.tiles) & ~kinds == 0 for one in (hand, moved(hand, order)) for kinds in (GREENS, REVERSIBLES)
    ]
    if not any(looks):
        assert fans(before) == fans(after) and before.total == after.total


@quick
@given(hands, plain, st.integers(0, 10**6))
def test_order_of_tiles_and_melds_changes_nothing(hand, situation, seed):
    chance = random.Random(seed)
    melds, tiles = list(hand.melds), list(hand.concealed)
    chance.shuffle(melds)
    chance.shuffle(tiles)
    other = Hand(tuple(melds), tuple(tiles), hand.winning, hand.flowers)
    assert fans(score(other, situation)) == fans(score(hand, situation))


@quick
@given(hands, plain, st.sampled_from(NAMES))
def test_points_are_the_sum_of_the_fans(hand, situation, rules):
    result = score(hand, situation, rules)
    assert result.total == sum(fan.points * fan.count for fan in result.fans)
    assert result.points_without_flowers == result.total - len(hand.flowers)


@quick
@given(hands, plain, st.sampled_from(NAMES))
def test_the_total_is_the_highest_of_all_divisions(hand, situation, rules):
    result = score(hand, situation, rules)
    assert result.points_without_flowers == max(tally.total for tally in result._counted)
    shapes = {tally.division.shape for tally in result._counted}
    assert shapes and is_winning(hand)


@quick
@given(hands, plain)
def test_a_legal_flag_never_lowers_the_total(hand, situation):
    result = score(hand, situation)
    # 无番和 is worth 8 because there is nothing else: a fan of 4 takes its place.
    least = 0 if "chicken_hand" in fans(result) else result.total
    for more in legal_flags(hand, situation):
        assert score(hand, more).total >= least


@quick
@given(hands, plain)
def test_flowers_add_one_each(hand, situation):
    bare = replace(hand, flowers=())
    assert score(hand, situation).total == score(bare, situation).total + len(hand.flowers)


@quick
@given(hands)
def test_written_and_read_again(hand):
    assert Hand.parse(str(hand)) == hand
    waiting = hand.with_winning(None)
    assert Hand.parse(str(waiting)) == waiting


@quick
@given(hands)
def test_the_winning_tile_is_among_the_waits(hand):
    assert hand.winning in waiting_tiles(hand.with_winning(None))


@quick
@given(hands, plain)
def test_every_fan_points_at_tiles_of_the_hand(hand, situation):
    result = score(hand, situation)
    for fan in result.fans:
        if fan.key == "flower_tiles":
            assert fan.tiles == hand.flowers
            continue
        assert fan.tiles
        for tile in fan.tiles:
            assert tile in hand.tiles
        if fan.points >= 2:
            assert all(fan.tiles.count(t) <= hand.tiles.count(t) * fan.count for t in fan.tiles)


@quick
@given(hands, plain)
def test_reasons_can_be_said_in_both_languages(hand, situation):
    result = score(hand, situation)
    names = {fan.key for fan in result.fans}
    for reason in result.not_counted:
        assert reason.kind in ("implied", "non-separation", "non-identical", "account-once", "lower")
        assert reason.by in names and "{" not in reason.text_zh + reason.text_en
    result.to_json("zh")


@quick
@given(hands, plain)
def test_each_winning_tile_holds_the_hand_as_given(hand, situation):
    assert dict(each_winning_tile(hand, situation))[hand.winning].total == score(hand, situation).total


@quick
@given(hands, plain)
def test_winds_turned_together_keep_the_total(hand, situation):
    turn = dict(zip("ESWN", "SWNE", strict=True))

    def move(tile: int) -> int:
        return 27 + (tile - 27 + 1) % 4 if 27 <= tile < 31 else tile

    melds = tuple(Meld.of(map(move, meld.tiles), meld.concealed) for meld in hand.melds)
    other = Hand(melds, tuple(map(move, hand.concealed)), move(hand.winning), hand.flowers)
    turned = replace(situation, seat=turn[situation.seat], round=turn[situation.round])
    assert score(other, turned).total == score(hand, situation).total
