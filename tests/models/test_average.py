"""The mean of weights."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def test_every_weight_is_the_mean_and_counters_stay_whole(tmp_path: Path) -> None:
    from models.training.average import average

    for name, value, steps in (("a", 1.0, 5), ("b", 4.0, 9)):
        torch.save({"w": torch.full((2,), value), "steps": torch.tensor(steps)}, tmp_path / name)
    average([tmp_path / "a", tmp_path / "b"], tmp_path / "mean")
    mean = torch.load(tmp_path / "mean", weights_only=True)
    assert mean["w"].tolist() == [2.5, 2.5]
    assert mean["steps"].item() == 9


@pytest.mark.parametrize("other", [{"v": torch.zeros(2)}, {"w": torch.zeros(3)}])
def test_weights_of_two_networks_have_no_mean(tmp_path: Path, other: dict[str, torch.Tensor]) -> None:
    from models.training.average import average

    torch.save({"w": torch.zeros(2)}, tmp_path / "a")
    torch.save(other, tmp_path / "b")
    with pytest.raises(ValueError, match="different networks"):
        average([tmp_path / "a", tmp_path / "b"], tmp_path / "mean")
