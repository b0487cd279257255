"""A reading drawn on its photograph: outlines coloured by role, names, remarks' tiles marked."""

from __future__ import annotations

import cv2
import numpy as np

from vision.layout import Layout
from vision.reading import Reading

COLOURS = {  # BGR
    "concealed": (80, 200, 60),
    "meld": (220, 160, 40),
    "kong": (200, 60, 200),
    "winning": (40, 200, 255),
    "flower": (180, 120, 255),
    "other": (150, 150, 150),
}
OVERRULED = (0, 0, 255)


def draw(image: np.ndarray, reading: Reading) -> np.ndarray:
    """A copy of the upright photograph (BGR) with every tile outlined and named, and the hand at the top."""
    out = image.copy()
    scale = image.shape[1] / reading.width
    for tile in reading.tiles:
        quad = (np.array(tile.quad) * scale).astype(np.int32)
        size = float(np.sqrt(max(cv2.contourArea(quad), 1.0)))
        thick = max(1, round(size / 30))
        colour = COLOURS[tile.role]
        cv2.polylines(out, [quad], True, colour, thick, cv2.LINE_AA)
        cv2.line(out, quad[0].tolist(), quad[1].tolist(), colour, 2 * thick, cv2.LINE_AA)
        changed = tile.read_as != tile.tile and tile.tile != "_"
        label = f"{tile.tile}>{tile.read_as}" if changed else tile.tile
        _write(out, label, quad.mean(axis=0), size / 45, OVERRULED if changed else colour)
    _write(out, reading.hand, np.array([image.shape[1] / 2, image.shape[0] * 0.03]), image.shape[1] / 1100)
    return out


def draw_layout(image: np.ndarray, layout: Layout, scale: float = 1.0) -> np.ndarray:
    """A copy of the photograph of a laid-out set (BGR, `scale` of its pixels) with the names assumed."""
    out = image.copy()
    for tile in layout.tiles:
        quad = tile.quad * scale
        size = float(np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0)))
        colour = COLOURS["concealed"] if tile.seen == tile.tile else COLOURS["winning"]
        cv2.polylines(out, [quad.astype(np.int32)], True, colour, max(1, round(size / 30)), cv2.LINE_AA)
        _write(out, tile.tile, quad.mean(axis=0), size / 45, colour)
    return out


def _write(
    image: np.ndarray,
    text: str,
    middle: np.ndarray,
    scale: float,
    colour: tuple[int, int, int] = (255, 255, 255),
) -> None:
    """Text about a point, on a dark edge so that it can be read on anything."""
    thick = max(1, round(scale * 1.6))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    at = (int(middle[0] - width / 2), int(middle[1] + height / 2))
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 3 * thick, cv2.LINE_AA)
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)
