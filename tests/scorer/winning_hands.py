"""Winning hands and their situations for property tests."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st

from scorer import Hand, Meld, Situation
from scorer.kinds import HONOURS, KNITTED, OUTER, tiles_of

chows = st.sampled_from([(low, low + 1, low + 2) for low in range(27) if low % 9 < 7])
pungs = st.sampled_from([(tile,) * 3 for tile in range(34)])
near = st.sampled_from(
    [(low, low + 1, low + 2) for low in range(27) if low % 9 < 4] + [(t,) * 3 for t in (0, 9, 30)]
)


@st.composite
def standard(draw) -> Hand:
    """Four sets and a pair, or the knitted nine with one; some sets melded, some as kongs."""
    knitted = draw(st.integers(0, 5)) == 0
    some = draw(
        st.lists(
            st.one_of(near, near, chows, pungs), min_size=1 if knitted else 4, max_size=1 if knitted else 4
        )
    )
    standing = tiles_of(draw(st.sampled_from(KNITTED))) if knitted else []
    standing += [draw(st.integers(0, 33))] * 2
    melds = []
    for one in some:
        how = draw(st.sampled_from(["own", "own", "own", "meld", "kong", "hidden"]))
        if how == "own" or (how in ("kong", "hidden") and one[0] != one[1]):
            standing += one
        elif how == "meld":
            melds.append(Meld.of(one))
        else:
            melds.append(Meld.of((*one, one[0]), concealed=how == "hidden"))
    return won(draw, melds, standing)


@st.composite
def special(draw) -> Hand:
    """Seven pairs, thirteen orphans, honours and knitted tiles."""
    shape = draw(st.integers(0, 2))
    if shape == 0:
        tiles = [
            tile for tile in draw(st.lists(st.integers(0, 33), min_size=7, max_size=7)) for _ in range(2)
        ]
    elif shape == 1:
        tiles = [*tiles_of(OUTER), draw(st.sampled_from(tiles_of(OUTER)))]
    else:
        kinds = tiles_of(draw(st.sampled_from(KNITTED)) | HONOURS)
        tiles = draw(st.permutations(kinds))[:14]
    return won(draw, [], tiles)


def won(draw, melds: list[Meld], standing: list[int]) -> Hand:
    every = standing + [tile for meld in melds for tile in meld.tiles]
    assume(all(every.count(tile) <= 4 for tile in every))
    rest = list(standing)
    winning = rest.pop(draw(st.integers(0, len(rest) - 1)))
    flowers = draw(st.sets(st.integers(34, 41), max_size=2))
    return Hand(tuple(melds), tuple(rest), winning, tuple(flowers))


hands = st.one_of(standard(), standard(), standard(), special())
winds = st.sampled_from("ESWN")
plain = st.builds(Situation, self_draw=st.booleans(), seat=winds, round=winds)


def legal_flags(hand: Hand, situation: Situation) -> list[Situation]:
    """The situation with one more flag each, where that can have happened."""
    out = [replace(situation, wall_last=True)]
    if hand.winning not in hand.concealed:
        out.append(replace(situation, last_tile=True))
    if situation.self_draw:
        if any(meld.kind == "kong" for meld in hand.melds):
            out.append(replace(situation, kong=True))
    elif hand.tiles.count(hand.winning) == 1:
        out.append(replace(situation, kong=True))
    return out
