"""The drawings: all tiles, ours, small, as the generator makes them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from scorer.tiles import SYMBOLS
from webui.tileart.draw import sprite
from webui.tileart.icon import icon

STATIC = Path(__file__).resolve().parents[2] / "webui" / "static"


def test_every_tile_a_back_and_an_unread_tile_are_drawn() -> None:
    drawn = re.findall(r'<symbol id="t-([^"]+)"', sprite())
    assert sorted(drawn) == sorted([*SYMBOLS, "back", "unread"])


def test_the_committed_drawings_are_those_of_the_generator() -> None:
    assert (STATIC / "tiles.svg").read_text(encoding="utf-8") == sprite()
    assert (STATIC / "icon.svg").read_text(encoding="utf-8") == icon()


def test_chinese_characters_need_no_font() -> None:
    marks = re.findall(r">([^<]+)</text>", sprite())
    assert marks and all(mark.isascii() for mark in marks)


def test_the_sprite_is_small_on_the_wire() -> None:
    assert len(gzip.compress(sprite().encode(), 9)) < 40_000
