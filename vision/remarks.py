"""What to tell people about a reading: stable codes with facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from vision import quality
from vision.reading import ReadTile, Remark
from vision.segments import FULL
from vision.words import say

DOUBT = 0.95
"""A tile whose name is less likely than this, at the temperature of the manifest, is shown as doubtful.
docs/models.md says how many right and wrong tiles of the validation photographs that are."""

LIKELY, OTHERS = 0.01, 3
"""Other names that a doubtful tile is said with: at least this likely, at most so many."""


def remark(code: str, **facts: Any) -> Remark:
    """A remark with its words in English."""
    return Remark(code, say(code, facts), facts)


def of_picture(
    image: np.ndarray, quads: np.ndarray, tile_width: float, complete: bool, count: int
) -> list[Remark]:
    """What is wrong with the photograph.

    `quads` (N, 4, 2) of the hand's tiles, `tile_width` in pixels, `complete` when fourteen tiles win: then
    nothing is cut off, however near to the edge. With a `count` below fourteen something may be.
    """
    found = []
    if quality.brightness(image, quads) < quality.DARK:
        found.append(remark("too_dark"))
    if not len(quads):
        return [*found, remark("no_tiles")]
    if tile_width < quality.SMALL:
        found.append(remark("too_far", pixels=round(tile_width)))
    elif quality.sharpness(image, quads) < (quality.SOFT if complete else quality.UNSHARP):
        found.append(remark("blurred"))
    if complete:
        return found
    height, width = image.shape[:2]
    found += [remark("cut_off", end=end) for end in quality.cut_ends(quads, width, height)]
    if count < FULL:
        found += [remark("perhaps_cut_off", end=end) for end in quality.close_ends(quads, width, height)]
    return found


def of_tiles(tiles: Sequence[ReadTile]) -> Iterator[Remark]:
    """A remark for each tile overruled or doubtful; tiles are numbered from 1 as they are read."""
    for number, tile in enumerate(tiles, 1):
        if tile.role == "other" or tile.tile == "_":
            continue
        if tile.read_as != tile.tile and tile.tile != "?":
            yield remark("overruled", number=number, tile=tile.tile, read_as=tile.read_as)
        elif tile.p < DOUBT:
            yield remark("doubtful", number=number, tile=tile.read_as, instead=_instead(tile))


def _instead(tile: ReadTile) -> list[str]:
    """What else a doubtful tile may be, the likeliest first: the picture's other names."""
    names = [(tile.tile, tile.p), *tile.alternatives]
    return [n for n, p in names if p >= LIKELY and n not in ("?", "_", tile.read_as)][:OTHERS]


def of_hand(count: int, winning_known: bool, others: int) -> Iterator[Remark]:
    """What is odd about the hand: `count` tiles with a kong as three, `others` left out."""
    if count > FULL:
        yield remark("too_many_tiles", count=count)
    if 0 < count < FULL:
        yield remark("not_enough_tiles", count=count)
    if count == FULL and not winning_known:
        yield remark("winning_tile_unknown")
    if others:
        yield remark("others_left_out", count=others)
