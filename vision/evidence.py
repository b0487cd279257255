"""What the classifier's probabilities say about tiles taken together: alike, a set, face down, a flower."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence

import numpy as np

from vision.classes import BACK, FLOWERS, KINDS, WHITE

LEAST = 2e-3
"""A tile is never believed to be less likely than this: about the classifier's own error rate."""

LEAST_FIRST = float(np.log(0.05))
"""A name is never held to be less likely than this when others are measured against it."""

CHOWS = np.array([suit * 9 + rank for suit in range(3) for rank in range(7)])
ORDERS = tuple(itertools.permutations(range(3)))

FACE_DOWN = {(0, 1, 2, 3): 0.0, (1, 2): -0.3, (0, 3): -0.3} | dict.fromkeys(
    ((0, 1, 2), (1, 2, 3), (0, 2, 3), (0, 1, 3)), -1.8
)
"""Which of the four tiles of a concealed kong lie face down, and the log of how often beside all four."""


def face_down(probabilities: np.ndarray, tiles: Sequence[int]) -> np.ndarray:
    """Probabilities (N, 44) where none of `tiles` looks more like a white dragon than like a back."""
    p = probabilities.copy()
    for t in tiles:
        p[t, [WHITE, BACK]] = sorted(p[t, [WHITE, BACK]])
    return p


class Evidence:
    """Probabilities (N, 44) of the tiles of one photograph, asked for groups of tiles (by index)."""

    def __init__(self, probabilities: np.ndarray) -> None:
        p = np.asarray(probabilities, np.float64)
        self.names = p.argmax(axis=1)
        self.down = (self.names == BACK).tolist()
        self.flower = p[:, FLOWERS].sum(axis=1) > 0.5
        self._log = np.log(np.maximum(p[:, :KINDS], LEAST))
        white = self.names == WHITE
        odds = np.log(np.maximum(p[:, BACK], LEAST)) - self._log[:, WHITE]
        self._face_down = np.where(white, odds, np.where(self.names == BACK, 0.0, -np.inf))
        self.kong_face_down = functools.cache(self._kong_face_down)
        self.alike = functools.cache(self._alike)
        self.set_of_three = functools.cache(self._set_of_three)

    def second(self, tile: int) -> tuple[float, int]:
        """A tile's second name and its log odds against the first."""
        order = np.argsort(self._log[tile])
        first = max(float(self._log[tile, order[-1]]), LEAST_FIRST)
        return float(self._log[tile, order[-2]]) - first, int(order[-2])

    def _alike(self, tiles: tuple[int, ...]) -> float:
        """Log probability that all are the same tile, whichever."""
        return float(self._log[list(tiles)].sum(axis=0).max())

    def _set_of_three(self, tiles: tuple[int, ...]) -> float:
        """Log probability that three tiles are a pung or, in any order, a chow."""
        rows = self._log[list(tiles)]
        chow = max(float(sum(rows[order[k], CHOWS + k] for k in range(3)).max()) for order in ORDERS)
        return max(chow, self._alike(tiles))

    def _kong_face_down(self, tiles: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
        """Log probability that four tiles are a concealed kong, and which of them lie face down then.

        A blank white dragon and a back are told apart with difficulty, so one named so may be the other.
        """
        found = []
        for places, score in FACE_DOWN.items():
            down = tuple(tiles[k] for k in places)
            up = tuple(t for t in tiles if t not in down)
            score += float(self._face_down[list(down)].sum()) + (self.alike(up) if len(up) > 1 else 0.0)
            if not any(self.down[t] for t in up):
                found.append((score, down))
        return max(found, default=(-np.inf, ()))
