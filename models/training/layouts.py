"""Where tiles lie on a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class PlacedTile:
    """A tile on the table: centre in mm (x right, y away from the viewer, z height of its underside),
    `turn` in radians counter-clockwise (0: its top points away), `face` "up", "down" or "standing"."""

    tile: int
    x: float
    y: float
    turn: float
    face: str
    z: float = 0.0
    role: str = "concealed"
    group: int = 0
