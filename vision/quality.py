"""Whether a photograph is good enough: too dark, blurred, too far away, or cut off."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

DARK = 38.0
"""Mean brightness (0 to 255) of the tiles below which a photograph is too dark. An estimate: the darkest of
160 training photographs has 122."""

SOFT = 0.0012
"""Sharpness (see `sharpness`) below which it is blurred. The softest of 160 training photographs has 0.0115;
blurred by 3 % of a tile (sigma) their median is 0.0018, by 5 % 0.0009."""

SMALL = 16.0
"""Width of a tile in pixels below which one should come closer."""

EDGE = 0.02
"""A tile that comes this near to the edge of the picture, as a part of its own size, is cut off: the
classifier puts the corners it cannot see outside. Of nine validation photographs with a face within 0.05
of the edge seven were cut (seen by eye), all of them within 0.02; the two others were whole."""

_WIDTH, _HEIGHT = 48, 64


def brightness(image: np.ndarray, quads: np.ndarray) -> float:
    """Mean brightness 0 to 255 of the tiles, or of the whole picture when there are none."""
    if not len(quads):
        step = max(1, max(image.shape[:2]) // 400)
        return float(image[::step, ::step].mean())
    return float(np.median([crop.mean() for crop in _crops(image, quads)]))


def sharpness(image: np.ndarray, quads: np.ndarray) -> float:
    """How sharp the tiles are: energy of the Laplacian over that of the picture, at 48 x 64 pixels a tile.

    The upper quartile over the tiles: a blank tile has nothing to be sharp. 1.0 without tiles.
    """
    values = []
    for crop in _crops(image, quads):
        energy = float(crop.var())
        if energy > 25.0:
            values.append(float(cv2.Laplacian(crop, cv2.CV_32F).var()) / (energy * 20.0))
    return float(np.percentile(values, 75)) if values else 1.0


def cut_ends(quads: np.ndarray, width: int, height: int) -> list[str]:
    """Which ends of the tiles touch the edge of the picture: "left end", "right end", "top", "bottom"."""
    if not len(quads):
        return []
    x, y = quads[..., 0], quads[..., 1]
    near = EDGE * float(np.median(np.hypot(*np.ptp(quads, axis=1).T))) / math.sqrt(2)
    touched = {
        "left end": x.min() < near,
        "right end": x.max() > width - near,
        "top": y.min() < near,
        "bottom": y.max() > height - near,
    }
    return [end for end, touches in touched.items() if touches]


def _crops(image: np.ndarray, quads: Sequence[np.ndarray] | np.ndarray) -> list[np.ndarray]:
    """Grey crops of at most a dozen tiles, evenly chosen, without their borders."""
    chosen = np.asarray(quads, np.float32)[:: max(1, len(quads) // 12)]
    target = np.array([[-3, -3], [_WIDTH + 3, -3], [_WIDTH + 3, _HEIGHT + 3], [-3, _HEIGHT + 3]], np.float32)
    crops = []
    for quad in chosen:
        x1, y1 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
        x2, y2 = np.ceil(quad.max(axis=0)).astype(int) + 2
        patch = image[y1:y2, x1:x2]
        if min(patch.shape[:2]) < 4:
            continue
        grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)
        shrink = max(1.0, patch.shape[0] / 96)
        if shrink > 1:
            size = (max(4, round(grey.shape[1] / shrink)), max(4, round(grey.shape[0] / shrink)))
            grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
        corners = ((quad - [x1, y1]) / shrink).astype(np.float32)
        crops.append(
            cv2.warpPerspective(grey, cv2.getPerspectiveTransform(corners, target), (_WIDTH, _HEIGHT))
        )
    return crops
