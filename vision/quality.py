"""Whether a photograph is good enough: too dark, blurred, too far away, or cut off."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

DARK = 38.0
"""Mean brightness (0 to 255) of the tiles below which a photograph is too dark. An estimate: the darkest of
160 training photographs has 122."""

SOFT, UNSHARP = 0.0005, 0.001
"""Sharpness (see `sharpness`) below which it is blurred, and below which that may be why tiles are missing.
Of 240 photographs the softest has 0.0008, the others more than 0.0017, half of them more than 0.011. Of 37
validation photographs, blurred by so much of a tile (sigma) or shaken by so much, are below the one and the
other: 2 % 7 and 29 (all tiles are still read then), 3 % 29 and 37, 5 % 37; shaken by 20 % 9 to 25 and 26 to
35, by the direction, by 30 % 19 to 32 and 33 to 37."""

SMALL = 16.0
"""Width of a tile in pixels below which one should come closer."""

EDGE = 0.02
"""A tile that comes this near to the edge of the picture, as a part of its own size, is cut off: the
classifier puts the corners it cannot see outside. Of nine validation photographs with a face within 0.05
of the edge seven were cut (seen by eye), all of them within 0.02; the two others were whole."""

CLOSE = 0.45
"""A row that ends this near to the edge of the picture, as a part of a tile's size, may go on beyond it: of a
tile cut in half nothing is found, and it leaves so much room at the most."""

ROW = 1.5
"""Tiles that reach this many times as far one way as the other lie in rows along it."""

_WIDTH, _HEIGHT = 48, 64
_BENDS = tuple(
    np.array(kernel, np.float32)
    for kernel in (
        [[1, -2, 1]],
        [[1], [-2], [1]],
        np.diag([0.5, -1, 0.5]) * 2**0.5,
        np.diag([0.5, -1, 0.5])[::-1] * 2**0.5,
    )
)
"""Second differences along the four directions; neighbours across a corner are farther apart."""


def brightness(image: np.ndarray, quads: np.ndarray) -> float:
    """Mean brightness 0 to 255 of the tiles, or of the whole picture when it has none."""
    crops = _crops(image, quads)
    if crops:
        return float(np.median([crop.mean() for crop in crops]))
    step = max(1, max(image.shape[:2]) // 400)
    return float(image[::step, ::step].mean())


def sharpness(image: np.ndarray, quads: np.ndarray) -> float:
    """How sharp the tiles are: energy of the second difference over that of the picture, at 48 x 64 pixels a
    tile, in the direction that has the least: a shaken picture is sharp across its motion.

    The upper quartile over the tiles: a blank tile has nothing to be sharp. 1.0 without tiles.
    """
    values = []
    for crop in _crops(image, quads):
        energy = float(crop.var())
        if energy > 25.0:
            bends = [cv2.filter2D(crop, cv2.CV_32F, kernel) for kernel in _BENDS]
            values.append(min(float(bend.var()) for bend in bends) / (energy * 20.0))
    return float(np.percentile(values, 75)) if values else 1.0


def cut_ends(quads: np.ndarray, width: int, height: int) -> list[str]:
    """Which ends of the tiles touch the edge of the picture: "left end", "right end", "top", "bottom"."""
    return [end for end, room in _room(quads, width, height).items() if room < EDGE]


def close_ends(quads: np.ndarray, width: int, height: int) -> list[str]:
    """Which ends of a row are so near to the edge that half a tile may have been there; as `cut_ends`."""
    room = _room(quads, width, height)
    if not room:
        return []
    across, down = np.ptp(quads.reshape(-1, 2), axis=0)
    along = [*room][:2] if across > ROW * down else [*room][2:] if down > ROW * across else []
    return [end for end in along if EDGE <= room[end] < CLOSE]


def _room(quads: np.ndarray, width: int, height: int) -> dict[str, float]:
    """How far the tiles are from each edge of the picture, in sizes of a tile; empty without tiles."""
    if not len(quads):
        return {}
    x, y = quads[..., 0], quads[..., 1]
    size = float(np.median(np.hypot(*np.ptp(quads, axis=1).T))) / math.sqrt(2)
    room = {"left end": x.min(), "right end": width - x.max(), "top": y.min(), "bottom": height - y.max()}
    return {end: float(pixels) / size for end, pixels in room.items()}


def _crops(image: np.ndarray, quads: Sequence[np.ndarray] | np.ndarray) -> list[np.ndarray]:
    """Grey crops of at most a dozen tiles, evenly chosen, without their borders.

    A tile beyond the picture has none.
    """
    chosen = np.linspace(0, len(quads) - 1, min(len(quads), 12)).astype(int)
    target = np.array([[-3, -3], [_WIDTH + 3, -3], [_WIDTH + 3, _HEIGHT + 3], [-3, _HEIGHT + 3]], np.float32)
    crops = []
    for quad in np.asarray(quads, np.float32)[chosen]:
        x1, y1 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
        x2, y2 = np.maximum(np.ceil(quad.max(axis=0)).astype(int) + 2, 0)  # -1 would be the far edge
        patch = image[y1:y2, x1:x2]
        if min(patch.shape[:2]) < 4:
            continue
        # not bytes: rounding again would look sharp
        grey: np.ndarray = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
        shrink = max(1.0, patch.shape[0] / 96)
        if shrink > 1:
            size = (max(4, round(grey.shape[1] / shrink)), max(4, round(grey.shape[0] / shrink)))
            grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
        corners = ((quad - [x1, y1]) / shrink).astype(np.float32)
        crops.append(
            cv2.warpPerspective(grey, cv2.getPerspectiveTransform(corners, target), (_WIDTH, _HEIGHT))
        )
    return crops
