"""Crops that the classifier learns from: tiles framed as the locator may misplace them, halves, sides, what
others hide of them, and what the network should say of each."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.classes import BACK, NOT_A_TILE, WHITE
from vision.classify import CORNERS, FACE, FRAME, HEIGHT, WIDTH, Pyramid
from vision.classify import cut as crops_of

from . import augment, sources

SIDEWAYS_SHARE = 0.07
PART_SHARE, FALLS_APART_SHARE = 0.12, 0.25
"""How often a half of a tile is shown, and of a tile whose halves look like tiles."""
ASTRAY_SHARE, ASTRAY = 0.08, (0.2, 0.45)
"""How often a frame is moved along a row or a column of tiles, and by how much of a tile: it is not named
then, but its corners are known, for like tiles are easily framed between two of them."""
HIDDEN = (0.1, 0.55)
"""How much of a tile another one hides that stands before it."""


@dataclass
class Sample:
    """One crop with what the network should say of it."""

    crop: np.ndarray
    tile: int
    corners: np.ndarray
    turns: tuple[float, float]
    has_corners: float
    has_turns: tuple[float, float]
    whole: bool = True
    """Framed as a tile and not on what is seen of it: such a crop may yet be wiped or hidden."""


def jitter(rng: np.random.Generator, quad: np.ndarray) -> np.ndarray:
    """The quadrilateral as a locator might misplace it (4×2)."""
    centre = quad.mean(axis=0)
    across, down = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    strength = rng.choice([0.4, 1.0], p=[0.5, 0.5])
    frame = FRAME * np.exp(rng.normal(0, 0.1 * strength, 2)) * np.exp(rng.normal(0, 0.06 * strength))
    angle = rng.normal(0, 0.1 * strength)
    c, s = np.cos(angle), np.sin(angle)
    ratio = np.linalg.norm(down) / (np.linalg.norm(across) + 1e-6)
    frame = np.stack(
        [frame[:, 0] * c - frame[:, 1] * s * ratio, frame[:, 0] * s / ratio + frame[:, 1] * c], axis=1
    )
    frame = frame + rng.normal(0, 0.07 * strength, 2) + rng.normal(0, 0.02 * strength, (4, 2))
    # the true quadrilateral's own perspective is kept: corners move within its plane
    m = cv2.getPerspectiveTransform(FRAME, quad.astype(np.float32))
    moved = cv2.perspectiveTransform(frame.astype(np.float32)[None], m)[0]
    if rng.random() < 0.5:  # a locator's first guess is a parallelogram
        flat = centre + frame[:, :1] * across + frame[:, 1:] * down
        moved = flat.astype(np.float32)
    return moved


def cut(rng, image, quad, tile: int, upright: float, exact: float) -> Sample:
    """A jittered crop of a tile; `upright` and `exact` weigh what its label knows of turn and corners."""
    turned = rng.random() < 0.5
    sideways = rng.random() < SIDEWAYS_SHARE
    roll = (2 if turned else 0) + (1 if sideways else 0)
    # corner k of the crop's frame is corner k + roll of the tile
    truth = np.roll(quad, -roll, axis=0)
    astray = tile not in (BACK, WHITE) and rng.random() < ASTRAY_SHARE
    guess = np.roll(jitter(rng, quad + astray * _step_aside(rng, quad)), -roll, axis=0)
    crop, corners = _crop(image, guess, truth)
    knows_side = 0.0 if tile == BACK else exact
    return Sample(
        crop,
        -1 if astray or (sideways and tile != BACK) else tile,
        corners,
        (float(sideways), float(turned)),
        exact,
        (knows_side, 0.0 if sideways or astray or tile == BACK else upright),
    )


def _step_aside(rng: np.random.Generator, quad: np.ndarray) -> np.ndarray:
    """Along one of the quadrilateral's edges, either way, by a part of it: 2 numbers in pixels."""
    edge = quad[1] - quad[0] if rng.random() < 0.7 else quad[3] - quad[0]
    return edge * rng.uniform(*ASTRAY) * rng.choice([-1, 1])


