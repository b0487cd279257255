"""The page's icon: the seal 和, drawn with the tiles' brush."""

from __future__ import annotations

from webui.tileart.brush import glyph_path

HARMONY = (
    "p 44,5 32,17 8,22;h 4,38 52,36;s 29,17 29,97;p 28,38 22,60 3,76;d 32,46 50,64;"
    "s 60,24 63,86;z 60,26 93,26 91,84;h 63,80 91,80"
)


def icon() -> str:
    """An SVG of 64 × 64."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" '
        f'fill="#b3261e"/><path fill="#fff8e7" d="{glyph_path(HARMONY, 11, 11, 42)}"/></svg>\n'
    )
