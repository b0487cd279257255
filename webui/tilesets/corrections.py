"""A tile's name that somebody corrects on a photographed hand teaches the set that lies on the table."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from sqlalchemy.orm import Session

from scorer.tiles import SYMBOLS
from vision.classify import Pyramid, areas, cut
from vision.tilesets import TilesetError
from webui.access import hule
from webui.hand.draft import Draft, DraftTile
from webui.hand.edits import Edit
from webui.people import Person
from webui.store.database import after_commit
from webui.store.models import HandRow, Photo, PlayTable
from webui.tilesets.choice import tileset_of

log = logging.getLogger(__name__)
WHOLE = 0.75, 1.35
"""Size against the hand's other tiles: half of a four of dots must not teach that a two is a four."""


def teach(session: Session, table: PlayTable, row: HandRow, edits: Sequence[Edit], me: Person) -> None:
    """Remember the corrected names among the edits once they are stored; the last word on a tile counts.

    A tile called again what the picture says, or nothing (`?`, `_`), takes its earlier correction back.
    """
    known = tileset_of(hule(), table)
    photo = session.get(Photo, row.photo_id) if row.photo_id else None
    changed = {e.facts.get("id") for e in edits if e.kind == "set_tile"}
    if not (known and photo and changed) or photo.gone:
        return
    draft = Draft.from_json(row.draft)
    tiles = [t for t in draft.tiles if t.id in changed and t.quad is not None]
    lessons = [(t, _lesson(t, draft)) for t in tiles]
    facts = [{"hand": row.id, "tile_id": t.id, "seen": t.tile, "table": table.id} for t in tiles]
    set_id, by, photo_id, width = known.id, me.name or None, photo.id, photo.width

    def follow() -> None:
        image = _photograph(photo_id) if any(symbol for _, symbol in lessons) else None
        for (tile, symbol), about in zip(lessons, facts, strict=True):
            crop = _crop(image, tile, width) if image is not None and symbol else None
            _keep(set_id, symbol, crop, by, about)

    after_commit(session, follow)


def _lesson(tile: DraftTile, draft: Draft) -> str | None:
    """What a corrected tile teaches: a name that the picture did not say, of a face that is whole."""
    name = tile.corrected
    if name is None or name == tile.tile or name not in SYMBOLS:
        return None
    quads = np.array([t.quad for t in draft.tiles if t.quad is not None], np.float32)
    own = np.array([tile.quad], np.float32)
    size = float(np.sqrt(areas(own)[0] / np.median(areas(quads))))
    return name if WHOLE[0] < size < WHOLE[1] else None


def _photograph(photo_id: str) -> np.ndarray | None:
    return cv2.imread(str(hule().photos.path(photo_id, "full")))


def _crop(image: np.ndarray, tile: DraftTile, width: int) -> np.ndarray:
    """The tile as the classifier sees it; outlines are in pixels of the whole photograph."""
    quad = np.array([tile.quad], np.float32) * (image.shape[1] / width)
    crop: np.ndarray = cut(Pyramid(image), quad)[0][0]
    return crop


def _keep(
    set_id: str, symbol: str | None, crop: np.ndarray | None, by: str | None, about: dict[str, Any]
) -> None:
    """The hand is stored already: a set forgotten meanwhile, or a full disk, must not undo that."""
    try:
        hule().tilesets.correct(set_id, symbol, crop, by, about)
    except TilesetError as error:
        log.warning("a correction taught nothing: %s", error)
