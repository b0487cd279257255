"""Photographs under harder conditions: `python -m bench.conditions DATA [--family F...] [--models DIR]`.

Turned, tilted, squeezed, small, enlarged, dark, overexposed, under a warm or a cold lamp, grey, soft, noisy,
pressed by JPEG. Prints for each tiles right, missed and extra and photographs exact, as `bench.reading`
counts them; the difference to the first line is of interest.
"""

from __future__ import annotations

import collections
from collections.abc import Callable

import cv2
import numpy as np

from bench.reading import arguments, judge, photographs
from vision import Reader

Picture = np.ndarray
Changed = tuple[Picture, np.ndarray]
"""The changed picture and the 3×3 matrix that takes its old pixels to the new ones."""
TABLE = (60, 90, 40)
"""What is seen beyond the photograph where it is turned (B, G, R)."""


def turned(image: Picture, degrees: float) -> Changed:
    """About its middle, on a canvas that holds all of it."""
    h, w = image.shape[:2]
    matrix = np.vstack([cv2.getRotationMatrix2D(((w - 1) / 2, (h - 1) / 2), degrees, 1.0), [0, 0, 1]])
    rim = np.float32([[[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]]])
    corners = cv2.perspectiveTransform(rim, matrix)[0]
    matrix = np.array([[1, 0, -corners[:, 0].min()], [0, 1, -corners[:, 1].min()], [0, 0, 1]]) @ matrix
    width, height = np.round(np.ptp(corners, axis=0)).astype(int) + 1
    return warped(image, matrix, int(width), int(height)), matrix


def tilted(image: Picture, share: float) -> Changed:
    """Leant back: the far edge shorter by `share` at both ends."""
    h, w = image.shape[:2]
    flat = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
    leant = np.float32([[w * share, h * share], [w * (1 - share), h * share], [w, h], [0, h]])
    matrix = cv2.getPerspectiveTransform(flat, leant)
    return warped(image, matrix, w, h), matrix


def warped(image: Picture, matrix: np.ndarray, width: int, height: int) -> Picture:
    """The picture under a 3×3 matrix, on the table."""
    return cv2.warpPerspective(image, matrix, (width, height), borderValue=TABLE)


def sized(image: Picture, across: float, down: float) -> Changed:
    """Wider and higher by these factors."""
    way = cv2.INTER_AREA if across * down < 1 else cv2.INTER_CUBIC
    return cv2.resize(image, None, fx=across, fy=down, interpolation=way), np.diag([across, down, 1.0])


def lit(image: Picture, *gains: float) -> Changed:
    """Each channel (B, G, R) or all of them brighter by a factor."""
    return np.clip(image * np.array(gains), 0, 255).astype(np.uint8), np.eye(3)


def grey(image: Picture) -> Changed:
    """Without colours."""
    return cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.eye(3)


def soft(image: Picture, sigma: float) -> Changed:
    """Out of focus, by `sigma` pixels."""
    return cv2.GaussianBlur(image, (0, 0), sigma), np.eye(3)


def noisy(image: Picture, sigma: float) -> Changed:
    """With grain of `sigma` of 255."""
    grain = np.random.default_rng(0).normal(0, sigma, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8), np.eye(3)


def pressed(image: Picture, quality: int) -> Changed:
    """Written as JPEG of this quality and read again."""
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(data, cv2.IMREAD_COLOR), np.eye(3)


CONDITIONS: dict[str, Callable[[Picture], Changed]] = {
    "as it is": lambda i: sized(i, 1, 1),
    "turned by 90°": lambda i: turned(i, 90),
    "turned by 180°": lambda i: turned(i, 180),
    "turned by 270°": lambda i: turned(i, 270),
    "turned by 30°": lambda i: turned(i, 30),
    "tilted": lambda i: tilted(i, 0.18),
    "squeezed to 60 % of its width": lambda i: sized(i, 0.6, 1),
    "squeezed to 60 % of its height": lambda i: sized(i, 1, 0.6),
    "half the size": lambda i: sized(i, 0.5, 0.5),
    "four times the size": lambda i: sized(i, 4, 4),
    "30 % of the light": lambda i: lit(i, 0.3),
    "160 % of the light": lambda i: lit(i, 1.6),
    "warm lamp": lambda i: lit(i, 0.55, 0.85, 1.1),
    "cold light": lambda i: lit(i, 1.2, 0.9, 0.6),
    "grey": grey,
    "soft, 1.5 pixels": lambda i: soft(i, 1.5),
    "noise of 20": lambda i: noisy(i, 20),
    "JPEG of quality 20": lambda i: pressed(i, 20),
}


def moved(boxes: list[list[float | str]], matrix: np.ndarray) -> list[list[float | str]]:
    """Labelled boxes [x1, y1, x2, y2, label] about where a matrix takes them."""
    placed: list[list[float | str]] = []
    for *box, label in boxes:
        x1, y1, x2, y2 = map(float, box)
        corners = np.float32([[[x1, y1], [x2, y1], [x2, y2], [x1, y2]]])
        seen = cv2.perspectiveTransform(corners, matrix)[0]
        placed.append([*map(float, seen.min(axis=0)), *map(float, seen.max(axis=0)), label])
    return placed


def main() -> None:
    """Read every photograph under every condition."""
    options = arguments(__doc__).parse_args()
    reader = Reader(options.models)
    photos = photographs(options.data, options.family)[:: options.every]
    for name, change in CONDITIONS.items():
        counts: collections.Counter[str] = collections.Counter()
        for photo in photos:
            image, matrix = change(cv2.imread(str(options.data / photo["photo"])))
            judge(photo | {"boxes": moved(photo["boxes"], matrix)}, reader.read(image), counts)
        print(
            f"{name}: {counts['seen']} of {counts['tiles']} tiles, {counts['missed']} missed, "
            f"{counts['extra']} extra, {counts['exact']} of {counts['photos']} photographs exact",
            flush=True,
        )


if __name__ == "__main__":
    main()
