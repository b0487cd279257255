"""A rule set made ready to count: fans by number, what each leaves out as bit masks."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .divide import SHAPES, Division
from .facts import Facts
from .fan import Fan, OfHand, OfSets
from .fans import FANS
from .kinds import WINDS
from .patterns import nine_gates_pattern
from .ruleset import Ruleset, known_options, load

ONE_OF_IT = 0


def always(facts: Facts, division: Division) -> bool:
    """The test of a fan that is there whenever the shape is."""
    return True


class Table:
    """The fans of a rule set in the order of the rule book; a fan is known by its place in `fans`.

    `leaves[i]` is the mask of fans that `i` leaves out; `parts[i]` are fans of which it leaves out instances
    only, with the kinds of the pungs concerned (`ONE_OF_IT`: any one). `joins["chows"]` maps (size, suits,
    step) to a fan. `only` are the fans with the kinds they forbid, `of_hand` those with a test of the hand,
    `of_way` of the way of winning (`ways` remembers its answers: there are few ways). `of_sets[shape]` and
    `of_honours[shape]` have a test of a division, the latter asked only when it has a pung of honours.
    `plans` and `patterns` remember the best combinations of sets.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.fans = _fans(rules)
        self.index = {fan.key: place for place, fan in enumerate(self.fans)}
        self.points = [_points(rules, fan) for fan in self.fans]
        self.of_hand: list[tuple[int, OfHand]] = []
        self.of_way: list[tuple[int, OfHand]] = []
        self.ways: dict[tuple[bool | int, ...], list[tuple[int, int]]] = {}
        self.only: list[tuple[int, int]] = []
        self.of_sets: dict[str, list[tuple[int, OfSets]]] = {shape: [] for shape in SHAPES}
        self.of_honours: dict[str, list[tuple[int, OfSets]]] = {shape: [] for shape in SHAPES}
        self.joins: dict[str, dict[tuple[int, int, int], int]] = {"chows": {}, "pungs": {}}
        self.leaves = [0] * len(self.fans)
        self.parts: dict[int, list[tuple[int, int]]] = {}
        for place, fan in enumerate(self.fans):
            self._add(place, fan)
        self._apply_options()
        self.chicken: int | None = self.index.get("chicken_hand")
        self.flowers: int | None = self.index.get("flower_tiles")
        self.knitted_body_wait = bool(rules.option("knitted_body_wait"))
        self.exhausted_tile_is_wait = bool(rules.option("exhausted_tile_is_wait"))
        self.last_tile_from_own_melds = bool(rules.option("last_tile_from_own_melds"))
        self.plain_sum = rules.combine == "add" and rules.cap is None
        self.minimum = rules.minimum
        self.plans: dict[str, dict[tuple[int, ...], list[Plan]]] = {"chows": {}, "pungs": {}}
        self.patterns: dict[str, dict[tuple[int, ...], list[Plan]]] = {"chows": {}, "pungs": {}}

    def _add(self, place: int, fan: Fan) -> None:
        if fan.only:
            self.only.append((place, ~fan.only))
        if fan.hand:
            self.of_hand.append((place, fan.hand))
        if fan.way:
            self.of_way.append((place, fan.way))
        if fan.sets or len(fan.shapes) == 1:
            tests = self.of_honours if fan.honours else self.of_sets
            for shape in fan.shapes:
                tests[shape].append((place, fan.sets or always))
        if fan.joins:
            for step in fan.joins.steps:
                self.joins[fan.joins.of][fan.joins.size, fan.joins.suits, step] = place
        for word in fan.leaves.split() + self.rules.leaves.get(fan.key, "").split():
            self._leave(place, word)

    def _leave(self, place: int, word: str) -> None:
        key, one, _ = word.partition("*")
        key, winds, _ = key.partition("@")
        other = self.index.get(key)
        if other is None:
            return
        if one or winds:
            self.parts.setdefault(place, []).append((other, WINDS if winds else ONE_OF_IT))
        elif not (self.fans[place].joins and self.fans[other].joins):
            # Of two combinations the smaller is kept out by the counting principles, set by set.
            self.leaves[place] |= 1 << other

    def _apply_options(self) -> None:
        for option in known_options().values():
            value = self.rules.option(option.name)
            if not value:
                continue
            for fan, other in option.lifts:
                if fan in self.index and other in self.index:
                    self.leaves[self.index[fan]] &= ~(1 << self.index[other])
            for fan, other in option.adds:
                if fan in self.index and other in self.index:
                    self.leaves[self.index[fan]] |= 1 << self.index[other]


Plan = tuple[tuple[int, int], ...]
"""Combinations counted together: (fan, mask of the sets it joins)."""


def _points(rules: Ruleset, fan: Fan) -> int:
    for option in known_options().values():
        if option.points == fan.key:
            return int(rules.option(option.name))
    return rules.points.get(fan.key, fan.points)


def _fans(rules: Ruleset) -> tuple[Fan, ...]:
    base = FANS if rules.fans is None else [fan for fan in FANS if fan.key in rules.fans]
    fans = [fan for fan in (*rules.extra, *base) if _points(rules, fan)]
    if rules.option("nine_gates_any_wait"):
        fans = [replace(fan, hand=nine_gates_pattern) if fan.key == "nine_gates" else fan for fan in fans]
    return tuple(fans)


@lru_cache(maxsize=64)
def _of_rules(rules: Ruleset) -> Table:
    return Table(rules)


@lru_cache(maxsize=64)
def _of_text(text: str) -> Table:
    return _of_rules(load(text))


def table(rules: str | Ruleset) -> Table:
    """The table of a rule set, or of the one so called (see `scorer.ruleset.load`)."""
    return _of_text(rules) if isinstance(rules, str) else _of_rules(rules)
