"""How winning hands lie on tables: every tile with its place, in millimetres, no pictures.

The renderer draws these layouts and the arrangement is measured on them, so both see the same tables.
The hand is centred on (0, 0); places and turns are those of `models.training.blocks`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from models.training.blocks import (
    QUARTER,
    Block,
    PlacedTile,
    TileSize,
    concealed_kong,
    exposed_kong,
    pack,
    row,
    shifted,
    side_by_side,
)
from models.training.clutter import clutter
from models.training.deals import Deal, DealtMeld, winning_deal
from scorer.tiles import compact

__all__ = ["Layout", "PlacedTile", "TileSize", "clutter", "winning_layout"]


@dataclass(frozen=True, slots=True)
class Layout:
    """A hand on the table.

    `hand` is the hand as it can be told from the table (notation; `_` a tile that only shows its back, no
    `+` when nothing marks the winning tile). `description` says how it lies; its `melds_known` and
    `winning_known` say whether geometry and rules can tell the melds and the winning tile at all; `stacked`
    that an added kong's fourth tile lies on, and so hides, another.
    """

    tiles: tuple[PlacedTile, ...]
    hand: str
    description: dict[str, object]


@dataclass(frozen=True, slots=True)
class _Plan:
    """The random choices that make one layout."""

    style: str
    winning: str
    melds_at: str
    turned: bool
    melds_touch: bool
    flowers_at: str
    standing: bool
    far_side: bool
    upside_down: float
    set_gap: float
    part_gap: float
    row_gap: float


def winning_layout(rng: np.random.Generator) -> Layout:
    """A random winning hand as it may lie on a table.

    Covers one row with or without gaps and two rows, melds beside and above, claimed tiles turned or not,
    every way to lay a kong, the winning tile apart, turned or unmarked, flowers, a hand seen from its far
    side, and tiles upside down. Positions are jittered as hands do.
    """
    size = TileSize()
    deal = winning_deal(rng)
    plan = _plan(rng, deal)
    melds = [_meld_block(rng, meld, plan, size) for meld in deal.melds]
    placed = _assemble(rng, deal, plan, melds, size)
    placed = _numbered(_centred(placed))
    hand = _hand_text(placed, deal, plan)
    return Layout(tuple(_seen(rng, placed, plan)), hand, _description(placed, deal, plan))


def _plan(rng: np.random.Generator, deal: Deal) -> _Plan:
    style = str(rng.choice(["solid", "loose", "sets", "two_rows"], p=[0.55, 0.15, 0.2, 0.1]))
    standing = style != "two_rows" and rng.random() < 0.08
    if style == "two_rows" and len(deal.concealed) < 10:
        style = "solid"
    marks = ["beside", "left", "above", "top_edge", "below", "turned", "unmarked"]
    winning = str(rng.choice(marks, p=[0.3, 0.08, 0.14, 0.08, 0.06, 0.14, 0.2]))
    if standing and winning == "above":
        winning = "below"
    set_gap = rng.uniform(4, 12)
    return _Plan(
        style=style,
        winning=winning,
        melds_at=str(rng.choice(["right", "left", "above"], p=[0.55, 0.25, 0.2])),
        turned=rng.random() < 0.65,
        melds_touch=len(deal.melds) > 1 and rng.random() < 0.15,
        flowers_at=str(rng.choice(["right", "left", "above", "below"], p=[0.35, 0.3, 0.25, 0.1])),
        standing=standing,
        far_side=rng.random() < 0.12,
        upside_down=float(rng.choice([0.0, 0.04, 0.4], p=[0.6, 0.25, 0.15])),
        set_gap=set_gap,
        part_gap=rng.uniform(10, 45) if style != "sets" else set_gap * rng.uniform(1.8, 3) + 5,
        row_gap=rng.uniform(4, 30),
    )


# The parts of a hand


def _meld_block(rng: np.random.Generator, meld: DealtMeld, plan: _Plan, size: TileSize) -> Block:
    if meld.kind == "concealed_kong":
        return concealed_kong(rng, meld.tiles, size)
    turned = int(rng.integers(3)) if plan.turned else -1
    tiles = list(meld.tiles[:3])
    if meld.kind == "chow" and plan.turned and rng.random() < 0.8:
        turned = 0
        tiles.insert(0, tiles.pop(int(rng.integers(3))))
    if meld.kind != "kong":
        return side_by_side(tiles, turned, size, "meld")
    return exposed_kong(rng, meld.tiles, turned, size)


def _concealed_blocks(rng: np.random.Generator, deal: Deal, plan: _Plan, size: TileSize) -> list[list[Block]]:
    """The concealed part as rows (nearest first) of blocks; without the winning tile when it lies apart."""
    face = "standing" if plan.standing else "up"
    loose = 5.0 if plan.style == "loose" else 0.6
    if plan.style == "sets":
        sets = [list(s) for s in deal.sets]
        if plan.winning != "unmarked":
            next(s for s in sets if deal.winning in s).remove(deal.winning)
        return [[row(rng, s, size, face=face) for s in sets if s]]
    tiles = sorted(t for s in deal.sets for t in s) if plan.winning == "unmarked" else list(deal.concealed)
    if rng.random() < 0.1:
        tiles = [int(t) for t in rng.permutation(tiles)]
    if plan.style != "two_rows":
        return [[row(rng, tiles, size, face=face, loose=loose)]]
    half = (len(tiles) + 1) // 2
    return [[row(rng, tiles[half:], size)], [row(rng, tiles[:half], size)]]


# Putting the parts on the table


def _assemble(
    rng: np.random.Generator, deal: Deal, plan: _Plan, melds: list[Block], size: TileSize
) -> list[PlacedTile]:
    """All tiles on the table; `group` is a provisional mark for each part."""
    concealed = _concealed_blocks(rng, deal, plan, size)
    parts: list[list[tuple[float, Block, int]]] = [
        [(plan.set_gap, block, 0) for block in row] for row in concealed
    ]
    if plan.winning in ("beside", "left", "turned"):
        _add(parts[0], _winning_block(deal, plan, size), 1, plan.winning == "left", _winning_gap(plan))
    gap = 0.4 if plan.melds_touch else rng.uniform(4, 15)
    meld_row = [(gap, block, 10 + i) for i, block in enumerate(melds)]
    if meld_row and plan.melds_at != "above":
        _join(parts[0], meld_row, plan.melds_at == "left", plan.part_gap)
    placed = _stack(rng, parts, plan)
    if plan.winning in ("above", "top_edge", "below"):
        placed.append(_winning_across(rng, deal, plan, placed, size))
    if meld_row and plan.melds_at == "above":
        placed += shifted(pack(rng, meld_row), rng.uniform(-40, 40), _top(placed, size) + plan.row_gap)
    if deal.flowers:
        placed += _flowers(rng, deal, plan, placed, size)
    return placed


def _add(row: list[tuple[float, Block, int]], block: Block, mark: int, left: bool, gap: float) -> None:
    _join(row, [(0.0, block, mark)], left, gap)


def _join(
    row: list[tuple[float, Block, int]], other: list[tuple[float, Block, int]], left: bool, gap: float
) -> None:
    """Put `other` before or after `row`, in place, `gap` mm apart."""
    if left:
        row[0] = (gap, *row[0][1:])
        row[:0] = other
        return
    row.extend([(gap, *other[0][1:]), *other[1:]])


def _winning_gap(plan: _Plan) -> float:
    return 0.3 if plan.winning == "turned" else max(9.0, 0.8 * plan.part_gap)


def _winning_block(deal: Deal, plan: _Plan, size: TileSize) -> Block:
    return side_by_side([deal.winning], 0 if plan.winning == "turned" else -1, size, "winning")


def _winning_across(
    rng: np.random.Generator, deal: Deal, plan: _Plan, placed: list[PlacedTile], size: TileSize
) -> PlacedTile:
    """The winning tile beyond the row, on its far edge, or before it."""
    hand = [t for t in placed if t.role == "concealed"]
    x = rng.uniform(min(t.x for t in hand), max(t.x for t in hand))
    near = hand[int(np.argmin([abs(t.x - x) for t in hand]))]
    turn = QUARTER if rng.random() < 0.25 else 0.0
    reach = (size.width if turn else size.height) / 2
    if plan.winning == "below":
        y = min(t.y for t in hand) - size.height / 2 - reach - rng.uniform(5, 25)
        return PlacedTile(deal.winning, x, y, turn, "up", role="winning", group=1)
    if plan.standing:
        return PlacedTile(deal.winning, x, near.y, turn, "up", size.height, "winning", 1)
    gap = rng.uniform(0.3, 1.5) if plan.winning == "top_edge" else rng.uniform(4, 25)
    top = max(t.y for t in hand) + size.height / 2
    return PlacedTile(deal.winning, x, top + reach + gap, turn, "up", role="winning", group=1)


def _flowers(
    rng: np.random.Generator, deal: Deal, plan: _Plan, placed: list[PlacedTile], size: TileSize
) -> list[PlacedTile]:
    loose = 0.6 if rng.random() < 0.7 else 12.0
    block = row(rng, deal.flowers, size, role="flower", loose=loose)
    tiles = pack(rng, [(0.0, block, 5)])
    left, right = _ends(placed, size)
    if plan.flowers_at == "right":
        return shifted(tiles, right + rng.uniform(8, 60), rng.uniform(-10, 30))
    if plan.flowers_at == "left":
        return shifted(tiles, left - block.width - rng.uniform(8, 60), rng.uniform(-10, 30))
    x = rng.uniform(left, max(left + 1, right - block.width))
    if plan.flowers_at == "above":
        return shifted(tiles, x, _top(placed, size) + rng.uniform(6, 40))
    return shifted(tiles, x, min(t.y for t in placed) - 1.5 * size.height - rng.uniform(6, 40))


def _stack(
    rng: np.random.Generator, rows: list[list[tuple[float, Block, int]]], plan: _Plan
) -> list[PlacedTile]:
    """Rows one beyond the other, the first nearest to the viewer."""
    placed: list[PlacedTile] = []
    y = 0.0
    for parts in rows:
        placed += shifted(pack(rng, parts), 0.0, y)
        y += max(b.height for _, b, _ in parts) + min(plan.row_gap, 10)
    return placed


def _centred(tiles: list[PlacedTile]) -> list[PlacedTile]:
    xs, ys = [t.x for t in tiles], [t.y for t in tiles]
    return shifted(tiles, -(min(xs) + max(xs)) / 2, -(min(ys) + max(ys)) / 2)


def _ends(tiles: list[PlacedTile], size: TileSize) -> tuple[float, float]:
    return min(t.x for t in tiles) - size.height / 2, max(t.x for t in tiles) + size.height / 2


def _top(tiles: list[PlacedTile], size: TileSize) -> float:
    return max(t.y for t in tiles) + size.height / 2


def _numbered(tiles: list[PlacedTile]) -> list[PlacedTile]:
    """Provisional marks replaced by numbers from 0, left to right."""
    marks = {t.group for t in tiles}
    middle = {m: np.mean([t.x for t in tiles if t.group == m]) for m in marks}
    number = {m: i for i, m in enumerate(sorted(marks, key=middle.__getitem__))}
    return [replace(t, group=number[t.group]) for t in tiles]


def _seen(rng: np.random.Generator, tiles: list[PlacedTile], plan: _Plan) -> list[PlacedTile]:
    """The last touches: each tile's own jitter, tiles upside down, the whole hand from its far side."""
    seen = []
    for t in tiles:
        x, y = t.x + rng.normal(0, 0.25), t.y + rng.normal(0, 0.4)
        turn = t.turn + rng.normal(0, 0.008)
        if t.face != "standing" and rng.random() < plan.upside_down:
            turn += math.pi
        if plan.far_side and not plan.standing:
            x, y, turn = -x, -y, turn + math.pi
        seen.append(replace(t, x=x, y=y, turn=turn))
    return seen


