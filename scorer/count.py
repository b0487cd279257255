"""The five counting principles (R98 article 10.1(5)) and the best total.

1. Non-repeat (不重复): a fan that another always brings along is not added to it. `non_repeat`.
2. Non-separation (不拆移): sets once combined are not taken apart and combined anew. `joinable`.
3. Non-identical (不得相同): a set that made a fan makes no second fan of the same name with other sets that
   made it. `joinable`.
4. High versus low (就高不就低): of all ways to read the hand, the one worth most. `best`.
5. Account once (套算一次): when sets have been combined, each one left over may be combined once with one
   already used. `joinable`.

Seen together, 2, 3 and 5 say one thing: draw each set as a dot and each combination as a tie between its
dots; no tie may close a ring, that is, no two dots of a new tie may already hang together.
"""

from __future__ import annotations

from itertools import combinations

from . import shapes
from .divide import KNITTED_STRAIGHT, STANDARD, Division, divisions
from .facts import Facts, waiting_counts
from .fan import likeness
from .table import ONE_OF_IT, Plan, Table
from .tiles import Tile

Found = list[tuple[int, int]]
"""Fans with their number of times, in the order of the table."""


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


# --- 2, 3 and 5: which combinations of sets may stand together ----------------------------------------


def ties(table: Table, of: str, sets: tuple[Tile, ...]) -> list[tuple[int, int]]:
    """Every combination among the sets: (fan, mask of the sets), the largest first."""
    known = table.joins[of]
    out = []
    for size in range(len(sets), 1, -1):
        for places in combinations(range(len(sets)), size):
            like = likeness(tuple(sets[place] for place in places))
            fan = known.get((size, *like)) if like else None
            if fan is not None:
                out.append((fan, sum(1 << place for place in places)))
    return out


def joinable(mask: int, groups: list[int]) -> bool:
    """Whether a tie may be added: it touches none of the groups that hang together at two sets.

    >>> joinable(0b0110, [0b0011]), joinable(0b0011, [0b0111])
    (True, False)
    """
    return all((mask & group).bit_count() <= 1 for group in groups)


def joined(mask: int, groups: list[int]) -> list[int]:
    """The groups after a tie was added.

    >>> [bin(group) for group in joined(0b0110, [0b0011])]
    ['0b111']
    """
    apart = []
    for group in groups:
        if group & mask:
            mask |= group
        else:
            apart.append(group)
    return [*apart, mask]


def best_plans(table: Table, of: str, sets: tuple[Tile, ...]) -> list[Plan]:
    """The combinations to count for these sets; several plans only where one leaves out more than another."""
    key = (of, sets)
    found = table.plans.get(key)
    if found is None:
        found = table.plans[key] = _best_plans(table, ties(table, of, sets))
    return found


def _best_plans(table: Table, all_ties: list[tuple[int, int]]) -> list[Plan]:
    best: dict[int, Plan] = {}
    for plan in _plans(all_ties, 0, [], ()):
        leaves = 0
        for fan, _ in plan:
            leaves |= table.leaves[fan]
        if leaves not in best or _plan_rank(table, plan) < _plan_rank(table, best[leaves]):
            best[leaves] = plan
    ranked = {leaves: _plan_rank(table, plan) for leaves, plan in best.items()}
    return [
        plan
        for leaves, plan in best.items()
        if not any(other & ~leaves == 0 and ranked[other] < ranked[leaves] for other in best)
    ]


def _plan_rank(table: Table, plan: Plan) -> tuple[int, list[int]]:
    """More points first, then the larger fans."""
    fans = sorted([fan for fan, _ in plan])
    return -sum([table.points[fan] for fan in fans]), fans


def _plans(all_ties: list[tuple[int, int]], start: int, groups: list[int], plan: Plan) -> list[Plan]:
    out = [plan]
    for place in range(start, len(all_ties)):
        mask = all_ties[place][1]
        if joinable(mask, groups):
            out += _plans(all_ties, place + 1, joined(mask, groups), (*plan, all_ties[place]))
    return out


# --- 1: what a fan always brings along ----------------------------------------------------------------


def non_repeat(table: Table, found: Found, facts: Facts, division: Division) -> Found:
    """The fans that stand when each, from the largest down, has left out what it brings along."""
    left = 0
    for fan, _ in found:
        left |= 1 << fan
    fewer: dict[int, int] = {}
    for fan, _ in found:
        if left >> fan & 1:
            left &= ~table.leaves[fan]
            for other, kinds in table.parts.get(fan, ()):
                taken = 1 if kinds == ONE_OF_IT else (division.pung_kinds & kinds & facts.plain).bit_count()
                fewer[other] = fewer.get(other, 0) + taken
    standing = [pair for pair in found if left >> pair[0] & 1]
    if not fewer:
        return standing
    counted = [(fan, times - fewer.get(fan, 0)) for fan, times in standing]
    return [pair for pair in counted if pair[1] > 0]


# --- 4: the best reading ------------------------------------------------------------------------------


def only_wait(table: Table, facts: Facts) -> bool:
    """Whether the hand waited for one kind only, judged on the tiles before the win, in every shape."""
    if facts.only_wait is None:
        kinds = shapes.waits(waiting_counts(facts))
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
    if division.shape in (STANDARD, KNITTED_STRAIGHT):
        read_winning(table, facts, division)
    else:
        division.wait = "single" if only_wait(table, facts) else ""
    found = of_hand[:]
    for fan, test in table.of_sets:
        times = test(facts, division)
        if times:
            found.append((fan, int(times)))
    tallies = [
        _tally(table, facts, found, division, chows, pungs)
        for chows in best_plans(table, "chows", division.chows)
        for pungs in best_plans(table, "pungs", division.pungs)
    ]
    return max(tallies, key=lambda tally: _rank(table, tally)) if len(tallies) > 1 else tallies[0]


def _tally(table: Table, facts: Facts, found: Found, division: Division, chows: Plan, pungs: Plan) -> Tally:
    if chows or pungs:
        times: dict[int, int] = {}
        for fan, _ in chows + pungs:
            times[fan] = times.get(fan, 0) + 1
        found = [*found, *times.items()]
    found = sorted(found)
    standing = non_repeat(table, found, facts, division) or [(table.chicken, 1)]
    return Tally(division, (chows, pungs), found, standing, total(table, standing))


def total(table: Table, standing: Found) -> int:
    """What the fans make together under the rules."""
    points = sum([table.points[fan] * times for fan, times in standing])
    if table.rules.combine == "double":
        points = 1 << points if points < 64 else 1 << 64
    cap = table.rules.cap
    if cap is not None and not any(table.fans[fan].key in table.rules.uncapped for fan, _ in standing):
        points = min(points, cap)
    return points


def _rank(table: Table, tally: Tally) -> tuple[int, list[int]]:
    """More points first; among equals the one with the larger single fans, in the order of the table."""
    return tally.total, [-fan for fan, _ in tally.standing]


def tallies(table: Table, facts: Facts) -> list[Tally]:
    """Every division counted, the best first; empty when the hand is not complete."""
    found = divisions(facts.own, facts.own_kinds, (facts.chows, facts.pungs))
    if not found:
        return []
    if table.last_tile_from_own_melds and facts.shown:
        facts.last_tile = True
    of_hand: Found = []
    for fan, test in table.of_hand:
        times = test(facts)
        if times:
            of_hand.append((fan, int(times)))
    for key in facts.situation.declared:
        of_hand.append((table.index[key], 1))
    out = [count(table, facts, of_hand, division) for division in found]
    if len(out) > 1:
        out.sort(key=lambda tally: _rank(table, tally), reverse=True)
    return out
