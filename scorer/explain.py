"""Why a fan does not count although its pattern is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .count import Tally
from .facts import Facts
from .principles import ties
from .show import set_tiles
from .table import Plan, Table
from .tiles import compact

IMPLIED, NON_SEPARATION, NON_IDENTICAL = "implied", "non-separation", "non-identical"
ACCOUNT_ONCE, LOWER = "account-once", "lower"

CONCEALED_BY_NATURE = (
    "{by}一定门前清，自摸只计自摸",
    "{by} is always concealed: a self-draw scores Self-Drawn only",
)
ALWAYS_CONCEALED = ("{by}一定门前清", "{by} is always concealed")
ALWAYS_SINGLE = ("{by}一定只差一张单牌", "{by} always waits for the mate of a single tile")

WORDS: dict[str, tuple[str, str]] = {
    IMPLIED: ("{by}一定带有{fan}，不重复计", "{by} always brings {fan} along"),
    "part": ("{fan}是{by}的一部分", "{fan} is part of {by}"),
    NON_SEPARATION: ("{by}的牌不拆开再组成{fan}", "the sets of {by} are not taken apart to make {fan}"),
    NON_IDENTICAL: (
        "{sets}中已有牌组成{fan}，不再组成第二个",
        "of {sets}, one already makes {fan}: it makes no second one",
    ),
    ACCOUNT_ONCE: ("{sets}已由{by}连在一起", "{sets} are already joined by {by}"),
    LOWER: ("另一种分法有{fan}，但少{less}分", "{fan} is in another division, which is worth {less} less"),
    "equal": ("另一种分法有{fan}，分数相同", "{fan} is in another division, which is worth the same"),
}

NOTES: dict[str, tuple[str, str]] = {
    "fully_concealed_hand": CONCEALED_BY_NATURE,
    "concealed_hand": ALWAYS_CONCEALED,
    "single_wait": ALWAYS_SINGLE,
    "self_drawn": ("{by}本来就是自摸", "{by} is a self-draw already"),
    "last_tile": ("被抢的牌总是第四张", "a robbed tile is always the last of its kind"),
}
"""Better words than "always brings along" for some fans when another leaves them out."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fan that is there and does not count: `kind` is the principle, `by` the fan that took its place."""

    key: str
    zh: str
    en: str
    points: int
    kind: str
    by: str
    text_zh: str
    text_en: str

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The entry of `not_counted`; the text in the language asked for."""
        text = self.text_zh if lang == "zh" else self.text_en
        because = {"kind": self.kind, "by": self.by, "text": text}
        return {"key": self.key, "zh": self.zh, "en": self.en, "points": self.points, "because": because}


class _Explainer:
    def __init__(self, book: Table, facts: Facts, counted: list[Tally]) -> None:
        self.book, self.facts, self.best, self.others = book, facts, counted[0], counted[1:]
        self.reasons: dict[tuple[str, str, str], Reason] = {}

    def add(self, fan: int, kind: str, by: int, words: tuple[str, str], **facts: Any) -> None:
        row, taker = self.book.fans[fan], self.book.fans[by]
        zh = words[0].format(fan=f"“{row.zh}”", by=f"“{taker.zh}”", **facts)
        en = words[1].format(fan=row.en, by=taker.en, **facts)
        reason = Reason(row.key, row.zh, row.en, self.book.points[fan], kind, taker.key, zh, en)
        self.reasons.setdefault((row.key, kind, taker.key), reason)

    def run(self) -> tuple[Reason, ...]:
        self.left_out()
        for of, sets, plan in (
            ("chows", self.best.division.chows, self.best.plans[0]),
            ("pungs", self.best.division.pungs, self.best.plans[1]),
        ):
            self.combinations(of, sets, plan)
        self.other_divisions()
        order = self.book.index
        found = self.reasons.values()
        return tuple(sorted(found, key=lambda reason: (reason.kind == LOWER, order[reason.key])))

    def left_out(self) -> None:
        """Fans of this division that a standing one left out, wholly or some of their instances."""
        standing = dict(self.best.standing)
        for fan, times in self.best.found:
            if standing.get(fan, 0) >= times:
                continue
            by = self.taker(fan)
            if by is not None:
                words = NOTES.get(self.book.fans[fan].key, WORDS[IMPLIED])
                self.add(fan, IMPLIED, by, words)

    def taker(self, fan: int) -> int | None:
        for by, _ in self.best.standing:
            if self.book.leaves[by] >> fan & 1 or any(fan == part for part, _ in self.book.parts.get(by, ())):
                return by
        return None

    def combinations(self, of: str, sets: tuple[int, ...], plan: Plan) -> None:
        """Combinations among the sets that the plan does not count."""
        counted = list(plan)
        left_out = {fan for fan, _ in self.best.found} - {fan for fan, _ in self.best.standing}
        for fan, mask in ties(self.book, of, sets):
            if (fan, mask) in counted or fan in left_out:
                continue
            whole = next((by for by, taken in plan if mask & taken == mask), None)
            if whole is not None:
                part = self.book.fans[fan].key in self.book.fans[whole].leaves.split()
                kind = IMPLIED if part else NON_SEPARATION
                self.add(fan, kind, whole, WORDS["part" if part else kind])
                continue
            text = self.describe(of, sets, mask)
            same = next((by for by, taken in plan if by == fan and taken & mask), None)
            near = max(plan, key=lambda tie: (tie[1] & mask).bit_count())[0]
            kind, by = (ACCOUNT_ONCE, near) if same is None else (NON_IDENTICAL, same)
            self.add(fan, kind, by, WORDS[kind], sets=text)

    def describe(self, of: str, sets: tuple[int, ...], mask: int) -> str:
        chosen = [tile for place, tile in enumerate(sets) if mask >> place & 1]
        return " ".join(compact(set_tiles(self.facts, of, [tile])) for tile in chosen)

    def other_divisions(self) -> None:
        """Fans that only another division has."""
        here = {fan for fan, _ in self.best.found}
        here |= {self.book.index[key] for key, _, _ in self.reasons}
        for other in self.others:
            less = self.best.total - other.total
            theirs = {fan for fan, _ in other.standing}
            by = next((fan for fan, _ in self.best.standing if fan not in theirs), self.best.standing[0][0])
            for fan, _ in other.standing:
                if fan not in here:
                    here.add(fan)
                    self.add(fan, LOWER, by, WORDS[LOWER if less else "equal"], less=less)


def not_counted(book: Table, facts: Facts, counted: list[Tally]) -> tuple[Reason, ...]:
    """The fans present that do not count, those of this division first, each with its reason."""
    return _Explainer(book, facts, counted).run()
