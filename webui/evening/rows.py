"""The rows of a score sheet, plain values."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

WIN, DRAW, TIMEOUT, PENALTY = "win", "draw", "timeout", "penalty"
Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One line: a hand, or a penalty between hands.

    `event` is its number in the match's events, `number` the hand's (None for a penalty), `round` its wind.
    Chairs are the seats of the first hand, 0 East to 3 North. `hand` is the id of the counted hand.
    """

    event: int
    number: int | None
    kind: str
    round: str
    deltas: Four
    totals: Four
    winner: int | None = None
    discarder: int | None = None
    chair: int | None = None
    points: int | None = None
    fans: tuple[tuple[str, int, int], ...] = ()  # key, points, count
    hand: str | None = None
    by: str | None = None
    at: str = ""
    reason: str = ""
    preset: str = ""  # of a penalty: which of the usual ones
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands at the end."""

    place: int
    chair: int
    total: int
    table_points: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole match."""

    table: str
    started: str
    players: tuple[str, ...]
    rows: tuple[Row, ...]
    standings: tuple[Place, ...]
    over: bool
    rules: str
    history: tuple[dict[str, Any], ...] = field(default=())
    dates_certain: bool = True  # False: the machine did not know the time, and nobody has told it since

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
