"""The locator's network: small, fully convolutional, an input picture to the ten maps of `targets.py`."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from .targets import MAPS


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


def loss(predicted: torch.Tensor, maps: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Cross-entropy and dice on the three masks, smooth L1 on the description of the faces."""
    logits, truth, w = predicted[:, :3], maps[:, :3], weights[:, :1]
    bce = F.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    hard = 1 + 3 * truth
    share = logits.new_tensor([2.0, 1.0, 0.5]).view(1, 3, 1, 1)
    masks = (bce * hard * w * share).sum() / (w.sum() * 3.5)
    p = torch.sigmoid(logits) * w
    t = truth * w
    dims = (0, 2, 3)
    dice = 1 - (2 * (p * t).sum(dims) + 1) / (p.sum(dims) + t.sum(dims) + 1)
    described = weights[:, 1:]
    error = F.smooth_l1_loss(predicted[:, 3:], maps[:, 3:], reduction="none", beta=0.05)
    scale = error.new_tensor([2.0, 2.0, 1.5, 1.0, 1.0, 1.0, 1.0]).view(1, 7, 1, 1)
    geometry = (error * scale * described).sum() / (described.sum() + 1e-6)
    return 4 * masks + (dice * dice.new_tensor([1.0, 0.5, 0.3])).sum() + geometry
