"""The 8-bit locator: what is made small and what is not, and that it still says the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.training import sources
from vision.onnx import Network, models_dir

onnx = pytest.importorskip("onnx", reason="onnx is not installed")
pytest.importorskip("onnxruntime.quantization", reason="ONNX Runtime cannot quantise here")

from models.training import quantise  # noqa: E402  (needs onnx)

LAYERS = ((3, 32, 7, 4), (32, 64, 3, 1), (64, 64, 3, 1), (64, 10, 1, 1))
"""Channels in and out, kernel, stride: what a locator is, in small."""


def write_locator(path: Path) -> None:
    """A network with the locator's input and output, and weights drawn at random."""
    helper, numpy_helper, floats = onnx.helper, onnx.numpy_helper, onnx.TensorProto.FLOAT
    rng = np.random.default_rng(5)
    nodes, values, below = [], [], "picture"
    for n, (cin, cout, kernel, stride) in enumerate(LAYERS):
        weights = rng.normal(0, (2 / (cin * kernel**2)) ** 0.5, (cout, cin, kernel, kernel))
        values.append(numpy_helper.from_array(weights.astype(np.float32), f"weights{n}"))
        values.append(numpy_helper.from_array(np.full(cout, -0.1, np.float32), f"bias{n}"))
        out = "maps" if n == len(LAYERS) - 1 else f"sum{n}"
        nodes.append(
            helper.make_node("Conv", [below, f"weights{n}", f"bias{n}"], [out], name=f"conv{n}",
                             kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[kernel // 2] * 4)
        )  # fmt: skip
        if out != "maps":
            nodes.append(helper.make_node("Relu", [out], [f"layer{n}"], name=f"relu{n}"))
            below = f"layer{n}"
    shown = [helper.make_tensor_value_info("picture", floats, [1, 3, "height", "width"])]
    said = [helper.make_tensor_value_info("maps", floats, [1, 10, "rows", "columns"])]
    graph = helper.make_graph(nodes, "locator", shown, said, values)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    path.write_bytes(model.SerializeToString())


def photograph(folder: Path, seed: int, augmented: bool = False) -> sources.Photo:
    """A picture of something."""
    rng = np.random.default_rng(seed)
    path = folder / f"{seed}.png"
    coarse = rng.integers(0, 255, (10, 13, 3), np.uint8)
    cv2.imwrite(str(path), cv2.resize(coarse, (416, 320), interpolation=cv2.INTER_CUBIC))
    return sources.Photo(path, "seen", augmented, np.zeros((0, 4)), np.zeros(0, int))


def weights_of(path: Path) -> dict[str, np.ndarray]:
    """Each convolution's weights as they are stored, first to last."""
    graph = onnx.load(str(path)).graph
    stored = {i.name: onnx.numpy_helper.to_array(i) for i in graph.initializer}
    stretched = {n.output[0]: n.input[0] for n in graph.node if n.op_type == "DequantizeLinear"}
    convs = [n for n in graph.node if n.op_type == "Conv"]
    return {n.name: stored[stretched.get(n.input[1], n.input[1])] for n in convs}


def is_small_inside(weights: dict[str, np.ndarray]) -> bool:
    """Whether all but the first and the last layer have weights of 7 bits."""
    first, *inner, last = weights.values()
    whole = first.dtype == last.dtype == np.float32
    return whole and all(w.dtype == np.int8 and np.abs(w.astype(int)).max() <= 64 for w in inner)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A quantised locator in a folder of its own, and what the one before said of a picture."""
    folder = tmp_path_factory.mktemp("quantised")
    path = folder / "out" / "locator.onnx"
    path.parent.mkdir()
    write_locator(path)
    picture = np.random.default_rng(9).random((1, 3, 10, 13), np.float32).repeat(32, 2).repeat(32, 3)
    before = Network(path).run(picture)[0]
    size = path.stat().st_size
    quantise.quantise(path, [photograph(folder, seed) for seed in range(3)])
    return path, (picture, before, size)


def test_the_first_and_the_last_layer_stay_and_the_others_get_seven_bits(made: tuple[Path, Any]) -> None:
    assert is_small_inside(weights_of(made[0]))


def test_it_says_what_it_said_before(made: tuple[Path, Any]) -> None:
    path, (picture, before, size) = made
    after = Network(path).run(picture)[0]
    assert np.abs(after - before).mean() < 0.03 * before.std()
    assert np.abs(after - before).max() > 0
    assert path.stat().st_size < 0.6 * size


def test_other_sizes_of_picture_still_fit(made: tuple[Path, Any]) -> None:
    assert Network(made[0]).run(np.zeros((1, 3, 64, 96), np.float32))[0].shape == (1, 10, 16, 24)


def test_nothing_else_is_left_behind(made: tuple[Path, Any]) -> None:
    assert [p.name for p in made[0].parent.iterdir()] == ["locator.onnx"]


def test_the_pictures_it_is_shown_are_always_the_same_and_as_published(tmp_path: Path) -> None:
    photos = [photograph(tmp_path, seed, augmented=seed % 2 == 0) for seed in range(60)]
    chosen = quantise.some(photos, seed=1)
    assert len(chosen) == quantise.PICTURES
    assert not any(p.augmented for p in chosen)
    assert [p.path for p in chosen] == [p.path for p in quantise.some(photos, seed=1)]
    assert [p.path for p in chosen] != [p.path for p in quantise.some(photos, seed=2)]


def test_the_locator_that_ships_is_made_so() -> None:
    assert is_small_inside(weights_of(models_dir() / "locator.onnx"))
    assert all(w.dtype == np.float32 for w in weights_of(models_dir() / "classifier.onnx").values())
