"""From a picture to the tiles in it: located, named, sifted; squeezed pictures are looked at again.

Some pictures are narrower than what they show: programs squeeze photographs to a square, and tiles that
stand in a row run away from a camera beside them. The networks know such tiles, but know others better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import cv2
import numpy as np

from vision.classify import NOT_A_TILE, Named
from vision.evidence import NOTHING
from vision.locate import Located, size_of
from vision.sift import sift, smallest, told

BATCH = 48
"""Faces named at a time, the largest first."""
NARROW, LOW = 1.6, 0.65
"""Height over width of the median tile from which on, and below which, the picture is stretched …"""
UPRIGHT, LYING = 1.35, 0.8
"""… and what it is stretched to: an upright tile, and one that lies on its side or is seen low."""
MOST = 3.0
"""Largest factor of a stretch: what would need more is seen from the edge of the table."""
LARGE = 2_000_000
"""Pixels from which on a picture is not widened but made lower by as much (or the other way round): its tiles
are large enough, and memory stays bounded."""
UNSURE = 0.9
"""Tiles named with less than this are looked at once more, upside down."""
SEES_LESS = 0.9
"""The stretched picture counts unless the tiles in it add up to less than this share of what was sure."""

Watch = Callable[[str], AbstractContextManager[None]]
Mend = Callable[[Named], Named]


class LocatorLike(Protocol):
    """Finds the tile faces of a BGR picture (see `vision.locate`)."""

    def find(self, image: np.ndarray) -> Sequence[Located]: ...


class ClassifierLike(Protocol):
    """Names N quadrilaterals and mends their corners (see `vision.classify`)."""

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named: ...

    def features(self, crops: np.ndarray) -> np.ndarray | None: ...


Tiles = tuple[np.ndarray, np.ndarray]
"""N×4×2 corners in pixels of the picture and N×44 probabilities."""


def as_named(named: Named) -> Named:
    """Nothing to mend."""
    return named


def unwatched(_step: str) -> AbstractContextManager[None]:
    """Nobody looks at the clock."""
    return nullcontext()


def see(
    image: np.ndarray,
    locator: LocatorLike,
    classifier: ClassifierLike,
    mend: Mend = as_named,
    watch: Watch = unwatched,
) -> Tiles:
    """The tiles of a BGR picture. `mend` may change what the classifier says, `watch(step)` times a step."""
    quads, p = _look(image, locator, classifier, mend, watch)
    x, y = stretch_for(quads)
    if x == y:
        return quads, p
    shrinks = image.shape[0] * image.shape[1] > LARGE
    if shrinks:
        x, y = x / max(x, y), y / max(x, y)
    with watch("locate"):
        how = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
        stretched = cv2.resize(image, None, fx=x, fy=y, interpolation=how)
    again, better = _look(stretched, locator, classifier, mend, watch)
    if _sum(better) < SEES_LESS * _sum(p):
        return quads, p
    return again / np.array([x, y], np.float32), better


def stretch_for(quads: np.ndarray) -> tuple[float, float]:
    """Factors on x and y that make squeezed tiles (N×4×2) look as usual; equal when they do already."""
    if not len(quads):
        return 1.0, 1.0
    width, height = np.ptp(quads, axis=1).T + 1e-6
    shape = float(np.exp(np.median(np.log(height / width))))
    if shape > NARROW:
        return min(MOST, shape / UPRIGHT), 1.0
    if shape < LOW:
        return 1.0, min(MOST, LYING / shape)
    return 1.0, 1.0


def _sum(p: np.ndarray) -> float:
    return float(p[:, :NOTHING].max(axis=1, initial=0).sum())


def _look(
    image: np.ndarray, locator: LocatorLike, classifier: ClassifierLike, mend: Mend, watch: Watch
) -> Tiles:
    with watch("locate"):
        located = locator.find(image)
    with watch("classify"):
        faces = sorted(located, key=lambda f: -size_of(f.quad))
        looks = list(_named(image, faces, classifier, mend))
        quads = np.concatenate([n.quads for n in looks])
        p = np.concatenate([n.probabilities for n in looks])
        keep = sift(quads, np.array([f.score for f in faces[: len(quads)]]), p)
        quads, p = quads[keep], told(p[keep])
        unsure = p.max(axis=1, initial=0) < UNSURE
        if unsure.any():
            over = mend(classifier.name(image, np.roll(quads[unsure], 2, axis=1)))
            p[unsure] = _of_two(p[unsure], told(over.probabilities))
    return quads, p


def _of_two(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """What two looks at the same tiles (N×44 probabilities each) say together: their geometric mean.

    A network that errs on a tile mostly errs on it one way up only.
    """
    both = np.sqrt((first + 1e-7) * (second + 1e-7))
    both[:, NOT_A_TILE] = 0
    return both / both.sum(axis=1, keepdims=True)


def _named(
    image: np.ndarray, faces: list[Located], classifier: ClassifierLike, mend: Mend
) -> Iterator[Named]:
    """The faces by size, until the rest is too small to lie beside those that are sure."""
    least = 0.0
    for start in range(0, max(1, len(faces)), BATCH):
        quads = np.array([f.quad for f in faces[start : start + BATCH]], np.float32).reshape(-1, 4, 2)
        if len(quads) and size_of(quads[0]) < least:
            return
        named = mend(classifier.name(image, quads))
        least = max(least, smallest(named.quads, named.probabilities))
        yield named
