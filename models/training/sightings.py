"""What a good eye reports of tiles on a table: quadrilaterals and probabilities, without any picture.

For testing the arrangement by thousands. A pinhole camera looks at the tiles from a random place; corners
are off by a few per cent of a tile, the first corner is a tile's own top left only when its face shows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.training.blocks import PlacedTile, TileSize
from vision.classes import BACK, CLASSES


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """Elevation above the table and azimuth in radians, roll of the photograph, distance in mm, focal length
    in pixels of a picture about 4000 pixels wide."""

    elevation: float
    azimuth: float = 0.0
    roll: float = 0.0
    distance: float = 700.0
    focal: float = 3000.0

    @classmethod
    def random(cls, rng: np.random.Generator, any_roll: bool = False) -> Camera:
        """Elevation 30 to 90 degrees, up to 25 degrees from the side, 450 to 1000 mm away."""
        roll = rng.uniform(-math.pi, math.pi) if any_roll else rng.normal(0, math.radians(6))
        return cls(
            elevation=math.radians(rng.uniform(30, 90)),
            azimuth=math.radians(rng.uniform(-25, 25)),
            roll=float(roll),
            distance=rng.uniform(450, 1000),
        )

    def project(self, points: np.ndarray) -> np.ndarray:
        """Pixels (..., 2), y down, of points (..., 3) in mm (x right, y away, z up)."""
        ca, sa = math.cos(self.azimuth), math.sin(self.azimuth)
        ce, se = math.cos(self.elevation), math.sin(self.elevation)
        x, y = ca * points[..., 0] + sa * points[..., 1], -sa * points[..., 0] + ca * points[..., 1]
        up, away = se * y + ce * points[..., 2], ce * y - se * points[..., 2] + self.distance
        u, v = self.focal * x / away, -self.focal * up / away
        cr, sr = math.cos(self.roll), math.sin(self.roll)
        return np.stack([2000 + cr * u - sr * v, 1500 + sr * u + cr * v], axis=-1)


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """`quads` (N, 4, 2), `probabilities` (N, 44), and the tiles they are of."""

    quads: np.ndarray
    probabilities: np.ndarray
    tiles: tuple[PlacedTile, ...]


def sight(
    tiles: Sequence[PlacedTile],
    camera: Camera,
    rng: np.random.Generator,
    noise: float = 0.04,
    errors: float = 0.01,
) -> Sighting:
    """What is reported of `tiles`: corners off by `noise` of a tile's height (one sigma), one name in
    1 / `errors` wrong. Tiles under another tile are not seen. The order is random."""
    size = TileSize()
    seen = [t for t in tiles if not _covered(t, tiles)]
    seen = [seen[i] for i in rng.permutation(len(seen))]
    quads = np.stack([camera.project(_face(t, size)) for t in seen])
    high = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1) + np.linalg.norm(
        quads[:, 1] - quads[:, 0], axis=1
    )
    quads = quads + rng.normal(0, noise, quads.shape) * (high / 1.743)[:, None, None]
    for index, tile in enumerate(seen):
        if tile.face == "down":
            quads[index] = np.roll(quads[index], rng.integers(4), axis=0)
    return Sighting(quads, np.stack([_named(t, rng, errors) for t in seen]), tuple(seen))


def _covered(tile: PlacedTile, tiles: Sequence[PlacedTile]) -> bool:
    """Whether another tile lies on its face; one that stands shows its face whatever lies on its edge."""
    return tile.face != "standing" and any(
        t.z > tile.z and math.hypot(t.x - tile.x, t.y - tile.y) < 8 and t.face != "standing" for t in tiles
    )


def _face(tile: PlacedTile, size: TileSize) -> np.ndarray:
    """The four corners (4, 3) of the visible face in mm, clockwise from the tile's own top left."""
    w, h = size.width / 2, size.height / 2
    local = np.array([[-w, h], [w, h], [w, -h], [-w, -h]])
    cos, sin = math.cos(tile.turn), math.sin(tile.turn)
    turn = np.array([[cos, sin], [-sin, cos]])
    if tile.face != "standing":
        flat = local @ turn + [tile.x, tile.y]
        return np.column_stack([flat, np.full(4, tile.z + size.thickness)])
    front = np.column_stack([local[:, 0], np.full(4, -size.thickness / 2)]) @ turn + [tile.x, tile.y]
    return np.column_stack([front, tile.z + h + local[:, 1]])


def _named(tile: PlacedTile, rng: np.random.Generator, errors: float) -> np.ndarray:
    """Probabilities as a classifier gives them: mostly sure, sometimes wrong with the truth second."""
    truth = BACK if tile.face == "down" else tile.tile
    other = int(rng.integers(34))
    p = np.full(CLASSES, 1e-4)
    sure = float(np.clip(1 - rng.exponential(0.03), 0.55, 0.999))
    wrong = truth != BACK and rng.random() < errors
    p[other], p[truth] = (sure, 1 - sure) if wrong else (max(1e-4, (1 - sure) / 2), sure)
    return p / p.sum()
