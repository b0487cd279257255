"""Tiles as they lie in photographs that are no finished hand: rows, grids, heaps, single tiles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.classes import WHITE

from .blocks import PlacedTile

W, H = 26.0, 35.0
WHITES = 0.25
"""How often some of the standing tiles are white dragons, which are easily taken for a side."""


def _draw(rng: np.random.Generator, known: list[int], count: int) -> list[int]:
    """Tiles to show; flowers are rare in photographs and hard to tell, so they are drawn more often."""
    weights = np.array([2.2 if t >= 34 else 1.4 if t in (33, 26, 6, 8) else 1.0 for t in known])
    return [known[i] for i in rng.choice(len(known), count, p=weights / weights.sum())]


def row(rng, known, count, x0=0.0, y0=0.0, face="up", turn=0.0, gap=0.0) -> list[PlacedTile]:
    """A straight row along x, jittered a little as by hand."""
    jitter = rng.uniform(0, 1.2)
    placed, x = [], x0
    sideways = rng.random() < 0.25
    for tile in _draw(rng, known, count):
        side = sideways and face == "up" and rng.random() < 0.15
        width = H if side else W
        x += width / 2
        t = turn + (np.pi / 2 * rng.choice([-1, 1]) if side else 0) + rng.normal(0, 0.02) * jitter
        y = y0 + rng.normal(0, 0.6) * jitter - ((H - W) / 2 if side else 0)
        kind = "down" if face == "up" and rng.random() < 0.03 else face
        placed.append(PlacedTile(tile, x + rng.normal(0, 0.2) * jitter, y, t, kind))
        x += (
            width / 2
            + gap
            + (rng.uniform(2, 20) if rng.random() < 0.06 else abs(rng.normal(0, 0.25)) * jitter)
        )
    return placed


def grid(rng, known) -> list[PlacedTile]:
    """Several rows, touching or apart, up or down."""
    rows, cols = int(rng.integers(2, 6)), int(rng.integers(2, 13))
    gap_y = 0.3 if rng.random() < 0.6 else rng.uniform(0.5, 20)
    gap_x = 0.3 if rng.random() < 0.6 else rng.uniform(0.5, 15)
    down = rng.random() < 0.12
    placed = []
    for r in range(rows):
        face = "down" if down and rng.random() < 0.5 else "up"
        placed += row(rng, known, cols, rng.normal(0, 1.5), r * (H + gap_y), face, gap=gap_x)
    return placed


def heap(rng, known) -> list[PlacedTile]:
    """Tiles thrown on the table: any angle, not overlapping, some face down."""
    count, placed = int(rng.integers(5, 36)), []
    spread = np.sqrt(count) * rng.uniform(24, 42)
    down = rng.choice([0.0, 0.1, 0.4])
    for tile in _draw(rng, known, count):
        for _ in range(12):
            x, y = rng.uniform(-spread / 2, spread / 2, 2)
            if all((x - p.x) ** 2 + (y - p.y) ** 2 > 33**2 for p in placed):
                turn = rng.uniform(-np.pi, np.pi)
                placed.append(PlacedTile(tile, x, y, turn, "down" if rng.random() < down else "up"))
                break
    return placed


def hand_with_company(rng, known) -> list[PlacedTile]:
    """A row near the viewer, further rows, discards and backs behind it."""
    placed = row(rng, known, int(rng.integers(7, 18)), gap=0.1)
    width = max(p.x for p in placed)
    if rng.random() < 0.6:
        for _ in range(int(rng.integers(1, 4))):
            placed += row(
                rng,
                known,
                int(rng.choice([1, 3, 3, 4])),
                rng.uniform(-60, width),
                rng.uniform(45, 140),
                turn=rng.choice([0.0, 0.0, np.pi]),
            )
    if rng.random() < 0.4:
        placed += [PlacedTile(p.tile, p.x + width / 2, p.y + 190, p.turn, p.face) for p in heap(rng, known)]
    if rng.random() < 0.3:
        y = rng.uniform(60, 180)
        for i in range(int(rng.integers(3, 15))):
            for z in (0.0, 20.0)[: int(rng.integers(1, 3))]:
                placed.append(PlacedTile(known[0], i * W, y, 0.0, "down", z))
    return placed


def standing(rng, known) -> list[PlacedTile]:
    """Tiles on edge facing the viewer, in one or two rows, sometimes apart and turned."""
    if rng.random() < 0.35:
        return staggered(rng, known)
    gap = 0.2 if rng.random() < 0.6 else rng.uniform(1, 25)
    placed = row(rng, known, int(rng.integers(3, 15)), face="standing", gap=gap)
    if rng.random() < 0.3:
        placed += row(rng, known, int(rng.integers(3, 12)), face="standing", y0=rng.uniform(50, 90), gap=gap)
    if rng.random() < 0.3:
        placed += row(rng, known, int(rng.integers(3, 10)), y0=-rng.uniform(40, 70))
    if gap > 6 and rng.random() < 0.7:  # put down one by one, each a little askew
        deep, askew = rng.uniform(2, 18), rng.uniform(0.03, 0.3)
        return [replace(p, y=p.y + rng.normal(0, deep), turn=p.turn + rng.normal(0, askew)) for p in placed]
    return turned(placed, rng.normal(0, 0.5)) if rng.random() < 0.5 else placed


def staggered(rng, known) -> list[PlacedTile]:
    """Standing tiles put down anywhere, so that the near ones hide parts of those behind."""
    count, placed = int(rng.integers(4, 14)), []
    width, depth = count * rng.uniform(22, 42), rng.uniform(30, 150)
    askew = rng.uniform(0.02, 0.4)
    for tile in _draw(rng, known, count):
        for _ in range(12):
            x, y = rng.uniform(0, width), rng.uniform(0, depth)
            if all(abs(x - p.x) > 29 or abs(y - p.y) > 30 for p in placed):
                placed.append(PlacedTile(tile, x, y, rng.normal(0, askew), "standing"))
                break
    return placed


def whitened(rng: np.random.Generator, placed: list[PlacedTile]) -> list[PlacedTile]:
    """The same with about a third of the tiles white dragons."""
    return [replace(p, tile=WHITE) if rng.random() < 0.35 else p for p in placed]


def free_layout(rng: np.random.Generator, known: list[int]) -> list[PlacedTile]:
    """Any of the kinds above, turned as a whole now and then."""
    kind = rng.choice(["row", "row", "grid", "heap", "company", "company", "standing", "standing", "few"])
    if kind == "row":
        placed = row(
            rng, known, int(rng.integers(5, 18)), gap=0.1 if rng.random() < 0.8 else rng.uniform(1, 12)
        )
    elif kind == "few":
        placed = row(rng, known, int(rng.integers(1, 5)), gap=rng.uniform(0, 20))
    elif kind == "grid":
        placed = grid(rng, known)
    elif kind == "heap":
        placed = heap(rng, known)
    elif kind == "standing":
        placed = standing(rng, known)
        return whitened(rng, placed) if WHITE in known and rng.random() < WHITES else placed
    else:
        placed = hand_with_company(rng, known)
    return turned(placed, rng.uniform(-np.pi, np.pi)) if rng.random() < 0.3 else placed


def turned(placed: list[PlacedTile], angle: float) -> list[PlacedTile]:
    """The whole layout turned about the origin."""
    c, s = np.cos(angle), np.sin(angle)
    return [
        PlacedTile(p.tile, c * p.x - s * p.y, s * p.x + c * p.y, p.turn + angle, p.face, p.z, p.role, p.group)
        for p in placed
    ]
