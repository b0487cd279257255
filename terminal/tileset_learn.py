"""`hule tileset order` and `hule tileset learn`: how a set is laid out, and learnt from photographs of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terminal.arguments import add_models
from terminal.eye import tilesets_of
from terminal.output import OK, in_words, print_json, tell, unusable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from vision import Reader
    from vision.images import Photo
    from vision.layout import Layout
    from vision.tilesets import Tileset

INTRO = (
    "牌面朝上，按下面的顺序从左到右、从上到下摆好，从上方拍照。没有花牌就摆前四行。\n"
    "也可以分几张拍，注明行：m=万.jpg p=饼.jpg s=条.jpg zf=字花.jpg",
    "Lay the tiles face up in this order, left to right, row under row, and photograph them from above.\n"
    "Leave the last row out if the set has no flowers.\n"
    "A photograph of some of the rows says which: m=one.jpg p=two.jpg s=three.jpg zf=four.jpg",
)
MINE = ("我的牌", "My tiles")
"""The set of somebody who gives none a name."""
LEARNT = (
    "“{name}”学了 {added} 张牌图，现有 {tiles}/42 种牌",
    "'{name}' learnt {added} tile pictures; it knows {tiles} of 42 tiles",
)
WOULD_LEARN = ("照片可用：{added} 张牌，没有保存", "the photographs are fine: {added} tiles, nothing saved")
TURNED = ("（照片倒着，已转正）", "(the photograph stands on its head; turned)")
MISSING = ("还没有：{missing}", "not yet: {missing}")


def run_order(args: argparse.Namespace) -> int:
    """Prints the order in which to lay the tiles."""
    from vision.layout import ORDER
    from vision.tileset_words import ROWS

    if args.json:
        print_json({"ok": True, "rows": {row: list(symbols) for row, symbols in ORDER.items()}})
        return OK
    print(in_words(INTRO, args.lang))
    for row, symbols in ORDER.items():
        print(f"  {row}  {' '.join(symbols):<27}", in_words(ROWS[row], args.lang))
    return OK


def add_learn(parser: argparse.ArgumentParser) -> None:
    """The arguments of `hule tileset learn [ROWS=]PHOTO... [--name NAME]`."""
    add = parser.add_argument
    add("photos", nargs="+", metavar="[ROWS=]PHOTO", help="ROWS: letters of m p s z f, from the top")
    add("--name", metavar="NAME", help="a new set, or one that is to learn more (My tiles)")
    add("--check", action="store_true", help="look only, keep nothing")
    add("--overlay", metavar="DIR", help="draw the assumed names into pictures there")
    add_models(parser)


def run_learn(args: argparse.Namespace) -> int:
    """Reads all photographs first; keeps nothing when one of them cannot be used. Raises `VisionError`."""
    from vision import Reader
    from vision.errors import VisionError

    reader, layouts, status = Reader(args.models), [], OK
    for path, rows in map(named_rows, args.photos):
        try:
            layouts.append(look_at(args, reader, path, rows))
        except VisionError as error:
            status = unusable(args, error, path)
    if status == OK:
        keep(args, layouts)
    return status


def named_rows(argument: str) -> tuple[str, str | None]:
    """
    >>> named_rows("zf=honours.jpg"), named_rows("all.jpg")
    (('honours.jpg', 'zf'), ('all.jpg', None))
    """
    from pathlib import Path

    rows, equals, path = argument.partition("=")
    if equals and rows and set(rows) <= set("mpszf") and not Path(argument).exists():
        return path, rows
    return argument, None


def look_at(args: argparse.Namespace, reader: Reader, path: str, rows: str | None) -> Layout:
    """The tiles of one photograph; says what it saw and draws it where that was asked for."""
    from vision import images
    from vision.words import say

    photo = images.read(path)
    layout = reader.layout(photo, rows)
    if args.overlay:
        draw_overlay(path, photo, layout, args.overlay)
    if not args.json:
        turned = in_words(TURNED, args.lang) if layout.turned else ""
        print(f"{path}: {layout.rows}, {len(layout.tiles)} {turned}".rstrip())
        for code, facts in layout.remarks:
            print(f"  {say(code, facts, args.lang)}")
    return layout


def draw_overlay(path: str, photo: Photo, layout: Layout, folder: str) -> None:
    """Writes the photograph with the assumed names drawn on it. Raises `ImageError`."""
    from pathlib import Path

    from vision import images
    from vision.draw import draw_layout

    target = Path(folder) / f"{Path(path).stem}-set.jpg"
    images.write(target, draw_layout(photo.array, layout, photo.scale))


def keep(args: argparse.Namespace, layouts: Sequence[Layout]) -> None:
    """Adds what was seen to the set of that name, which may be new."""
    from vision.tilesets import TilesetError

    shown = [(tile.tile, tile.crop) for layout in layouts for tile in layout.tiles]
    if args.check:
        tell(args, WOULD_LEARN, added=len(shown))
        return
    store = tilesets_of(args)
    name = in_words(MINE, args.lang) if args.name is None else args.name
    try:
        known = store.named(name)
    except TilesetError:
        known = store.create(name)
    known = store.learn(known.id, shown)
    tell(args, LEARNT, added=len(shown), **known.facts())
    if not args.json:
        print_missing(known, args.lang)


def print_missing(known: Tileset, lang: str) -> None:
    """Says which tiles a set does not know yet."""
    if known.missing:
        print(in_words(MISSING, lang).format(missing=" ".join(known.missing)))
