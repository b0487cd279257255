"""What earlier eyes stumbled over, one rendered test each: `python -m bench.known_failures DATA`.

The faces are those of four makers' sets that validation networks never saw (`sources.HELD_OUT_SETS`), the
scenes come from fixed seeds. Prints for each kind: pictures completely right, tiles right, missed, extra, and
how far corners are off, in hundredths of a tile's size (median and 95th percentile).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from models.training import faces, free_layouts, sources, tables
from models.training.blocks import PlacedTile
from models.training.evaluate import match
from models.training.exposure import photograph
from models.training.faces import Style
from models.training.scenes import Renderer, Scene
from models.training.view import View
from scorer.tiles import SYMBOLS
from vision import Reader, Reading

SEED = 30_000
Rng = np.random.Generator
FLAT, LOW = np.radians(65.0), np.radians(25.0)
HIDDEN = 0.6
"""A face of which less can be seen need not be read, and does no harm when it is."""


@dataclass
class Sums:
    """Of one kind of picture."""

    pictures: int = 0
    exact: int = 0
    tiles: int = 0
    right: int = 0
    missed: int = 0
    extra: int = 0
    off: list[float] = field(default_factory=list)

    def line(self) -> str:
        """For people."""
        off = np.percentile(self.off, (50, 95)) * 100 if self.off else (0.0, 0.0)
        return (
            f"{self.exact} of {self.pictures} pictures; {self.right} of {self.tiles} tiles "
            f"({self.right / max(1, self.tiles):.2%}), {self.missed} missed, {self.extra} extra; "
            f"corners off {off[0]:.1f} / {off[1]:.1f}"
        )


def _view(elevation: float, roll: float = 0.0, objects: int = 0) -> View:
    return View(elevation=float(elevation), roll=float(roll), upside_down=0.0, objects=objects)


def _row(rng: Rng, style: Style, count: int, names: list[int] | None = None, **how) -> list[PlacedTile]:
    known = [t for t in style.tiles() if names is None or t in names]
    return free_layouts.row(rng, known or style.tiles(), count, gap=0.2, **how)


def white_fronts(rng: Rng, style: Style) -> tuple[list[PlacedTile], View]:
    """Thick tiles seen low, so that the white front joins the face: 1 2 3 7 9 of characters, 1 of dots."""
    return _row(rng, style, 9, [0, 1, 2, 6, 8, 9]), _view(LOW)


def turned_freely(rng: Rng, style: Style) -> tuple[list[PlacedTile], View]:
    """A heap seen from above, every angle, many near 45 degrees."""
    return [t for t in free_layouts.heap(rng, style.tiles()) if t.face == "up"], _view(FLAT)


def near_clutter(rng: Rng, style: Style) -> tuple[list[PlacedTile], View]:
    """A row among cards, discs, dice, phones, letters and fingers."""
    return _row(rng, style, int(rng.integers(7, 15))), _view(rng.uniform(0.7, 1.4), objects=10)


def white_dragons(rng: Rng, style: Style) -> tuple[list[PlacedTile], View]:
    """White dragons between other tiles, framed or blank as the set has them."""
    placed = _row(rng, style, 9)
    whites = rng.choice(9, 3, replace=False)
    return [_named(p, 33) if i in whites else p for i, p in enumerate(placed)], _view(rng.uniform(0.6, 1.4))


def steep_rows(rng: Rng, style: Style) -> tuple[list[PlacedTile], View]:
    """A long row that runs away from the camera."""
    placed = _row(rng, style, 14)
    return free_layouts.turned(placed, float(rng.choice([-1, 1]) * rng.uniform(0.7, 1.2))), _view(0.65)


def close_ups(rng: Rng, style: Style) -> tuple[list[PlacedTile], View]:
    """One tile fills the picture; its side must not be a second one."""
    return _row(rng, style, 1), _view(rng.uniform(0.5, 1.3))


def flowers(rng: Rng, style: Style) -> tuple[list[PlacedTile], View]:
    """Flowers and seasons in a row."""
    return _row(rng, style, 6, list(range(34, 42))), _view(rng.uniform(0.8, 1.5))


def backs(rng: Rng, style: Style) -> tuple[list[PlacedTile], View]:
    """Concealed kongs and walls: every second tile lies face down."""
    placed = [
        PlacedTile(p.tile, p.x, p.y, p.turn, "down" if i % 2 else "up")
        for i, p in enumerate(_row(rng, style, 10))
    ]
    return placed, _view(rng.uniform(0.7, 1.4))


def _named(p: PlacedTile, tile: int) -> PlacedTile:
    return PlacedTile(tile, p.x, p.y, p.turn, p.face)


Kind = Callable[[Rng, Style], tuple[list[PlacedTile], View]]
KINDS: tuple[Kind, ...] = (
    white_fronts,
    turned_freely,
    near_clutter,
    white_dragons,
    steep_rows,
    close_ups,
    flowers,
    backs,
)


def scenes(kind: Kind, styles: list[Style], count: int) -> Iterator[Scene]:
    """Pictures of one kind, always the same ones."""
    if kind is flowers:
        styles = [s for s in styles if len([t for t in s.tiles() if t >= 34]) >= 4]
    if kind is white_dragons:
        styles = [s for s in styles if 33 in s.tiles()]
    renderer = Renderer(styles, styles, [])
    for number in range(count):
        rng = np.random.default_rng([SEED, KINDS.index(kind), number])
        style = styles[number % len(styles)]
        placed, view = kind(rng, style)
        yield renderer.render(rng, placed, style, faces.random_look(rng), 1024, 768, len(placed), view)


def tables_alone(count: int) -> Iterator[np.ndarray]:
    """Table tops and things on them, no tile anywhere."""
    for number in range(count):
        rng = np.random.default_rng([SEED, 99, number])
        image = np.clip(tables.random_table(rng, 768, 1024, []), 0, 255).astype(np.uint8)
        tables.scatter_objects(rng, image, int(rng.integers(0, 12)))
        yield photograph(rng, image.astype(np.float32))


def judge(scene: Scene, reading: Reading, sums: Sums) -> None:
    """Add one picture to the sums."""
    h, w = scene.image.shape[:2]
    inside = ((scene.quads >= 0) & (scene.quads < [w, h])).all(axis=(1, 2))
    wanted = (scene.visible >= HIDDEN) & inside
    truth = scene.quads
    boxes = np.hstack([truth.min(axis=1), truth.max(axis=1)])
    read = np.array([t.quad for t in reading.tiles], float).reshape(-1, 4, 2)
    pairs = match(read, boxes)
    names = [SYMBOLS[t] if t < len(SYMBOLS) else "_" for t in scene.tiles]
    right = {j for i, j in pairs.items() if reading.tiles[i].tile == names[j] and wanted[j]}
    sums.off += [_off(read[i], truth[j]) for i, j in pairs.items() if wanted[j]]
    extra, missed = len(read) - len(pairs), int(wanted.sum()) - len({j for j in pairs.values() if wanted[j]})
    sums.pictures += 1
    sums.exact += len(right) == wanted.sum() and not extra
    sums.tiles += int(wanted.sum())
    sums.right += len(right)
    sums.missed += missed
    sums.extra += extra


def _off(read: np.ndarray, truth: np.ndarray) -> float:
    """Mean distance of corners in parts of the tile's size; which corner is named first does not matter."""
    size = np.sqrt(abs(cv2.contourArea(truth.astype(np.float32))) + 1e-6)
    turns = [np.linalg.norm(np.roll(read, k, axis=0) - truth, axis=1).mean() for k in range(4)]
    return float(min(turns) / size)


def main() -> None:
    """Print a line for each kind."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--pictures", type=int, default=60, help="of each kind")
    options = parser.parse_args()
    reader = Reader(options.models)
    crops = [c for c in sources.crops(options.data) if c.group in sources.HELD_OUT_SETS]
    styles = [s for s in faces.crop_styles(crops) if s.name != "pooled"]
    for kind in KINDS:
        sums = Sums()
        for scene in scenes(kind, styles, options.pictures):
            judge(scene, reader.read(scene.image), sums)
        print(f"{kind.__name__}: {sums.line()}")
    found = [len(reader.read(image).tiles) for image in tables_alone(options.pictures)]
    print(
        f"tables without tiles: {sum(found)} tiles seen on {sum(map(bool, found))} of {len(found)} pictures"
    )


if __name__ == "__main__":
    main()
