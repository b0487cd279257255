"""What may happen to a picture between the table and the network."""

from __future__ import annotations

import cv2
import numpy as np


def recolor(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Brightness, contrast, gamma, colour balance, saturation, channel order; uint8 in and out."""
    x = image.astype(np.float32)
    gain = np.exp(rng.normal(0, 0.1, 3)).astype(np.float32) * np.exp(rng.normal(0, 0.2))
    x = x * gain + rng.normal(0, 12)
    if rng.random() < 0.3:
        grey = x.mean(axis=2, keepdims=True)
        x = grey + (x - grey) * rng.uniform(0, 1.6)
    if rng.random() < 0.05:
        x = x[..., rng.permutation(3)]
    if rng.random() < 0.3:
        x = 255 * (np.clip(x, 0, 255) / 255) ** np.exp(rng.normal(0, 0.3))
    return np.clip(x, 0, 255).astype(np.uint8)


def degrade(rng: np.random.Generator, image: np.ndarray, strength: float = 1.0) -> np.ndarray:
    """Low resolution, blur, noise, JPEG; uint8 in and out."""
    h, w = image.shape[:2]
    if rng.random() < 0.3 * strength:
        k = rng.uniform(0.4, 0.9)
        small = cv2.resize(image, (max(8, int(w * k)), max(8, int(h * k))), interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (w, h), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])))
    if rng.random() < 0.15 * strength:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.3)))
    if rng.random() < 0.2 * strength:
        noise = rng.normal(0, rng.uniform(2, 12), image.shape).astype(np.float32)
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.25 * strength:
        ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 85))])
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if ok else image
    return image
