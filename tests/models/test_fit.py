"""Training: losses that know no device, and a loop that goes on where it was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("tqdm", reason="tqdm is not installed")

from models.training import classifier, fit, locator  # noqa: E402  (need PyTorch)


def zeros(*shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
    """A tensor that is not where PyTorch makes new ones: like one on a GPU, only without any."""
    return torch.zeros(shape, dtype=kind, device="meta")


def test_the_losses_stay_on_the_device_of_what_they_are_given() -> None:
    maps = zeros(2, 10, 8, 8)
    assert locator.loss(maps, maps, zeros(2, 8, 8, 8)).device.type == "meta"
    outputs = zeros(4, 44), zeros(4, 8), zeros(4, 2)
    truths = zeros(4, kind=torch.long), zeros(4, 8), zeros(4, 2), zeros(4), zeros(4, 2)
    assert classifier.loss(outputs, *truths).device.type == "meta"


class Stopped(Exception):
    """Somebody pressed Ctrl-C."""


def trained(out: Path, seconds: float, stop_after: int | None = None) -> int:
    """Train one layer on what it is to become; how many batches it took."""
    torch.manual_seed(0)
    net, taken = torch.nn.Conv2d(1, 1, 1), 0

    def batch() -> tuple[torch.Tensor, ...]:
        nonlocal taken
        if taken == stop_after:
            raise Stopped
        taken += 1
        x = torch.rand(4, 1, 2, 2)
        return x, 3 * x + 1

    fit.fit(net, batch, lambda y, truth: ((y - truth) ** 2).mean(), out, seconds=seconds, rate=0.05,
            weight_decay=0.0)  # fmt: skip
    return taken


def test_a_stopped_training_goes_on_and_a_finished_one_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fit, "SAVE_EVERY", 0.0)
    out, state = tmp_path / "layer.pt", tmp_path / "layer.state"
    with pytest.raises(Stopped):
        trained(out, seconds=60, stop_after=40)
    spent, step = torch.load(state, weights_only=True)["at"]
    assert step == 40 and 0 < spent < 60
    before = torch.load(out, weights_only=True)["weight"].item()
    assert trained(out, seconds=spent + 0.5) > 0  # half a second more, not the whole time again
    assert not state.exists()
    after = torch.load(out, weights_only=True)["weight"].item()
    assert abs(after - 3) < abs(before - 3)
    assert trained(out, seconds=60) == 0
    assert "is trained" in capsys.readouterr().out


def kill(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_training_killed_while_it_is_first_saved_is_not_taken_for_a_finished_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "SAVE_EVERY", 0.0)
    with monkeypatch.context() as killed:
        killed.setattr(fit, "_save", kill)
        with pytest.raises(KeyboardInterrupt):
            trained(tmp_path / "layer.pt", seconds=60)
    assert trained(tmp_path / "layer.pt", seconds=0.5) > 0
