"""Who pays whom, penalties, and the points of the table."""

from __future__ import annotations

import pytest

from scorer import HandError
from scorer.ruleset import load
from scorer.settle import PRESETS, payment, penalty, places, preset, standard_score, table_points, win


def test_a_win_by_discard():
    # R98: the discarder pays 8 and the points, the two others 8 each.
    assert win(winner=0, discarder=2, points=20) == (44, -8, -28, -8)


def test_a_self_draw():
    assert win(winner=3, discarder=None, points=12) == (-20, -20, -20, 60)


@pytest.mark.parametrize("points", [8, 25, 88, 340])
@pytest.mark.parametrize("discarder", [None, 0, 1, 3])
def test_what_one_wins_the_others_pay(points, discarder):
    assert sum(win(2, discarder, points)) == 0


def test_flowers_are_paid_but_do_not_reach_the_minimum():
    assert win(0, None, 10, flowers=2) == (54, -18, -18, -18)
    with pytest.raises(HandError) as caught:
        win(0, None, 9, flowers=2)
    assert caught.value.code == "below_minimum"


def test_the_minimum_is_an_option():
    with pytest.raises(HandError):
        win(0, 1, 5)
    assert win(0, 1, 5, rules="mcr:minimum=5") == (29, -13, -8, -8)


def test_the_discarder_pays_for_all_as_a_house_rule():
    house = load("mcr").with_options()
    house = type(house)("house", "家", "house", discarder_pays_all=True)
    assert win(0, 1, 20, rules=house) == (44, -44, 0, 0)
    assert payment(20, True, house).others == 28


@pytest.mark.parametrize(("winner", "discarder"), [(4, None), (-1, 0), (0, 4), (1, 1)])
def test_players_are_0_to_3_and_nobody_discards_to_himself(winner, discarder):
    with pytest.raises(HandError) as caught:
        win(winner, discarder, 20)
    assert caught.value.code == "no_such_player"


def test_penalties():
    # R98: 错和 pays 10 to each, 诈和 20 to each; a platform takes 40 for nobody.
    assert preset("false_win").deltas(0) == (-30, 10, 10, 10)
    assert preset("not_ready").deltas(3) == (20, 20, 20, -60)
    assert preset("false_win_online").deltas(1) == (0, -40, 0, 0)
    assert preset("warning").deltas(2) == (0, 0, 0, 0)
    assert penalty(1, 7, shared=False) == (0, -7, 0, 0)


@pytest.mark.parametrize("found", PRESETS, ids=lambda found: found.key)
def test_shared_penalties_sum_to_zero(found):
    total = sum(found.deltas(2))
    assert total == 0 if found.shared else total == -found.points


@pytest.mark.parametrize(
    ("scores", "points", "twelfths"),
    [
        ((90, 10, -20, -80), (4, 2, 1, 0), (48, 24, 12, 0)),
        ((-80, 90, 10, -20), (0, 4, 2, 1), (0, 48, 24, 12)),
        ((50, 50, -20, -80), (3, 3, 1, 0), (36, 36, 12, 0)),
        ((80, -10, -10, -60), (4, 1.5, 1.5, 0), (48, 18, 18, 0)),
        ((60, 0, -30, -30), (4, 2, 0.5, 0.5), (48, 24, 6, 6)),
        ((20, 20, 20, -60), (7 / 3, 7 / 3, 7 / 3, 0), (28, 28, 28, 0)),
        ((60, -20, -20, -20), (4, 1, 1, 1), (48, 12, 12, 12)),
        ((0, 0, 0, 0), (1.75,) * 4, (21,) * 4),
    ],
)
def test_table_points_with_ties_shared(scores, points, twelfths):
    assert table_points(scores) == pytest.approx(points)
    assert standard_score(scores) == twelfths
    assert sum(standard_score(scores)) == 84


def test_places():
    assert places((10, 30, 10, -50)) == (2, 1, 2, 4)


def test_other_table_points():
    assert table_points((3, 2, 1, 0), (3, 1, -1, -3)) == (3, 1, -1, -3)
