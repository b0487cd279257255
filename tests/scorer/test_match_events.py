"""A match: events in, state out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer import HandError
from scorer.match import (
    Amended,
    HandCut,
    HandDrawn,
    HandWon,
    MatchEnded,
    MatchStarted,
    Penalised,
    Undone,
    apply,
    event_from_json,
    event_to_json,
    replay,
    seat_wind,
)
from scorer.settle import preset

START = MatchStarted(("Li", "Wu", "Xu", "Yu"))


def test_seats_rotate_within_a_round():
    # Spec §9: chair 0 is E, N, W, S in the four hands of a round; chair 1 S, E, N, W; and so on.
    chairs = [[seat_wind(chair, hand, change_seats=False) for hand in range(4)] for chair in range(4)]
    assert chairs == [list("ENWS"), list("SENW"), list("WSEN"), list("NWSE")]


def test_seats_change_between_rounds():
    # Spec §9: who begins east sits E, S, N, W at the start of the rounds; south S, E, W, N; and so on.
    begins = [[seat_wind(player, 4 * number) for number in range(4)] for player in range(4)]
    assert begins == [list("ESNW"), list("SEWN"), list("WNES"), list("NWSE")]


def test_without_seat_change_every_round_begins_alike():
    assert all(seat_wind(0, 4 * number, change_seats=False) == "E" for number in range(4))


@pytest.mark.parametrize("change", [True, False])
def test_each_deals_once_a_round(change):
    for number in range(4):
        hands = range(4 * number, 4 * number + 4)
        assert {[seat_wind(p, hand, change) for p in range(4)].index("E") for hand in hands} == {0, 1, 2, 3}


def test_sixteen_hands_and_the_rounds():
    match = replay([START])
    winds = []
    for _ in range(16):
        winds.append(match.round_wind)
        match = apply(match, HandDrawn())
    assert "".join(winds) == "EEEESSSSWWWWNNNN"
    assert match.over and match.scores == (0, 0, 0, 0)
    with pytest.raises(HandError) as caught:
        apply(match, HandDrawn())
    assert caught.value.code == "match_over"


def test_the_deal_passes_after_a_win_of_the_dealer_too():
    match = replay([START, HandWon(winner=0, points=8)])
    assert (match.dealer, match.seats) == (1, ("N", "E", "S", "W"))


def test_scores_penalties_and_table_points():
    match = replay([
        START,
        HandWon(winner=0, points=20, discarder=2),
        Penalised(1, preset("false_win").deltas(1), "错和", "false_win"),
        HandDrawn(),
        HandWon(winner=3, points=10, flowers=2),
    ])  # fmt: skip
    assert match.scores == (44 + 10 - 18, -8 - 30 - 18, -28 + 10 - 18, -8 + 10 + 54)
    assert match.places == (2, 4, 3, 1)
    assert match.table_points == (2, 0, 1, 4) and match.standard_score == (24, 0, 12, 48)
    assert match.penalties[0][0] == 1  # it fell in the second hand


def test_a_hand_cut_by_time_is_not_counted_and_ends_the_match():
    match = replay([START, HandWon(0, 20, 1), HandCut()])
    assert match.over and match.cut and match.scores == (44, -28, -8, -8)
    assert match.hand_number == 1


def test_a_match_ended_early():
    match = replay([START, HandDrawn(), MatchEnded("time")])
    assert match.over and not match.cut


def test_penalties_may_come_after_the_end():
    match = apply(replay([START, MatchEnded()]), Penalised(0, (-10, 0, 0, 0), "late"))
    assert match.scores == (-10, 0, 0, 0)


def test_amended_results_keep_everything_else():
    events = [START, HandWon(0, 20, 1), HandWon(1, 8, None), Amended(0, HandWon(0, 24, 1))]
    match = replay(events)
    assert match.scores == (48 - 16, -32 + 48, -8 - 16, -8 - 16)
    assert match.hand_number == 2
    match = apply(match, Amended(1, HandDrawn()))
    assert match.scores == (48, -32, -8, -8)
    with pytest.raises(HandError) as caught:
        apply(match, Amended(2, HandDrawn()))
    assert caught.value.code == "no_such_hand"


def test_undone_takes_back_the_last_event():
    first = replay([START, HandWon(0, 20, 1)])
    match = replay([START, HandWon(0, 20, 1), HandDrawn(), Penalised(0, (-5, 0, 0, 0)), Undone(), Undone()])
    assert match == first
    with pytest.raises(HandError):
        replay([START, Undone()])


def test_rules_of_the_match_decide_the_minimum():
    with pytest.raises(HandError) as caught:
        replay([START, HandWon(0, 7, 1)])
    assert caught.value.code == "below_minimum"
    assert replay([MatchStarted(START.players, rules="mcr:minimum=1"), HandWon(0, 7, 1)]).scores[0] == 31
    with pytest.raises(HandError):
        replay([MatchStarted(START.players, rules="nothing")])


def test_events_before_and_twice():
    for events, code in (([HandDrawn()], "match_not_started"), ([START, START], "match_started_twice")):
        with pytest.raises(HandError) as caught:
            replay(events)
        assert caught.value.code == code


def test_apply_leaves_the_old_state_alone():
    before = replay([START])
    apply(before, HandWon(0, 20, 1))
    assert before == replay([START])


won = st.builds(
    HandWon,
    winner=st.just(0),
    points=st.integers(16, 400),
    discarder=st.sampled_from([None, 1, 2, 3]),
    flowers=st.integers(0, 8),
    hand=st.sampled_from(["", "19m19p19sESWNCFP+E"]),
)
events = st.lists(
    st.one_of(
        won,
        st.builds(HandDrawn),
        st.builds(
            Penalised, player=st.just(2), deltas=st.just((10, 10, -30, 10)), reason=st.text(max_size=5)
        ),
        st.builds(Amended, hand_number=st.integers(0, 3), event=won),
        st.builds(Undone),
    ),
    max_size=20,
)


@settings(deadline=None)
@given(events)
def test_replaying_the_written_events_gives_the_same_state(found):
    match, kept = replay([START]), [START]
    for event in found:
        try:
            match = apply(match, event)
        except HandError:
            continue
        kept.append(event)
    assert sum(match.scores) == 0
    lines = [json.dumps(event_to_json(event)) for event in kept]
    assert replay(event_from_json(json.loads(line)) for line in lines) == match
    assert replay(match.history) == match
    json.dumps(match.to_json())


@pytest.mark.parametrize(
    "data",
    [{}, {"event": "Nothing"}, {"event": "HandWon"}, {"event": "Amended"}, {"event": "Amended", "result": 3}],
)
def test_what_is_no_event(data):
    with pytest.raises(HandError) as caught:
        event_from_json(data)
    assert caught.value.code == "bad_event"
