"""Networks that are missing or not the ones of the manifest are refused with a code."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision import Reader
from vision.errors import ModelError
from vision.onnx import Network
from vision.reader import temperature_of


def network(path: Path, operation: str) -> None:
    """A network of one node that adds its input to itself, or multiplies it by itself."""
    onnx = pytest.importorskip("onnx")
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    node = helper.make_node(operation, ["x", "x"], ["y"])
    values = [helper.make_tensor_value_info(name, kind, [None]) for name in "xy"]
    graph = helper.make_graph([node], "one-node", values[:1], values[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    path.write_bytes(model.SerializeToString())


def code_of(path: Path) -> str:
    with pytest.raises(ModelError) as caught:
        Network(path)
    assert path.name in caught.value.message("zh")
    return caught.value.code


def test_a_sound_network_that_is_not_the_one_of_the_manifest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "locator.onnx"
    network(path, "Add")
    said = {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    (tmp_path / "manifest.json").write_text(json.dumps({"made": "2026-11-30", "models": {"locator": said}}))
    assert Network(path).run(np.array([1.0, 3.0], np.float32))[0].tolist() == [2.0, 6.0]
    network(path, "Mul")
    assert code_of(path) == "models_damaged"
    (tmp_path / "manifest.json").unlink()
    assert Network(path).run(np.array([1.0, 3.0], np.float32))[0].tolist() == [1.0, 9.0]


@pytest.mark.parametrize(
    "odd",
    [
        "[]",
        '"x"',
        "{}",
        '{"models": []}',
        '{"models": {"classifier": []}}',
        '{"models": {"classifier": {"file": "classifier.onnx"}}}',
        *(
            f'{{"models": {{"classifier": {{"sha256": "0", "temperature": {value}}}}}}}'
            for value in ("null", "0", "-1", "NaN", "Infinity", '"warm"', "[]")
        ),
    ],
)
def test_a_manifest_unlike_any_that_is_written_is_damage(tmp_path: Path, odd: str) -> None:
    (tmp_path / "manifest.json").write_text(odd)
    (tmp_path / "locator.onnx").write_text("never looked at")
    for ask in (Reader, temperature_of):
        with pytest.raises(ModelError) as caught:
            ask(tmp_path)
        assert (caught.value.code, caught.value.facts["name"]) == ("models_damaged", "manifest.json")


def test_missing_and_broken_networks(tmp_path: Path) -> None:
    assert code_of(tmp_path / "none.onnx") == "models_missing"
    (tmp_path / "text.onnx").write_text("no network")
    assert code_of(tmp_path / "text.onnx") == "models_damaged"


@pytest.mark.parametrize(
    "program",
    [
        "from vision import Reader; Reader().read('examples/photos/hand.jpg')",
        "from webui.box import doctor; doctor.libraries()",
    ],
)
def test_the_runtime_sends_nothing_home(tmp_path: Path, program: str) -> None:
    """Where it would, it writes the number that it gave the machine into the home folder."""
    unset = ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment | {"HOME": str(tmp_path)})
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
