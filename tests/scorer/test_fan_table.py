"""The table of fans is the one of the rule book."""

from __future__ import annotations

from collections import Counter

import pytest

from scorer.fans import FANS, NUMBERS
from scorer.ruleset import NAMES, known_options, load
from scorer.table import table

BY_POINTS = {88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 4: 4, 2: 10, 1: 13}


def test_the_81_fans_and_their_points():
    # R98's table, pp. 34-38: how many fans there are of each value.
    book = [fan for fan in FANS if fan.key != "mixed_kongs"]
    assert len(book) == len(NUMBERS) == 81
    assert Counter(fan.points for fan in book) == BY_POINTS


@pytest.mark.parametrize(
    ("key", "number"),
    [
        ("big_four_winds", 1), ("seven_pairs", 19), ("pure_straight", 28), ("chicken_hand", 43),
        ("all_pungs", 48), ("last_tile", 58), ("concealed_hand", 62), ("one_voided_suit", 75),
        ("flower_tiles", 81),
    ],
)  # fmt: skip
def test_numbers_of_the_rule_book(key, number):
    assert NUMBERS[key] == number


def test_names_are_different():
    for names in ([fan.key for fan in FANS], [fan.zh for fan in FANS], [fan.en for fan in FANS]):
        assert len(set(names)) == len(FANS)


def test_points_never_rise_down_the_table():
    points = [fan.points for fan in FANS]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize("rules", NAMES)
def test_a_fan_leaves_out_only_fans_further_down(rules):
    # The count goes down the table once and relies on this.
    book = table(rules)
    for place in range(len(book.fans)):
        assert book.leaves[place] & ((1 << place + 1) - 1) == 0
        assert all(other > place for other, _ in book.parts.get(place, ()))


def test_every_fan_left_out_exists():
    keys = {fan.key for fan in FANS}
    for fan in (*FANS, *load("lianzhong").extra):
        for word in fan.leaves.split():
            assert word.partition("*")[0].partition("@")[0] in keys | {"human_hand"}, (fan.key, word)


def test_every_fan_says_once_when_it_is_there():
    for fan in FANS:
        ways = [fan.only, fan.hand, fan.way, fan.sets or len(fan.shapes) == 1, fan.joins]
        assert sum(bool(way) for way in ways) == (0 if fan.key in ("chicken_hand", "flower_tiles") else 1), (
            fan.key
        )


def test_options_are_known_and_said():
    options = known_options()
    assert all(option.says and option.source for option in options.values())
    for name in NAMES:
        assert set(load(name).options) <= set(options)
