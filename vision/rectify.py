"""Undoing the perspective from the tiles alone: every tile is a rectangle of one known shape and size.

The area of a tile in pixels goes with the cube of its nearness to the horizon, so `area ** (1/3)` is a
linear function over the picture that vanishes on the horizon: a first guess by least squares. What remains
is affine and follows from the tiles being rectangles of one shape: least squares again. A few Gauss-Newton
steps on the horizon then make all the sides agree. Wrong tiles weigh little throughout.

Quads are (N, 4, 2), clockwise, in units of a tile about the middle of the photograph.
"""

from __future__ import annotations

import math

import numpy as np

TILE_WIDTH = 0.743
"""Width of a tile over its height: 26 x 35 mm; common sets lie between 0.70 and 0.78."""

STEEPEST = 0.06
"""How much the distance may change over one tile, relatively (one sigma); a 35 mm tile at half a metre."""

AREA_NOISE = 0.03
"""Relative scatter of `area ** (1/3)` when corners are off by 4 % of a tile."""

SIDE_NOISE = 0.08
"""Scatter of a tile's squared sides and their product under the same noise."""

SAME_PLANE = 0.3
"""Shapes of tiles in one plane differ by less (log of the aspect, skew): 4 % of noise and strong perspective
give up to 0.25, a standing tile beside a flat one seen from 30 degrees 0.55."""


