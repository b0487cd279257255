"""Training of the classifier on tiles cut from rendered scenes and from real photographs."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch

from vision.classes import BACK, CLASSES, NOT_A_TILE, WHITE

from . import classifier, cuts, pool, sources
from .cuts import Sample
from .fit import fit

BATCH = 128
REAL_SHARE = 0.4
NEGATIVE_SHARE = 0.09
HIDDEN_SHARE = 0.05
"""How often another tile is put before one framed whole, and before one framed as far as it is seen."""
LURES = 3
"""Sides of tiles, cards, dice and letters shown for each scene: no faces, though as white or as Chinese."""
IN_SIGHT = 0.55
"""A tile that others hide more of is not named."""
BLANK_SHARE = 0.04
"""Tiles shown with their ink wiped off; without them every blank white dragon is taken for a side."""


def _exact(photo: sources.Photo) -> float:
    """How far a box says where the corners are: turned tiles have loose boxes."""
    return 0.1 if photo.augmented or photo.family == "cmd-redfelt-IMG27xx" else 0.35


class Sampler:
    """Draws batches; scenes are opened one after another, several tiles taken from each."""

    def __init__(
        self,
        scenes: list[pool.StoredScene],
        photos: list[sources.Photo],
        seed: int,
        pictures: list[np.ndarray] | None = None,
    ):
        self.rng = np.random.default_rng(seed)
        self.scenes, self.photos = scenes, photos
        self.pictures = pictures or [p.load() for p in photos]
        self.quads = [p.quads() for p in photos]
        entries = [(i, j) for i, p in enumerate(photos) for j in range(len(p.tiles))]
        families = [p.family for p in photos]
        size = {f: sum(len(p.tiles) for p in photos if p.family == f) for f in set(families)}
        count = np.bincount([photos[i].tiles[j] for i, j in entries], minlength=CLASSES) + 1.0
        weight = np.array(
            [
                (0.6 if photos[i].augmented else 1.0)
                / np.sqrt(size[photos[i].family])
                / np.sqrt(count[photos[i].tiles[j]])
                for i, j in entries
            ]
        )
        self.entries, self.weight = entries, np.cumsum(weight / weight.sum()) if entries else np.zeros(0)
        self.stock: list[Sample] = []

    def _real(self) -> Sample:
        rng = self.rng
        i, j = self.entries[min(int(np.searchsorted(self.weight, rng.random())), len(self.entries) - 1)]
        photo = self.photos[i]
        image, quad, tile, exact = self.pictures[i], self.quads[i][j], int(photo.tiles[j]), _exact(photo)
        size = quad[2] - quad[0]
        if size[0] > size[1] * 1.6:  # surely lying on its side, whatever the squeeze
            quad = np.roll(quad, -1, axis=0)
        elif photo.family == "cmd-redfelt-IMG27xx":
            quad = np.roll(quad, -int(rng.integers(2)), axis=0) if rng.random() < 0.3 else quad
        if rng.random() < cuts.part_share(tile):
            return cuts.cut_part(rng, image, quad, exact)
        if tile not in (BACK, WHITE) and rng.random() < HIDDEN_SHARE:
            return cuts.cut_visible(rng, image, quad, tile, exact)
        if rng.random() < NEGATIVE_SHARE:
            negative = cuts.cut_negative(rng, image, self.quads[i], others_matter=False)
            if negative:
                return negative
        return cuts.cut(rng, image, quad, tile, 0.0, exact)

    def _refill(self) -> None:
        rng = self.rng
        scene = self.scenes[int(rng.integers(len(self.scenes)))]
        image = scene.load()
        lures = [q for q in scene.lures if abs(cv2.contourArea(q)) > 100]
        for i in rng.permutation(len(lures))[:LURES]:
            self.stock.append(cuts.cut_lure(rng, image, lures[i]))
        if not len(scene.quads):
            self.stock += [cuts.cut_lure(rng, image, cuts.any_quad(rng, image)) for _ in range(LURES)]
            return
        areas = np.array([abs(cv2.contourArea(q)) for q in scene.quads])
        seen = np.nonzero((scene.visible > IN_SIGHT) & (areas > 150))[0]
        if not len(seen):
            return
        for i in rng.permutation(seen)[:14]:
            tile = int(scene.tiles[i])
            if tile == BACK and rng.random() < 0.5:
                continue
            self.stock.append(cuts.cut(rng, image, scene.quads[i], tile, float(scene.upright), 1.0))
            if rng.random() < cuts.part_share(tile):
                self.stock.append(cuts.cut_part(rng, image, scene.quads[i], 1.0))
            if tile not in (BACK, WHITE) and rng.random() < HIDDEN_SHARE:
                self.stock.append(cuts.cut_visible(rng, image, scene.quads[i], tile, 1.0))
        for _ in range(4):
            negative = cuts.cut_negative(rng, image, scene.quads, others_matter=True)
            if negative:
                self.stock.append(negative)

    def draw(self) -> Sample:
        """One sample of either kind."""
        sample = self._real() if self.entries and self.rng.random() < REAL_SHARE else self._from_stock()
        if not sample.whole or sample.tile in (BACK, NOT_A_TILE, WHITE):
            return sample
        chance = self.rng.random()
        if chance < BLANK_SHARE:
            return cuts.blanked(self.rng, sample)
        return cuts.hidden(self.rng, sample, *cuts.hiding(self.rng)) if chance > 1 - HIDDEN_SHARE else sample

    def _from_stock(self) -> Sample:
        while len(self.stock) < 400:
            self._refill()
        return self.stock.pop(int(self.rng.integers(len(self.stock))))

    def batch(self, n: int):
        """Input tensor and the five targets of `classifier.loss`."""
        samples = [self.draw() for _ in range(n)]
        x = torch.from_numpy(np.stack([cuts.finish(self.rng, s) for s in samples])).float() / 255
        return (
            x.contiguous(memory_format=torch.channels_last),
            torch.tensor([s.tile for s in samples]),
            torch.from_numpy(np.stack([s.corners for s in samples])).float(),
            torch.tensor([s.turns for s in samples]),
            torch.tensor([s.has_corners for s in samples]),
            torch.tensor([s.has_turns for s in samples]),
        )


def train(sampler: Sampler, out: Path, seconds: float, rate: float, start: Path | None = None) -> None:
    """Train for `seconds` and write `out`."""
    net = classifier.Classifier()
    fit(
        net,
        lambda: sampler.batch(BATCH),
        classifier.loss,
        out,
        seconds=seconds,
        rate=rate,
        weight_decay=2e-2,
        start=start,
    )
