"""What may happen to a picture between the table and the network."""

from __future__ import annotations

import cv2
import numpy as np

OVEREXPOSED, COLOURED_LIGHT = 0.08, 0.15
"""How often a picture is so bright that white things run together, and how often a lamp has a colour."""


def recolor(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Brightness, contrast, gamma, colour balance, saturation, channel order; uint8 in and out."""
    x = image.astype(np.float32)
    tint = 0.25 if rng.random() < COLOURED_LIGHT else 0.1
    gain = np.exp(rng.normal(0, tint, 3)).astype(np.float32) * np.exp(rng.normal(0, 0.2))
    if rng.random() < OVEREXPOSED:
        gain *= rng.uniform(1.2, 1.8)
    x = x * gain + rng.normal(0, 12)
    if rng.random() < 0.3:
        grey = x.mean(axis=2, keepdims=True)
        x = grey + (x - grey) * rng.uniform(0, 1.6)
    if rng.random() < 0.05:
        x = x[..., rng.permutation(3)]
    if rng.random() < 0.3:
        x = 255 * (np.clip(x, 0, 255) / 255) ** np.exp(rng.normal(0, 0.3))
    return np.clip(x, 0, 255).astype(np.uint8)


def degrade(rng: np.random.Generator, image: np.ndarray, strength: float) -> np.ndarray:
    """Low resolution, blur, noise, JPEG, each as often as `strength` says; uint8 in and out."""
    h, w = image.shape[:2]
    if rng.random() < 0.3 * strength:
        k = rng.uniform(0.4, 0.9)
        small = cv2.resize(image, (max(8, int(w * k)), max(8, int(h * k))), interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (w, h), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])))
    if rng.random() < 0.15 * strength:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.3)))
    if rng.random() < 0.2 * strength:
        strong = rng.uniform(2, 12) if rng.random() < 0.7 else rng.uniform(12, 25)
        noise = rng.normal(0, strong, image.shape).astype(np.float32)
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.25 * strength:
        ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 85))])
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if ok else image
    return image


def one_row(
    rng: np.random.Generator, image: np.ndarray, quads: np.ndarray, visible: np.ndarray, tile: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The part of a picture that shows the row of one tile, its quadrilaterals (N×4×2) and what can be seen
    of each there. The cut runs along the tiles, now through them, now a little off."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    across = int(rng.integers(2))
    middle = (low[tile, across] + high[tile, across]) / 2
    row = (low[:, across] < middle) & (high[:, across] > middle) & (visible > 0.5)
    slack = (high[tile] - low[tile]).min() * rng.normal(0.08, 0.12, (2, 2))
    size = np.array(image.shape[1::-1], np.float32)
    start = np.intp(np.clip(low[row].min(axis=0) - slack[0], 0, size - 8))
    end = np.intp(np.clip(high[row].max(axis=0) + slack[1], start + 8, size))
    frame = np.array([start, (end[0], start[1]), end, (start[0], end[1])], np.float32)
    inside = [cv2.intersectConvexConvex(q, frame)[0] / max(1.0, cv2.contourArea(q)) for q in quads]
    left = image[start[1] : end[1], start[0] : end[0]]
    return left, quads - start.astype(np.float32), visible * np.minimum(1, inside).astype(np.float32)
