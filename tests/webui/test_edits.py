"""Editing a hand: what each edit does, and what two people at once see."""

from __future__ import annotations

import pytest

from scorer import Hand
from webui.errors import Problem
from webui.hand.draft import Draft, notation
from webui.hand.edits import CHANGES, Edit, apply_edit, touches
from webui.hand.typed import typed_tiles


def draft(text: str) -> Draft:
    return Draft(tiles=typed_tiles(text))


def edited(before: Draft, kind: str, **facts: object) -> Draft:
    return apply_edit(before, Edit(kind, facts, "Anna"))


def find(hand: Draft, symbol: str) -> int:
    return next(t.id for t in hand.tiles if t.symbol == symbol)


@pytest.mark.parametrize("text", ["[123m][EEE]{2222s}4566m+6m |ae", "19m19p19sESWNCFP+E", "123m456m"])
def test_a_typed_hand_comes_back_as_it_was(text: str) -> None:
    assert typed_tiles(notation(draft(text))) == typed_tiles(text)


def test_a_draft_survives_json() -> None:
    hand = edited(draft("[123m]4566m+6m |a"), "set_situation", seat="W", flowers=3)
    assert Draft.from_json(hand.to_json()) == hand


def test_a_corrected_tile_says_who_corrected_it() -> None:
    before = draft("123m")
    after = edited(before, "set_tile", id=0, symbol="9p")
    assert (after.tiles[0].symbol, after.tiles[0].by) == ("9p", "Anna")
    assert before.tiles[0].symbol == "1m"


def test_a_tile_that_turns_out_a_flower_leaves_the_hand() -> None:
    after = edited(draft("123m"), "set_tile", id=0, symbol="a")
    assert notation(after) == "2m3m |a"


def test_there_is_one_winning_tile() -> None:
    hand = draft("123m+5p")
    after = edited(hand, "set_winning", id=0)
    assert [t.symbol for t in after.tiles if t.role == "winning"] == ["1m"]
    assert notation(edited(after, "set_winning", id=None)) == "1m2m3m5p"


def test_tiles_are_laid_down_as_a_set_and_taken_back() -> None:
    hand = draft("555p12399s")
    down = edited(hand, "set_group", ids=[0, 1, 2], role="meld")
    assert notation(down) == "[5p5p5p]1s2s3s9s9s"
    assert notation(edited(down, "set_group", ids=[0, 1, 2], role="concealed")) == "5p5p5p1s2s3s9s9s"


def test_a_concealed_kong_shows_two_backs_and_is_written_whole() -> None:
    hand = edited(draft("2222s123m"), "set_group", ids=[0, 1, 2, 3], role="kong")
    for back in (0, 3):
        hand = edited(hand, "set_tile", id=back, symbol="_")
    assert notation(hand) == "{2s2s2s2s}1m2m3m"


def test_a_tile_of_the_photograph_is_put_aside_a_typed_one_goes() -> None:
    assert len(edited(draft("123m"), "remove_tile", id=1).tiles) == 2


def test_self_drawn_has_no_discarder() -> None:
    hand = edited(draft("1m"), "set_people", winner=0, discarder=2)
    assert (hand.discarder, hand.situation.self_draw) == (2, False)
    hand = edited(hand, "set_situation", self_draw=True)
    assert hand.discarder is None


@pytest.mark.parametrize(
    ("kind", "facts", "code"),
    [
        ("fly", {}, "unknown_edit"),
        ("set_tile", {"id": 99, "symbol": "1m"}, "no_such_tile"),
        ("set_tile", {"id": "0", "symbol": "1m"}, "no_such_tile"),
        ("set_tile", {"id": 0, "symbol": "10m"}, "unknown_tile"),
        ("set_tile", {"id": 0, "symbol": None}, "unknown_tile"),
        ("place_tile", {"id": 0, "role": "pocket"}, "unknown_role"),
        ("set_group", {"ids": [], "role": "meld"}, "no_such_tile"),
        ("set_situation", {"seat": "X"}, "bad_situation"),
        ("set_situation", {"flowers": 9}, "bad_situation"),
        ("set_situation", {"flowers": True}, "bad_situation"),
        ("set_situation", {"self_draw": "yes"}, "bad_situation"),
        ("set_situation", {"__class__": 1}, "bad_situation"),
        ("set_people", {"winner": 4}, "no_such_seat"),
        ("set_people", {"winner": 1, "discarder": 1}, "winner_is_discarder"),
    ],
)
def test_bad_edits_are_named(kind: str, facts: dict[str, object], code: str) -> None:
    with pytest.raises(Problem) as caught:
        apply_edit(draft("123m"), Edit(kind, facts))
    assert caught.value.code == code


def test_every_change_calls_off_the_agreement() -> None:
    from dataclasses import replace

    agreed = replace(draft("123m"), agreed_by=(1, 2))
    assert edited(agreed, "set_tile", id=0, symbol="2m").agreed_by == ()


def test_every_kind_of_edit_says_what_it_touches() -> None:
    facts = {"id": 0, "ids": [0], "seat": "E"}
    broad = {kind for kind in CHANGES if touches(Edit(kind, facts)) == {"*"}}
    assert broad == {"set_hand"}


def test_unfinished_hands_can_be_typed() -> None:
    assert len(typed_tiles("123m")) == 3
    with pytest.raises(Exception, match="character 5"):
        typed_tiles("123mx")
    assert Hand.parse(notation(draft("23344556677p55s+2p"))).winning is not None
