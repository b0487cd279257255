"""What the locator's maps should be for given tiles.

The network gives, at a quarter of the input's size, ten maps:

0      logit: inside the kernel (the face shrunk to KERNEL of its size) of a tile lying face up
1      logit: inside the kernel of a tile lying face down
2      logit: inside the whole face, up or down
3, 4   from this pixel to the centre of the face, in units of the face's size s = sqrt(area)
5      ln(s / 16 pixels)
6, 7   elongation: (h² - w²) / (h² + w²) times (cos 2θ, sin 2θ), θ the direction of the longer axis
8, 9   (cos 4φ, sin 4φ), φ the direction of any edge

An oriented rectangle written so has no jump anywhere: half turns change nothing, and where the picture
of a face is square (a tile seen aslant) the elongation fades to zero while the edges stay known. The
classifier's corner head makes the rectangle a true quadrilateral (see `classifier.py`).
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.locate import BASE_SIZE, STRIDE

KERNEL = 0.6
MAPS = 10


def describe(quads: np.ndarray) -> np.ndarray:
    """N×4×2 corners to N×8: centre x, y; size s; elongation (2); edge direction (2); area."""
    q = quads.astype(np.float64)
    across = ((q[:, 1] - q[:, 0]) + (q[:, 2] - q[:, 3])) / 2
    down = ((q[:, 3] - q[:, 0]) + (q[:, 2] - q[:, 1])) / 2
    za, zd = across[:, 0] + 1j * across[:, 1], down[:, 0] + 1j * down[:, 1]
    la, ld = np.abs(za) + 1e-6, np.abs(zd) + 1e-6
    area = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])
    elongation = (zd**2 + za**2) / (ld**2 + la**2)
    edge = la * (za / la) ** 4 + ld * (zd / ld) ** 4
    edge /= np.abs(edge) + 1e-9
    centre = q.mean(axis=1)
    size = np.sqrt(np.maximum(area, 1.0))
    return np.stack(
        [centre[:, 0], centre[:, 1], size, elongation.real, elongation.imag, edge.real, edge.imag, area],
        axis=1,
    )


def shrink(quads: np.ndarray, factor: float) -> np.ndarray:
    """Quadrilaterals scaled about their centres."""
    centre = quads.mean(axis=1, keepdims=True)
    return centre + (quads - centre) * factor


def fill(mask: np.ndarray, quad: np.ndarray, value) -> None:
    """Fill in map coordinates: a cell is inside when its centre is."""
    cv2.fillConvexPoly(mask, np.intp(np.round((quad / STRIDE - 0.5) * 16)), value, cv2.LINE_8, 4)


def targets(
    quads: np.ndarray, backs: np.ndarray, visible: np.ndarray, size: int
) -> tuple[np.ndarray, np.ndarray]:
    """Maps (10, S, S) and weights (2, S, S) for a square input of `size` pixels.

    Weight 0: may this cell count for the logits; weight 1: is there a face to describe here (1 / its cells,
    so that small tiles matter as much as large ones). Hidden or tiny faces are left out of both.
    """
    s = size // STRIDE
    maps = np.zeros((MAPS, s, s), np.float32)
    weights = np.zeros((2, s, s), np.float32)
    weights[0] = 1
    facts = describe(quads)
    owner = np.full((s, s), -1, np.int32)
    face = np.zeros((s, s), np.uint8)
    kernels = shrink(quads, KERNEL)
    ignore = np.zeros((s, s), np.uint8)
    for i in np.argsort(-facts[:, 7]):
        if facts[i, 2] < 7 or visible[i] < 0.55:
            fill(ignore, quads[i], 1)
            continue
        fill(face, quads[i], 1)
        fill(owner, kernels[i], int(i))
    maps[2] = face
    held = owner >= 0
    weights[0][(ignore > 0) & ~held] = 0
    if not held.any():
        return maps, weights
    ys, xs = np.nonzero(held)
    maps[backs[owner[ys, xs]].astype(int), ys, xs] = 1
    f = facts[owner[ys, xs]]
    px, py = (xs + 0.5) * STRIDE, (ys + 0.5) * STRIDE
    maps[3, ys, xs] = (f[:, 0] - px) / f[:, 2]
    maps[4, ys, xs] = (f[:, 1] - py) / f[:, 2]
    maps[5, ys, xs] = np.log(f[:, 2] / BASE_SIZE)
    maps[6:10, ys, xs] = f[:, 3:7].T
    cells = np.bincount(owner[ys, xs], minlength=len(quads))
    weights[1, ys, xs] = 1.0 / cells[owner[ys, xs]]
    return maps, weights
