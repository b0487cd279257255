"""The networks that ship, on real photographs, where the data set lies beside the project.

They were trained on these photographs too, so this tells that the shipped files, the geometry and the sifting
still belong together, not how well strangers' tiles are read (docs/models.md has that).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.training import evaluate, sources
from vision import Reader
from vision.classes import NOT_A_TILE
from vision.reading import Reading

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
pytestmark = pytest.mark.skipif(
    not (DATA / "photos.jsonl").exists(), reason="the data set of real photographs is not beside the project"
)


def as_read(reading: Reading) -> evaluate.Read:
    quads = np.array([t.quad for t in reading.tiles], np.float32).reshape(-1, 4, 2)
    tiles = np.array([sources.INDEX.get(t.tile, NOT_A_TILE) for t in reading.tiles], int)
    return evaluate.Read(quads, tiles, np.array([t.p for t in reading.tiles]))


@pytest.mark.parametrize("family", ["cmd-hand", "cmd-small-set-tray", "cmd-redfelt-IMG27xx"])
def test_nearly_every_tile_of_familiar_photographs_is_right(family: str) -> None:
    reader = Reader()
    result = evaluate.Result()
    photos = [p for p in sources.photos(DATA) if p.family == family and not p.augmented]
    for photo in photos[:: max(1, len(photos) // 6)]:
        evaluate.judge(result, photo, as_read(reader.read(photo.path)))
    assert result.tiles > 50
    assert result.right / result.tiles > 0.97, result.line()
