"""Naming with a taught set: the network's names, mended where a tile looks like an example of the set.

Every example is a point in the space of the classifier's features; both ways up, since a tile on its head
is the same tile. The network itself is one more voice among them: a name counts

    p(network) + exp(SHARP * (likeness of the nearest example - reserve))

and `reserve` is how alike a tile must be before its example outweighs the network: little where the network
is at a loss, much where it is sure. Far from all examples nothing changes.

The four numbers were settled on rendered sets that resemble no real one (`python -m bench.learning settle`),
never on the photographs that docs/models.md reports.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import numpy as np

from vision.classes import CLASSES, NOT_A_TILE
from vision.classify import Named
from vision.tilesets import Tileset, TilesetError

SHARP = 60.0
"""A likeness (cosine) 0.05 higher makes an example's name 20 times as likely."""
UNSURE, SURE, NOTHING = 0.85, 0.97, 1.0
"""Likeness at which an example weighs as much as the network: one without an idea, one that is certain of a
name, one that is certain of seeing no tile."""


class Featurer(Protocol):
    """Gives the features of N×72×56×3 crops (`vision.classify.Classifier`)."""

    def features(self, crops: np.ndarray) -> np.ndarray | None: ...


class Learnt:
    """The examples of one set as one network sees them: `features` K×C of length 1, `tiles` (K,)."""

    def __init__(self, features: np.ndarray, tiles: np.ndarray) -> None:
        self.features = _unit(features)
        self.tiles = tiles

    @classmethod
    def of(cls, classifier: Featurer, tileset: Tileset) -> Learnt:
        """Raises `TilesetError` (set_needs_features) when the network gives no features."""
        crops, tiles = tileset.crops()
        if not len(crops):
            return cls(np.zeros((0, 1), np.float32), tiles)
        both = np.concatenate([crops, crops[:, ::-1, ::-1]])
        features = classifier.features(both)
        if features is None:
            raise TilesetError("set_needs_features", name=tileset.name)
        return cls(features, np.concatenate([tiles, tiles]))

    def likeness(self, features: np.ndarray) -> np.ndarray:
        """N×44 cosines to the nearest example of each tile; -1 where there is none."""
        alike = np.full((len(features), CLASSES), -1.0)
        if len(self.tiles):
            cosines = _unit(features) @ self.features.T
            np.maximum.at(alike.T, self.tiles, cosines.T)
        return alike

    def mend(self, named: Named) -> Named:
        """The same tiles, named with the examples. Raises `TilesetError` (set_needs_features)."""
        if not len(self.tiles) or not len(named.quads):
            return named
        if named.features is None:
            raise TilesetError("set_needs_features", name="")
        return replace(named, probabilities=blend(named.probabilities, self.likeness(named.features)))


def blend(
    p: np.ndarray, alike: np.ndarray, sharp: float = SHARP, reserves: tuple[float, float, float] | None = None
) -> np.ndarray:
    """N×44 probabilities of the network and N×44 likenesses (-1: no example) to N×44 probabilities."""
    unsure, sure, nothing = reserves or (UNSURE, SURE, NOTHING)
    tile = p[:, :NOT_A_TILE].max(axis=1, keepdims=True)
    reserve = unsure + (sure - unsure) * tile + (nothing - unsure) * p[:, NOT_A_TILE:]
    weight = np.where(alike > -1, np.exp(sharp * (alike - reserve)), 0.0)
    together = p + weight
    return (together / together.sum(axis=1, keepdims=True)).astype(np.float32)


def _unit(features: np.ndarray) -> np.ndarray:
    return features / np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6)
