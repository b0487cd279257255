"""Training of the locator on rendered scenes and real photographs."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch

from vision.classes import BACK, WHITE
from vision.classify import BEYOND

from . import augment, locator, pool, sources, targets
from .fit import fit

SIZE = 320
BATCH = 12
REAL_SHARE = 0.35
TRIMMED = 0.15
"""Share of pictures cut down to one row of tiles, as people cut a row out of a photograph."""
REPEATED, COLOURED = 0.3, 0.15
"""How often the rim of the picture goes on beyond its edge, or another colour than the reader's grey."""
OFTEN = (*sources.FALLS_APART, WHITE)
"""Tiles aimed at more often: those whose halves look like tiles, and white dragons, which look like sides."""
TIDY_FAMILIES = ("cmd-small-set-tray", "leo")
"""Photographs in which every whole tile has its box, so that the rest is sure to be no tile."""


class Sampler:
    """Draws training squares: a picture turned, scaled and cut to SIZE × SIZE with its targets."""

    def __init__(self, scenes: list[pool.StoredScene], photos: list[sources.Photo], seed: int):
        self.scenes, self.photos = scenes, photos
        self.pictures = [p.load() for p in photos]
        self.rng = np.random.default_rng(seed)
        # every family as often as the square root of its size, so that none drowns the others
        families = [p.family for p in photos]
        weight = np.array([1 / np.sqrt(families.count(f)) for f in families])
        weight *= np.array([0.6 if p.augmented else 1.0 for p in photos])
        self.weight = weight / weight.sum()

    def draw(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Picture 3×S×S (RGB uint8), maps 10×S/4×S/4, weights 2×S/4×S/4."""
        if self.photos and self.rng.random() < REAL_SHARE:
            return self._real()
        return self._rendered()

    def _rendered(self):
        scene = self.scenes[int(self.rng.integers(len(self.scenes)))]
        turn = self.rng.normal(0, 0.15) if self.rng.random() < 0.7 else self.rng.uniform(-np.pi, np.pi)
        stretch = np.exp(self.rng.uniform(-0.64, 0.64)) if self.rng.random() < 0.5 else 1.0
        picture, quads, visible, tiles = self._framed(scene.load(), scene.quads, scene.visible, scene.tiles)
        image, quads = self._cut(picture, quads, stretch, turn, visible, tiles)
        maps, weights = targets.targets(quads, tiles == BACK, visible, SIZE)
        return self._finish(image), maps, weights

    def _real(self):
        i = int(self.rng.choice(len(self.photos), p=self.weight))
        photo, image = self.photos[i], self.pictures[i]
        boxes = photo.quads()
        turn = self.rng.normal(0, 0.1) if self.rng.random() < 0.7 else self.rng.uniform(-np.pi, np.pi)
        shown = np.ones(len(boxes), np.float32)
        image, boxes, shown, tiles = self._framed(image, boxes, shown, photo.tiles)
        # some publishers squeezed their photographs to a square, and people will send such pictures
        stretch = photo.stretch ** self.rng.uniform(-0.2, 1.2)
        stretch *= np.exp(self.rng.normal(0, 0.05))
        image, quads = self._cut(image, boxes, stretch, turn, shown, tiles)
        maps, weights = targets.targets(quads, np.zeros(len(boxes), bool), shown, SIZE)
        # Tiles without a box lie about in many photographs: far from the boxes little is certain.
        near = np.zeros(weights.shape[1:], np.uint8)
        for q in targets.shrink(quads, 1.7):
            targets.fill(near, q, 1)
        far = 1.0 if photo.family in TIDY_FAMILIES else 0.12
        weights[0] = np.where(near > 0, weights[0], weights[0] * far)
        if photo.augmented or photo.family == "cmd-redfelt-IMG27xx":
            weights[1] *= 0.15  # boxes of turned tiles are loose and say nothing of direction
        return self._finish(image), maps, weights

    def _framed(self, image, quads, visible, tiles):
        """The picture with its tiles, or what is left of both when all but one row is cut off."""
        seen = np.nonzero(visible > 0.5)[0]
        if self.rng.random() >= TRIMMED or not len(seen):
            return image, quads, visible, tiles
        image, quads, visible = augment.one_row(self.rng, image, quads, visible, int(self.rng.choice(seen)))
        left = visible > 0
        return image, quads[left], visible[left], tiles[left]

    def _cut(self, image, quads, stretch: float, turn: float, visible, tiles):
        rng = self.rng
        q = quads * np.array([stretch, 1.0], np.float32)
        ok = np.nonzero(visible > 0.5)[0]
        sizes = np.sqrt(np.maximum(1, np.abs([cv2.contourArea(v.astype(np.float32)) for v in q])))
        if len(ok):
            weight = np.where(np.isin(tiles[ok], OFTEN), 4.0, 1.0)
            focus = q[rng.choice(ok, p=weight / weight.sum())].mean(axis=0)
            typical = float(np.median(sizes[ok]))
        else:
            focus, typical = np.zeros(2), 40.0
        if rng.random() < 0.08 or not len(ok):
            focus = np.array([rng.uniform(0, image.shape[1] * stretch), rng.uniform(0, image.shape[0])])
        wanted = np.exp(rng.uniform(np.log(13), np.log(80))) if rng.random() < 0.88 else rng.uniform(80, 180)
        k = float(np.clip(wanted / typical, 0.08, 3.0))
        if k < 0.6:
            small = cv2.resize(image, None, fx=k * 1.3, fy=k * 1.3, interpolation=cv2.INTER_AREA)
        else:
            small = image
        step = np.array(small.shape[1::-1]) / image.shape[1::-1]  # rounded, and much so where a row is narrow
        c, s = np.cos(turn) * k, np.sin(turn) * k
        m = np.array([[c, -s, 0], [s, c, 0]])
        place = np.array([rng.uniform(0.15, 0.85), rng.uniform(0.15, 0.85)]) * SIZE
        m[:, 2] = place - m[:, :2] @ focus
        moved = q @ m[:, :2].T + m[:, 2]
        full = m.copy()
        full[:, 0] *= stretch
        full[:, :2] /= step
        border = cv2.BORDER_REPLICATE if rng.random() < REPEATED else cv2.BORDER_CONSTANT
        value = tuple(int(v) for v in rng.integers(0, 255, 3)) if rng.random() < COLOURED else BEYOND
        out = cv2.warpAffine(
            small, full, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=value
        )
        return out, moved.astype(np.float32)

    def _finish(self, image: np.ndarray) -> np.ndarray:
        image = augment.degrade(self.rng, augment.recolor(self.rng, image), 0.7)
        return np.ascontiguousarray(image[..., ::-1].transpose(2, 0, 1))

    def batch(self, n: int):
        """Tensors of n samples."""
        xs, maps, weights = zip(*(self.draw() for _ in range(n)), strict=True)
        x = torch.from_numpy(np.stack(xs)).float() / 255
        return (
            x.contiguous(memory_format=torch.channels_last),
            torch.from_numpy(np.stack(maps)),
            torch.from_numpy(np.stack(weights)),
        )


def train(sampler: Sampler, out: Path, seconds: float, rate: float, start: Path | None = None) -> None:
    """Train for `seconds` and write `out`."""
    net = locator.Locator()
    fit(
        net,
        lambda: sampler.batch(BATCH),
        locator.loss,
        out,
        seconds=seconds,
        rate=rate,
        weight_decay=1e-2,
        start=start,
    )
