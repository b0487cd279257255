"""Where the photographer stands: a pinhole camera, and how people hold it over a table. Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Camera:
    """A pinhole: world to camera rotation and translation, focal length and centre in pixels."""

    rotation: np.ndarray
    position: np.ndarray
    focal: float
    centre: tuple[float, float]

    def project(self, points: np.ndarray) -> np.ndarray:
        """N×3 millimetres to N×2 pixels."""
        p = (points - self.position) @ self.rotation.T
        return p[:, :2] / np.maximum(p[:, 2:], 1e-3) * self.focal + np.array(self.centre)


def aim(
    rng: np.random.Generator, points: np.ndarray, w: int, h: int, elevation: float, roll: float
) -> Camera:
    """A camera that sees all `points` (N×3) with some room around them."""
    target = points.mean(axis=0)
    azimuth = rng.normal(0, 0.22) if rng.random() < 0.8 else rng.uniform(-0.9, 0.9)
    back = np.array(
        [np.sin(azimuth) * np.cos(elevation), -np.cos(azimuth) * np.cos(elevation), np.sin(elevation)]
    )
    z = -back
    x = np.cross(z, np.array([0.0, 0.0, 1.0]) if elevation < 1.5 else np.array([0.0, 1.0, 0.0]))
    x /= np.linalg.norm(x)
    y = np.cross(z, x)
    c, s = np.cos(roll), np.sin(roll)
    rotation = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array([x, y, z])
    focal = max(w, h) / (2 * np.tan(np.radians(rng.uniform(38, 75)) / 2))
    radius = float(np.linalg.norm(points - target, axis=1).max()) + 20
    distance = radius * 1.6
    for _ in range(12):
        camera = Camera(rotation, target + back * distance, focal, (w / 2, h / 2))
        q = camera.project(points) - np.array(camera.centre)
        fill = max(np.abs(q[:, 0]).max() / (w / 2), np.abs(q[:, 1]).max() / (h / 2))
        distance *= float(np.clip(fill / 0.9, 0.7, 1.5))
    distance = max(distance * rng.uniform(0.92, 1.0) * np.exp(abs(rng.normal(0, 0.28))), radius * 1.05)
    shift = (w / 2 + rng.normal(0, 0.05) * w, h / 2 + rng.normal(0, 0.07) * h)
    return Camera(rotation, target + back * distance, focal, shift)


@dataclass(frozen=True)
class View:
    """How a scene is seen: elevation and roll of the camera in radians, the share of tiles upside down,
    how many other things lie about."""

    elevation: float
    roll: float
    upside_down: float
    objects: int


def random_view(rng: np.random.Generator, standing: bool) -> View:
    """Any way somebody may hold a phone over a table; lower when tiles stand."""
    elevation = rng.uniform(12, 60) if standing else min(90.0, 28 + 64 * rng.random() ** 0.7)
    roll = rng.normal(0, 0.1) if rng.random() < 0.75 else rng.uniform(-np.pi, np.pi)
    objects = int(rng.integers(1, 9)) if rng.random() < 0.6 else 0
    return View(float(np.radians(elevation)), float(roll), 0.12, objects)


def low_view(rng: np.random.Generator) -> View:
    """Somebody who sits at the table and holds the phone upright: tiles far off are small and flat."""
    return View(
        float(np.radians(rng.uniform(22, 45))), float(rng.normal(0, 0.1)), 0.12, int(rng.integers(0, 6))
    )
