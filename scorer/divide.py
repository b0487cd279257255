"""Every way to divide a winning hand into sets and a pair, or into a special shape."""

from __future__ import annotations

from functools import lru_cache

from . import shapes
from .kinds import BAMBOO, BIT, CHARACTERS, DOTS, HONOURS, KNITTED
from .shapes import SUIT_TABLE, Counts
from .tiles import FIRST_FLOWER, FIRST_WIND, Tile

STANDARD, KNITTED_STRAIGHT, SEVEN_PAIRS = "standard", "knitted_straight", "seven_pairs"
THIRTEEN_ORPHANS, KNITTED_SINGLES = "thirteen_orphans", "knitted_singles"
SHAPES = (STANDARD, KNITTED_STRAIGHT, SEVEN_PAIRS, THIRTEEN_ORPHANS, KNITTED_SINGLES)

Tiles = tuple[Tile, ...]
NO_PAIR = -1


class Division:
    """One way to divide a hand.

    `chows` by their lowest tile and `pungs` (kongs too) by theirs, sorted, melded ones included;
    `own_chows`, `own_pungs` those standing in the hand; `pair` a tile or `NO_PAIR`; `body` the nine knitted
    tiles (or the sixteen's nine) as a mask. `wait` and `hidden` come with the reading of the winning tile
    (`count.read_winning`): edge, closed or single, and how many pungs and kongs count as concealed.
    """

    __slots__ = (
        "body", "chows", "hidden", "own_chows", "own_pungs", "pair", "pung_kinds", "pungs", "shape", "wait",
    )  # fmt: skip

    def __init__(
        self,
        shape: str,
        own_chows: Tiles = (),
        own_pungs: Tiles = (),
        pair: Tile = NO_PAIR,
        melded: tuple[Tiles, Tiles] = ((), ()),
        body: int = 0,
    ) -> None:
        self.shape = shape
        self.own_chows, self.own_pungs, self.pair, self.body = own_chows, own_pungs, pair, body
        self.chows = tuple(sorted(melded[0] + own_chows)) if melded[0] else own_chows
        self.pungs = tuple(sorted(melded[1] + own_pungs)) if melded[1] else own_pungs
        kinds = 0
        for tile in self.pungs:
            kinds |= BIT[tile]
        self.pung_kinds = kinds
        self.wait = ""
        self.hidden = 0

    def __repr__(self) -> str:
        return f"Division({self.shape}: chows {self.chows}, pungs {self.pungs}, pair {self.pair})"


Split = tuple[Tiles, Tiles, Tile]
NOTHING: Split = ((), (), NO_PAIR)
_SUITS = ((0, CHARACTERS), (9, DOTS), (18, BAMBOO))


@lru_cache(maxsize=SUIT_TABLE)
def _splits(counts: tuple[int, ...], start: Tile) -> tuple[Split, ...]:
    """Every way to split a suit that begins at tile `start` into chows, pungs and at most one pair."""
    return tuple(
        (
            tuple([start + rank for rank in chows]),
            tuple([start + rank for rank in pungs]),
            NO_PAIR if pair == NO_PAIR else start + pair,
        )
        for chows, pungs, pair in _rank_splits(counts)
    )


@lru_cache(maxsize=SUIT_TABLE)
def _rank_splits(counts: tuple[int, ...]) -> list[Split]:
    """The same in ranks from 0, which serves for all three suits."""
    out: list[Split] = []
    _split(list(counts), sum(counts) % 3 == 2, ([], [], NO_PAIR), out)
    return out


def _split(counts: Counts, pair_due: bool, taken: tuple[list[int], list[int], int], out: list[Split]) -> None:
    """Take the lowest rank away as pair, pung or chow, in each way that is possible."""
    chows, pungs, pair = taken
    low = 0
    while low < 9 and not counts[low]:
        low += 1
    if low == 9:
        if not pair_due:
            out.append((tuple(chows), tuple(pungs), pair))
        return
    count = counts[low]
    if pair_due and count >= 2:
        counts[low] -= 2
        _split(counts, False, (chows, pungs, low), out)
        counts[low] += 2
    if count >= 3:
        counts[low] -= 3
        _split(counts, pair_due, (chows, [*pungs, low], pair), out)
        counts[low] += 3
    if low < 7 and counts[low + 1] and counts[low + 2]:
        for rank in range(low, low + 3):
            counts[rank] -= 1
        _split(counts, pair_due, ([*chows, low], pungs, pair), out)
        for rank in range(low, low + 3):
            counts[rank] += 1


def _honours(counts: Counts) -> Split | None:
    pungs: Tiles = ()
    pair = NO_PAIR
    for tile in range(FIRST_WIND, FIRST_FLOWER):
        count = counts[tile]
        if count == 3:
            pungs += (tile,)
        elif count == 2 and pair == NO_PAIR:
            pair = tile
        elif count:
            return None
    return (), pungs, pair


def _sets_and_pair(counts: Counts, kinds: int) -> list[Split]:
    """Every way to split all the counts into sets and exactly one pair."""
    honours = _honours(counts) if kinds & HONOURS else NOTHING
    if honours is None:
        return []
    found: list[Split] = [((), (), honours[2])]
    for start, suit in _SUITS:
        if kinds & suit:
            found = [
                (chows + more_chows, pungs + more_pungs, pair if more_pair == NO_PAIR else more_pair)
                for more_chows, more_pungs, more_pair in _splits(tuple(counts[start : start + 9]), start)
                for chows, pungs, pair in found
                if pair == NO_PAIR or more_pair == NO_PAIR
            ]
    return [(chows, pungs + honours[1], pair) for chows, pungs, pair in found if pair != NO_PAIR]


def divisions(counts: Counts, kinds: int, melded: tuple[Tiles, Tiles]) -> list[Division]:
    """Every division of a hand; none when it is not complete.

    `counts` are those of the tiles not melded, `kinds` their kinds, `melded` the melded chows and pungs.
    """
    out = [Division(STANDARD, *split, melded) for split in _sets_and_pair(counts, kinds)]
    sets_melded = len(melded[0]) + len(melded[1])
    different = kinds.bit_count()
    if sets_melded > 1:
        return out
    if different >= 9:
        for body in KNITTED:
            if not body & ~kinds:
                rest = shapes.without_kinds(counts, body)
                splits = _sets_and_pair(rest, shapes.kinds_of(rest))
                out += [Division(KNITTED_STRAIGHT, *split, melded, body) for split in splits]
    if sets_melded:
        return out
    if different <= 7 and shapes.seven_pairs(counts):
        out.append(Division(SEVEN_PAIRS))
    elif different == 13 and shapes.thirteen_orphans(counts, kinds):
        out.append(Division(THIRTEEN_ORPHANS))
    elif different == 14 and (body := shapes.knitted_singles(counts, kinds)):
        out.append(Division(KNITTED_SINGLES, body=body))
    return out
