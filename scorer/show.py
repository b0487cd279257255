"""Which tiles make a fan."""

from __future__ import annotations

from .count import Tally
from .facts import Facts
from .patterns import expand
from .table import Table
from .tiles import Tile


def fan_tiles(book: Table, facts: Facts, tally: Tally, place: int) -> list[Tile]:
    """The tiles that make a fan of the tally, one instance after the other; flowers for the flower fan."""
    if place == book.flowers:
        return list(facts.hand.flowers)
    fan = book.fans[place]
    if not fan.joins:
        return fan.shows(facts, tally.division)
    sets, plan = (tally.division.chows, tally.plans[0]) if fan.joins.of == "chows" else (
        tally.division.pungs, tally.plans[1]
    )  # fmt: skip
    out: list[Tile] = []
    for found, mask in plan:
        if found == place:
            out += set_tiles(facts, fan.joins.of, [tile for i, tile in enumerate(sets) if mask >> i & 1])
    return out


def set_tiles(facts: Facts, of: str, sets: list[Tile]) -> list[Tile]:
    """The tiles of chows or pungs given by their lowest tile."""
    if of == "pungs":
        return expand(facts, sets)
    return [tile for low in sets for tile in (low, low + 1, low + 2)]