# What it is


def _hand_text(tiles: list[PlacedTile], deal: Deal, plan: _Plan) -> str:
    """Notation of what the table shows, sets from left to right."""
    text = ""
    for group in sorted({t.group for t in tiles if t.role in ("meld", "kong")}):
        members = sorted((t for t in tiles if t.group == group), key=lambda t: t.x)
        down = [t.face == "down" for t in members]
        inner = "____" if all(down) else compact([t.tile for t in members])
        text += f"{{{inner}}}" if any(down) else f"[{inner}]"
    hand = _as_read([t for t in tiles if t.role == "concealed"], plan.style == "two_rows")
    text += compact([t.tile for t in hand])
    text += "" if plan.winning == "unmarked" else "+" + compact([deal.winning])
    return text + (" |" + compact(list(deal.flowers)) if deal.flowers else "")


def _as_read(tiles: list[PlacedTile], two_rows: bool) -> list[PlacedTile]:
    """Left to right; of two rows the far one first."""
    middle = float(np.mean([t.y for t in tiles])) if two_rows else math.inf
    return sorted(tiles, key=lambda t: (t.y < middle, t.x))


def _description(tiles: list[PlacedTile], deal: Deal, plan: _Plan) -> dict[str, object]:
    told = all(m.kind == "concealed_kong" for m in deal.melds)
    apart = plan.melds_at == "above" or (plan.style != "sets" and len(deal.concealed) > 3)
    return {
        "shape": deal.shape,
        "style": plan.style,
        "winning": plan.winning,
        "melds": [m.kind for m in deal.melds],
        "melds_at": plan.melds_at,
        "turned": plan.turned,
        "melds_touch": plan.melds_touch,
        "flowers_at": plan.flowers_at,
        "standing": plan.standing,
        "far_side": plan.far_side,
        "stacked": any(t.z > 0 and t.role == "kong" for t in tiles),
        "melds_known": told or plan.turned or (apart and not plan.melds_touch),
        "winning_known": plan.winning != "unmarked",
    }
