"""What the eye says of one photograph: plain values, free of pictures and of third-party packages.

Coordinates are pixels of the upright photograph (EXIF orientation applied); a quadrilateral lists its
corners clockwise from the tile's own top left.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

ROLES = ("concealed", "meld", "kong", "winning", "flower", "other")


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of the photograph.

    `tile` is what the picture says (symbol of `scorer.tiles`, `_` a back, `?` unread), `read_as` what the
    rules made of it; `p` the probability of `tile`, 0 to 1; `alternatives` further symbols, likeliest first;
    `group` numbers the sets on the table from 0, left to right (tiles of one meld share it).
    """

    tile: str
    quad: Quad
    p: float
    alternatives: tuple[tuple[str, float], ...] = ()
    role: str = "other"
    group: int = 0
    read_as: str = "?"


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on the photograph: a stable code, the facts, and the words in English."""

    code: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """The whole reading; `to_json()` gives the object that `hule read --json` prints."""

    photo: str
    width: int
    height: int
    hand: str
    confidence: float
    legal: bool
    tiles: tuple[ReadTile, ...]
    warnings: tuple[Remark, ...]
    ms: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """The JSON object of the contract."""
        return {
            "photo": self.photo,
            "width": self.width,
            "height": self.height,
            "hand": self.hand,
            "confidence": round(self.confidence, 4),
            "legal": self.legal,
            "tiles": [
                {
                    "tile": t.tile,
                    "quad": [[round(x, 1), round(y, 1)] for x, y in t.quad],
                    "p": round(t.p, 4),
                    "alternatives": [[s, round(p, 4)] for s, p in t.alternatives],
                    "role": t.role,
                    "group": t.group,
                    "read_as": t.read_as,
                }
                for t in self.tiles
            ],
            "warnings": [{"code": w.code, "text": w.text, "facts": w.facts} for w in self.warnings],
            "ms": {k: round(v, 1) for k, v in self.ms.items()},
        }