def blanked(rng: np.random.Generator, sample: Sample) -> Sample:
    """The tile with its ink wiped off: a blank white dragon in the light and company of a real tile."""
    reach = int(rng.integers(13, 21)) | 1
    bare = cv2.dilate(sample.crop, np.ones((reach, reach), np.uint8))
    bare = cv2.GaussianBlur(bare, (0, 0), float(rng.uniform(2, 4)))
    placed = CORNERS + sample.corners.reshape(4, 2) * FACE
    inner = placed.mean(axis=0) + (placed - placed.mean(axis=0)) * rng.uniform(0.86, 0.95)
    mask = np.zeros(sample.crop.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.intp(np.round(inner * 16)), 255, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None].astype(np.float32) / 255
    crop = (sample.crop * (1 - share) + bare * share).astype(np.uint8)
    # upside down is no question for a blank tile, and lying sideways it keeps its name
    return replace(sample, crop=crop, tile=sample.tile if sample.tile == -1 else WHITE, has_turns=(0.0, 0.0))


def hidden(rng: np.random.Generator, sample: Sample, side: int, share: float) -> Sample:
    """The tile with the top of another one before it, as standing tiles hide each other.

    `share` of it is hidden from its top (`side` 0), right, lower or left edge on.
    """
    placed = (CORNERS + sample.corners.reshape(4, 2) * FACE).astype(np.float32)
    to_crop = cv2.getPerspectiveTransform(FRAME, np.roll(placed, -side, axis=0))
    slope = rng.normal(0, 0.06)
    body = np.quantile(sample.crop.reshape(-1, 3), 0.85, axis=0) * rng.uniform(0.85, 1.1)
    crop = sample.crop.copy()
    back, upper_side, face = rng.uniform(20, 230, 3), body, body * 0.9
    depths = np.cumsum((0.0, rng.uniform(0.0, 0.15), rng.uniform(0.2, 0.6)))
    for depth, color in zip(depths, (back, upper_side, face), strict=True):
        y = share - 0.5 - depth
        slab = np.array([[-1, -3], [1, -3], [1, y + slope], [-1, y - slope]], np.float32)
        corners = cv2.perspectiveTransform(slab[None], to_crop)[0]
        shade = tuple(float(v) for v in np.clip(color, 0, 255))
        cv2.fillConvexPoly(crop, np.intp(np.round(corners * 16)), shade, cv2.LINE_AA, 4)
    return replace(sample, crop=crop)


def hiding(rng: np.random.Generator) -> tuple[int, float]:
    """From which side a tile is hidden, mostly from below, and how much of it."""
    return int(rng.choice(4, p=[0.1, 0.1, 0.7, 0.1])), float(rng.uniform(*HIDDEN))


def cut_visible(
    rng: np.random.Generator, image: np.ndarray, quad: np.ndarray, tile: int, exact: float
) -> Sample:
    """A crop framed on what another tile leaves to be seen, as the locator frames it; its corners are those
    of the whole tile."""
    side, share = hiding(rng)
    m = cv2.getPerspectiveTransform(FRAME, np.roll(quad, -side, axis=0).astype(np.float32))
    frame = FRAME * np.float32([1, 1 - share]) + np.float32([0, share / 2])
    part = np.roll(cv2.perspectiveTransform(frame[None].astype(np.float32), m)[0], side, axis=0)
    roll = int(rng.integers(4))
    sample = _of_part(rng, image, part, quad, -1 if roll % 2 else tile, exact, roll)
    return hidden(rng, sample, (side - roll) % 4, share)


def cut_negative(rng, image, quads, others_matter: bool) -> Sample | None:
    """A crop that shows no whole tile: half a tile, an edge, the table."""
    q = quads[int(rng.integers(len(quads)))]
    across, down = q[1] - q[0], q[3] - q[0]
    if others_matter and rng.random() < 0.5:
        place = _busy_place(rng, image)
    else:
        a, b = rng.uniform(-0.9, 0.9, 2)
        if max(abs(a), abs(b)) < 0.42:
            return None
        place = q.mean(axis=0) + a * across + b * down
    shift = place - q.mean(axis=0)
    scale = np.exp(rng.normal(0, 0.25))
    moved = (q - q.mean(axis=0)) * scale + q.mean(axis=0) + shift
    reach = 0.4 * np.sqrt(np.abs(np.cross(across, down)) + 1)
    if (np.linalg.norm(quads.mean(axis=1) - place, axis=1) < reach).any():
        return None
    crop, _ = _rectified(image, jitter(rng, moved))
    return Sample(crop, NOT_A_TILE, np.zeros(8), (0.0, 0.0), 0.0, (0.0, 0.0))


def cut_lure(rng: np.random.Generator, image: np.ndarray, quad: np.ndarray) -> Sample:
    """A crop of what is no face, any way round."""
    crop, _ = _rectified(image, jitter(rng, np.roll(quad, int(rng.integers(4)), axis=0)))
    return Sample(crop, NOT_A_TILE, np.zeros(8), (0.0, 0.0), 0.0, (0.0, 0.0))


