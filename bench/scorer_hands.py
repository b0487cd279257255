"""Random winning hands that are hard to count, for the differential runner and the speed test.

Uniform random hands hardly ever hold a fan. These lean to one or two suits and to sets that repeat, step or
mirror one another, with every shape, every kind of meld and kong, and every way of winning that is possible.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from scorer import Hand, Meld, Situation
from scorer.kinds import (
    EVEN,
    GREENS,
    HONOURS,
    KNITTED,
    LOWER,
    LOWER_FOUR,
    MIDDLE,
    OUTER,
    REVERSIBLES,
    TERMINALS,
    UPPER,
    UPPER_FOUR,
    mask,
    tiles_of,
)  # fmt: skip

Sets = list[list[int]]


def hands(seed: int, count: int) -> Iterator[tuple[Hand, Situation]]:
    """`count` winning hands with a situation each; the same for the same seed."""
    chance = random.Random(seed)
    makers = (
        *((_standard,) * 14 + (_mixed,) * 4 + (_banded,) * 4 + (_terminal_chows,)),
        *((_seven_pairs,) * 3 + (_knitted_straight,) * 3 + (_singles, _orphans, _gates)),
    )
    while count:
        made = chance.choice(makers)(chance)
        if made is not None:
            count -= 1
            yield made, _situation(chance, made)


def _possible(tiles: list[int]) -> bool:
    return all(tiles.count(tile) <= 4 for tile in tiles)


def _chow(low: int) -> list[int]:
    return [low, low + 1, low + 2]


def _first_set(chance: random.Random, suits: list[int], honours: float) -> list[int]:
    if chance.random() < honours:
        return [chance.choice(range(27, 34))] * 3
    start = chance.choice(suits) * 9
    if chance.random() < 0.45:
        return [start + chance.randrange(9)] * 3
    return _chow(start + chance.randrange(7))


def _related(chance: random.Random, old: list[int], suits: list[int]) -> list[int]:
    """A set like an earlier one: the same, of another suit, or a few ranks away."""
    if old[0] >= 27:
        return [chance.choice(range(27, 34))] * 3
    chow = old[0] != old[1]
    rank = old[0] % 9 + chance.choice((0, 0, 0, 1, 1, 2, 3, 6, -1, -2, -3, -6))
    if not 0 <= rank <= (6 if chow else 8):
        rank = old[0] % 9
    suit = old[0] // 9 if chance.random() < 0.5 else chance.choice(suits)
    return _chow(suit * 9 + rank) if chow else [suit * 9 + rank] * 3


def _sets(chance: random.Random, number: int, used: list[int]) -> tuple[Sets, list[int]] | None:
    """Sets and a pair that leave no tile five times together with those used."""
    suits = chance.sample(range(3), chance.choice((1, 1, 2, 2, 3)))
    honours = chance.choice((0, 0, 0.15, 0.3, 0.8))
    sets: Sets = []
    for _ in range(number):
        if sets and chance.random() < 0.6:
            sets.append(_related(chance, chance.choice(sets), suits))
        else:
            sets.append(_first_set(chance, suits, honours))
    pair = (
        chance.randrange(27, 34)
        if chance.random() < honours
        else chance.choice(suits) * 9 + chance.randrange(9)
    )
    tiles = [tile for one in sets for tile in one] + [pair] * 2
    return (sets, [pair] * 2) if _possible(tiles + used) else None


def _standard(chance: random.Random) -> Hand | None:
    made = _sets(chance, 4, [])
    return _lay_out(chance, made[0], made[1]) if made else None


def _mixed(chance: random.Random) -> Hand | None:
    """Three chows or pungs in step, mostly one of each suit, and any fourth set."""
    made = _sets(chance, 1, [])
    if made is None:
        return None
    step, chow = chance.choice((0, 1, 1, 2, 3)), chance.random() < 0.6
    first = chance.randrange((7 if chow else 9) - 2 * step)
    suits = chance.sample(range(3), 3) if chance.random() < 0.7 else [chance.randrange(3)] * 3
    lows = [suit * 9 + first + step * place for place, suit in enumerate(suits)]
    sets = [_chow(low) if chow else [low] * 3 for low in lows]
    return _lay_out(chance, sets + made[0], made[1])


BANDS = (LOWER, MIDDLE, UPPER, LOWER_FOUR, UPPER_FOUR, GREENS, REVERSIBLES, OUTER, TERMINALS, HONOURS, EVEN)


def _banded(chance: random.Random) -> Hand | None:
    """Sets and pair from a few kinds only."""
    band = chance.choice(BANDS)
    kinds = tiles_of(band)
    chows = [tile for tile in kinds if tile < 27 and tile % 9 < 7 and not mask(_chow(tile)) & ~band]
    sets = [
        _chow(chance.choice(chows)) if chows and chance.random() < 0.6 else [chance.choice(kinds)] * 3
        for _ in range(4)
    ]
    return _lay_out(chance, sets, [chance.choice(kinds)] * 2)


def _terminal_chows(chance: random.Random) -> Hand | None:
    """123 and 789 twice and fives, in one suit or in three."""
    suits = chance.choice(([0, 0, 0], [0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 1, 1], [2, 2, 2]))
    sets = [_chow(suit * 9 + rank) for suit in suits[:2] for rank in (0, 6)]
    return _lay_out(chance, sets, [suits[2] * 9 + 4] * 2)


def _knitted_straight(chance: random.Random) -> Hand | None:
    body = tiles_of(chance.choice(KNITTED))
    made = _sets(chance, 1, body)
    return _lay_out(chance, made[0], made[1] + body) if made else None


def _lay_out(chance: random.Random, sets: Sets, rest: list[int]) -> Hand | None:
    """Some of the sets as melds, pungs sometimes as kongs; any tile of what is left wins."""
    melds: list[Meld] = []
    standing = rest[:]
    openness, kongs = chance.choice((0.0, 0.0, 0.3, 0.6, 1.0)), chance.choice((0.0, 0.25, 0.25, 1.0))
    for one in sets:
        pung = one[0] == one[1]
        if pung and chance.random() < kongs:
            melds.append(Meld.of(one + one[:1], concealed=chance.random() < 0.5))
        elif chance.random() < openness:
            melds.append(Meld.of(one))
        else:
            standing += one
    if not _possible(standing + [tile for meld in melds for tile in meld.tiles]):
        return None
    return _won(chance, melds, standing)


def _won(chance: random.Random, melds: list[Meld], standing: list[int]) -> Hand:
    tiles = standing[:]
    winning = tiles.pop(chance.randrange(len(tiles)))
    return Hand(tuple(melds), tuple(tiles), winning)


def _seven_pairs(chance: random.Random) -> Hand | None:
    suits = chance.sample(range(3), chance.choice((1, 1, 2, 3)))
    kinds = [suit * 9 + rank for suit in suits for rank in range(9)] + chance.choice(
        ([], list(range(27, 34)))
    )
    if chance.random() < 0.3:
        start = suits[0] * 9 + chance.randrange(3)
        kinds = list(range(start, start + 7))
    tiles = [tile for _ in range(7) for tile in [chance.choice(kinds)] * 2]
    return _won(chance, [], tiles) if _possible(tiles) else None


def _singles(chance: random.Random) -> Hand:
    body = chance.choice(KNITTED) | HONOURS
    kinds = tiles_of(HONOURS) if chance.random() < 0.4 else []
    others = [tile for tile in tiles_of(body) if tile not in kinds]
    return _won(chance, [], kinds + chance.sample(others, 14 - len(kinds)))


def _orphans(chance: random.Random) -> Hand:
    kinds = tiles_of(OUTER)
    return _won(chance, [], [*kinds, chance.choice(kinds)])


def _gates(chance: random.Random) -> Hand:
    start = chance.randrange(3) * 9
    ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
    tiles = [start + rank for rank in ranks]
    if chance.random() < 0.5:
        return Hand((), tuple(tiles), start + chance.randrange(9))
    return _won(chance, [], [*tiles, start + chance.randrange(9)])


def _situation(chance: random.Random, hand: Hand) -> Situation:
    """A situation that can have happened with this hand."""
    winning = hand.winning
    self_draw = chance.random() < 0.4
    wall_last = chance.random() < 0.1
    last_tile = winning not in hand.concealed and chance.random() < 0.15
    kong = False
    if self_draw:
        kong = any(meld.kind == "kong" for meld in hand.melds) and chance.random() < 0.3
    elif not wall_last and hand.tiles.count(winning) == 1:
        kong = chance.random() < 0.15
    return Situation(
        self_draw=self_draw,
        seat=chance.choice("ESWN"),
        round=chance.choice("ESWN"),
        last_tile=last_tile,
        wall_last=wall_last,
        kong=kong,
        flowers=chance.choice((0, 0, 0, 1, 2, 8)),
    )
