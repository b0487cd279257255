"""What a camera makes of a rendered table: its light, its lens, its sensor."""

from __future__ import annotations

import cv2
import numpy as np

from . import tables


def photograph(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """What a camera makes of the light: gradients, glare, colour cast, blur, noise. Float in, uint8 out."""
    h, w = image.shape[:2]
    if rng.random() < 0.7:
        image = image * (1 + tables.smooth_noise(rng, h, w, w / 2.2) * rng.uniform(0.05, 0.4))[..., None]
    if rng.random() < 0.25:
        glare = np.zeros((h, w), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            c = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
            axes = (int(rng.uniform(10, 110)), int(rng.uniform(8, 50)))
            cv2.ellipse(glare, c, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        glare = cv2.GaussianBlur(glare, (0, 0), float(rng.uniform(5, 30)))
        image = image + glare[..., None] * rng.uniform(30, 190)
    if rng.random() < 0.15:
        # a hard shadow of an arm or a lamp shade over part of the table
        mask = np.zeros((h, w), np.float32)
        poly = np.array([[rng.uniform(-0.2, 1.2) * w, rng.uniform(-0.2, 1.2) * h] for _ in range(4)])
        cv2.fillPoly(mask, [np.intp(poly)], 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(2, 25)))
        image = image * (1 - mask * rng.uniform(0.2, 0.6))[..., None]
    image = image * np.exp(rng.normal(0, 0.09, 3)).astype(np.float32) * np.exp(rng.normal(0.0, 0.22))
    if rng.random() < 0.35:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.4, 1.5)))
    if rng.random() < 0.08:
        n = int(rng.integers(3, 9))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.25:
        image = image + (image - cv2.GaussianBlur(image, (0, 0), 1.5)) * rng.uniform(0.3, 1.3)
    image = image + rng.normal(0, rng.uniform(0.5, 7), (h, w, 1)).astype(np.float32)
    return np.clip(image, 0, 255).astype(np.uint8)
