"""Tiles that lie together on a table: rows, melds, kongs, as blocks in millimetres.

x runs to the right and y away from the viewer. A tile's place is the centre of its body's footprint;
`z` is the height of its lowest point above the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

QUARTER = math.pi / 2


@dataclass(frozen=True, slots=True)
class TileSize:
    """A tile's body in millimetres; the defaults are a common Chinese table set."""

    width: float = 26.0
    height: float = 35.0
    thickness: float = 21.0


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """One tile on the table.

    `turn` is in radians counter-clockwise seen from above; at 0 the tile's top points away from the viewer.
    `face` is "up", "down" or "standing" (on its short side, its face towards the viewer at turn 0).
    `role` is one of `vision.reading.ROLES`; `group` numbers the sets on the table from the left, -1 for
    tiles that do not belong to the hand.
    """

    tile: int
    x: float
    y: float
    turn: float
    face: str
    z: float = 0.0
    role: str = "concealed"
    group: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """Tiles that lie together; places count from the block's lower left corner."""

    tiles: tuple[PlacedTile, ...]
    width: float
    height: float


def row(
    rng: np.random.Generator,
    tiles: Sequence[int],
    size: TileSize,
    *,
    role: str = "concealed",
    face: str = "up",
    loose: float = 0.6,
) -> Block:
    """Upright tiles side by side; `loose` is the widest gap between neighbours in mm."""
    depth = size.thickness if face == "standing" else size.height
    placed, x = [], 0.0
    for tile in tiles:
        placed.append(PlacedTile(tile, x + size.width / 2, depth / 2, 0.0, face, role=role))
        x += size.width + rng.uniform(0.1, loose)
    return Block(tuple(placed), x, depth)


def side_by_side(tiles: Sequence[int], turned: int, size: TileSize, role: str) -> Block:
    """Touching tiles on one base line, the one at index `turned` lying sideways (-1: none)."""
    placed, x = [], 0.0
    for index, tile in enumerate(tiles):
        wide, high = (size.height, size.width) if index == turned else (size.width, size.height)
        turn = QUARTER if index == turned else 0.0
        placed.append(PlacedTile(tile, x + wide / 2, high / 2, turn, "up", role=role))
        x += wide + 0.3
    return Block(tuple(placed), x, size.height)


def exposed_kong(rng: np.random.Generator, tiles: Sequence[int], turned: int, size: TileSize) -> Block:
    """Four in a row, or three with the added tile on or beyond the turned one."""
    form = str(rng.choice(["row", "beyond", "on_top"], p=[0.6, 0.25, 0.15])) if turned >= 0 else "row"
    if form == "row":
        index = turned if turned < 2 else 3
        return side_by_side(tiles, index, size, "kong")
    block = side_by_side(tiles[:3], turned, size, "kong")
    base = block.tiles[turned]
    if form == "beyond":
        added = replace(base, y=base.y + size.width + 0.3)
        return Block((*block.tiles, added), block.width, 2 * size.width)
    return Block((*block.tiles, replace(base, z=size.thickness)), block.width, size.height)


def concealed_kong(rng: np.random.Generator, tiles: Sequence[int], size: TileSize) -> Block:
    """All down, the outer two up, the outer two down, or one up."""
    faces = {
        "all_down": ("down",) * 4,
        "outer_up": ("up", "down", "down", "up"),
        "outer_down": ("down", "up", "up", "down"),
        "one_up": ("down", "down", "down", "up"),
    }[str(rng.choice(["all_down", "outer_up", "outer_down", "one_up"], p=[0.35, 0.25, 0.25, 0.15]))]
    block = side_by_side(tiles, -1, size, "kong")
    placed = tuple(replace(t, face=f) for t, f in zip(block.tiles, faces, strict=True))
    return Block(placed, block.width, block.height)


def pack(rng: np.random.Generator, row: list[tuple[float, Block, int]]) -> list[PlacedTile]:
    """Blocks from left to right, each a little askew (about 2 mm at its far end) and off the line."""
    placed, x = [], 0.0
    for index, (gap, block, mark) in enumerate(row):
        x += gap if index else 0.0
        slope = float(np.clip(rng.normal(0, 0.02), -0.04, 0.04)) * min(1.0, 60 / block.width)
        lift = float(np.clip(rng.normal(0, 0.8), -2, 2)) if gap > 2 else 0.0
        for t in block.tiles:
            place = replace(t, x=x + t.x - slope * t.y, y=t.y + slope * t.x + lift, turn=t.turn + slope)
            placed.append(replace(place, group=mark))
        x += block.width
    return placed


def shifted(tiles: list[PlacedTile], dx: float, dy: float) -> list[PlacedTile]:
    """The tiles moved by (dx, dy) mm."""
    return [replace(t, x=t.x + dx, y=t.y + dy) for t in tiles]