def rectify(quads: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The homography (3, 3) to a plane where tiles are upright rectangles of height 1.

    `known` (N,) bool says whose first side is a top or bottom for certain. Also returns the quads in that
    plane, first side always a top or bottom, and which tiles lie in it, (N,) bool: standing tiles and flat
    ones do not share a plane.
    """
    level = _coherent(quads, known)
    homography, turned = _plane(quads, known, level)
    if not level.all():  # strong perspective looks like another plane until it is undone
        wider = _of_plane(apply(homography, quads))
        if wider.sum() > level.sum():
            level = wider
            homography, turned = _plane(quads, known, level)
    return homography, apply(homography, _with_turned(quads, turned)), level


def apply(homography: np.ndarray, points: np.ndarray) -> np.ndarray:
    """A homography applied to (..., 2) points."""
    out = points @ homography[:, :2].T + homography[:, 2]
    return out[..., :2] / out[..., 2:]


def sides(quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mean vectors (N, 2) along the width and along the height of each tile."""
    u = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    v = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    return u, v


def areas(quads: np.ndarray) -> np.ndarray:
    """Areas (N,) of the quads, never zero."""
    a, b = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.maximum(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2, 1e-9)


def _coherent(quads: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Which tiles agree in shape with most of them.

    Each tile in turn says how the plane is tilted; the one most others agree with wins. All of them when
    that leaves out fewer than one in seven, who may just be wrong.
    """
    u, v = sides(quads)
    everybody = np.ones(len(quads), bool)
    tiles = np.flatnonzero(known)
    if len(tiles) < 3:
        return everybody
    to_square = np.linalg.pinv(np.stack([u[tiles] / TILE_WIDTH, v[tiles]], axis=2))
    along, down = to_square @ u.T / TILE_WIDTH, to_square @ v.T  # (K, 2, N) each
    upright = _distortion(along, down)
    sideways = _distortion(down / TILE_WIDTH, along * TILE_WIDTH)
    agree = (np.minimum(upright, sideways) < SAME_PLANE) & known
    best = agree[int(agree.sum(axis=1).argmax())]
    return best if best.sum() < 0.86 * known.sum() else everybody


def _distortion(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """How far pairs of sides (..., 2, N), scaled to 1, are from a square of any size."""
    wide = np.maximum(np.sqrt((u**2).sum(axis=-2)), 1e-6)
    high = np.maximum(np.sqrt((v**2).sum(axis=-2)), 1e-6)
    return np.hypot(np.log(wide / high), (u * v).sum(axis=-2) / (wide * high))


def _of_plane(flat: np.ndarray) -> np.ndarray:
    """Which tiles have a tile's shape, lying either way, (N,) bool."""
    u, v = (side.T for side in sides(flat))
    upright, sideways = _distortion(u / TILE_WIDTH, v), _distortion(u, v / TILE_WIDTH)
    return np.minimum(upright, sideways) < SAME_PLANE


def _with_turned(quads: np.ndarray, turned: np.ndarray) -> np.ndarray:
    """The quads with the corners of some moved on by one."""
    out = quads.copy()
    out[turned] = np.roll(out[turned], 1, axis=1)
    return out


def _plane(quads: np.ndarray, known: np.ndarray, level: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The homography that makes the level tiles rectangles, and whose sides had to be exchanged."""
    gradient = _horizon(quads, level)
    turned, weights = _exchanged(apply(_projective(gradient, quads), quads), known, level)
    settled = _with_turned(quads, turned)
    gradient = _refined(gradient, settled, weights)
    projective = _projective(gradient, quads)
    affine = np.eye(3)
    affine[:2, :2] = np.linalg.cholesky(_metric(*sides(apply(projective, settled)), weights)[0]).T
    return affine @ projective, turned


def _horizon(all_quads: np.ndarray, level: np.ndarray) -> np.ndarray:
    """Gradient (2,) of the nearness to the horizon, which is 1 in the middle of the photograph."""
    quads = all_quads[level]
    centres = quads.mean(axis=1)
    nearness = areas(quads) ** (1 / 3)
    nearness /= np.median(nearness)
    design = np.column_stack([np.ones(len(quads)), centres])
    prior = np.diag([0.0, (AREA_NOISE / STEEPEST) ** 2, (AREA_NOISE / STEEPEST) ** 2])
    weights = np.ones(len(quads))
    fit = np.array([1.0, 0.0, 0.0])
    for _ in range(4):
        weighted = design * weights[:, None]
        fit = np.linalg.solve(design.T @ weighted + prior, weighted.T @ nearness)
        off = np.abs(nearness - design @ fit) / AREA_NOISE
        weights = np.minimum(1.0, 2.0 / np.maximum(off, 1e-9))
    return fit[1:] / max(fit[0], 1e-6)


def _projective(gradient: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """The homography that sends the horizon to infinity; no corner may come near it."""
    lowest = float((quads.reshape(-1, 2) @ gradient).min())
    if lowest < -0.75:
        gradient = gradient * (-0.75 / lowest)
    return np.array([[1.0, 0, 0], [0, 1.0, 0], [gradient[0], gradient[1], 1.0]])


def _exchanged(flat: np.ndarray, known: np.ndarray, level: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Whose width and height must be exchanged, (N,) bool, and how far each tile can be trusted, (N,) 0 to 1.

    Exchanged where the first side is not known, or plainly fits better as a long side.
    """
    u, v = sides(flat)
    turned = ~known & (np.linalg.norm(u, axis=1) > np.linalg.norm(v, axis=1))
    trusted = known & level if (known & level).sum() >= 3 else np.ones(len(flat), bool)
    weights = trusted.astype(float)
    for _ in range(4):
        wide, high = np.where(turned[:, None], v, u), np.where(turned[:, None], u, v)
        matrix, _residual = _metric(wide, high, weights)
        as_is, swapped = _misfit(matrix, wide, high), _misfit(matrix, high, wide)
        turned ^= (level & (swapped < 0.4 * as_is)) | (~known & (swapped < as_is))
        weights = (level | ~known) / (1.0 + (np.minimum(as_is, swapped) / 0.15) ** 2)
    return turned, weights


def _refined(gradient: np.ndarray, quads: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The gradient moved so that all sides agree; rows without depth are told by their sides converging."""

    def residual(g: np.ndarray) -> np.ndarray:
        return _metric(*sides(apply(_projective(g, quads), quads)), weights)[1] / SIDE_NOISE

    step, prior = 1e-3, np.eye(2) / STEEPEST**2
    best = residual(gradient)
    cost = best @ best + gradient @ prior @ gradient
    for _ in range(4):
        moved = [residual(gradient + step * e) for e in np.eye(2)]
        slope = np.column_stack([(m - best) / step for m in moved])
        move = np.linalg.solve(slope.T @ slope + prior, -slope.T @ best - prior @ gradient)
        move *= min(1.0, 0.05 / max(float(np.hypot(*move)), 1e-9))
        after = residual(gradient + move)
        new_cost = after @ after + (gradient + move) @ prior @ (gradient + move)
        if new_cost >= cost:
            break
        done = cost - new_cost < 0.01 * cost
        gradient, best, cost = gradient + move, after, new_cost
        if done:
            break
    return gradient


def _metric(u: np.ndarray, v: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The symmetric M with u'Mu = width^2, v'Mv = 1, u'Mv = 0 as nearly as can be, and what is left (3N,)."""
    w = np.concatenate([weights / TILE_WIDTH**2, weights, weights / TILE_WIDTH])[:, None]
    a, b = np.concatenate([u, v, u]), np.concatenate([u, v, v])
    design = (
        np.column_stack([a[:, 0] * b[:, 0], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0], a[:, 1] * b[:, 1]]) * w
    )
    n = len(u)
    target = np.concatenate([np.full(n, TILE_WIDTH**2), np.ones(n), np.zeros(n)]) * w[:, 0]
    normal = design.T @ design + 1e-12 * np.eye(3)
    fit = np.linalg.solve(normal, design.T @ target)
    p, q, r = fit
    if not (p > 0 and p * r > 1.05 * q * q):
        area = np.median(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]))
        fit = np.array([1.0, 0.0, 1.0]) * TILE_WIDTH / max(float(area), 1e-9)
        p, q, r = fit
    return np.array([[p, q], [q, r]]), design @ fit - target


def _misfit(matrix: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """How far each tile is from a rectangle of the right size; 0.1 is about 10 % of a side."""
    wide = np.sqrt(np.maximum(((u @ matrix) * u).sum(axis=1), 1e-12)) / TILE_WIDTH
    high = np.sqrt(np.maximum(((v @ matrix) * v).sum(axis=1), 1e-12))
    skew = ((u @ matrix) * v).sum(axis=1) / TILE_WIDTH
    return np.sqrt(np.log(wide) ** 2 + np.log(high) ** 2 + skew**2)


def turns(quads: np.ndarray) -> np.ndarray:
    """Direction (N,) of each tile's width in radians, from both pairs of sides so that noise averages out."""
    u, v = sides(quads)
    both = u / TILE_WIDTH + np.stack([v[:, 1], -v[:, 0]], axis=1)
    return np.arctan2(both[:, 1], both[:, 0])


def wrapped(angles: np.ndarray) -> np.ndarray:
    """Angles in (-pi/2, pi/2]: a tile upside down counts as upright."""
    return math.pi / 2 - np.mod(math.pi / 2 - angles, math.pi)
