"""Whether bad photographs are called bad: `python -m bench.remarks DATA [--every N] [--models DIR]`.

Labelled photographs (see `bench.reading`) are darkened, blurred, shaken, shrunk and cut by known amounts.
Prints, for each amount, how often the remark about it was made and how many of the tiles were still read
right: a remark is due when reading fails, and a nuisance when it does not.
"""

from __future__ import annotations

import argparse
import collections
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.reading import judge, photographs
from models.training.sources import VALIDATION_FAMILIES
from vision import Reader

LIGHT = (1.0, 0.5, 0.25, 0.12, 0.06)
"""Of the light there was."""
BLUR = (0.01, 0.02, 0.03, 0.05, 0.08)
"""Sigma, as a part of a tile's size."""
SHAKEN = (0.1, 0.2, 0.3)
"""How far the camera moved, across, as a part of a tile's size."""
WIDTHS = (24, 18, 14, 10)
"""Width of a tile in pixels."""
LEFT = (0.9, 0.75, 0.5, 0.25)
"""What is left of the outermost tile."""

Photo = dict[str, Any]
Labelled = tuple[np.ndarray, Photo]


def darker(image: np.ndarray, photo: Photo, light: float) -> Labelled:
    """With less light, and the noise that comes with it."""
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    return np.clip(image * light + noise, 0, 255).astype(np.uint8), photo


def blurred(image: np.ndarray, photo: Photo, part: float) -> Labelled:
    """Out of focus."""
    return cv2.GaussianBlur(image, (0, 0), part * _size(photo)), photo


def shaken(image: np.ndarray, photo: Photo, part: float) -> Labelled:
    """Moved from left to right while it was taken."""
    path = np.ones((1, max(3, round(part * _size(photo)))), np.float32)
    return cv2.filter2D(image, -1, path / path.size), photo


def farther(image: np.ndarray, photo: Photo, width: float) -> Labelled | None:
    """Small on a large table: the picture keeps its size. None when its tiles are that small as they are."""
    k = width / (0.86 * _size(photo))  # a tile is 0.86 of its size wide
    if k >= 1:
        return None
    h, w = image.shape[:2]
    small = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    x, y = (w - small.shape[1]) // 2, (h - small.shape[0]) // 2
    table = np.empty_like(image)
    table[:] = np.median(image.reshape(-1, 3), axis=0)
    table[y : y + small.shape[0], x : x + small.shape[1]] = small
    boxes = [[b[0] * k + x, b[1] * k + y, b[2] * k + x, b[3] * k + y, b[4]] for b in photo["boxes"]]
    return table, photo | {"boxes": boxes}


def cut(image: np.ndarray, photo: Photo, left: float, quarters: int = 0) -> Labelled:
    """Through the outermost tile on the left, of which so much is left; or, the picture turned by quarters,
    at another end."""
    image, boxes = np.rot90(image, quarters), _turned(photo["boxes"], image.shape, quarters)
    first = min(boxes, key=lambda b: b[0])
    x = int(first[0] + (1 - left) * (first[2] - first[0]))
    kept = [[b[0] - x, b[1], b[2] - x, b[3], b[4]] for b in boxes if b[0] > x]
    image = image[:, x:]
    return np.rot90(image, -quarters), photo | {"boxes": _turned(kept, image.shape, -quarters)}


def _turned(boxes: list[Any], shape: tuple[int, ...], quarters: int) -> list[Any]:
    """Boxes of a picture of this shape as they are once it is turned by quarters, anticlockwise."""
    height, width = shape[:2]
    for _ in range(quarters % 4):
        boxes = [[y1, width - x2, y2, width - x1, name] for x1, y1, x2, y2, name in boxes]
        height, width = width, height
    return boxes


def _size(photo: Photo) -> float:
    """Geometric mean of a tile's sides in pixels, typically."""
    return float(np.median([((b[2] - b[0]) * (b[3] - b[1])) ** 0.5 for b in photo["boxes"]]))


Change = Callable[[np.ndarray, Photo, float], Labelled | None]
"""None for a photograph that cannot be spoilt by so much: it is left out."""
TESTS: tuple[tuple[str, tuple[str, ...], Change, tuple[float, ...]], ...] = (
    ("dark", ("too_dark",), darker, LIGHT),
    ("blurred", ("blurred",), blurred, BLUR),
    ("shaken", ("blurred",), shaken, SHAKEN),
    ("far", ("too_far",), farther, WIDTHS),
    *(
        (f"cut {end}", ("cut_off", "perhaps_cut_off"), partial(cut, quarters=quarters), LEFT)
        for quarters, end in enumerate(("left", "top", "right", "bottom"))
    ),
)
"""What is done, the remarks that it asks for, how it is done, and how much."""


def main() -> None:
    """Spoil, read and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--family", action="append", default=[])
    parser.add_argument("--every", type=int, default=4, help="only every n-th photograph")
    parser.add_argument("--models", type=Path)
    parser.add_argument("--only", choices=[fault for fault, *_ in TESTS], help="one kind of fault")
    options = parser.parse_args()
    reader = Reader(options.models)
    photos = list(labelled(options.data, options.family or VALIDATION_FAMILIES))[:: options.every]
    untouched: collections.Counter[str] = collections.Counter()
    for image, _photo in photos:
        untouched.update({w.code for w in reader.read(image).warnings})
    asked = dict.fromkeys(code for _, codes, *_ in TESTS for code in codes)
    print(f"{len(photos)} photographs as they are:", *(f"{code} {untouched[code]}" for code in asked))
    for fault, codes, change, amounts in (t for t in TESTS if options.only in (None, t[0])):
        for amount in amounts:
            said, counts = 0, collections.Counter[str]()
            for image, truth in spoilt(photos, change, amount):
                reading = reader.read(np.ascontiguousarray(image))
                said += any(w.code in codes for w in reading.warnings)
                judge(truth, reading, counts)
            share = counts["said"] / max(1, counts["tiles"])
            print(
                f"{fault} {amount}: said of {said} of {counts['photos']}, {share:.1%} of the tiles read right"
            )


def spoilt(photos: Iterable[Labelled], change: Change, amount: float) -> Iterator[Labelled]:
    """The photographs that can be spoilt by so much, spoilt."""
    for image, photo in photos:
        changed = change(image, photo, amount)
        if changed:
            yield changed


def labelled(data: Path, families: tuple[str, ...] | list[str]) -> Iterator[Labelled]:
    for photo in photographs(data, families):
        if photo["boxes"]:
            yield cv2.imread(str(data / photo["photo"])), photo


if __name__ == "__main__":
    main()
