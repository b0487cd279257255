"""Who pays whom for one hand."""

from __future__ import annotations

from dataclasses import dataclass

from .ruleset import Ruleset, load


@dataclass(frozen=True, slots=True)
class Payment:
    """What one win is worth in chips: each `payer` amount, and what the `winner` gets.

    By discard `discarder` and each of the two `others`; self-drawn each of the three others pays `discarder`
    = `others`.
    """

    winner: int
    discarder: int
    others: int

    def __post_init__(self) -> None:
        assert self.winner == self.discarder + 2 * self.others


def payment(points: int, self_draw: bool, rules: str | Ruleset = "mcr") -> Payment:
    """The payments for a hand of `points` (flowers among them).

    >>> payment(20, self_draw=False)
    Payment(winner=44, discarder=28, others=8)
    >>> payment(20, self_draw=True)
    Payment(winner=84, discarder=28, others=28)
    """
    book = load(rules) if isinstance(rules, str) else rules
    full = book.base + points
    if self_draw:
        return Payment(3 * full, full, full)
    if book.discarder_pays_all:
        return Payment(full + 2 * book.base, full + 2 * book.base, 0)
    return Payment(full + 2 * book.base, full, book.base)
