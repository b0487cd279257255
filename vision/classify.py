"""What each tile is: rectified crops through a network that names them and mends their corners.

`models/training/classifier.py` says what the network was taught. Two looks: the first mends the
quadrilateral (and turns it when it lies sideways), the second names the tile in the mended one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.classes import CLASSES

WIDTH, HEIGHT = 56, 72
CONTEXT = 1.25
BEYOND = (128, 128, 128)
"""What crops show beyond the edge of the picture."""
BATCH = 48
"""Crops that go through the network at a time: the examples of a full taught set all at once take half a
gigabyte."""
FAR = 0.12
"""A corner that the second look still moves by more than this part of the tile's size asks for a third."""

Network = Callable[[np.ndarray], Sequence[np.ndarray]]
"""N×3×72×56 float32 (RGB, 0 to 1) to logits N×44, corners N×8, turns N×2; newer networks add features."""

FRAME = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
"""Corners of the quadrilateral in units of its width and height, from its centre."""
FACE = np.array([WIDTH, HEIGHT], np.float32) / CONTEXT
"""Width and height of the quadrilateral in its crop, in pixels: the unit of corner offsets."""
CORNERS = FRAME * FACE + np.array([WIDTH - 1, HEIGHT - 1], np.float32) / 2
"""4×2: where the quadrilateral's corners lie in the crop, in pixels."""


@dataclass(frozen=True)
class Named:
    """N×44 probabilities and the N×4×2 mended quadrilaterals, first corner the tile's own top left.

    `features` (N×128) is what the names were told from; None from a network that does not give it.
    """

    probabilities: np.ndarray
    quads: np.ndarray
    features: np.ndarray | None = None


def areas(quads: np.ndarray) -> np.ndarray:
    """N areas of N×4×2 quadrilaterals."""
    x, y = quads[..., 0], quads[..., 1]
    return np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2 + 1e-6


def calibrated(probabilities: np.ndarray, temperature: float) -> np.ndarray:
    """N×44 probabilities as if the logits had been divided by a temperature: below 1 surer, above less so.

    `models/training/calibrate.py` fits it, so that of tiles named with 0.9 nine in ten are right.
    """
    if temperature == 1.0 or not len(probabilities):
        return probabilities
    p = np.maximum(probabilities, 1e-12) ** (1 / temperature)
    return p / p.sum(axis=1, keepdims=True)


class Pyramid:
    """A picture at halves, quarters …, made when asked for: crops of large tiles must not alias."""

    def __init__(self, image: np.ndarray):
        self.levels = [image]

    def level(self, shrink: float) -> tuple[np.ndarray, float]:
        """The smallest level that is shrunk at most by `shrink`, and by how much it is."""
        wanted = max(0, int(np.floor(np.log2(max(1.0, shrink)))))
        while len(self.levels) <= wanted and min(self.levels[-1].shape[:2]) > 16:
            self.levels.append(
                cv2.resize(self.levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            )
        wanted = min(wanted, len(self.levels) - 1)
        return self.levels[wanted], 2.0**wanted


def cut(pyramid: Pyramid, quads: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """N×72×56×3 crops and, for each, the 3×3 matrix from crop to picture."""
    crops = np.empty((len(quads), HEIGHT, WIDTH, 3), np.uint8)
    back = []
    for i, quad in enumerate(quads):
        shrink = np.sqrt(abs(cv2.contourArea(quad)) + 1) / np.sqrt(FACE.prod())
        image, factor = pyramid.level(float(shrink))
        m = cv2.getPerspectiveTransform((quad / factor).astype(np.float32), CORNERS)
        crops[i] = cv2.warpPerspective(
            image, m, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderValue=BEYOND
        )  # repeated, the rim of a tile at the edge would look like more of the tile
        back.append(np.diag([factor, factor, 1.0]) @ np.linalg.inv(m))
    return crops, back


class Classifier:
    """Names tiles with a network (a function from crops to its three outputs)."""

    def __init__(self, network: Network):
        self.network = network

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
        """Name N quadrilaterals (N×4×2 float32, pixels, clockwise) of a BGR picture."""
        quads = np.asarray(quads, np.float32).reshape(-1, 4, 2)
        if not len(quads):
            return Named(np.zeros((0, CLASSES), np.float32), quads)
        pyramid = Pyramid(image)
        first, mended, turns, _ = self._look(pyramid, quads)
        sideways = turns[:, 0] > 0
        mended[sideways] = np.roll(mended[sideways], -1, axis=1)
        second, final, turns, features = self._look(pyramid, mended)
        far = np.abs(final - mended).max(axis=(1, 2)) > FAR * np.sqrt(areas(mended))
        if far.any():  # the first look saw a part of the tile, the second the whole, askew
            aside = far & (turns[:, 0] > 0)
            final[aside] = np.roll(final[aside], -1, axis=1)
            second[far], final[far], turns[far], seen = self._look(pyramid, final[far])
            if features is not None:
                features[far] = seen
            sideways = sideways | far
        logits = np.where(sideways[:, None], second, 0.3 * first + 0.7 * second)
        e = np.exp(logits - logits.max(axis=1, keepdims=True))
        over = turns[:, 1] > 0
        final[over] = np.roll(final[over], 2, axis=1)
        return Named(e / e.sum(axis=1, keepdims=True), final, features)

    def features(self, crops: np.ndarray) -> np.ndarray | None:
        """The features of N×72×56×3 crops (BGR, as `cut` makes them); None from a network without them."""
        parts = (crops[start : start + BATCH] for start in range(0, max(1, len(crops)), BATCH))
        given = [self.network(_input(part)) for part in parts]
        return np.concatenate([outputs[3] for outputs in given]) if len(given[0]) > 3 else None

    def _look(
        self, pyramid: Pyramid, quads: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
        crops, back = cut(pyramid, quads)
        logits, corners, turns, *more = self.network(_input(crops))
        placed = CORNERS + corners.reshape(-1, 4, 2) * FACE
        mended = np.stack(
            [
                cv2.perspectiveTransform(p[None].astype(np.float32), m)[0]
                for p, m in zip(placed, back, strict=True)
            ]
        )
        return logits, mended.astype(np.float32), turns, more[0] if more else None


def _input(crops: np.ndarray) -> np.ndarray:
    """What the network takes: RGB, channels first, 0 to 1."""
    return np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32) / 255
