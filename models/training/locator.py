"""The locator: a small fully convolutional network that marks tile faces and says how each lies.

Output, at a quarter of the input's size, ten maps:

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
import torch
from torch import nn
from torch.nn import functional as F

STRIDE = 4
KERNEL = 0.6
MAPS = 10
BASE_SIZE = 16.0


def _conv(cin: int, cout: int, k: int = 3, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(cin, cout, k, stride, k // 2, groups=groups, bias=False),
        nn.BatchNorm2d(cout),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3×3 convolutions and a shortcut."""

    def __init__(self, c: int):
        super().__init__()
        self.a = _conv(c, c)
        self.b = nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x):
        """Same shape in and out."""
        return F.relu(x + self.b(self.a(x)), inplace=True)


class Wide(nn.Module):
    """Inverted residual with a 5×5 depthwise middle: a wide view for little work."""

    def __init__(self, c: int):
        super().__init__()
        self.body = nn.Sequential(
            _conv(c, 2 * c, 1),
            _conv(2 * c, 2 * c, 5, groups=2 * c),
            nn.Conv2d(2 * c, c, 1, bias=False),
            nn.BatchNorm2d(c),
        )

    def forward(self, x):
        """Same shape in and out."""
        return x + self.body(x)


class Locator(nn.Module):
    """N×3×H×W (RGB, 0 to 1; H and W multiples of 32) to N×10×H/4×W/4."""

    def __init__(self, c=(24, 48, 80, 112), fpn: int = 40):
        super().__init__()
        self.stem = _conv(3, c[0], 7, 4)
        self.s4 = Residual(c[0])
        self.s8 = nn.Sequential(_conv(c[0], c[1], 3, 2), Residual(c[1]), Residual(c[1]))
        self.s16 = nn.Sequential(_conv(c[1], c[2], 3, 2), Residual(c[2]), Residual(c[2]))
        self.s32 = nn.Sequential(_conv(c[2], c[3], 3, 2), Wide(c[3]), Wide(c[3]))
        self.lateral = nn.ModuleList(nn.Conv2d(k, fpn, 1) for k in c)
        self.smooth8, self.smooth4 = _conv(fpn, fpn), _conv(fpn, fpn)
        self.head = nn.Sequential(_conv(fpn, 48), nn.Conv2d(48, MAPS, 1))
        nn.init.constant_(self.head[-1].bias[:3], -3.0)

    def forward(self, x):
        """The ten maps."""
        a = self.s4(self.stem(x - 0.5))
        b = self.s8(a)
        c = self.s16(b)
        d = self.s32(c)

        def up(t):
            return F.interpolate(t, scale_factor=2.0, mode="nearest")

        p = self.lateral[2](c) + up(self.lateral[3](d))
        p = self.smooth8(self.lateral[1](b) + up(p))
        p = self.smooth4(self.lateral[0](a) + up(p))
        return self.head(p)


# --- what the maps should be ---------------------------------------------------------------------------


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


def _fill(mask: np.ndarray, quad: np.ndarray, value) -> None:
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
            _fill(ignore, quads[i], 1)
            continue
        _fill(face, quads[i], 1)
        _fill(owner, kernels[i], int(i))
    maps[2] = face
    held = owner >= 0
    maps[0][held & ~backs[owner]] = 1
    maps[1][held & backs[owner]] = 1
    weights[0][(ignore > 0) & ~held] = 0
    if not held.any():
        return maps, weights
    ys, xs = np.nonzero(held)
    f = facts[owner[ys, xs]]
    px, py = (xs + 0.5) * STRIDE, (ys + 0.5) * STRIDE
    maps[3, ys, xs] = (f[:, 0] - px) / f[:, 2]
    maps[4, ys, xs] = (f[:, 1] - py) / f[:, 2]
    maps[5, ys, xs] = np.log(f[:, 2] / BASE_SIZE)
    maps[6:10, ys, xs] = f[:, 3:7].T
    cells = np.bincount(owner[ys, xs], minlength=len(quads))
    weights[1, ys, xs] = 1.0 / cells[owner[ys, xs]]
    return maps, weights


def loss(predicted: torch.Tensor, maps: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Cross-entropy and dice on the three masks, smooth L1 on the description of the faces."""
    logits, truth, w = predicted[:, :3], maps[:, :3], weights[:, :1]
    bce = F.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    hard = 1 + 3 * truth
    share = torch.tensor([2.0, 1.0, 0.5]).view(1, 3, 1, 1)
    masks = (bce * hard * w * share).sum() / (w.sum() * 3.5)
    p = torch.sigmoid(logits) * w
    t = truth * w
    dims = (0, 2, 3)
    dice = 1 - (2 * (p * t).sum(dims) + 1) / (p.sum(dims) + t.sum(dims) + 1)
    described = weights[:, 1:]
    error = F.smooth_l1_loss(predicted[:, 3:], maps[:, 3:], reduction="none", beta=0.05)
    scale = torch.tensor([2.0, 2.0, 1.5, 1.0, 1.0, 1.0, 1.0]).view(1, 7, 1, 1)
    geometry = (error * scale * described).sum() / (described.sum() + 1e-6)
    return 4 * masks + (dice * torch.tensor([1.0, 0.5, 0.3])).sum() + geometry
