"""`python -m models.training`: what is missing is said in a line, not in a traceback."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("tqdm", reason="tqdm is not installed")
command = pytest.importorskip("models.training.__main__", reason="onnx is not installed")


@pytest.fixture(autouse=True)
def as_many_threads_as_before() -> Iterator[None]:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize(
    ("step", "word"),
    [
        (["train", "locator"], "render them first"),
        (["--validation", "evaluate"], "train it first"),
        (["calibrate"], "train it first"),
        (["export"], "train it first"),
        (["average", "nowhere"], "train it first"),
    ],
)
def test_a_step_too_early_says_which_comes_before(tmp_path: Path, step: list[str], word: str) -> None:
    (tmp_path / "photos.jsonl").touch()
    assert word in complaint(tmp_path, *step)


def test_a_folder_without_the_data_is_said(tmp_path: Path) -> None:
    assert str(tmp_path) in complaint(tmp_path, "all")


def test_networks_of_everything_are_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "photos.jsonl").touch()
    assert "--validation" in complaint(tmp_path, "evaluate")
    done: list[str] = []
    for step in ("render", "train_both", "judge", "write_networks"):
        monkeypatch.setattr(command, step, lambda _, step=step: done.append(step))
    monkeypatch.setattr(sys, "argv", ["", "--data", str(tmp_path), "all"])
    command.main()
    assert done == ["render", "train_both", "write_networks"]
    done.clear()
    monkeypatch.setattr(sys, "argv", ["", "--data", str(tmp_path), "--validation", "all"])
    command.main()
    assert done == ["render", "train_both", "judge", "write_networks"]


@pytest.mark.parametrize(("step", "does"), [("calibrate", "calibrated"), ("export", "write_networks")])
def test_no_step_takes_more_threads_than_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, does: str
) -> None:
    (tmp_path / "photos.jsonl").touch()
    taken: list[int] = []
    monkeypatch.setattr(command, does, lambda _: taken.append(torch.get_num_threads()))
    monkeypatch.setattr(sys, "argv", ["", "--data", str(tmp_path), "--threads", "3", step])
    command.main()
    assert taken == [3]


@pytest.mark.parametrize("kept_out", [[], ["--validation"]])
def test_an_export_says_how_its_probabilities_are_calibrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept_out: list[str]
) -> None:
    data, exported = tmp_path / "my data", []
    data.mkdir()
    (data / "photos.jsonl").touch()
    monkeypatch.setattr(command, "weights", lambda _: (Path("locator.pt"), Path("classifier.pt")))
    monkeypatch.setattr(command.export, "export", lambda *given: exported.append(given[2]))
    where = ["--data", str(data), "--work", str(tmp_path / "runs")]
    monkeypatch.setattr(sys, "argv", ["", *where, *kept_out, "export"])
    command.main()
    said = command.parser().parse_args(shlex.split(capsys.readouterr().out.splitlines()[-1])[3:])
    assert (said.step, said.store) == ("calibrate", exported[0] / "manifest.json")
    assert said.data == data and command.place(said) == tmp_path / "runs" / "validation"


def test_a_family_without_photographs_is_said_and_which_there_are(tmp_path: Path) -> None:
    row = {"photo": "a.jpg", "family": "leo", "augmented": False, "boxes": []}
    (tmp_path / "photos.jsonl").write_text(json.dumps(row))
    models = Path(__file__).parents[2] / "models"
    said = complaint(tmp_path, "calibrate", "--models", str(models), "--families", "leo", "lion")
    assert "lion" in said and said.endswith("there are: leo")


def complaint(folder: Path, *step: str) -> str:
    """The one line that the command ends with."""
    started = [sys.executable, "-m", "models.training", "--data", str(folder), "--work", str(folder / "runs")]
    ended = subprocess.run([*started, *step], capture_output=True, text=True)
    assert ended.returncode == 1
    line, *more = ended.stderr.strip().splitlines()
    assert not more
    return line
