"""Which located faces are tiles: doubles, odd sizes and lonely doubtful ones are dropped.

The locator would rather report too much; the classifier has named everything; what the two say together,
and how the other tiles lie, decides. Thresholds were chosen on the validation families
(`python -m models.training evaluate`).
"""

from __future__ import annotations

import cv2
import numpy as np

from .classify import BACK, NOT_A_TILE

DOUBLE = 0.5
"""Faces whose centres lie within this part of the smaller one's size are one tile."""
SURE = 0.8
DOUBTFUL = 0.5
"""A face named with less than this needs sure neighbours of its own size."""
SMALLEST, LARGEST = 0.42, 2.4
"""Size (sqrt of area) against the typical sure tile. A long row seen aslant spans a factor of two."""


def sift(quads: np.ndarray, scores: np.ndarray, probabilities: np.ndarray) -> list[int]:
    """Indices of the faces to keep, best first.

    quads N×4×2 in pixels, scores N of the locator (0 to 1), probabilities N×44 of the classifier.
    """
    if not len(quads):
        return []
    named = probabilities.argmax(axis=1)
    confidence = probabilities[:, :NOT_A_TILE].max(axis=1)
    quality = confidence * scores
    centres = quads.mean(axis=1)
    sizes = np.sqrt(np.array([abs(cv2.contourArea(q.astype(np.float32))) for q in quads]) + 1e-6)
    order = [int(i) for i in np.argsort(-quality) if named[i] != NOT_A_TILE and sizes[i] > 5]
    kept: list[int] = []
    for i in order:
        near = np.linalg.norm(centres[kept] - centres[i], axis=1) < DOUBLE * np.minimum(sizes[kept], sizes[i])
        inside = np.linalg.norm(centres[kept] - centres[i], axis=1) < 0.45 * sizes[kept]
        if not (near | inside).any():
            kept.append(i)
    sure = [i for i in kept if confidence[i] > SURE and named[i] != BACK]
    if sure:
        typical = float(np.median(sizes[sure]))
        kept = [i for i in kept if SMALLEST < sizes[i] / typical < LARGEST]
    return [i for i in kept if confidence[i] >= DOUBTFUL or _has_company(i, sure, centres, sizes)]


def _has_company(i: int, sure: list[int], centres: np.ndarray, sizes: np.ndarray) -> bool:
    """Whether a sure tile of much the same size lies beside this one."""
    others = [j for j in sure if j != i]
    if not others:
        return False
    near = np.linalg.norm(centres[others] - centres[i], axis=1) < 1.9 * sizes[i]
    alike = np.abs(np.log(sizes[others] / sizes[i])) < 0.3
    return bool((near & alike).any())