def part_share(tile: int) -> float:
    """How often half of this tile is shown; half of a blank tile is like all of it."""
    if tile in (BACK, WHITE):
        return 0.0
    return FALLS_APART_SHARE if tile in sources.FALLS_APART else PART_SHARE


def cut_part(rng: np.random.Generator, image: np.ndarray, quad: np.ndarray, exact: float) -> Sample:
    """A crop framed on about half a tile: two dots of four are not the two of dots.

    It is no tile, but its corners are those of the whole tile, so that the next look sees that.
    """
    share = rng.uniform(0.4, 0.65)
    m = cv2.getPerspectiveTransform(FRAME, quad.astype(np.float32))
    low, high = (-0.5, -0.5 + share) if rng.random() < 0.5 else (0.5 - share, 0.5)
    if rng.random() < 0.75:
        frame = np.array([[-0.5, low], [0.5, low], [0.5, high], [-0.5, high]], np.float32)
    else:
        frame = np.array([[low, -0.5], [high, -0.5], [high, 0.5], [low, 0.5]], np.float32)
    part = cv2.perspectiveTransform(frame[None], m)[0]
    return _of_part(rng, image, part, quad, NOT_A_TILE, exact, int(rng.integers(4)))


def _of_part(
    rng: np.random.Generator,
    image: np.ndarray,
    part: np.ndarray,
    quad: np.ndarray,
    tile: int,
    exact: float,
    roll: int,
) -> Sample:
    """The crop framed on a part of a tile and turned by `roll` quarters; its corners are the whole tile's."""
    crop, corners = _crop(image, np.roll(jitter(rng, part), -roll, axis=0), np.roll(quad, -roll, axis=0))
    return Sample(crop, tile, corners, (float(roll % 2), 0.0), exact, (exact, 0.0), whole=False)


def _crop(image: np.ndarray, guess: np.ndarray, truth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The crop of a guessed quadrilateral, and the eight offsets from there to the true one."""
    crop, back = _rectified(image, guess)
    placed = cv2.perspectiveTransform(truth[None].astype(np.float32), np.linalg.inv(back))[0]
    return crop, np.clip((placed - CORNERS) / FACE, -1.5, 1.5).reshape(8)


def _rectified(image: np.ndarray, quad: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The crop that the reader makes of a quadrilateral, and the matrix from there to the picture."""
    crops, matrices = crops_of(Pyramid(image), quad[None].astype(np.float32))
    return crops[0], matrices[0]


def any_quad(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """A rectangle of a tile's shape where much is to be seen, such as a key or a word."""
    centre, size = _busy_place(rng, image), float(np.exp(rng.uniform(np.log(16), np.log(110))))
    turn = float(rng.uniform(0, 180))
    return cv2.boxPoints((tuple(map(float, centre)), (size * 0.74, size), turn)).astype(np.float32)


def _busy_place(rng, image) -> np.ndarray:
    """Of a few random places the one where most is to be seen: plain table teaches nothing."""
    h, w = image.shape[:2]
    places = [np.array([rng.uniform(0, w), rng.uniform(0, h)]) for _ in range(5)]

    def busy(p) -> float:
        x, y = int(p[0]), int(p[1])
        return float(image[max(0, y - 16) : y + 16, max(0, x - 16) : x + 16].std())

    return max(places, key=busy)


def finish(rng, sample: Sample) -> np.ndarray:
    """Colours, dirt and low resolution: 3×H×W RGB uint8."""
    crop = augment.recolor(rng, sample.crop)
    if rng.random() < 0.45:
        k = rng.uniform(0.28, 0.9)
        small = cv2.resize(
            crop, (max(12, int(WIDTH * k)), max(16, int(HEIGHT * k))), interpolation=cv2.INTER_AREA
        )
        crop = cv2.resize(
            small, (WIDTH, HEIGHT), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
        )
    crop = augment.degrade(rng, crop, 0.6)
    if rng.random() < 0.1:
        x, y = int(rng.integers(0, WIDTH)), int(rng.integers(0, HEIGHT))
        w, h = int(rng.integers(4, 20)), int(rng.integers(4, 20))
        crop[max(0, y - h // 2) : y + h // 2, max(0, x - w // 2) : x + w // 2] = rng.integers(0, 255, 3)
    return np.ascontiguousarray(crop[..., ::-1].transpose(2, 0, 1))
