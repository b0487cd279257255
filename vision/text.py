"""A reading in Hule's notation, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.reading import Reading, ReadTile
from vision.words import say

SETS = ("meld", "kong")


def hand_text(tiles: Sequence[ReadTile]) -> str:
    """`[123m]{____}4566m+6m |ae`: sets from left to right, concealed tiles in reading order.

    A kong with a tile face down is a concealed one. `_` is a tile that only shows its back and `?` one not
    read; without a known winning tile there is no `+`.
    """
    text = ""
    for group in sorted({t.group for t in tiles if t.role in SETS}):
        members = [t for t in tiles if t.role in SETS and t.group == group]
        hidden = any(t.tile == "_" for t in members)
        text += f"{{{_compact(members)}}}" if hidden else f"[{_compact(members)}]"
    text += _compact([t for t in tiles if t.role == "concealed"])
    winning = [t for t in tiles if t.role == "winning"]
    flowers = [t for t in tiles if t.role == "flower"]
    text += "+" + _compact(winning) if winning else ""
    return text + (" |" + _compact(flowers) if flowers else "")


def won_by(tiles: Sequence[ReadTile], symbol: str) -> tuple[ReadTile, ...] | None:
    """The same tiles, one read as `symbol` the winning tile; None when no free tile is read so."""
    own = [t for t in tiles if t.role in ("concealed", "winning")]
    chosen = next((t for t in reversed(own) if t.read_as == symbol), None)
    if chosen is None:
        return None
    return tuple(
        replace(t, role="winning" if t is chosen else "concealed") if any(t is o for o in own) else t
        for t in tiles
    )


def _compact(tiles: Sequence[ReadTile]) -> str:
    """The names of tiles, a suit letter after each run of digits."""
    out, suit = "", ""
    for tile in tiles:
        own = tile.read_as[1:]
        if suit and own != suit:
            out += suit
        out, suit = out + tile.read_as[0], own
    return out + suit


def reading_text(reading: Reading, lang: str = "en") -> str:
    """A reading on several lines: the hand, how sure the eye is, and its remarks."""
    zh = lang == "zh"
    sure = f"把握 {reading.confidence:.0%}" if zh else f"{reading.confidence:.0%} sure"
    lines = [f"{reading.hand or ('没有牌' if zh else 'no tiles')}  ({sure}, {reading.ms['total']:.0f} ms)"]
    lines += [f"  {say(remark.code, remark.facts, lang)}" for remark in reading.warnings]
    return "\n".join(lines)
