"""A hand being worked on: the tiles as read and as corrected, and how it was won.

A draft is a plain frozen value that goes to JSON and back. `tile` is what the picture says, `read_as` what
the rules made of it, `corrected` what a person said; `symbol` is the one that counts now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from vision.reading import Reading

UNREAD = "?"
FLOWERS = frozenset("abcdefgh")
# The order in which a hand is shown and written; tiles that are no part of the hand come last.
ROLES = ("meld", "kong", "concealed", "winning", "flower", "other")
SETS = ("meld", "kong")


@dataclass(frozen=True, slots=True)
class DraftTile:
    """One tile; `id` stays with it through every edit. `by` names who corrected it."""

    id: int
    tile: str = UNREAD
    read_as: str = UNREAD
    corrected: str | None = None
    p: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    quad: tuple[tuple[float, float], ...] | None = None
    role: str = "concealed"
    group: int = 0
    by: str | None = None

    @property
    def symbol(self) -> str:
        return self.corrected or (self.read_as if self.read_as != UNREAD else self.tile)


@dataclass(frozen=True, slots=True)
class Situation:
    """How the hand was won, as far as people have said. None: not said yet (the match may know)."""

    self_draw: bool = False
    last_tile: bool = False
    wall_last: bool = False
    kong: bool = False
    seat: str | None = None
    round: str | None = None
    flowers: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """The hand on the table, before it is agreed."""

    tiles: tuple[DraftTile, ...] = ()
    situation: Situation = field(default_factory=Situation)
    winner: int | None = None
    discarder: int | None = None
    claim: tuple[str, ...] | None = None
    agreed_by: tuple[int, ...] = ()
    reason: str = ""  # why an earlier hand was opened again

    def tile(self, tile_id: int) -> DraftTile | None:
        return next((t for t in self.tiles if t.id == tile_id), None)

    @property
    def winning(self) -> DraftTile | None:
        return next((t for t in self.tiles if t.role == "winning"), None)

    @property
    def flowers(self) -> int:
        """How many flowers count: what people said, else those in the picture."""
        if self.situation.flowers is not None:
            return self.situation.flowers
        return sum(t.role == "flower" for t in self.tiles)

    def with_tile(self, changed: DraftTile) -> Draft:
        return replace(self, tiles=tuple(changed if t.id == changed.id else t for t in self.tiles))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Draft:
        return cls(
            tiles=tuple(_tile_from(t) for t in data["tiles"]),
            situation=Situation(**data["situation"]),
            winner=data["winner"],
            discarder=data["discarder"],
            claim=None if data["claim"] is None else tuple(data["claim"]),
            agreed_by=tuple(data.get("agreed_by", ())),
            reason=data.get("reason", ""),
        )


def _tile_from(data: Mapping[str, Any]) -> DraftTile:
    quad = data["quad"]
    return DraftTile(
        **{
            **data,
            "alternatives": tuple((str(s), float(p)) for s, p in data["alternatives"]),
            "quad": None if quad is None else tuple((float(x), float(y)) for x, y in quad),
        }
    )


def draft_of_reading(reading: Reading) -> Draft:
    """The draft that a photograph starts with."""
    tiles = tuple(
        DraftTile(
            id=number,
            tile=t.tile,
            read_as=t.read_as,
            p=t.p,
            alternatives=t.alternatives,
            quad=t.quad,
            role=t.role if t.role in ROLES else "other",
            group=t.group,
        )
        for number, t in enumerate(reading.tiles)
    )
    return Draft(tiles=tiles)


def notation(draft: Draft) -> str:
    """The hand in the notation of the design: `[123m]{2222s}4566m+6m |ae`."""
    parts = []
    for role, group in sets_of(draft):
        symbols = "".join(t.symbol for t in draft.tiles if (t.role, t.group) == (role, group))
        known = [t.symbol for t in draft.tiles if (t.role, t.group) == (role, group) and t.symbol != "_"]
        if "_" in symbols and known:  # a concealed kong shows two of its four; the faces name the rest
            symbols = known[0] * 4
        parts.append(f"{{{symbols}}}" if role == "kong" else f"[{symbols}]")
    parts += [t.symbol for t in draft.tiles if t.role == "concealed"]
    if draft.winning:
        parts.append(f"+{draft.winning.symbol}")
    flowers = "".join(t.symbol for t in draft.tiles if t.role == "flower")
    return "".join(parts) + (f" |{flowers}" if flowers else "")


def sets_of(draft: Draft) -> list[tuple[str, int]]:
    """The sets laid out on the table, in order: (role, group)."""
    return list(dict.fromkeys((t.role, t.group) for t in draft.tiles if t.role in SETS))
