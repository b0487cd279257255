"""Tiles and hands, written and read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer import Hand, HandError, Meld, Situation, score
from scorer.tiles import KINDS, SYMBOLS, compact, from_symbol, name, symbol

ORPHANS = "19m19p19sESWNCFP+E"


def test_the_numbers_of_the_tiles():
    assert len(SYMBOLS) == KINDS == 42
    assert [SYMBOLS.index(text) for text in ("1m", "9m", "1p", "1s", "E", "N", "C", "P", "a", "h")] == [
        0, 8, 9, 18, 27, 30, 31, 33, 34, 41,
    ]  # fmt: skip


def test_every_tile_reads_its_own_symbol_and_name():
    for tile in range(KINDS):
        assert from_symbol(symbol(tile)) == tile
        assert from_symbol(name(tile, "zh")) == tile
    assert (name(0, "zh"), name(31, "zh"), name(17), name(34)) == ("一万", "中", "9 of dots", "plum")


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("三万", "3m"), ("3万", "3m"), ("五筒", "5p"), ("五饼", "5p"), ("七条", "7s"), ("七索", "7s"),
        ("東", "E"),
        ("东风", "E"), ("北风", "N"), ("红中", "C"), ("发财", "F"), ("發", "F"), ("白板", "P"), ("z1", "E"),
        ("4z", "N"), ("z5", "C"), ("z6", "F"), ("7z", "P"), ("0s", "5s"), ("５ｐ", "5p"), ("梅", "a"),
        ("冬", "h"),
    ],
)  # fmt: skip
def test_other_spellings(text, tile):
    assert symbol(from_symbol(text)) == tile


@pytest.mark.parametrize("text", ["", "10m", "11m", "m", "X", "E+E", "[111m]", "风", "1m|a"])
def test_what_is_no_tile(text):
    with pytest.raises(HandError) as caught:
        from_symbol(text)
    assert caught.value.code == "not_a_tile"


@pytest.mark.parametrize(
    "text",
    [
        "1m9m1p9p1s9sESWNCFP+E",
        "19m 19p 19s\tE S W N C F P + E",
        "１９ｍ１９ｐ１９ｓＥＳＷＮＣＦＰ＋Ｅ",
        "一九万一九饼一九条东南西北中发白+东",
        "19m19p19sz1z2z3z4z5z6z7+z1",
        "19m19p19s1234567z+1z",
        "一万九万一筒九筒一索九索东风南风西风北风红中发财白板+东风",
        "PFCNWSE91s91p91m+E",
    ],
)
def test_one_hand_in_many_spellings(text):
    assert Hand.parse(text) == Hand.parse(ORPHANS)


def test_melds_in_any_order_and_spelling():
    hand = Hand.parse("[3 1 2 m][东东东]{z6z6z6z6}4566m+6m|ea")
    assert str(hand) == "[123m][EEE]{FFFF}4566m+6m |ae"
    assert hand.melds == (
        Meld("chow", (0, 1, 2)), Meld("pung", (27, 27, 27)), Meld("kong", (32, 32, 32, 32), concealed=True),
    )  # fmt: skip


def test_flowers_may_come_before_the_winning_tile():
    assert Hand.parse("19m19p19sESWNCFP|ae+E") == Hand.parse(ORPHANS + "|ea")


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "empty", None),
        ("  ", "empty", None),
        ("12x", "unknown_character", 2),
        ("12 m 3 ? p", "unread_tile", 7),
        ("1m_", "tile_face_down", 2),
        ("12mm", "suit_without_digit", 3),
        ("12m3", "digit_without_suit", 3),
        ("12E", "digit_without_suit", 1),
        ("z8", "no_such_honour", 1),
        ("8z", "no_such_honour", 0),
        ("z", "suit_without_digit", 0),
        ("[123m", "unclosed_meld", 0),
        ("11m[123m", "unclosed_meld", 3),
        ("123m]", "stray_bracket", 4),
        ("[123m}", "stray_bracket", 5),
        ("[1[23m", "digit_without_suit", 1),
        ("[1m[23m", "unclosed_meld", 0),
        ("11m[12m]", "not_a_meld", 3),
        ("[124m]", "not_a_meld", 0),
        ("[89m1p]", "not_a_meld", 0),
        ("[ESW]", "not_a_meld", 0),
        ("[]", "not_a_meld", 0),
        ("{123m}", "not_a_concealed_kong", 0),
        ("{111m}", "not_a_concealed_kong", 0),
        ("+1m+2m", "repeated_mark", 3),
        ("1m+2m[123m]", "meld_after_mark", 5),
        ("1m+", "one_winning_tile", 2),
        ("1m+23m", "one_winning_tile", 2),
        ("1ma", "flower_in_hand", 2),
        ("1m|2m", "not_a_flower", 3),
        ("19m19p19sESWNCFP+E|aa", "flower_twice", None),
        ("123m", "wrong_tile_count", None),
        ("19m19p19sESWNCFPE", "no_winning_tile", None),
        ("11111m22p33s444s+5p", "too_many_of_a_tile", None),
        ("[111m]1m234p567s99s11p+1m", "too_many_of_a_tile", None),
        ("风", "unknown_character", 0),
        ("红", "unknown_character", 0),
    ],
)
def test_errors_point_at_the_character(text, code, position):
    with pytest.raises(HandError) as caught:
        Hand.parse(text)
    assert (caught.value.code, caught.value.position) == (code, position)
    for lang in ("zh", "en"):
        message = caught.value.message(lang)
        assert message and "{" not in message.replace("{123m}", "").replace("{111m}", "")
        assert (
            position is None
            or str(position + 1) in message
            or code.startswith(("flower", "not_a_f", "one_w"))
        )


def test_an_error_is_an_object_too():
    with pytest.raises(HandError) as caught:
        Hand.parse("12x")
    assert caught.value.to_json("zh") == {
        "code": "unknown_character", "message": "第3个字符“x”不是牌", "position": 2, "facts": {"char": "x"},
    }  # fmt: skip


@settings(deadline=None)
@given(st.text(alphabet="123456789mpsESWNCFPabch[]{}+|? _z0x一万东", max_size=40))
def test_any_text_is_a_hand_or_a_hand_error(text):
    try:
        hand = Hand.parse(text)
    except HandError as error:
        assert error.message("zh") and error.message("en")
        return
    assert Hand.parse(str(hand)) == hand


@pytest.mark.parametrize("wind", ["E", "东", "東", "东风", " Ｅ "])
def test_winds_in_many_spellings(wind):
    assert Situation(seat=wind).seat == "E"


@pytest.mark.parametrize("value", ["", "ES", "C", "1m", 1, None, [], "e"])
def test_what_is_no_wind(value):
    with pytest.raises(HandError) as caught:
        Situation(round=value)
    assert caught.value.code == "bad_value" and caught.value.facts["field"] == "round"


def test_compact():
    assert compact((0, 1, 2, 9, 27, 27, 34)) == "123m1pEEa"


@pytest.mark.parametrize(
    "make",
    [
        lambda: Meld("chow", (0, 1, 3)),
        lambda: Meld("pung", (0, 1, 2)),
        lambda: Meld("pung", (0, 0, 0), concealed=True),
        lambda: Meld("chow", (7, 8, 9)),
        lambda: Meld.of((34, 34, 34)),
        lambda: Hand((), (42,) * 13),
        lambda: Hand((), tuple(range(13)), -1),
        lambda: Hand((), tuple(range(13)), flowers=(99,)),
    ],
)
def test_values_that_cannot_be_are_not_made(make):
    with pytest.raises(HandError):
        make()


def test_values_are_frozen_and_hash():
    hand = Hand.parse(ORPHANS)
    assert hash(hand) == hash(Hand.parse(ORPHANS))
    with pytest.raises(AttributeError):
        hand.winning = 3
    result = score(hand)
    assert result == score(ORPHANS) and hash(result) == hash(score(ORPHANS))
    assert result != score(ORPHANS, rules="wmo-2014")
    with pytest.raises(AttributeError):
        result.total = 3
