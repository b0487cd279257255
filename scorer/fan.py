"""One row of the fan table: what a fan is called, what it takes, what it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .divide import KNITTED_STRAIGHT, STANDARD, Division
from .facts import Facts
from .patterns import Shows, everything
from .tiles import Tile

OfHand = Callable[[Facts], int]
OfSets = Callable[[Facts, Division], int]


@dataclass(frozen=True, slots=True)
class Join:
    """A combination of `size` chows or pungs: in how many suits they lie, and the step from rank to rank.

    `Join("chows", 3, suits=1, steps=(3,))` is 123, 456, 789 of one suit.
    """

    of: str
    size: int
    suits: int
    steps: tuple[int, ...]


def likeness(sets: Sequence[Tile]) -> tuple[int, int] | None:
    """In how many suits numbered sets (by their lowest tiles) lie and their step; None without one even step.

    >>> likeness((0, 3, 6)), likeness((0, 10, 20)), likeness((0, 1, 6))
    ((1, 3), (3, 1), None)
    """
    if len(sets) == 2:
        first, second = sets
        return (1 if first // 9 == second // 9 else 2), abs(first % 9 - second % 9)
    ranks = sorted([tile % 9 for tile in sets])
    step = ranks[1] - ranks[0]
    for place in range(2, len(ranks)):
        if ranks[place] - ranks[place - 1] != step:
            return None
    return len({tile // 9 for tile in sets}), step


@dataclass(frozen=True, slots=True)
class Fan:
    """A fan: `key`, the names, `points`, and the rule in a sentence.

    When it is there: the hand consists `only` of these kinds; or `hand` says how often, from the tiles; or
    `way`, from the way of winning, concealment and kongs alone (`Facts.way`); or `sets`, from one division;
    or `joins` names a combination of sets. `shapes` are
    those in which `sets` is asked (without `sets`, the shape alone is enough); with `honours` it is asked
    only of a division that has a pung of honours. `leaves` are the fans that are not added to it: keys,
    `key*1` for one instance only, `key@winds` for pungs of winds only. `shows` points at its tiles.
    `declared` is for a fan that no tile can show: what must be true for the players to announce it.
    """

    key: str
    zh: str
    en: str
    points: int
    rule_zh: str
    rule_en: str
    only: int = 0
    hand: OfHand | None = None
    way: OfHand | None = None
    sets: OfSets | None = None
    joins: Join | None = None
    shapes: tuple[str, ...] = (STANDARD, KNITTED_STRAIGHT)
    honours: bool = False
    leaves: str = ""
    shows: Shows = everything
    declared: OfHand | None = None

    def name(self, lang: str = "en") -> str:
        """Its name in Chinese (`zh`) or English."""
        return self.zh if lang == "zh" else self.en

    def rule(self, lang: str = "en") -> str:
        """What it takes, in a sentence."""
        return self.rule_zh if lang == "zh" else self.rule_en
