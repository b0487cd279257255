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

from itertools import combinations, product

from . import shapes
from .divide import KNITTED_STRAIGHT, STANDARD, Division, divisions
from .facts import Facts, waiting_counts, waiting_kinds
from .fan import OfSets, likeness
from .kinds import HONOURS
from .table import ONE_OF_IT, Plan, Table
from .tiles import FIRST_WIND, Tile

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
    numbered = [(tile, 1 << place) for place, tile in enumerate(sets) if tile < FIRST_WIND]
    out = []
    for size in range(len(numbered), 1, -1):
        for chosen in combinations(numbered, size):
            like = likeness([tile for tile, _ in chosen])
            fan = known.get((size, *like)) if like else None
            if fan is not None:
                out.append((fan, sum([bit for _, bit in chosen])))
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
    if len(sets) > 1 and sets[-1] >= FIRST_WIND:
        sets = tuple([tile for tile in sets if tile < FIRST_WIND])  # honours join nothing
    if len(sets) < 2:
        return [()]
    # What joins does not depend on where the lowest set lies: the same pattern elsewhere has the same plans.
    base = min([tile % 9 for tile in sets]) + sets[0] // 9 * 9
    sets = tuple([tile - base for tile in sets])
    key = (of, sets)
    found = table.plans.get(key)
    if found is None:
        found = table.plans[key] = _best_plans(table, ties(table, of, sets))
    return found


def _best_plans(table: Table, all_ties: list[tuple[int, int]]) -> list[Plan]:
    if len(all_ties) < 2:
        return [tuple(all_ties)]
    best: dict[int, tuple[int, list[int], Plan]] = {}
    for points, leaves, plan in _plans(table, all_ties, 0, [], (0, 0, ())):
        known = best.get(leaves)
        if known is None or -points <= known[0]:
            ranked = (-points, sorted([fan for fan, _ in plan]), plan)
            if known is None or ranked < known:
                best[leaves] = ranked
    if len(best) == 1:
        return [plan for _, _, plan in best.values()]
    return [
        plan
        for leaves, (less, _, plan) in best.items()
        if not any(other & ~leaves == 0 and best[other][0] < less for other in best)
    ]


Weighed = tuple[int, int, Plan]
"""A plan with its points and the fans it leaves out."""


def _plans(
    table: Table, all_ties: list[tuple[int, int]], start: int, groups: list[int], plan: Weighed
) -> list[Weighed]:
    """The plan, and every plan that adds to it ties from `start` on."""
    out = [plan]
    for place in range(start, len(all_ties)):
        fan, mask = all_ties[place]
        if joinable(mask, groups):
            grown = (plan[0] + table.points[fan], plan[1] | table.leaves[fan], (*plan[2], (fan, mask)))
            out += _plans(table, all_ties, place + 1, joined(mask, groups), grown)
    return out


# --- 1: what a fan always brings along ----------------------------------------------------------------


def non_repeat(table: Table, found: Found, facts: Facts, division: Division) -> Found:
    """The fans that stand when each, from the largest down, has left out what it brings along.

    A fan leaves out only fans that come later in the table.
    """
    gone = 0
    fewer: dict[int, int] = {}
    standing = []
    for fan, times in found:
        if gone >> fan & 1:
            continue
        gone |= table.leaves[fan]
        if fan in table.parts:
            for other, kinds in table.parts[fan]:
                taken = 1 if kinds == ONE_OF_IT else (division.pung_kinds & kinds & facts.plain).bit_count()
                fewer[other] = fewer.get(other, 0) + taken
        if fan in fewer:
            times -= fewer[fan]
            if times <= 0:
                continue
        standing.append((fan, times))
    return standing


# --- 4: the best reading ------------------------------------------------------------------------------


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
        found += _times(table.of_pungs[shape], facts, division)
    chow_plans = best_plans(table, "chows", division.chows)
    pung_plans = best_plans(table, "pungs", division.pungs)
    best = _tally(table, facts, found, division, chow_plans[0], pung_plans[0])
    if len(chow_plans) + len(pung_plans) > 2:
        pairs = list(product(chow_plans, pung_plans))[1:]
        others = [_tally(table, facts, found, division, *plans) for plans in pairs]
        best = max([best, *others], key=lambda tally: _rank(table, tally))
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


def total(table: Table, standing: Found) -> int:
    """What the fans make together under the rules."""
    points = sum([table.points[fan] * times for fan, times in standing])
    if table.plain_sum:
        return points
    if table.rules.combine == "double":
        points = 1 << min(points, 64)
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
        out.sort(key=lambda tally: _rank(table, tally), reverse=True)
    return out
