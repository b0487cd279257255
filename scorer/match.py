"""A match of sixteen hands: events in, state out. Nothing here knows the time, people or storage.

>>> match = replay([MatchStarted(("Li", "Wu", "Xu", "Yu")), HandWon(winner=0, points=20, discarder=2)])
>>> match.scores, match.hand_number, match.dealer, match.seats
((44, -8, -28, -8), 1, 1, ('N', 'E', 'S', 'W'))
>>> match = apply(match, HandDrawn())
>>> match.hand_number, match.round_wind
(2, 'E')

A player is 0 to 3, by his seat in the first hand: east, south, west, north. The deal passes after every hand,
won or drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, TypeAlias

from .errors import HandError
from .ruleset import load
from .settle import Deltas, places, standard_score, table_points, win

WINDS = ("E", "S", "W", "N")

SEAT_CHANGE = ((0, 1, 3, 2), (1, 0, 2, 3), (2, 3, 0, 1), (3, 2, 1, 0))
"""For the player who began east, south, west, north: his seat (0 east .. 3 north) as each round begins."""

# --- Events -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Four names in the order east, south, west, north, and what was agreed.

    `change_seats`: whether seats change between the rounds. `hands` of the whole match. `points` of the
    table for the four places.
    """

    players: tuple[str, str, str, str]
    rules: str = "mcr"
    change_seats: bool = True
    hands: int = 16
    points: tuple[int, int, int, int] = (4, 2, 1, 0)


@dataclass(frozen=True, slots=True)
class HandWon:
    """A hand won: `points` with flowers; `discarder` None when self-drawn; `hand` in notation, if kept."""

    winner: int
    points: int
    discarder: int | None = None
    flowers: int = 0
    hand: str = ""


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """Nobody won before the wall was empty (荒庄): nothing is paid, the deal passes."""


@dataclass(frozen=True, slots=True)
class HandCut:
    """Time was up in the middle of the hand: it is not counted, and the match is over."""


@dataclass(frozen=True, slots=True)
class Penalised:
    """A penalty in the present hand: what each gets, and why. `preset` names the usual one, if it was."""

    player: int
    deltas: Deltas
    reason: str = ""
    preset: str = ""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over before its last hand, by time or by agreement."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Amended:
    """What was said of a hand before was wrong: its result is `event` instead (HandWon or HandDrawn)."""

    hand_number: int
    event: HandWon | HandDrawn


@dataclass(frozen=True, slots=True)
class Undone:
    """Takes back the last event that is not taken back yet."""


Event: TypeAlias = MatchStarted | HandWon | HandDrawn | HandCut | Penalised | MatchEnded | Amended | Undone
_TYPES = {
    kind.__name__: kind for kind in (MatchStarted, HandWon, HandDrawn, HandCut, Penalised, MatchEnded, Undone)
}


# --- State --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that is over: its number from 0, what happened, and what each got for it."""

    number: int
    event: HandWon | HandDrawn | HandCut
    deltas: Deltas


