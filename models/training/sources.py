"""The real pictures to learn from: photographs with boxes, single-tile crops, clean artwork.

The data set lies outside the project (`--data DIR`); its README says what each file holds. Tiles are
numbered as in `scorer.tiles`; 42 is a back, 43 "not a tile".
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

import scorer.tiles

SYMBOLS = (*scorer.tiles.SYMBOLS, "_")
INDEX = {s: i for i, s in enumerate(SYMBOLS)}
LONG_NAMES = {
    "plum": "a",
    "orchid": "b",
    "bamboo": "c",
    "chrysanthemum": "d",
    "spring": "e",
    "summer": "f",
    "autumn": "g",
    "winter": "h",
    "back": "_",
}

VALIDATION_FAMILIES = ("leo", "cmd-redfelt-IMG27xx")
"""Capture sessions never trained on while measuring: another Chinese set, and a riichi set."""

HELD_OUT_SETS = ("cam-115x161", "cam-86x119", "cam-90x114", "camU-A", "camU-E", "cyfef-1", "cyfef-3")
"""Groups of single-tile crops never used while measuring: four makers' sets, two of them unlike all others,
and those that look most like the set of `cmd-redfelt-IMG27xx`."""

FALLS_APART = tuple(
    INDEX[t] for t in ["1m", "2m", "3m", "1p", "4p", "6p", "8p", "9p", "2s", "5s", "8s", "9s"]
)
"""Tiles whose halves look like tiles: the classifier is shown those halves."""

TILE_ASPECT = 0.74
"""Width over height of the face of a tile, upright (shared data: median of undistorted boxes)."""


@dataclass(frozen=True)
class Photo:
    """A photograph as published: `boxes` is N×4 (x1, y1, x2, y2 in pixels), `tiles` the N class numbers."""

    path: Path
    family: str
    augmented: bool
    boxes: np.ndarray
    tiles: np.ndarray

    def load(self) -> np.ndarray:
        """H×W×3 BGR, as published (squeezed to a square where the publisher did so)."""
        image = cv2.imread(str(self.path))
        if image is None:
            raise OSError(f"cannot read {self.path}")
        return image

    @cached_property
    def stretch(self) -> float:
        """Factor on x that undoes the publisher's squeeze, from the median box.

        Tiles of one photograph mostly stand one way; the nearer of upright (0.74) and sideways (1.35) is
        taken for its true shape. The boxes of `leo` take in the top of standing tiles; its frames read
        best as if they had been 16:9 (on nine of them, 97 % of tiles against 73 % as published).
        """
        if self.family == "leo":
            return 16 / 9
        if not len(self.boxes):
            return 1.0
        size = self.boxes[:, 2:] - self.boxes[:, :2]
        median = float(np.median(size[:, 0] / size[:, 1]))
        target = min((TILE_ASPECT, 1 / TILE_ASPECT), key=lambda a: abs(np.log(a / median)))
        return float(np.clip(target / median, 0.56, 1.78))

    def quads(self) -> np.ndarray:
        """N×4×2 float32 corners of the faces, clockwise from the top left.

        They are the boxes, but for `leo`, whose boxes also hold the top of the standing tile: about a sixth
        of their height (by eye, on a dozen frames).
        """
        b = self.boxes.copy()
        if self.family == "leo":
            b[:, 1] += 0.17 * (b[:, 3] - b[:, 1])
        return np.stack([b[:, [0, 1]], b[:, [2, 1]], b[:, [2, 3]], b[:, [0, 3]]], axis=1).astype(np.float32)


@dataclass(frozen=True)
class Crop:
    """A picture of one upright tile; `group` names the physical set and session."""

    path: Path
    tile: int
    group: str


def photos(data: Path) -> list[Photo]:
    """All photographs of the index `photos.jsonl` under `data`."""
    found = []
    for line in (data / "photos.jsonl").read_text().splitlines():
        row = json.loads(line)
        boxes = np.array([b[:4] for b in row["boxes"]], np.float32).reshape(-1, 4)
        tiles = np.array([INDEX[b[4]] for b in row["boxes"]], np.int64)
        found.append(Photo(data / row["photo"], row["family"], row["augmented"], boxes, tiles))
    return found


def crops(data: Path) -> list[Crop]:
    """All single tiles of the index `crops.jsonl` under `data`."""
    rows = map(json.loads, (data / "crops.jsonl").read_text().splitlines())
    return [Crop(data / r["crop"], INDEX[r["tile"]], r["set"]) for r in rows]


def art(data: Path) -> dict[str, dict[int, np.ndarray]]:
    """Artwork by style and tile: H×W×4 BGRA, alpha 0 where the artist left the tile bare."""
    styles: dict[str, dict[int, np.ndarray]] = {}
    for folder in sorted((data / "art").iterdir()):
        style = styles.setdefault(folder.name, {})
        for file in sorted(folder.glob("*.png")):
            image = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
            if image.ndim == 2:
                image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGRA)
            elif image.shape[2] == 3:
                image = cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
            style[INDEX[LONG_NAMES.get(file.stem, file.stem)]] = image
    return styles
