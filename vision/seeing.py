"""From a picture to the tiles in it: located, named, sifted; and again in a better view if there is one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import numpy as np

from vision.classes import BACK, FLOWERS, NOT_A_TILE
from vision.classify import BATCH, Named, areas
from vision.locate import Located, size_of
from vision.sift import sift, smallest, told
from vision.views import better_view

SURE = 0.8
"""Tiles named with at least this say how the table lies."""
UNSURE = 0.9
"""Tiles named with less than this are looked at once more, upside down."""
SAME = 0.5
"""Within so many sizes of each other two looks saw one tile."""
SEES_LESS = 0.95
"""Another view counts unless the tiles in it add up to less than this share of what was sure."""

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
    height, width = image.shape[:2]
    view = better_view(width, height, quads, p[:, :BACK].max(axis=1, initial=0) > SURE)
    if view is None:
        return quads, p
    with watch("locate"):
        seen = view.of(image)
    again, better = _look(seen, locator, classifier, mend, watch)
    if _sum(better) < SEES_LESS * _sum(p):
        return quads, p
    again = view.in_picture(again)
    only = _only_in_first(quads, p, again)
    return np.concatenate([again, quads[only]]), np.concatenate([better, p[only]])


def _only_in_first(quads: np.ndarray, p: np.ndarray, again: np.ndarray) -> list[int]:
    """Which sure tiles of a first look (N×4×2 corners, N×44 probabilities) lie where a second saw none."""
    sure = np.maximum(p[:, :BACK].max(axis=1, initial=0), p[:, FLOWERS].sum(axis=1)) >= SURE
    away = np.linalg.norm(quads.mean(axis=1)[:, None] - again.mean(axis=1)[None], axis=2)
    alone = away.min(axis=1, initial=np.inf) > SAME * np.sqrt(areas(quads))
    return [int(i) for i in np.flatnonzero(sure & alone)]


def _sum(p: np.ndarray) -> float:
    return float(p[:, :NOT_A_TILE].max(axis=1, initial=0).sum())


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
