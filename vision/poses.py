"""How a tile lies in its row: upright (or upside down), on its side, or askew."""

from __future__ import annotations

import math

UPRIGHT, SIDEWAYS, ASKEW = "upright", "sideways", "askew"


def pose_of(turn: float) -> str:
    """The pose of a tile whose width is turned by `turn` (radians, -pi/2 to pi/2) against the row."""
    degrees = abs(math.degrees(turn))
    if degrees < 30:
        return UPRIGHT
    return SIDEWAYS if degrees > 60 else ASKEW
