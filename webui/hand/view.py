"""A hand as the page and the API show it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from vision.words import WORDS, say
from webui.hand.draft import Draft, DraftTile, notation
from webui.hand.judge import Setting, judge
from webui.store.models import HandRow, Photo
from webui.words import problem_text


def hand_view(row: HandRow, photo: Photo | None, setting: Setting, lang: str) -> dict[str, Any]:
    """The whole hand: tiles, situation, photograph, and what it is worth."""
    draft = Draft.from_json(row.draft)
    verdict = judge(draft, setting, lang)
    for said in (verdict["missing"], verdict["ready"]):
        if said:
            said["text"] = said.get("text") or problem_text(said["code"], said["facts"])
    return {
        "id": row.id,
        "table": row.table_id,
        "version": row.version,
        "status": row.status,
        "corrects": row.corrects,
        "hand": notation(draft),
        "tiles": [tile_view(tile) for tile in draft.tiles],
        "situation": asdict(setting.fill(draft).situation),
        "flowers": draft.flowers,
        "winner": draft.winner,
        "discarder": draft.discarder,
        "claim": None if draft.claim is None else list(draft.claim),
        "agreed_by": list(draft.agreed_by),
        "photo": photo_view(photo, lang) if photo else None,
        **verdict,
    }


def tile_view(tile: DraftTile) -> dict[str, Any]:
    return {
        "id": tile.id,
        "symbol": tile.symbol,
        "tile": tile.tile,
        "read_as": tile.read_as,
        "corrected": tile.corrected,
        "p": round(tile.p, 4),
        "alternatives": [[symbol, round(p, 4)] for symbol, p in tile.alternatives],
        "quad": None if tile.quad is None else [list(point) for point in tile.quad],
        "role": tile.role,
        "group": tile.group,
        "by": tile.by,
    }


def photo_view(photo: Photo, lang: str) -> dict[str, Any]:
    reading = photo.reading
    return {
        "id": photo.id,
        "width": photo.width,
        "height": photo.height,
        "url": f"/photos/{photo.id}/page.jpg",
        "thumb": f"/photos/{photo.id}/thumb.jpg",
        "gone": photo.gone,
        "confidence": reading["confidence"],
        "legal": reading["legal"],
        "warnings": [{"code": w["code"], "text": remark_text(w, lang)} for w in reading["warnings"]],
        "ms": reading["ms"],
    }


def remark_text(remark: dict[str, Any], lang: str) -> str:
    """A remark of the eye in words; one of a newer or older eye keeps the words it came with."""
    return say(remark["code"], remark["facts"], lang) if remark["code"] in WORDS else str(remark["text"])
