"""Who pays whom: a win, a penalty, the points of the table. Pure functions on four players, 0 to 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import HandError
from .ruleset import Ruleset, load

Deltas = tuple[int, int, int, int]
"""What each of the four players gets; negative is what he pays."""

PLAYERS = range(4)


@dataclass(frozen=True, slots=True)
class Payment:
    """What one win is worth: the `winner` gets what the discarder and the two `others` pay.

    Self-drawn, each of the three pays `others`, and `discarder` is the same amount.
    """

    winner: int
    discarder: int
    others: int


def payment(points: int, self_draw: bool, rules: str | Ruleset = "mcr") -> Payment:
    """The payments for a hand of `points`, flowers among them.

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


def win(
    winner: int,
    discarder: int | None,
    points: int,
    flowers: int = 0,
    rules: str | Ruleset = "mcr",
) -> Deltas:
    """What each player gets for a win of `points`, `flowers` of which are flowers.

    `discarder` is None for a self-draw, and the player whose kong was robbed counts as discarder.

    >>> win(0, 2, 20)
    (44, -8, -28, -8)
    >>> win(1, None, 8)
    (-16, 48, -16, -16)

    Raises `HandError`: `below_minimum` when the points without flowers do not reach the rules' minimum,
    `no_such_player`.
    """
    book = load(rules) if isinstance(rules, str) else rules
    _check_player(winner)
    if discarder is not None:
        _check_player(discarder)
        if discarder == winner:
            raise HandError("no_such_player", value=discarder)
    if not 0 <= flowers <= 8 or points - flowers < book.minimum:
        raise HandError("below_minimum", points=points - flowers, minimum=book.minimum)
    due = payment(points, discarder is None, book)
    gets = [-due.others] * 4
    if discarder is not None:
        gets[discarder] = -due.discarder
    gets[winner] = due.winner
    return _four(gets)


def _check_player(player: int) -> None:
    if player not in PLAYERS:
        raise HandError("no_such_player", value=player)


def _four(values: Sequence[int]) -> Deltas:
    first, second, third, fourth = values
    return first, second, third, fourth


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual penalty: `points` to each of the three others (`shared`) or lost to nobody."""

    key: str
    zh: str
    en: str
    points: int
    shared: bool
    source: str

    def deltas(self, player: int) -> Deltas:
        """What each gets when this player is penalised."""
        return penalty(player, self.points, self.shared)


PRESETS = (
    Preset("false_win", "错和", "False win", 10, True, "R98: a win below the minimum or on a wrong tile"),
    Preset("not_ready", "诈和", "Win called on a hand not ready", 20, True, "R98"),
    Preset("false_win_online", "错和（网络）", "False win, to nobody", 40, False, "some platforms"),
    Preset("warning", "警告", "Warning", 0, False, "R98: empty call, touching the wall early, late pung"),
    Preset("minor_5", "罚5分", "Five points", 5, False, "R98: the same again within a hand"),
    Preset("minor_10", "罚10分", "Ten points", 10, False, "R98: and again; late by up to 10 minutes"),
    Preset("minor_20", "罚20分", "Twenty points", 20, False, "R98: and again; late by up to 15 minutes"),
    Preset("minor_30", "罚30分", "Thirty points", 30, False, "R98"),
    Preset("minor_40", "罚40分", "Forty points", 40, False, "R98"),
    Preset("minor_50", "罚50分", "Fifty points", 50, False, "R98"),
    Preset("minor_60", "罚60分", "Sixty points", 60, False, "R98"),
)
"""Penalties in use; any other amount is as good (`penalty`)."""


def preset(key: str) -> Preset:
    """The preset so called. Raises `HandError` (`unknown_penalty`)."""
    for found in PRESETS:
        if found.key == key:
            return found
    raise HandError("unknown_penalty", value=key)


def penalty(player: int, points: int, shared: bool) -> Deltas:
    """A penalty: `points` to each of the three others when `shared`, else as many lost to nobody.

    >>> penalty(1, 10, shared=True), penalty(1, 40, shared=False)
    ((10, -30, 10, 10), (0, -40, 0, 0))
    """
    _check_player(player)
    if points < 0:
        raise HandError("bad_value", field="points", value=points)
    gets = [points if shared else 0] * 4
    gets[player] = -3 * points if shared else -points
    return _four(gets)


def standard_score(scores: Sequence[int], points: Sequence[int] = (4, 2, 1, 0)) -> Deltas:
    """标准分 in twelfths of a point, so that shared places stay whole: 48, 24, 12, 0.

    Players with equal scores share what their places are worth together.

    >>> standard_score([100, 20, 20, -140])
    (48, 18, 18, 0)
    """
    out = []
    for score in scores:
        above = sum(other > score for other in scores)
        level = sum(other == score for other in scores)
        out.append(12 * sum(points[above : above + level]) // level)
    return _four(out)


def table_points(scores: Sequence[int], points: Sequence[int] = (4, 2, 1, 0)) -> tuple[float, ...]:
    """The points of the table, by default 4-2-1-0, for the four final scores; ties share.

    >>> table_points([100, 20, 20, -140])
    (4.0, 1.5, 1.5, 0.0)
    """
    return tuple(twelfths / 12 for twelfths in standard_score(scores, points))


def places(scores: Sequence[int]) -> tuple[int, ...]:
    """The place of each, 1 to 4; equal scores have the same place.

    >>> places([100, 20, 20, -140])
    (1, 2, 2, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)
