"""Where the tiles are: a network that marks tile faces, and the votes of its cells gathered into faces.

Every cell that the network holds to lie well inside a face votes for a whole oriented rectangle (centre,
size, direction; `models/training/locator.py` says how it is written). Votes for one centre are one tile,
so touching tiles need no blob to be split. A first look at the whole picture finds where tiles are and how
large; further looks at those places, enlarged or reduced to the size the network knows best, place them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.classify import BEYOND, Pyramid

STRIDE = 4
BASE_SIZE = 16.0

OVERVIEW_SIDE = 832
"""Longest side of the first look, in pixels."""
CLOSE_UP_SIDE, CLOSE_UP, CLOSE_UP_SCORE = 224, 0.17, 0.6
"""A second look at the whole picture, this small, is for faces larger than CLOSE_UP of its longest side."""
BEST_SIZE = 42.0
"""sqrt(area) of a face, in pixels, that a closer look aims at."""
MARGIN = 32
"""Pixels of grey around each look: without them faces that touch the edge of the picture are not seen."""
LOOK_PIXELS = 900_000
"""Most pixels of one closer look."""
VOTE = 0.35
"""Least probability of a cell that votes. Measured on the validation families: see docs/models.md."""
FIRST_LOOK = 0.6
"""Weight of a face of the first look where an enlarged one was taken. Where tiles were too large for the
first look and a reduced one was taken, what it saw of their size counts for nothing."""
UNLIKE = 2.5
"""How many times as large (square root of the area) a tile is as what may look like a tile on it: a dot, a
flower, a letter. A row of seven is as large beside its tiles."""
MOST_FACES = 250
"""Faces gathered from one look at most: two whole sets and some noise."""
ACCEPT = 0.45
"""Least score of a face that is reported; the classifier judges it again."""

Network = Callable[[np.ndarray], np.ndarray]
"""1×3×H×W float32 (RGB, 0 to 1; H and W multiples of 32) to 1×10×H/4×W/4."""


@dataclass(frozen=True)
class Located:
    """A tile face: corners (4×2, pixels, clockwise, the longer side up) and score 0 to 1."""

    quad: np.ndarray
    score: float


@dataclass
class Votes:
    """Rectangles in pixels of the picture looked at: N×2 centres, N sizes, N×2 long axes (unit), N ratios of
    long to short side, N probabilities."""

    centre: np.ndarray
    size: np.ndarray
    axis: np.ndarray
    ratio: np.ndarray
    p: np.ndarray

    def __len__(self) -> int:
        return len(self.p)


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def read_votes(maps: np.ndarray) -> Votes:
    """The votes of a 10×h×w output, in input pixels."""
    p = np.maximum(_sigmoid(maps[0]), _sigmoid(maps[1]))  # face up, face down: the classifier tells which
    ys, xs = np.nonzero(p > VOTE)
    m = maps[:, ys, xs]
    size = BASE_SIZE * np.exp(np.clip(m[5], -2, 5))
    centre = np.stack([(xs + 0.5) * STRIDE + m[3] * size, (ys + 0.5) * STRIDE + m[4] * size], axis=1)
    return Votes(centre, size, m[6:8].T, m[8:10].T, p[ys, xs])


def rectangle(centre: np.ndarray, size: float, elongation: np.ndarray, edge: np.ndarray) -> np.ndarray:
    """Corners of one face (4×2, clockwise on the screen) from averaged votes; the longer side runs up."""
    phi = np.arctan2(edge[1], edge[0]) / 4
    along = elongation @ np.array([np.cos(2 * phi), np.sin(2 * phi)])
    if along < 0:
        phi += np.pi / 2
    r = float(np.clip(abs(along), 0, 0.75))
    ratio = np.sqrt((1 + r) / (1 - r))
    up = np.array([np.cos(phi), np.sin(phi)])
    if up[1] > 0 or (abs(up[1]) < 1e-6 and up[0] < 0):
        up = -up
    right = np.array([-up[1], up[0]])
    h, w = size * np.sqrt(ratio) / 2, size / np.sqrt(ratio) / 2
    return centre + np.array(
        [up * h - right * w, up * h + right * w, right * w - up * h, -up * h - right * w]
    )


def gather(votes: Votes) -> list[Located]:
    """Votes for one centre become one face."""
    found: list[Located] = []
    free = np.ones(len(votes), bool)
    for i in np.argsort(-votes.p):
        if not free[i]:
            continue
        if len(found) >= MOST_FACES:
            break
        distance = np.linalg.norm(votes.centre - votes.centre[i], axis=1)
        near = free & (distance < 0.3 * votes.size[i]) & (np.abs(np.log(votes.size / votes.size[i])) < 0.45)
        free &= distance >= 0.42 * votes.size[i]
        free[i] = False
        w = votes.p[near] ** 2
        total = w.sum()
        size = float(np.exp((np.log(votes.size[near]) * w).sum() / total))
        centre = (votes.centre[near] * w[:, None]).sum(0) / total
        elongation = (votes.axis[near] * w[:, None]).sum(0) / total
        edge = (votes.ratio[near] * w[:, None]).sum(0) / total
        expected = 0.36 * size**2 / STRIDE**2
        score = float(votes.p[i] * min(1.0, near.sum() / (0.45 * expected + 1e-6)))
        found.append(Located(rectangle(centre, size, elongation, edge).astype(np.float32), score))
    return found


def size_of(quad: np.ndarray) -> float:
    """sqrt(area) of a quadrilateral, in pixels."""
    return float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32))) + 1e-6))


def without_doubles(found: list[Located], reach: float = 0.45) -> list[Located]:
    """Of faces whose centres lie within `reach` of their size, the best; best first."""
    kept: list[Located] = []
    centres = np.zeros((0, 2))
    sizes = np.zeros(0)
    for f in sorted(found, key=lambda f: -f.score):
        c, s = f.quad.mean(axis=0), size_of(f.quad)
        if (
            len(kept)
            and (
                np.linalg.norm(centres - c, axis=1) < reach * np.minimum(np.maximum(sizes, s), 1.6 * s)
            ).any()
        ):
            continue
        kept.append(f)
        centres, sizes = np.vstack([centres, c]), np.append(sizes, s)
    return kept


class Locator:
    """Finds tile faces in a picture with a network (a function from input to maps)."""

    def __init__(self, network: Network):
        self.network = network

    def look(self, picture: Pyramid, box: tuple[float, float, float, float], scale: float) -> list[Located]:
        """Faces in `box` (x1, y1, x2, y2) of a BGR picture seen at `scale`, in pixels of the picture."""
        w, h = (max(32, round((high - low) * scale)) for low, high in zip(box[:2], box[2:], strict=True))
        image, halved = picture.level(1 / scale)  # halving is ten times as fast as any other factor
        x1, y1, x2, y2 = (side / halved for side in box)
        source = image[int(y1) : int(np.ceil(y2)), int(x1) : int(np.ceil(x2))]
        how = cv2.INTER_AREA if scale * halved < 1 else cv2.INTER_LINEAR
        small = cv2.resize(source, (w, h), interpolation=how)
        right, bottom = MARGIN + -w % 32, MARGIN + -h % 32
        small = cv2.copyMakeBorder(small, MARGIN, bottom, MARGIN, right, cv2.BORDER_CONSTANT, value=BEYOND)
        x = cv2.dnn.blobFromImage(small, 1 / 255, swapRB=True)
        maps = self.network(x)[0]
        factor = np.array([source.shape[1] / w, source.shape[0] / h], np.float32) * halved
        offset = np.array([int(x1), int(y1)], np.float32) * halved - MARGIN * factor
        return [Located(f.quad * factor + offset, f.score) for f in gather(read_votes(maps))]

    def find(self, image: np.ndarray) -> list[Located]:
        """All faces, best first."""
        h, w = image.shape[:2]
        whole = (0.0, 0.0, float(w), float(h))
        scale = min(OVERVIEW_SIDE / max(h, w), 2.0)
        picture = Pyramid(image)
        found = self.look(picture, whole, scale)
        small = self.look(picture, whole, min(CLOSE_UP_SIDE / max(h, w), 1.0))
        found = _with(found, _close_ups(small, max(h, w)))
        closer: list[Located] = []
        for look in closer_looks([f for f in found if f.score > 0.25], (w, h), scale):
            closer += self.look(picture, look.box, look.scale)
            if look.scale > scale:
                found = [replace(f, score=f.score * FIRST_LOOK) if look.covers(f) else f for f in found]
            else:
                found = [f for f in found if not look.covers(f) or size_of(f.quad) < look.least]
        found = _with(closer + found, _close_ups(closer, max(h, w)))
        return [f for f in found if f.score >= ACCEPT]


def _close_ups(seen: list[Located], side: int) -> list[Located]:
    """Faces too large for the first look to know as such: one tile or a few fill the picture."""
    return [f for f in seen if f.score > CLOSE_UP_SCORE and size_of(f.quad) > CLOSE_UP * side]


def _with(found: list[Located], large: list[Located]) -> list[Located]:
    """The large faces and the others, best first.

    Far smaller ones on a large one stay: they may be parts of a tile, or else the large face is a row of
    seven and more taken for one tile. The classifier tells.
    """
    rest = [f for f in found if not any(_is_like(f, face) for face in large)]
    return sorted(without_doubles(rest) + without_doubles(large), key=lambda f: -f.score)


def _is_like(f: Located, face: Located) -> bool:
    """Whether a face lies on a larger one and is not far smaller."""
    centre = tuple(float(v) for v in f.quad.mean(axis=0))
    lies_on = cv2.pointPolygonTest(face.quad.astype(np.float32), centre, False) >= 0
    return bool(lies_on and UNLIKE * size_of(f.quad) > size_of(face.quad))


@dataclass(frozen=True)
class CloserLook:
    """A part of the picture (x1, y1, x2, y2) to look at again at `scale`, for faces of `least` pixels
    and more."""

    box: tuple[float, float, float, float]
    scale: float
    least: float

    def covers(self, f: Located) -> bool:
        """Whether the middle of a face lies in this part."""
        x, y = f.quad.mean(axis=0)
        return bool(self.box[0] <= x <= self.box[2] and self.box[1] <= y <= self.box[3])


def closer_looks(found: list[Located], shape: tuple[int, int], scale: float) -> list[CloserLook]:
    """What to look at again: faces of like size that lie together."""
    if not found:
        return []
    sizes = np.array([size_of(f.quad) for f in found])
    centres = np.array([f.quad.mean(axis=0) for f in found])
    looks = []
    free = np.ones(len(found), bool)
    while free.any():
        start = int(np.argmax(np.where(free, sizes, -1)))
        typical = sizes[start]
        alike = free & (sizes > typical / 1.9)
        least, typical = float(sizes[alike].min()), float(np.median(sizes[alike]))
        box = _around(centres[alike], float(sizes[alike].max()), shape)
        free &= ~alike
        wanted = BEST_SIZE / typical
        area = (box[2] - box[0]) * (box[3] - box[1])
        wanted = min(wanted, float(np.sqrt(LOOK_PIXELS / area)))
        if 0.8 < wanted / scale < 1.25:
            continue
        looks.append(CloserLook(box, wanted, least))
    return looks


def _around(centres: np.ndarray, size: float, shape: tuple[int, int]) -> tuple[float, float, float, float]:
    low, high = centres.min(axis=0) - 1.6 * size, centres.max(axis=0) + 1.6 * size
    w, h = shape
    return (
        max(0.0, float(low[0])),
        max(0.0, float(low[1])),
        min(float(w), float(high[0])),
        min(float(h), float(high[1])),
    )
