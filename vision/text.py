"""An arranged hand in Hule's notation."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.tiles import SYMBOLS
from vision.arrange import Arrangement
from vision.evidence import BACK
from vision.segments import FLOWER, HIDDEN_KONG, KONG, MELD


def hand_text(arrangement: Arrangement, read_as: Sequence[int]) -> str:
    """`[123m]{____}4566m+6m |ae`: sets from left to right, concealed tiles in reading order.

    `_` is a tile that only shows its back and `?` one not read; without a known winning tile there is no `+`.
    """
    text = ""
    for part in arrangement.of(MELD, KONG, HIDDEN_KONG):
        inner = _compact(part.tiles, read_as)
        text += f"{{{inner}}}" if part.kind == HIDDEN_KONG else f"[{inner}]"
    text += _compact(arrangement.concealed, read_as)
    if arrangement.winning is not None:
        text += "+" + _compact([arrangement.winning], read_as)
    flowers = [t for part in arrangement.of(FLOWER) for t in part.tiles]
    return text + (" |" + _compact(flowers, read_as) if flowers else "")


def _compact(tiles: Sequence[int], read_as: Sequence[int]) -> str:
    """The names of tiles, a suit letter after each run of digits."""
    out, suit = "", ""
    for t in tiles:
        name = read_as[t]
        symbol = "_" if name == BACK else SYMBOLS[name] if name < BACK else "?"
        own = symbol[1:]
        if suit and own != suit:
            out += suit
        out, suit = out + symbol[0], own
    return out + suit
