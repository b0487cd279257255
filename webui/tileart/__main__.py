"""Writes the sprite of all tiles and the page's icon."""

from __future__ import annotations

from pathlib import Path

from webui.tileart.draw import sprite
from webui.tileart.icon import icon

STATIC = Path(__file__).resolve().parent.parent / "static"

if __name__ == "__main__":
    (STATIC / "tiles.svg").write_text(sprite(), encoding="utf-8")
    (STATIC / "icon.svg").write_text(icon(), encoding="utf-8")
