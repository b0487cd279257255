"""Which parts of a hand were told right: what was laid on the table against what the eye made of it."""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.training.blocks import PlacedTile

PARTS = ("melds", "kongs", "winning", "flowers", "others", "all")


@dataclass(frozen=True, slots=True)
class Told:
    """What the eye made of the tiles, as indices of the tiles laid out.

    `sets` are the melds and kongs, `hidden` those of them that are concealed kongs. A tile that was never
    laid there has a negative index of its own.
    """

    sets: frozenset[frozenset[int]]
    hidden: frozenset[frozenset[int]]
    winning: int | None
    flowers: frozenset[int]
    others: frozenset[int]
    concealed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was right of one hand; None where it cannot be known."""

    melds: bool | None
    kongs: bool | None
    winning: bool | None
    flowers: bool
    others: bool
    all: bool


def judge(tiles: Sequence[PlacedTile], description: Mapping[str, object], told: Told) -> Verdict:
    """Compare what was told with the tiles laid out, those of the hand and others.

    `description` is that of `models.training.layouts.Layout`. Tiles of one name stand for each other as
    winning tile and among the concealed ones: the hand and its points are the same.
    """
    sets = collections.defaultdict(set)
    roles = collections.defaultdict(set)
    for index, tile in enumerate(tiles):
        roles[tile.role].add(index)
        if tile.role in ("meld", "kong"):
            sets[tile.group].add(index)
    laid = {frozenset(s) for s in sets.values()}
    hidden = {s for s in laid if any(tiles[i].face == "down" for i in s)}
    melds = told.sets == laid
    winning = next(iter(roles["winning"]), None)
    won = told.winning == winning or _name(tiles, told.winning) == _name(tiles, winning) != -1
    flowers = told.flowers == roles["flower"]
    concealed = _names(tiles, told.concealed) == _names(tiles, roles["concealed"])
    known = bool(description["melds_known"])
    right = melds and won and flowers and concealed
    return Verdict(
        melds=melds if known else None,
        kongs=told.hidden == hidden if hidden else None,
        winning=won if description["winning_known"] else None,
        flowers=flowers,
        others=told.others >= roles["other"] and not any(i >= 0 for i in told.others - roles["other"]),
        all=right if known else melds or not told.sets,
    )


def _name(tiles: Sequence[PlacedTile], index: int | None) -> int:
    return -1 if index is None or index < 0 else tiles[index].tile


def _names(tiles: Sequence[PlacedTile], indices: frozenset[int] | set[int]) -> list[int]:
    return sorted(_name(tiles, i) for i in indices)


class Tally:
    """Shares told right, part by part."""

    def __init__(self) -> None:
        self._counts: dict[str, list[bool]] = {part: [] for part in PARTS}

    def add(self, verdict: Verdict) -> None:
        """Count one hand."""
        for part, values in self._counts.items():
            value = getattr(verdict, part)
            if value is not None:
                values.append(value)

    def lines(self) -> list[str]:
        """One line a part."""
        return [
            f"{part:8} {100 * sum(values) / len(values):6.2f} % of {len(values)}"
            for part, values in self._counts.items()
            if values
        ]
