"""Random winning hands, as data: what somebody lays on the table when he calls 和.

Tiles are the small integers of `scorer.tiles`. No pictures, no geometry.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from vision.classes import FLOWERS, KINDS

SUITED = 27
ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
KNITTED = ((0, 3, 6), (1, 4, 7), (2, 5, 8))


@dataclass(frozen=True, slots=True)
class DealtMeld:
    """A set on the table: `kind` is chow, pung, kong or concealed_kong; tiles rise for a chow."""

    kind: str
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand that wins.

    `sets` is the concealed part as its owner thinks of it (sets, the pair, or singles), the winning tile
    among them; `shape` is standard, seven_pairs, knitted_straight, honours_and_knitted or thirteen_orphans.
    """

    shape: str
    melds: tuple[DealtMeld, ...]
    sets: tuple[tuple[int, ...], ...]
    winning: int
    flowers: tuple[int, ...]

    @property
    def concealed(self) -> tuple[int, ...]:
        """The concealed tiles in order, without the winning tile."""
        tiles = sorted(t for s in self.sets for t in s)
        tiles.remove(self.winning)
        return tuple(tiles)


def winning_deal(rng: np.random.Generator) -> Deal:
    """A random winning hand; about one in eight has no melds because of its shape."""
    shape = rng.choice(
        ["standard", "seven_pairs", "knitted_straight", "honours_and_knitted", "thirteen_orphans"],
        p=[0.86, 0.05, 0.04, 0.03, 0.02],
    )
    melds, sets = _SHAPES[str(shape)](rng)
    winning = int(rng.choice([t for s in sets for t in s]))
    return Deal(str(shape), melds, sets, winning, _flowers(rng))


def _standard(rng: np.random.Generator) -> tuple[tuple[DealtMeld, ...], tuple[tuple[int, ...], ...]]:
    """Four sets and a pair; how many sets lie open follows what one sees at a table (mode 1 or 2)."""
    exposed = int(rng.choice(5, p=[0.22, 0.26, 0.26, 0.17, 0.09]))
    while True:
        melds = tuple(_meld(rng) for _ in range(exposed))
        sets = (*(_set(rng) for _ in range(4 - exposed)), (int(rng.integers(KINDS)),) * 2)
        used = Counter(t for m in melds for t in m.tiles) + Counter(t for s in sets for t in s)
        if max(used.values()) <= 4:
            return melds, sets


def _set(rng: np.random.Generator) -> tuple[int, ...]:
    if rng.random() < 0.35:
        return (int(rng.integers(KINDS)),) * 3
    first = int(rng.integers(3)) * 9 + int(rng.integers(7))
    return (first, first + 1, first + 2)


def _meld(rng: np.random.Generator) -> DealtMeld:
    kind = str(rng.choice(["chow", "pung", "kong", "concealed_kong"], p=[0.38, 0.34, 0.13, 0.15]))
    if kind == "chow":
        first = int(rng.integers(3)) * 9 + int(rng.integers(7))
        return DealtMeld(kind, (first, first + 1, first + 2))
    return DealtMeld(kind, (int(rng.integers(KINDS)),) * (3 if kind == "pung" else 4))


def _seven_pairs(rng: np.random.Generator) -> tuple[tuple[DealtMeld, ...], tuple[tuple[int, ...], ...]]:
    pairs = np.sort(rng.choice(KINDS, 7, replace=False))
    return (), tuple((int(t), int(t)) for t in pairs)


def _knitted(rng: np.random.Generator) -> list[int]:
    """The nine tiles 147, 258, 369 of three different suits."""
    suits = rng.permutation(3)
    return sorted(int(s) * 9 + n for s, row in zip(suits, KNITTED, strict=True) for n in row)


def _knitted_straight(
    rng: np.random.Generator,
) -> tuple[tuple[DealtMeld, ...], tuple[tuple[int, ...], ...]]:
    knitted = _knitted(rng)
    while True:
        meld = (_meld(rng),) if rng.random() < 0.4 else ()
        sets = (tuple(knitted), *(() if meld else (_set(rng),)), (int(rng.integers(KINDS)),) * 2)
        used = Counter(t for m in meld for t in m.tiles) + Counter(t for s in sets for t in s)
        if max(used.values()) <= 4:
            return meld, sets


def _honours_and_knitted(
    rng: np.random.Generator,
) -> tuple[tuple[DealtMeld, ...], tuple[tuple[int, ...], ...]]:
    honours = int(rng.integers(5, 8))
    picked = sorted(int(t) for t in rng.choice(range(SUITED, KINDS), honours, replace=False))
    knitted = sorted(int(t) for t in rng.choice(_knitted(rng), 14 - honours, replace=False))
    return (), tuple((t,) for t in knitted + picked)


def _thirteen_orphans(rng: np.random.Generator) -> tuple[tuple[DealtMeld, ...], tuple[tuple[int, ...], ...]]:
    return (), tuple((t,) for t in sorted([*ORPHANS, int(rng.choice(ORPHANS))]))


def _flowers(rng: np.random.Generator) -> tuple[int, ...]:
    count = int(rng.choice(9, p=[0.42, 0.22, 0.16, 0.1, 0.05, 0.02, 0.01, 0.01, 0.01]))
    return tuple(int(t) for t in rng.choice(list(FLOWERS), count, replace=False))


_SHAPES = {
    "standard": _standard,
    "seven_pairs": _seven_pairs,
    "knitted_straight": _knitted_straight,
    "honours_and_knitted": _honours_and_knitted,
    "thirteen_orphans": _thirteen_orphans,
}
