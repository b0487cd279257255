"""The light over a rendered table: a lamp somewhere, and the bright room above."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """`towards` is the unit vector from the table to the lamp; `contrast` and `sky` (0 to 1) say how much
    darker a surface is that faces away from the lamp, and one that faces down."""

    towards: np.ndarray
    contrast: float
    sky: float

    def gain(self, normal: np.ndarray) -> float:
        """How bright a surface with that unit normal is; 1 is the brightness of the table.

        The upper edge of a standing tile is mostly brighter than its face: a white face is not known by
        being the brightest side.
        """
        return self._lit(normal) / self._lit(UP)

    def _lit(self, normal: np.ndarray) -> float:
        facing, upward = float(normal @ self.towards), float(normal[2])
        return (1 - self.contrast * (1 - facing) / 2) * (1 - self.sky * (1 - upward) / 2)


def random_lamp(rng: np.random.Generator) -> Lamp:
    """From any side, 15 to 85 degrees high, a small bulb or a bright ceiling."""
    azimuth, elevation = rng.uniform(-np.pi, np.pi), np.radians(rng.uniform(15, 85))
    flat = np.cos(elevation)
    towards = np.array([flat * np.cos(azimuth), flat * np.sin(azimuth), np.sin(elevation)])
    return Lamp(towards, float(rng.uniform(0.05, 0.6)), float(rng.uniform(0, 0.4)))
