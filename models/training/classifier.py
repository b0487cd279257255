"""The classifier: names a tile and finds its true corners in a rectified crop.

A crop shows the quadrilateral CONTEXT times larger than it is, so that a misplaced quadrilateral can be
mended from what the crop shows. Outputs for N×3×H×W (RGB, 0 to 1):

* logits N×44 over 42 tiles, a back, not a tile;
* corners N×8: where the four corners of the face lie, as offsets from where the quadrilateral put them,
  in units of its width and height;
* turns N×2: logits for "the crop is sideways" and "the crop is upside down".

`Shipped` gives a fourth, features N×128: what the names are told from, for learning a set from examples.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from vision.classes import CLASSES

from .locator import Residual, _conv


class Classifier(nn.Module):
    """See the module's text."""

    def __init__(self, c=(24, 40, 80), features: int = 128):
        super().__init__()
        self.stem = _conv(3, c[0], 3, 2)
        self.body = nn.Sequential(
            Residual(c[0]),
            _conv(c[0], c[1], 3, 2),
            Residual(c[1]),
            Residual(c[1]),
            _conv(c[1], c[2], 3, 2),
            Residual(c[2]),
            Residual(c[2]),
        )
        self.features = _conv(c[2], features, 1)
        self.drop = nn.Dropout(0.2)
        self.name = nn.Linear(features, CLASSES)
        self.squeeze = _conv(c[2], 16, 1)
        self.place = nn.Sequential(nn.Linear(16 * 7 * 9, 64), nn.ReLU(inplace=True), nn.Linear(64, 10))

    def forward(self, x):
        """Logits, corners, turns."""
        return self.with_features(x)[:3]

    def with_features(self, x):
        """Logits, corners, turns, features."""
        y = self.body(self.stem(x - 0.5))
        features = self.features(y).mean(dim=(2, 3))
        place = self.place(self.squeeze(y).flatten(1))
        return self.name(self.drop(features)), place[:, :8] * 0.1, place[:, 8:], features


class Shipped(nn.Module):
    """A classifier as it is exported: with its features, which training has no use for."""

    def __init__(self, classifier: Classifier):
        super().__init__()
        self.classifier = classifier

    def forward(self, x):
        """Logits, corners, turns, features."""
        return self.classifier.with_features(x)


def loss(outputs, tile, corners, turns, has_corners, has_turns) -> torch.Tensor:
    """Cross-entropy, smooth L1, binary cross-entropy. Class -1 (sideways, astray) is not named."""
    logits, placed, flags = outputs
    named = F.cross_entropy(logits, tile, ignore_index=-1, label_smoothing=0.04)
    error = F.smooth_l1_loss(placed, corners, reduction="none", beta=0.02).mean(1)
    place = (error * has_corners).sum() / (has_corners.sum() + 1e-6)
    flag = F.binary_cross_entropy_with_logits(flags, turns, reduction="none")
    flagged = (flag * has_turns).sum() / (has_turns.sum() + 1e-6)
    return named + 12 * place + 0.3 * flagged