@dataclass(frozen=True)
class Match:
    """The state of a match after its events; made by `replay` and `apply`.

    `hand_number` is the hand being played, from 0; `played` the hands that are over, `penalties` with the
    number of the hand they fell in; `over` whether the match has ended, `cut` whether by time within a hand.
    """

    start: MatchStarted
    hand_number: int = 0
    played: tuple[Played, ...] = ()
    penalties: tuple[tuple[int, Penalised], ...] = ()
    over: bool = False
    cut: bool = False
    history: tuple[Event, ...] = ()

    @property
    def scores(self) -> Deltas:
        """What each player has won or lost so far, penalties among it."""
        totals = [0, 0, 0, 0]
        for deltas in [one.deltas for one in self.played] + [event.deltas for _, event in self.penalties]:
            for player, delta in enumerate(deltas):
                totals[player] += delta
        return totals[0], totals[1], totals[2], totals[3]

    @property
    def round_wind(self) -> str:
        """The wind of the round being played."""
        return WINDS[self.hand_number // 4 % 4]

    @property
    def seats(self) -> tuple[str, ...]:
        """Each player's wind in the hand being played."""
        return tuple(seat_wind(player, self.hand_number, self.start.change_seats) for player in range(4))

    @property
    def dealer(self) -> int:
        """The player who sits east."""
        return self.seats.index("E")

    @property
    def places(self) -> tuple[int, ...]:
        """Each player's place, 1 to 4, equal scores sharing one."""
        return places(self.scores)

    @property
    def table_points(self) -> tuple[float, ...]:
        """Each player's points of the table."""
        return table_points(self.scores, self.start.points)

    @property
    def standard_score(self) -> Deltas:
        """The same in twelfths."""
        return standard_score(self.scores, self.start.points)

    def to_json(self) -> dict[str, Any]:
        """The state as an object, for a page or a sheet."""
        return {
            "players": list(self.start.players),
            "rules": self.start.rules,
            "hands": self.start.hands,
            "hand_number": self.hand_number,
            "round": self.round_wind,
            "seats": list(self.seats),
            "dealer": self.dealer,
            "scores": list(self.scores),
            "places": list(self.places),
            "table_points": list(self.table_points),
            "over": self.over,
            "cut": self.cut,
            "played": [
                {"number": one.number, "event": event_to_json(one.event), "deltas": list(one.deltas)}
                for one in self.played
            ],
            "penalties": [{"number": number, **event_to_json(event)} for number, event in self.penalties],
        }


def seat_wind(player: int, hand_number: int, change_seats: bool = True) -> str:
    """The wind of the player who began at seat `player`, in a hand numbered from 0.

    >>> [seat_wind(0, hand) for hand in range(8)]
    ['E', 'N', 'W', 'S', 'S', 'E', 'N', 'W']
    """
    round_number, hand = divmod(hand_number, 4)
    chair = SEAT_CHANGE[player][round_number % 4] if change_seats else player
    return WINDS[(chair - hand) % 4]


# --- Events to state ----------------------------------------------------------------------------------


def replay(events: Iterable[Event]) -> Match:
    """The state after all events, of which the first is `MatchStarted`. Raises what `apply` raises."""
    match: Match | None = None
    for event in events:
        match = apply(match, event)
    if match is None:
        raise HandError("match_not_started")
    return match


def apply(match: Match | None, event: Event) -> Match:
    """The state after one more event; the state before is left as it was.

    Raises `HandError`: `match_not_started`, `match_started_twice`, `match_over`, `no_such_hand`,
    `nothing_to_undo`, and what `settle.win` raises.
    """
    if isinstance(event, MatchStarted):
        if match is not None:
            raise HandError("match_started_twice")
        load(event.rules)
        return Match(event, history=(event,))
    if match is None:
        raise HandError("match_not_started")
    if isinstance(event, Undone):
        return _undo(match)
    return replace(_after(match, event), history=(*match.history, event))


def _undo(match: Match) -> Match:
    if len(match.history) < 2:
        raise HandError("nothing_to_undo")
    return replay(match.history[:-1])


def _after(match: Match, event: Event) -> Match:
    if isinstance(event, Amended):
        return _amend(match, event)
    if isinstance(event, Penalised):
        if len(event.deltas) != 4:
            raise HandError("bad_event", value="Penalised")
        return replace(match, penalties=(*match.penalties, (match.hand_number, event)))
    if match.over:
        raise HandError("match_over")
    if isinstance(event, MatchEnded):
        return replace(match, over=True)
    assert isinstance(event, HandWon | HandDrawn | HandCut)
    played = (*match.played, Played(match.hand_number, event, _deltas(match, event)))
    if isinstance(event, HandCut):
        return replace(match, played=played, over=True, cut=True)
    last = match.hand_number + 1 >= match.start.hands
    number = match.hand_number if last else match.hand_number + 1
    return replace(match, played=played, hand_number=number, over=last)


def _deltas(match: Match, event: HandWon | HandDrawn | HandCut) -> Deltas:
    if isinstance(event, HandWon):
        return win(event.winner, event.discarder, event.points, event.flowers, match.start.rules)
    return 0, 0, 0, 0


def _amend(match: Match, event: Amended) -> Match:
    amendable = [one.number for one in match.played if not isinstance(one.event, HandCut)]
    if event.hand_number not in amendable:
        raise HandError("no_such_hand", value=event.hand_number)
    changed = Played(event.hand_number, event.event, _deltas(match, event.event))
    played = [changed if one.number == changed.number else one for one in match.played]
    return replace(match, played=tuple(played))


# --- JSON ---------------------------------------------------------------------------------------------


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as an object: its type and its fields.

    >>> event_to_json(HandWon(winner=1, points=12))["event"]
    'HandWon'
    """
    if isinstance(event, Amended):
        inner = event_to_json(event.event)
        return {"event": "Amended", "hand_number": event.hand_number, "result": inner}
    return {"event": type(event).__name__, **asdict(event)}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event that `event_to_json` wrote.

    Raises `HandError` (`bad_event`) when the object is none.
    """
    name = data.get("event")
    try:
        if name == "Amended":
            inner = event_from_json(data["result"])
            if not isinstance(inner, HandWon | HandDrawn):
                raise HandError("bad_event", value=name)
            return Amended(data["hand_number"], inner)
        kind: Any = _TYPES[str(name)]
        known = {field.name for field in fields(kind)}
        values = {key: tuple(v) if isinstance(v, list) else v for key, v in data.items() if key in known}
        made: Event = kind(**values)
        return made
    except (KeyError, TypeError, AttributeError):
        raise HandError("bad_event", value=name) from None
