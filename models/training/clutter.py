"""The rest of the table: discards, walls and other people's hands, as tiles with the role "other"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.training.blocks import PlacedTile, TileSize
from vision.classes import KINDS

TABLE = 680.0
"""Playing field of a common table, edge to edge, in mm."""
CLEARANCE = 20.0
"""Between the hand and all the rest, in mm."""


def clutter(rng: np.random.Generator, avoid: Sequence[PlacedTile]) -> list[PlacedTile]:
    """Tiles of the rest of a table on which the winner's hand lies at (0, 0).

    Rows of discards, walls two high and face down, and the hands of the other three seats (standing with
    their backs to the viewer, face down, or laid open), each there or not by chance. Nothing comes nearer
    than CLEARANCE to a tile of `avoid`. Groups are -1.
    """
    size = TileSize()
    centre = (rng.uniform(-60, 60), rng.uniform(0.3, 0.5) * TABLE)
    parts: list[list[PlacedTile]] = []
    for seat in range(4):
        if rng.random() < 0.7:
            parts.append(_seated(_discards(rng, size), seat, centre))
        if rng.random() < 0.5:
            parts.append(_seated(_wall(rng, size), seat, centre))
        if seat and rng.random() < 0.6:
            parts.append(_seated(_other_hand(rng, size), seat, centre))
    reach = math.hypot(size.width, size.height)
    placed: list[PlacedTile] = []
    for part in parts:
        free = _clear_of(part, avoid, reach + CLEARANCE)
        placed += _clear_of(free, placed, reach)
    return placed


def _clear_of(tiles: list[PlacedTile], others: Sequence[PlacedTile], reach: float) -> list[PlacedTile]:
    return [t for t in tiles if all(math.hypot(t.x - a.x, t.y - a.y) > reach for a in others)]


def _discards(rng: np.random.Generator, size: TileSize) -> list[PlacedTile]:
    """Up to four rows of six before a seat, in order or thrown about."""
    count, tidy = int(rng.integers(3, 25)), rng.random() < 0.7
    spread, swing = (0.8, 0.03) if tidy else (7.0, 0.6)
    pitch = 1.0 if tidy else 1.5
    placed = []
    for index in range(count):
        x = (index % 6 - 2.5) * size.width * pitch + rng.normal(0, spread)
        y = -70 - (index // 6) * size.height * pitch + rng.normal(0, spread)
        face = "down" if rng.random() < 0.02 else "up"
        placed.append(_other(rng, x, y, rng.normal(0, swing), face))
    return placed


def _wall(rng: np.random.Generator, size: TileSize) -> list[PlacedTile]:
    """A run of stacks, two tiles high and face down."""
    stacks, first = int(rng.integers(2, 18)), rng.uniform(-230, 0)
    placed = []
    for index in range(stacks):
        x = first + index * (size.width + 0.3)
        for level in (0.0, size.thickness):
            placed.append(_other(rng, x, -245.0, rng.normal(0, 0.01), "down", level))
    return placed


def _other_hand(rng: np.random.Generator, size: TileSize) -> list[PlacedTile]:
    """Four to thirteen tiles before another seat: standing, face down, or laid open."""
    count, face = int(rng.integers(4, 14)), str(rng.choice(["standing", "down", "up"], p=[0.6, 0.15, 0.25]))
    first = -count * size.width / 2
    return [
        _other(rng, first + i * (size.width + 0.3), -305.0, rng.normal(0, 0.01), face) for i in range(count)
    ]


def _other(
    rng: np.random.Generator, x: float, y: float, turn: float, face: str, z: float = 0.0
) -> PlacedTile:
    return PlacedTile(int(rng.integers(KINDS)), x, y, float(turn), face, z, "other", -1)


def _seated(tiles: list[PlacedTile], seat: int, centre: tuple[float, float]) -> list[PlacedTile]:
    """Tiles before seat 0 turned about the table's centre to another seat."""
    angle = seat * math.pi / 2
    cos, sin = math.cos(angle), math.sin(angle)
    return [
        replace(
            t,
            x=centre[0] + cos * t.x - sin * t.y,
            y=centre[1] + sin * t.x + cos * t.y,
            turn=t.turn + angle,
        )
        for t in tiles
    ]
