"""Which tiles complete a hand: the shapes a hand may have, told from counts alone.

Everything here works on a list of 34 counts, the tiles that are not melded, and is quick enough to ask of
every candidate reading of a photograph.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .kinds import HONOURS, KNITTED, OUTER
from .tiles import Tile

Counts = list[int]

SUIT_TABLE = 1 << 15
"""How many suits are remembered: the candidates of one photograph, or of one wait, share most of theirs."""

_GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))


def kinds_of(counts: Counts) -> int:
    """The kinds present, as a mask."""
    out, bit = 0, 1
    for count in counts:
        if count:
            out |= bit
        bit <<= 1
    return out


def _sets_only(suit: Sequence[int]) -> bool:
    """Whether nine counts are chows and pungs and nothing else.

    From the lowest rank up, what no earlier chow uses must begin chows, up to a multiple of three (three
    equal chows are as good as three pungs).
    """
    begun = before = 0  # chows begun at the last rank, and at the one before it
    for count in suit:
        rest = count - begun - before
        if rest < 0:
            return False
        begun, before = rest % 3, begun
    return not begun and not before


def _suit_complete(suit: Sequence[int]) -> bool:
    """Whether nine counts are sets, or sets and one pair, as their number demands."""
    total = sum(suit)
    if total % 3 == 0:
        return _sets_only(suit)
    if total % 3 == 1:
        return False
    # The ranks of a chow or a pung add up to a multiple of three, so the pair's rank is known modulo three.
    weight = suit[1] + suit[4] + suit[7] + 2 * (suit[2] + suit[5] + suit[8])
    for rank in range(2 * weight % 3, 9, 3):
        if suit[rank] >= 2:
            rest = list(suit)
            rest[rank] -= 2
            if _sets_only(rest):
                return True
    return False


def _honours_complete(honours: Sequence[int]) -> bool:
    pairs = honours.count(2)
    return pairs <= 1 and honours.count(0) + honours.count(3) + pairs == len(honours)


@lru_cache(maxsize=SUIT_TABLE)
def _fills(group: tuple[int, ...]) -> int:
    """The places (bits from 0) where one more tile completes a suit (nine counts) or the honours (seven)."""
    complete = _suit_complete if len(group) == 9 else _honours_complete
    filled = list(group)
    out = 0
    for place, count in enumerate(group):
        filled[place] = count + 1
        # A fifth tile can only stand as pung and pair among honours.
        if complete(filled) or (count == 4 and len(group) == 7 and _five_of_honour(filled)):
            out |= 1 << place
        filled[place] = count
    return out


def _five_of_honour(honours: Sequence[int]) -> bool:
    return all(count in (0, 3, 5) for count in honours)


def standard_waits(counts: Counts) -> int:
    """The kinds that make sets and a pair of the counts, among them a fifth tile of a kind."""
    open_groups: list[tuple[int, tuple[int, ...]]] = []
    for start, end in _GROUPS:
        group = tuple(counts[start:end])
        left = sum(group) % 3
        if left:
            open_groups.append((start, group))
        elif not _complete(group):
            return 0
    if len(open_groups) == 1:
        # A suit with one tile too many: it gets the pair. With two too many it could not.
        start, group = open_groups[0]
        return _fills(group) << start if sum(group) % 3 == 1 else 0
    if len(open_groups) != 2:
        return 0
    # Two groups with two tiles too many: one holds the pair, the other takes a tile.
    (start, group), (other_start, other) = open_groups
    out = 0
    if _complete(other):
        out = _fills(group) << start
    if _complete(group):
        out |= _fills(other) << other_start
    return out


@lru_cache(maxsize=SUIT_TABLE)
def _complete(group: tuple[int, ...]) -> bool:
    """Whether a suit (nine counts) or the honours (seven) are sets, or sets and a pair."""
    return _suit_complete(group) if len(group) == 9 else _honours_complete(group)


def standard_complete(counts: Counts) -> bool:
    """Whether the counts are sets and exactly one pair."""
    groups = [tuple(counts[start:end]) for start, end in _GROUPS]
    pairs = sum(sum(group) % 3 == 2 for group in groups)
    return pairs == 1 and all(_complete(group) for group in groups)


def without_kinds(counts: Counts, kinds: int) -> Counts:
    """The counts less one tile of each kind."""
    return [count - (kinds >> tile & 1) for tile, count in enumerate(counts)]


def waits(counts: Counts, kinds: int | None = None) -> int:
    """The kinds that complete the unmelded tiles in any shape; one tile short of a hand.

    A tile of which all four are in the hand is among them: the wait is there in form. `kinds`, if known, are
    the kinds of the counts.

    >>> from scorer.hand import Hand
    >>> from scorer.kinds import of
    >>> waits(counts_of(Hand.parse("[111s]2345678999s").concealed)) == of("124578s")
    True
    """
    total = sum(counts)
    out = standard_waits(counts)
    if total < 10:
        return out
    if kinds is None:
        kinds = kinds_of(counts)
    if kinds.bit_count() >= 8:
        out |= _knitted_waits(counts, kinds)
    if total == 13:
        out |= _seven_pairs_waits(counts) | _orphans_waits(counts, kinds) | _singles_waits(counts, kinds)
    return out


def counts_of(tiles: Sequence[Tile]) -> Counts:
    """34 counts of the tiles."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile] += 1
    return counts


def _knitted_waits(counts: Counts, kinds: int) -> int:
    out = 0
    for body in KNITTED:
        have = kinds & body
        missing = body & ~have
        if not missing:
            out |= standard_waits(without_kinds(counts, body))
        elif not missing & (missing - 1) and standard_complete(without_kinds(counts, have)):
            out |= missing
    return out


def _seven_pairs_waits(counts: Counts) -> int:
    single = 0
    for tile, count in enumerate(counts):
        if count & 1:
            if single:
                return 0
            single = 1 << tile
    return single


def _orphans_waits(counts: Counts, kinds: int) -> int:
    if kinds & ~OUTER:
        return 0
    missing = OUTER & ~kinds
    if not missing:
        return OUTER
    return missing if not missing & (missing - 1) else 0


def _singles_waits(counts: Counts, kinds: int) -> int:
    """Honours and knitted tiles: 13 different ones wait for the three of the sixteen that are missing."""
    if kinds.bit_count() != 13:
        return 0
    out = 0
    for body in KNITTED:
        if not kinds & ~(body | HONOURS):
            out |= (body | HONOURS) & ~kinds
    return out


def seven_pairs(counts: Counts) -> bool:
    """Seven pairs, four equal tiles counting as two."""
    return sum(counts) == 14 and not any(count & 1 for count in counts)


def thirteen_orphans(counts: Counts, kinds: int) -> bool:
    """One of each terminal and honour, one of them twice."""
    return kinds == OUTER and sum(counts) == 14


def knitted_singles(counts: Counts, kinds: int) -> int:
    """Fourteen different honours and knitted tiles: the body of nine they are taken from, else 0."""
    if kinds.bit_count() == 14 and sum(counts) == 14:
        for body in KNITTED:
            if not kinds & ~(body | HONOURS):
                return body
    return 0


def complete(counts: Counts) -> bool:
    """Whether the unmelded tiles, the winning one among them, make a hand in any shape.

    >>> complete(counts_of([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 4]))
    True
    """
    if standard_complete(counts):
        return True
    if sum(counts) < 11:
        return False
    kinds = kinds_of(counts)
    for body in KNITTED:
        if not body & ~kinds and standard_complete(without_kinds(counts, body)):
            return True
    return bool(seven_pairs(counts) or thirteen_orphans(counts, kinds) or knitted_singles(counts, kinds))
