"""A moving average of weights: steadier than the last step, for nothing."""

from __future__ import annotations

import copy
from pathlib import Path

import torch
from torch import nn


class Average:
    """Keeps an exponential moving average of a network (batch statistics are copied)."""

    def __init__(self, net: nn.Module, decay: float = 0.999):
        self.net = copy.deepcopy(net).eval()
        self.decay, self.steps = decay, 0

    @torch.no_grad()
    def update(self, net: nn.Module) -> None:
        """Move towards `net`; early on the average is short."""
        self.steps += 1
        d = min(self.decay, self.steps / (self.steps + 20))
        for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - d)
            else:
                mine.copy_(theirs)

    def state(self) -> dict[str, object]:
        """All there is to keep of a training that may be stopped."""
        return {"average": self.net.state_dict(), "average_steps": self.steps}

    def restore(self, kept: dict) -> None:
        """Go on from what `state` gave."""
        self.net.load_state_dict(kept["average"])
        self.steps = kept["average_steps"]

    def save(self, path: Path) -> None:
        """Write the averaged weights, whole or not at all."""
        part = path.with_suffix(".part")
        torch.save({k: v.cpu() for k, v in self.net.state_dict().items()}, part)
        part.rename(path)
