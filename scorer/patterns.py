"""The longer predicates of the fan table, and which tiles a fan points at."""

from __future__ import annotations

from collections.abc import Callable

from .divide import KNITTED_STRAIGHT, Division
from .facts import Facts, waiting_counts
from .kinds import BIT, EVEN, HONOURS, OUTER
from .tiles import FIRST_WIND, Tile

Shows = Callable[[Facts, Division], list[Tile]]

_NINE_GATES = [3, 1, 1, 1, 1, 1, 1, 1, 3]


def nine_gates(facts: Facts) -> bool:
    """1112345678999 of one suit in the hand before the win, so that all nine ranks complete it."""
    if facts.melds or facts.suits != 1 or facts.kinds & HONOURS:
        return False
    counts = waiting_counts(facts)
    start = facts.winning // 9 * 9
    return counts[start : start + 9] == _NINE_GATES


def nine_gates_pattern(facts: Facts) -> bool:
    """1112345678999 and any fourteenth tile of the suit, whichever tile came last."""
    start = facts.winning // 9 * 9
    counts = facts.own[start : start + 9]
    if facts.melds or facts.suits != 1:
        return False
    return all(count >= wanted for count, wanted in zip(counts, _NINE_GATES, strict=False))


def seven_shifted_pairs(facts: Facts, division: Division) -> bool:
    """Seven different pairs of one suit in a row."""
    if facts.suits != 1 or facts.kinds & HONOURS:
        return False
    lowest = facts.kinds & -facts.kinds
    return facts.kinds == lowest * 0b1111111


def terminal_chows(division: Division, suits: int) -> bool:
    """123 and 789 twice with a pair of fives: all in one suit, or in two with the fives in the third."""
    chows, pair = division.chows, division.pair
    if len(chows) != 4 or pair >= FIRST_WIND or pair % 9 != 4:
        return False
    first, second = chows[0], chows[2] if suits == 3 else chows[0]
    if sorted((first, first + 6, second, second + 6)) != list(chows) or first % 9 or second % 9:
        return False
    used = {first // 9, second // 9}
    return (pair // 9 not in used and len(used) == 2) if suits == 3 else pair // 9 in used


def outside(division: Division) -> bool:
    """A terminal or an honour in every set and in the pair."""
    if not BIT[division.pair] & OUTER or division.pung_kinds & ~OUTER:
        return False
    return all(low % 9 in (0, 6) for low in division.chows)


def fives(division: Division) -> bool:
    """A five in every set and in the pair."""
    if division.pair >= FIRST_WIND or division.pair % 9 != 4:
        return False
    return all(2 <= low % 9 <= 4 for low in division.chows) and all(
        tile < FIRST_WIND and tile % 9 == 4 for tile in division.pungs
    )


def all_even(division: Division) -> bool:
    """Four pungs and a pair of 2, 4, 6 or 8."""
    return len(division.pungs) == 4 and not (division.pung_kinds | BIT[division.pair]) & ~EVEN


def all_chows(division: Division) -> bool:
    """Four chows and a numbered pair; the nine knitted tiles stand for three chows."""
    wanted = 1 if division.shape == KNITTED_STRAIGHT else 4
    return len(division.chows) == wanted and division.pair < FIRST_WIND


# --- Which tiles a fan points at ----------------------------------------------------------------------


def everything(facts: Facts, division: Division) -> list[Tile]:
    """The whole hand."""
    return sorted(facts.hand.tiles)


def winning(facts: Facts, division: Division) -> list[Tile]:
    """The winning tile."""
    return [facts.winning]


def pair(facts: Facts, division: Division) -> list[Tile]:
    """The pair, or the winning tile where there is none."""
    return [division.pair] * 2 if division.pair >= 0 else [facts.winning]


def hogs(facts: Facts, division: Division) -> list[Tile]:
    """Every four equal tiles that are no kong."""
    return [tile for tile in facts.hogs for _ in range(4)]


def body(facts: Facts, division: Division) -> list[Tile]:
    """The nine knitted tiles."""
    return [tile for tile in range(FIRST_WIND) if division.body >> tile & 1]


def pungs_in(kinds: int) -> Shows:
    """The pungs and kongs of these kinds."""

    def shows(facts: Facts, division: Division) -> list[Tile]:
        return expand(facts, [tile for tile in division.pungs if kinds >> tile & 1])

    return shows


def pungs_and_pair_in(kinds: int) -> Shows:
    """The pungs and kongs of these kinds and the pair."""

    def shows(facts: Facts, division: Division) -> list[Tile]:
        return pungs_in(kinds)(facts, division) + pair(facts, division)

    return shows


def seat_pung(facts: Facts, division: Division) -> list[Tile]:
    """The pung of the winner's own wind."""
    return pungs_in(facts.seat)(facts, division)


def round_pung(facts: Facts, division: Division) -> list[Tile]:
    """The pung of the round's wind."""
    return pungs_in(facts.round)(facts, division)


def plain_pungs(facts: Facts, division: Division) -> list[Tile]:
    """The pungs of terminals and of winds that score nothing else."""
    return pungs_in(facts.plain)(facts, division)


def kongs(facts: Facts, division: Division) -> list[Tile]:
    """Every kong."""
    return [tile for meld in facts.hand.melds if meld.kind == "kong" for tile in meld.tiles]


def concealed_kongs(facts: Facts, division: Division) -> list[Tile]:
    """Every concealed kong."""
    return [tile for meld in facts.hand.melds if meld.concealed for tile in meld.tiles]


def exposed_kongs(facts: Facts, division: Division) -> list[Tile]:
    """Every exposed kong."""
    exposed = [meld for meld in facts.hand.melds if meld.kind == "kong" and not meld.concealed]
    return [tile for meld in exposed for tile in meld.tiles]


def hidden_pungs(facts: Facts, division: Division) -> list[Tile]:
    """The pungs and kongs that count as concealed."""
    melded = [meld.tile for meld in facts.hand.melds if meld.concealed]
    own = list(division.own_pungs)
    if len(melded) + len(own) > division.hidden:
        own.remove(facts.winning)
    return expand(facts, sorted(melded + own))


def wait_set(facts: Facts, division: Division) -> list[Tile]:
    """The chow that the winning tile completed."""
    offset = 1 if division.wait == "closed" else 2 if facts.winning % 9 == 2 else 0
    low = facts.winning - offset
    return [low, low + 1, low + 2]


def expand(facts: Facts, pungs: list[Tile]) -> list[Tile]:
    """The tiles of pungs, four for a kong."""
    return [tile for tile in pungs for _ in range(4 if facts.kong_kinds >> tile & 1 else 3)]
