"""Networks of 8-bit numbers: a third of the time and of the bytes, the same accuracy (docs/models.md).

Weights keep 7 bits, since x86 processors without VNNI overflow with 8.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.classify import Classifier
from vision.locate import Locator
from vision.onnx import Network
from vision.seeing import see

from . import sources

PICTURES = 14
LOOKS = 28
"""Inputs of either network that show how large its numbers become."""
MOST_PIXELS, MOST_CROPS = 500_000, 40
"""Of one of them, to bound the memory."""


class _Shown(CalibrationDataReader):
    def __init__(self, name: str, arrays: list[np.ndarray]) -> None:
        self._left: Iterator[np.ndarray] = iter(arrays)
        self._name = name

    def get_next(self) -> dict[str, np.ndarray] | None:
        array = next(self._left, None)
        return None if array is None else {self._name: array}


def quantise(folder: Path, photos: list[sources.Photo]) -> None:
    """Rewrite `locator.onnx` and `classifier.onnx` in `folder`, having watched them read `photos`."""
    locator, classifier = (Network(folder / f"{name}.onnx") for name in ("locator", "classifier"))
    pictures: list[np.ndarray] = []
    crops: list[np.ndarray] = []

    def locate(x: np.ndarray) -> np.ndarray:
        if x[0, 0].size < MOST_PIXELS:
            pictures.append(x)
        return locator.run(x)[0]

    def name(x: np.ndarray) -> list[np.ndarray]:
        crops.append(x[:MOST_CROPS])
        return classifier.run(x)

    for photo in photos:
        see(photo.load(), Locator(locate), Classifier(name))
    _rewrite(locator, pictures[:LOOKS])
    _rewrite(classifier, crops[:LOOKS])


def some(photos: list[sources.Photo], seed: int) -> list[sources.Photo]:
    """PICTURES photographs as published, always the same ones."""
    plain = [p for p in photos if not p.augmented]
    return [plain[i] for i in np.random.default_rng(seed).permutation(len(plain))[:PICTURES]]


def _rewrite(network: Network, shown: list[np.ndarray]) -> None:
    path = network.path
    plain = path.with_suffix(".plain")
    quant_pre_process(str(path), str(plain), skip_symbolic_shape=True)
    quantize_static(
        str(plain),
        str(path),
        _Shown(network.inputs[0], shown),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
    )
    plain.unlink()
