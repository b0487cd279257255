"""What a hand is worth: the one door to the counting.

>>> result = score("23344556677p55s+2p")
>>> result.total, [(fan.key, fan.points, fan.count) for fan in result.fans][:2]
(27, [('seven_pairs', 24, 1), ('all_simples', 2, 1)])
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from .count import Tally, tallies
from .divide import KNITTED_SINGLES, NO_PAIR, SEVEN_PAIRS, THIRTEEN_ORPHANS, Division
from .errors import HandError, NotAWinningHand
from .facts import Facts, check
from .fans import NUMBERS
from .hand import KONG, Hand, Situation
from .ruleset import Ruleset
from .settle import payment
from .table import Table, table
from .tiles import SYMBOLS, Tile, compact

if TYPE_CHECKING:
    from .explain import Reason


@dataclass(frozen=True, slots=True)
class CountedFan:
    """A fan that counts: `points` each, `count` times; `tiles` are those that make it.

    `number` is its number in the rule book, None for a fan that is not among the 81.
    """

    key: str
    zh: str
    en: str
    points: int
    count: int
    tiles: tuple[Tile, ...]
    rule_zh: str
    rule_en: str
    number: int | None

    def rule(self, lang: str = "en") -> str:
        """What it takes, after its number: `"28. 123, 456 and 789 of one suit"`."""
        text = self.rule_zh if lang == "zh" else self.rule_en
        return text if self.number is None else f"{self.number}. {text}"

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The fan as an object; the rule in the language asked for."""
        return {
            "key": self.key,
            "zh": self.zh,
            "en": self.en,
            "points": self.points,
            "count": self.count,
            "tiles": [SYMBOLS[tile] for tile in self.tiles],
            "rule": self.rule(lang),
        }


class Score:
    """What a winning hand is worth, and why. Made by `score`; it does not change.

    `total` with flowers, `points_without_flowers` without; `can_win` when the latter reaches `minimum`.
    `fans`, `not_counted`, `division` and `payments` are worked out when asked for.
    """

    hand: Hand
    situation: Situation
    ruleset: Ruleset
    total: int
    points_without_flowers: int
    minimum: int
    can_win: bool
    _book: Table
    _facts: Facts
    _counted: list[Tally]

    def __init__(self, book: Table, facts: Facts, counted: list[Tally]) -> None:
        bare = counted[0].total
        flowers = 0 if book.flowers is None else facts.flowers * book.points[book.flowers]
        own = self.__dict__
        own["hand"], own["situation"], own["ruleset"] = facts.hand, facts.situation, book.rules
        own["total"], own["points_without_flowers"] = bare + flowers, bare
        own["minimum"], own["can_win"] = book.minimum, bare >= book.minimum
        own["_book"], own["_facts"], own["_counted"] = book, facts, counted

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a score does not change: cannot set {name!r}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        mine, theirs = (self.hand, self.situation), (other.hand, other.situation)
        return mine == theirs and self.ruleset is other.ruleset

    def __hash__(self) -> int:
        return hash((self.hand, self.situation, self.ruleset))

    def __repr__(self) -> str:
        fans = ", ".join(f"{fan.key} {fan.points}×{fan.count}" for fan in self.fans)
        return f"<Score {self.total}: {fans}>"

    @property
    def rules(self) -> str:
        """The key of the rule set."""
        return self.ruleset.key

    @cached_property
    def fans(self) -> tuple[CountedFan, ...]:
        """The fans that count, the largest first, flowers last."""
        from .show import fan_tiles

        book, best = self._book, self._counted[0]
        standing = [*best.standing]
        if self._facts.flowers and book.flowers is not None:
            standing.append((book.flowers, self._facts.flowers))
        out = []
        for place, times in standing:
            fan = book.fans[place]
            tiles = tuple(fan_tiles(book, self._facts, best, place))
            names, rule = (fan.zh, fan.en), (fan.rule_zh, fan.rule_en)
            number = NUMBERS.get(fan.key)
            out.append(CountedFan(fan.key, *names, book.points[place], times, tiles, *rule, number))
        return tuple(out)

    @cached_property
    def not_counted(self) -> tuple[Reason, ...]:
        """The fans whose pattern is there and which do not count, each with the principle that forbids it."""
        from .explain import not_counted

        return not_counted(self._book, self._facts, self._counted)

    @cached_property
    def division(self) -> str:
        """The hand as it was divided, `"123m 456m 789m 55p EEE"`, the pair last."""
        return describe(self._counted[0].division, self.hand)

    @cached_property
    def payments(self) -> dict[str, dict[str, int]]:
        """What each pays if the hand was won by discard, and if it was self-drawn, for this total."""
        discard = payment(self.total, False, self.ruleset)
        draw = payment(self.total, True, self.ruleset)
        return {
            "discard": {"discarder": discard.discarder, "others": discard.others, "winner": discard.winner},
            "self_draw": {"each": draw.others, "winner": draw.winner},
        }

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The object of `hule score --json`; rules and reasons in the language asked for."""
        return {
            "ok": True,
            "rules": self.rules,
            "hand": str(self.hand),
            "total": self.total,
            "points_without_flowers": self.points_without_flowers,
            "can_win": self.can_win,
            "minimum": self.minimum,
            "fans": [fan.to_json(lang) for fan in self.fans],
            "not_counted": [reason.to_json(lang) for reason in self.not_counted],
            "division": self.division,
            "payments": self.payments,
        }


def describe(division: Division, hand: Hand) -> str:
    """The division for people: sets, then the pair."""
    tiles = sorted(hand.tiles)
    if division.shape == SEVEN_PAIRS:
        return " ".join(compact(tiles[place : place + 2]) for place in range(0, 14, 2))
    if division.shape in (THIRTEEN_ORPHANS, KNITTED_SINGLES):
        return compact(tiles)
    kongs = {meld.tile for meld in hand.melds if meld.kind == KONG}
    words = [compact(_suit_part(division.body, start)) for start in (0, 9, 18) if division.body]
    words += [compact((low, low + 1, low + 2)) for low in division.chows]
    words += [compact((tile,) * (4 if tile in kongs else 3)) for tile in division.pungs]
    if division.pair != NO_PAIR:
        words.append(compact((division.pair,) * 2))
    return " ".join(words)


def _suit_part(body: int, start: Tile) -> list[Tile]:
    return [tile for tile in range(start, start + 9) if body >> tile & 1]


def check_declared(book: Table, facts: Facts) -> None:
    """Raises `HandError` (`not_declarable`) for a fan that may not be announced with this hand."""
    for key in facts.situation.declared:
        fan = book.fans[book.index[key]] if key in book.index else None
        if fan is None or fan.declared is None or not fan.declared(facts):
            raise HandError("not_declarable", value=key)


def score(hand: Hand | str, situation: Situation | None = None, rules: str | Ruleset = "mcr") -> Score:
    """What a hand won in this situation is worth under the rules.

    Raises `NotAWinningHand` when it is not complete, and `HandError` when hand or situation cannot be.
    """
    if isinstance(hand, str):
        hand = Hand.parse(hand)
    situation = situation or Situation()
    book = table(rules)
    facts = Facts(hand, situation)
    check(facts)
    check_declared(book, facts)
    counted = tallies(book, facts)
    if not counted:
        raise NotAWinningHand
    return Score(book, facts, counted)
