"""The mean of several trainings' weights, where one went on from another (see docs/models.md)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch


def average(weights: Sequence[Path], out: Path) -> None:
    """Write the mean of some files of weights of one network. Raises ValueError when they do not match."""
    kept = [torch.load(path, weights_only=True) for path in weights]
    if any(_shapes(k) != _shapes(kept[0]) for k in kept):
        raise ValueError("weights of different networks have no mean")
    mean = {name: _mean([k[name] for k in kept]) for name in kept[0]}
    torch.save(mean, out)


def _shapes(weights: dict[str, torch.Tensor]) -> dict[str, torch.Size]:
    return {name: value.shape for name, value in weights.items()}


def _mean(values: Sequence[torch.Tensor]) -> torch.Tensor:
    """Of counters, which are whole numbers, the last."""
    return torch.stack(list(values)).mean(dim=0) if values[0].is_floating_point() else values[-1]
