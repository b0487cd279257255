"""The locator in 8-bit numbers: half the time, a third of the bytes, the same accuracy (docs/models.md).

Weights keep 7 bits, since x86 processors without VNNI overflow with 8. The first layer and the last stay as
they are, and so does the classifier: names and their probabilities are not to be blurred.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.locate import Locator
from vision.onnx import Network

from . import sources

PICTURES = 24
LOOKS = 50
"""Inputs of the network that show how large its numbers become."""
MOST_PIXELS = 500_000
"""Of one of them, to bound the memory."""


class _Shown(CalibrationDataReader):
    def __init__(self, name: str, arrays: list[np.ndarray]) -> None:
        self._left: Iterator[np.ndarray] = iter(arrays)
        self._name = name

    def get_next(self) -> dict[str, np.ndarray] | None:
        array = next(self._left, None)
        return None if array is None else {self._name: array}


def quantise(path: Path, photos: list[sources.Photo]) -> None:
    """Rewrite the locator's ONNX file, having watched it look at `photos`."""
    path = path.resolve()
    network = Network(path)
    shown: list[np.ndarray] = []

    def watched(x: np.ndarray) -> np.ndarray:
        if x[0, 0].size < MOST_PIXELS:
            shown.append(x)
        return network.run(x)[0]

    for photo in photos:
        Locator(watched).find(photo.load())
    with TemporaryDirectory() as folder, chdir(folder):  # ONNX Runtime leaves files where it works
        plain = Path(folder, "plain.onnx")
        quant_pre_process(str(path), str(plain), skip_symbolic_shape=True)
        layers = [node.name for node in onnx.load(str(plain)).graph.node if node.op_type == "Conv"]
        quantize_static(
            str(plain),
            str(path),
            _Shown(network.inputs[0], shown[:LOOKS]),
            quant_format=QuantFormat.QDQ,
            nodes_to_exclude=[layers[0], layers[-1]],
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )


def some(photos: list[sources.Photo], seed: int) -> list[sources.Photo]:
    """PICTURES photographs as published, always the same ones."""
    plain = [p for p in photos if not p.augmented]
    return [plain[i] for i in np.random.default_rng(seed).permutation(len(plain))[:PICTURES]]
