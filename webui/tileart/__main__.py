"""Writes the sprite of all tiles."""

from __future__ import annotations

from pathlib import Path

from webui.tileart.draw import sprite

SPRITE = Path(__file__).resolve().parent.parent / "static" / "tiles.svg"

if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
