"""The five counting principles of the rule book (R98 article 10.1(5)), each as a short function.

A rule set says which fans there are and what each leaves out (`scorer.table`); what follows is here.
"""

from __future__ import annotations

from itertools import combinations

from .divide import Division
from .facts import Facts
from .fan import likeness
from .table import ONE_OF_IT, Plan, Table
from .tiles import FIRST_WIND, Tile

Found = list[tuple[int, int]]
"""Fans with their number of times, in the order of the table."""

# --- Non-repeat ---------------------------------------------------------------------------------------


def non_repeat(table: Table, found: Found, facts: Facts, division: Division) -> Found:
    """Non-repeat (不重复): a fan that another fan always brings along is not counted beside it.

    From the largest down, each fan that stands takes away what it leaves out: a fan altogether, or as many
    instances as its own tiles make. A fan leaves out only fans that come later in the table.
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


# --- Non-separation, non-identical, account-once ------------------------------------------------------


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
    """Whether one more combination may be counted beside those that made these groups of sets.

    Three principles forbid it when two of its sets hang together already. Non-separation (不拆移): sets once
    combined are not taken apart to combine anew. Non-identical (不得相同): a set that has made a fan does not
    make the same fan again with another set. Account-once (套算一次): sets left over when others have been
    combined may each be combined once, with one set that was used. So no combination may close a ring.

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
    if len(sets) < 2:
        return NO_PLAN
    known = table.plans[of]
    found = known.get(sets)
    if found is None:
        found = known[sets] = _plans_of_pattern(table, of, sets)
    return found


NO_PLAN: list[Plan] = [()]


def _plans_of_pattern(table: Table, of: str, sets: tuple[Tile, ...]) -> list[Plan]:
    """What joins does not depend on where the lowest set lies: a pattern found once serves for all ranks."""
    numbered = [tile for tile in sets if tile < FIRST_WIND]  # honours join nothing, and come last
    if len(numbered) < 2:
        return NO_PLAN
    base = min([tile % 9 for tile in numbered]) + sets[0] // 9 * 9
    pattern = tuple([tile - base for tile in numbered])
    known = table.patterns[of]
    found = known.get(pattern)
    if found is None:
        found = known[pattern] = _best_plans(table, ties(table, of, pattern))
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


# --- High versus low ----------------------------------------------------------------------------------


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


def rank(table: Table, total_points: int, standing: Found) -> tuple[int, list[int]]:
    """High versus low (就高不就低): of several ways to count a hand the winner takes the one worth most.

    The greater rank is the better; among equals the one with the larger single fans, in the table's order.
    """
    return total_points, [-fan for fan, _ in standing]
