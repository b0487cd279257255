"""How well the eye reads real photographs: tiles right, photographs completely right, what went wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.classes import BACK
from vision.classify import Classifier as NamingRoom
from vision.locate import Locator as LocatingRoom
from vision.seeing import see

from . import sources

OVERLAP = 0.3
"""Least intersection over union of bounding boxes for a tile read to be a labelled one."""


@dataclass
class Read:
    """Tiles read in one photograph: N×4×2 quadrilaterals, N classes, N probabilities."""

    quads: np.ndarray
    tiles: np.ndarray
    p: np.ndarray


Failure = tuple[sources.Photo, Read, list[tuple[int, int]], list[int], list[int]]
"""A photograph, what was read, pairs (read, true) of wrong names, true tiles missed, read ones too many."""


@dataclass
class Result:
    """Sums over photographs."""

    photos: int = 0
    exact: int = 0
    tiles: int = 0
    right: int = 0
    missed: int = 0
    extra: int = 0
    confusions: Counter = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def facts(self) -> dict[str, float]:
        """The sums as numbers for the manifest."""
        return {
            "photos": self.photos,
            "exact": self.exact,
            "tiles": self.tiles,
            "right": self.right,
            "missed": self.missed,
            "extra": self.extra,
            "tile_accuracy": round(self.right / max(1, self.tiles), 4),
            "photo_accuracy": round(self.exact / max(1, self.photos), 4),
        }

    def line(self) -> str:
        """One line for people."""
        return (
            f"{self.photos} photos, {self.exact} exact ({self.exact / max(1, self.photos):.1%}); "
            f"{self.tiles} tiles, {self.right} right ({self.right / max(1, self.tiles):.2%}), "
            f"{self.missed} missed, {self.extra} extra"
        )


def match(quads: np.ndarray, boxes: np.ndarray) -> dict[int, int]:
    """Tiles read (N, 4, 2) to labelled boxes (M, 4), the best overlaps first."""
    if not len(quads) or not len(boxes):
        return {}
    low, high = quads.min(axis=1), quads.max(axis=1)
    left = np.maximum(low[:, None], boxes[None, :, :2])
    right = np.minimum(high[:, None], boxes[None, :, 2:])
    common = np.prod(np.maximum(right - left, 0), axis=2)
    both = np.prod(high - low, axis=1)[:, None] + np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)[None]
    overlap = common / (both - common)
    pairs: dict[int, int] = {}
    while overlap.max() >= OVERLAP:
        i, j = np.unravel_index(int(overlap.argmax()), overlap.shape)
        pairs[int(i)] = int(j)
        overlap[i], overlap[:, j] = 0, 0
    return pairs


def read(find: LocatingRoom, name: NamingRoom, image: np.ndarray) -> Read:
    """See as the product does before it arranges."""
    quads, p = see(image, find, name)
    return Read(quads, p.argmax(axis=1), p.max(axis=1, initial=0))


def judge(result: Result, photo: sources.Photo, got: Read) -> None:
    """Add one photograph to the sums. Backs are no tiles of the labels."""
    faces = got.tiles != BACK
    got = Read(got.quads[faces], got.tiles[faces], got.p[faces])
    pairs = match(got.quads, photo.boxes)
    missed = [j for j in range(len(photo.tiles)) if j not in pairs.values()]
    extra = [i for i in range(len(got.quads)) if i not in pairs]
    wrong = [(i, j) for i, j in pairs.items() if got.tiles[i] != photo.tiles[j]]
    result.photos += 1
    result.tiles += len(photo.tiles)
    result.right += len(pairs) - len(wrong)
    result.missed += len(missed)
    result.extra += len(extra)
    for i, j in wrong:
        result.confusions[(sources.SYMBOLS[photo.tiles[j]], sources.SYMBOLS[got.tiles[i]])] += 1
    if not wrong and not missed and not extra:
        result.exact += 1
    else:
        result.failures.append((photo, got, wrong, missed, extra))


def judge_crops(name: NamingRoom, crops: list[sources.Crop]) -> Result:
    """Name pictures of single upright tiles; each counts as a photograph of one tile."""
    result = Result()
    for crop in crops:
        image = cv2.imread(str(crop.path))
        h, w = image.shape[:2]
        quad = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        got = int(name.name(image, quad[None]).probabilities[0].argmax())
        result.photos += 1
        result.tiles += 1
        result.right += got == crop.tile
        result.exact += got == crop.tile
        if got != crop.tile:
            said = sources.SYMBOLS[got] if got < len(sources.SYMBOLS) else "no tile"
            result.confusions[(sources.SYMBOLS[crop.tile], said)] += 1
    return result


def draw(image: np.ndarray, failure: Failure) -> np.ndarray:
    """A failed photograph with what was read (green right, red wrong or extra) and missed (yellow)."""
    photo, got, wrong, missed, extra = failure
    image = image.copy()
    bad = {i for i, _ in wrong} | set(extra)
    for i, q in enumerate(got.quads):
        color = (0, 0, 255) if i in bad else (0, 200, 0)
        cv2.polylines(image, [np.intp(np.round(q))], True, color, 1, cv2.LINE_AA)
        if i in bad:
            cv2.putText(
                image,
                f"{sources.SYMBOLS[got.tiles[i]]} {got.p[i]:.2f}",
                tuple(np.intp(q[0])),
                0,
                0.4,
                color,
                1,
                cv2.LINE_AA,
            )
    for j in missed:
        b = np.intp(photo.boxes[j])
        cv2.rectangle(image, tuple(b[:2]), tuple(b[2:]), (0, 220, 255), 2)
    return image
