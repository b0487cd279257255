"""A pool of rendered scenes on disk, drawn from again and again while training.

Rendering takes tens of milliseconds a scene: made once, cropped, turned and recoloured at each use.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from .faces import Style
from .scenes import Renderer

SHARD = 250


@dataclass
class StoredScene:
    """A scene with its picture as JPEG bytes; arrays as in `scenes.Scene`."""

    jpeg: bytes
    quads: np.ndarray
    tiles: np.ndarray
    visible: np.ndarray
    upright: bool
    lures: np.ndarray

    def load(self) -> np.ndarray:
        """H×W×3 BGR."""
        return cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)


def _shard(job: tuple[Path, Path, int, int, bool, Style | None]) -> Path:
    data, out, seed, number, validation, own = job
    path = out / f"scenes-{seed}-{number:04d}.pickle"
    if path.exists():
        return path
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, number])
    renderer = Renderer.from_data(data, validation, own)
    scenes = []
    while len(scenes) < SHARD:
        s = renderer.scene(rng)
        quality = int(rng.integers(45, 97))
        jpeg = cv2.imencode(".jpg", s.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        scenes.append(StoredScene(jpeg, s.quads, s.tiles, s.visible, s.upright, s.lures))
    temporary = path.with_suffix(".part")
    temporary.write_bytes(pickle.dumps(scenes))
    temporary.rename(path)
    return path


def build(
    data: Path, out: Path, count: int, seed: int, validation: bool, own: Style | None, workers: int
) -> None:
    """Render `count` scenes, in whole shards, under `out`; shards that are there already are kept.

    `own`: Hule's drawn tiles as one more set (`samples.own_style`).
    """
    out.mkdir(parents=True, exist_ok=True)
    jobs = [(data, out, seed, n, validation, own) for n in range(-(-count // SHARD))]
    with Pool(workers) as pool:
        for _ in tqdm(pool.imap_unordered(_shard, jobs), total=len(jobs), desc="scenes x250"):
            pass


def load(out: Path) -> list[StoredScene]:
    """All scenes of all shards under `out`."""
    shards = sorted(out.glob("scenes-*.pickle"))
    return [scene for shard in shards for scene in pickle.loads(shard.read_bytes())]
