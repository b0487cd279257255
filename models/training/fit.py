"""The loop both trainings share: AdamW, a cosine by the clock, a moving average of the weights on disk."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn
from tqdm import tqdm

from .ema import Average

WARM_UP = 300
SAVE_EVERY = 120.0
"""Seconds between two savings of the averaged weights."""

Batch = tuple[torch.Tensor, ...]


def fit(
    net: nn.Module,
    batch: Callable[[], Batch],
    loss: Callable[..., torch.Tensor],
    out: Path,
    *,
    seconds: float,
    rate: float,
    weight_decay: float,
    start: Path | None = None,
) -> None:
    """Train `net` for `seconds` and keep its averaged weights in `out`; a stopped training goes on.

    `batch()` gives the input and the truths; `loss(outputs, *truths)` a scalar. The learning rate falls
    from `rate` along a cosine of the time spent. `start` names weights to go on from.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    state = out.with_suffix(".state")
    if out.exists() and not state.exists():
        print(f"{out} is trained; delete it to train it anew")
        return
    if start:
        net.load_state_dict(torch.load(start, weights_only=True))
    net = net.to(device, memory_format=torch.channels_last).train()  # type: ignore[call-overload]
    average = Average(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=weight_decay)
    spent, step = _resume(state, net, average, optimizer)
    began, saved, smooth = time.monotonic() - spent, spent, None
    with tqdm(total=round(seconds), desc=out.stem, unit="s", mininterval=20) as progress:
        while (spent := time.monotonic() - began) < seconds:
            step += 1
            warm = min(1.0, step / WARM_UP)
            for group in optimizer.param_groups:
                group["lr"] = rate * warm * (0.01 + 0.495 * (1 + math.cos(math.pi * spent / seconds)))
            x, *truths = (t.to(device) for t in batch())
            with torch.autocast(device.type, torch.bfloat16):
                outputs = net(x)
            value = loss(_floats(outputs), *truths)
            optimizer.zero_grad(set_to_none=True)
            value.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            average.update(net)
            smooth = value.item() if smooth is None else 0.99 * smooth + 0.01 * value.item()
            progress.set_postfix(loss=f"{smooth:.4f}", step=step, refresh=False)
            progress.update(round(spent) - progress.n)
            if spent - saved > SAVE_EVERY:
                saved = spent
                _save(state, net, average, optimizer, spent, step)  # first: weights without it are finished
                average.save(out)
    average.save(out)
    state.unlink(missing_ok=True)


def _save(
    state: Path, net: nn.Module, average: Average, optimizer: torch.optim.Optimizer, *at: float
) -> None:
    """Keep all that a stopped training needs to go on; whole or not at all."""
    part = state.with_suffix(".part-state")
    kept = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "at": at}
    torch.save(kept | average.state(), part)
    part.rename(state)


def _resume(
    state: Path, net: nn.Module, average: Average, optimizer: torch.optim.Optimizer
) -> tuple[float, int]:
    """Seconds spent and steps done by a training that was stopped (0, 0 for a new one)."""
    if not state.exists():
        return 0.0, 0
    kept = torch.load(state, weights_only=True, map_location="cpu")  # it may have begun on a GPU
    net.load_state_dict(kept["net"])
    optimizer.load_state_dict(kept["optimizer"])
    average.restore(kept)
    spent, step = kept["at"]
    return float(spent), int(step)


def _floats(outputs: torch.Tensor | tuple[torch.Tensor, ...]) -> torch.Tensor | tuple[torch.Tensor, ...]:
    return tuple(o.float() for o in outputs) if isinstance(outputs, tuple) else outputs.float()
