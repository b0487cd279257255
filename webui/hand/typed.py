"""Tiles from a typed hand, also an unfinished one."""

from __future__ import annotations

from scorer import notation, tiles
from webui.hand.draft import DraftTile


def typed_tiles(text: str, by: str | None = None) -> tuple[DraftTile, ...]:
    """The tiles of a hand in the design's notation; raises `scorer.HandError` where it is not understood."""
    parts = notation.read(text)
    placed: list[tuple[str, int, int]] = []
    for number, bracket in enumerate(parts.melds):
        role = "kong" if bracket.opener == "{" else "meld"
        placed += [(role, number, tile) for tile in bracket.tiles]
    group = len(parts.melds)
    placed += [("concealed", group, tile) for tile in parts.concealed]
    placed += [("winning", group + 1, tile) for tile in parts.winning or ()]
    placed += [("flower", group + 2, tile) for tile in parts.flowers or ()]
    return tuple(
        DraftTile(id=number, corrected=tiles.symbol(tile), role=role, group=group, by=by)
        for number, (role, group, tile) in enumerate(placed)
    )
