"""Every reading of a winning hand, counted; the best first."""

from __future__ import annotations

from itertools import product

from . import shapes
from .divide import KNITTED_STRAIGHT, STANDARD, Division, divisions
from .facts import Facts, waiting_counts, waiting_kinds
from .fan import OfSets
from .kinds import HONOURS
from .principles import Found, best_plans, non_repeat, rank, total
from .table import Plan, Table


class Tally:
    """One division counted: `found` every fan that is there, `standing` those that count, `plans` the
    combinations of chows and of pungs, `total` the points without flowers.
    """

    __slots__ = ("division", "found", "plans", "standing", "total")

    def __init__(
        self, division: Division, plans: tuple[Plan, Plan], found: Found, standing: Found, total: int
    ) -> None:
        self.division, self.plans, self.total = division, plans, total
        self.found, self.standing = found, standing


def only_wait(table: Table, facts: Facts) -> bool:
    """Whether the hand waited for one kind only, judged on the tiles before the win, in every shape."""
    if facts.only_wait is None:
        kinds = shapes.waits(waiting_counts(facts), waiting_kinds(facts))
        if not table.exhausted_tile_is_wait:
            kinds &= ~sum(1 << tile for tile in range(34) if facts.all[tile] - (tile == facts.winning) == 4)
        facts.only_wait = kinds == 1 << facts.winning
    return facts.only_wait


def read_winning(table: Table, facts: Facts, division: Division) -> None:
    """Says where the winning tile went, to the winner's advantage: its wait, and which pungs are concealed.

    A pung completed by another player's tile counts as exposed, unless the tile can stand in a chow or in
    the pair instead.
    """
    tile = facts.winning
    hidden = facts.concealed_kongs + len(division.own_pungs)
    wait, elsewhere = "", division.pair == tile
    for low in division.own_chows:
        if low <= tile <= low + 2:
            elsewhere = True
            if tile == low + 1:
                wait = wait or "closed"
            elif (tile == low + 2 and low % 9 == 0) or (tile == low and low % 9 == 6):
                wait = "edge"
    wait = wait or ("single" if division.pair == tile else "")
    in_body = division.body >> tile & 1
    if not facts.self_draw and not elsewhere and not in_body and tile in division.own_pungs:
        hidden -= 1
    if wait and ((in_body and not table.knitted_body_wait) or not only_wait(table, facts)):
        wait = ""
    division.hidden, division.wait = hidden, wait


def count(table: Table, facts: Facts, of_hand: Found, division: Division) -> Tally:
    """The division's best tally."""
    shape = division.shape
    if shape in (STANDARD, KNITTED_STRAIGHT):
        read_winning(table, facts, division)
    else:
        division.wait = "single" if only_wait(table, facts) else ""
    found = of_hand + _times(table.of_sets[shape], facts, division)
    if division.pung_kinds & HONOURS:
        found += _times(table.of_honours[shape], facts, division)
    chow_plans = best_plans(table, "chows", division.chows)
    pung_plans = best_plans(table, "pungs", division.pungs)
    best = _tally(table, facts, found, division, chow_plans[0], pung_plans[0])
    if len(chow_plans) + len(pung_plans) > 2:
        pairs = list(product(chow_plans, pung_plans))[1:]
        others = [_tally(table, facts, found, division, *plans) for plans in pairs]
        best = max([best, *others], key=lambda tally: rank(table, tally.total, tally.standing))
    return best


def _times(tests: list[tuple[int, OfSets]], facts: Facts, division: Division) -> Found:
    out = []
    for fan, test in tests:
        times = test(facts, division)
        if times:
            out.append((fan, int(times)))
    return out


def _tally(table: Table, facts: Facts, found: Found, division: Division, chows: Plan, pungs: Plan) -> Tally:
    if chows or pungs:
        times: dict[int, int] = {}
        for fan, _ in chows + pungs:
            times[fan] = times.get(fan, 0) + 1
        found = [*found, *times.items()]
    found = sorted(found)
    standing = non_repeat(table, found, facts, division)
    if not standing and table.chicken is not None:
        standing = [(table.chicken, 1)]
    return Tally(division, (chows, pungs), found, standing, total(table, standing))


def ways(table: Table, facts: Facts) -> Found:
    """The fans of the way of winning."""
    key = facts.way
    found = table.ways.get(key)
    if found is None:
        found = table.ways[key] = [(fan, 1) for fan, test in table.of_way if test(facts)]
    return found


def tallies(table: Table, facts: Facts) -> list[Tally]:
    """Every division counted, the best first; empty when the hand is not complete."""
    found = divisions(facts.own, facts.own_kinds, (facts.chows, facts.pungs))
    if not found:
        return []
    if table.last_tile_from_own_melds and facts.shown:
        facts.last_tile = True
    kinds = facts.kinds
    of_hand = [(fan, 1) for fan, forbidden in table.only if not kinds & forbidden]
    for fan, test in table.of_hand:
        times = test(facts)
        if times:
            of_hand.append((fan, int(times)))
    of_hand += ways(table, facts)
    of_hand += [(table.index[key], 1) for key in dict.fromkeys(facts.situation.declared)]
    out = [count(table, facts, of_hand, division) for division in found]
    if len(out) > 1:
        out.sort(key=lambda tally: rank(table, tally.total, tally.standing), reverse=True)
    return out
