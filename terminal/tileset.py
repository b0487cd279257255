"""`hule tileset`: teach a set from photographs, list, show and forget sets, undo corrections."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from terminal.box import OK, UNUSABLE, add_common, default_data, tell, unusable

if TYPE_CHECKING:
    from vision.layout import Layout
    from vision.reader import Reader
    from vision.tilesets import Example, Tileset, Tilesets

FOLDER = "tilesets"
SAID = {
    "learnt": (
        "“{name}”学了 {added} 张牌图，现有 {tiles}/42 种牌",
        "'{name}' learnt {added} tile pictures; it knows {tiles} of 42 tiles",
    ),
    "would": ("照片可用：{added} 张牌，没有保存", "the photographs are fine: {added} tiles, nothing saved"),
    "missing": ("还没有：{missing}", "not yet: {missing}"),
    "forgot": ("已删除牌具“{name}”", "the tile set '{name}' is forgotten"),
    "none": (
        "还没有牌具：hule tileset learn 照片 --name 名字",
        "no tile sets yet: hule tileset learn PHOTO --name NAME",
    ),
    "line": (
        "{name}：{tiles}/42 种牌，{examples} 张牌图，其中更正 {corrections} 张",
        "{name}: {tiles} of 42 tiles, {examples} pictures, {corrections} of them corrections",
    ),
    "no_corrections": ("没有更正", "no corrections"),
    "undone": ("已撤销：{example}", "undone: {example}"),
    "redone": ("又使用：{example}", "in use again: {example}"),
    "turned": ("（照片倒着，已转正）", "(the photograph stands on its head; turned)"),
}  # fmt: skip
INTRO = (
    "牌面朝上，按下面的顺序从左到右、从上到下摆好，从上方拍照。没有花牌就摆前四行。\n"
    "也可以分几张拍，注明行：m=万.jpg p=饼.jpg s=条.jpg zf=字花.jpg",
    "Lay the tiles face up in this order, left to right, row under row, and photograph them from above.\n"
    "Leave the last row out if the set has no flowers.\n"
    "A photograph of some of the rows says which: m=one.jpg p=two.jpg s=three.jpg zf=four.jpg",
)
_tell = partial(tell, SAID)


def add_tileset(commands: Any) -> None:
    """`hule tileset order|learn|list|show|forget|corrections|undo|redo`."""
    parser = commands.add_parser("tileset", help="teach hule your own tiles from photographs")
    sub = parser.add_subparsers(
        dest="tileset_command", metavar="WHAT", required=True, parser_class=type(parser)
    )
    _add(sub, "order", run_order, "the order in which to lay the tiles")
    learn = _add(sub, "learn", run_learn, "learn from photographs of the laid-out set")
    learn.add_argument(
        "photos", nargs="+", metavar="[ROWS=]PHOTO", help="ROWS: letters of m p s z f, from the top"
    )
    learn.add_argument(
        "--name", required=True, metavar="NAME", help="a new set, or one that is to learn more"
    )
    learn.add_argument("--check", action="store_true", help="look only, keep nothing")
    learn.add_argument("--overlay", metavar="DIR", help="draw the assumed names into pictures there")
    learn.add_argument("--models", metavar="DIR", help="other networks than those that came with hule")
    _add(sub, "list", run_list, "the sets that are kept")
    for name, run, text in (
        ("show", run_show, "which tiles a set knows"),
        ("forget", run_forget, "delete a set"),
        ("corrections", run_corrections, "what people's corrections taught a set"),
        ("undo", run_undo, "take an example out of use"),
        ("redo", run_redo, "take it into use again"),
    ):
        one = _add(sub, name, run, text)
        one.add_argument("name", metavar="NAME")
        if name in ("undo", "redo"):
            one.add_argument("example", metavar="ID", help="as `hule tileset corrections` shows it")


def tilesets_in(data: str | None) -> Tilesets:
    """The sets of a data folder (default: the service's)."""
    from vision.tilesets import Tilesets

    return Tilesets((Path(data).expanduser() if data else default_data()) / FOLDER)


def run_order(args: argparse.Namespace) -> int:
    from vision.layout import ORDER
    from vision.tileset_words import ROWS

    if args.json:
        print(json.dumps({"ok": True, "rows": {k: list(v) for k, v in ORDER.items()}}, ensure_ascii=False))
        return OK
    zh = args.lang == "zh"
    print(INTRO[0 if zh else 1])
    for letter, symbols in ORDER.items():
        print(f"  {letter}  {' '.join(symbols):<27}", ROWS[letter][0 if zh else 1])
    return OK


def run_learn(args: argparse.Namespace) -> int:
    """Reads all photographs first; keeps nothing when one of them cannot be used."""
    try:
        from vision import Reader
        from vision.errors import VisionError
    except ModuleNotFoundError as error:
        print(f"hule: {error.name} is missing; pip install 'hule[vision]'", file=sys.stderr)
        return UNUSABLE
    try:
        layouts, status = [], OK
        reader = Reader(args.models)
        for path, rows in map(named_rows, args.photos):
            try:
                layouts.append((path, _looked_at(args, reader, path, rows)))
            except VisionError as error:
                status = unusable(args, error, path)
        if status == OK:
            _keep(args, [layout for _, layout in layouts])
        return status
    except VisionError as error:
        return unusable(args, error)


def named_rows(argument: str) -> tuple[str, str | None]:
    """
    >>> named_rows("zf=honours.jpg"), named_rows("all.jpg")
    (('honours.jpg', 'zf'), ('all.jpg', None))
    """
    rows, equals, path = argument.partition("=")
    if equals and rows and set(rows) <= set("mpszf") and not Path(argument).exists():
        return path, rows
    return argument, None


def _looked_at(args: argparse.Namespace, reader: Reader, path: str, rows: str | None) -> Layout:
    from vision import images
    from vision.words import say

    photo = images.read(path)
    layout = reader.layout(photo, rows)
    if args.overlay:
        from vision.draw import draw_layout

        target = Path(args.overlay) / f"{Path(path).stem}-set.jpg"
        images.write(target, draw_layout(photo.array, layout, photo.scale))
    if not args.json:
        turned = SAID["turned"][0 if args.lang == "zh" else 1] if layout.turned else ""
        print(f"{path}: {layout.rows}, {len(layout.tiles)} {turned}".rstrip())
        for code, facts in layout.remarks:
            print(f"  {say(code, facts, args.lang)}")
    return layout


def _keep(args: argparse.Namespace, layouts: Sequence[Layout]) -> None:
    from vision.tilesets import TilesetError

    shown = [(tile.tile, tile.crop) for layout in layouts for tile in layout.tiles]
    if args.check:
        return _tell(args, "would", added=len(shown))
    store = tilesets_in(args.data)
    try:
        known = store.named(args.name)
    except TilesetError:
        known = store.create(args.name)
    known = store.learn(known.id, shown)
    _tell(args, "learnt", added=len(shown), **known.facts())
    if known.missing and not args.json:
        _tell(args, "missing", missing=" ".join(known.missing))
    return None


def run_list(args: argparse.Namespace) -> int:
    found = tilesets_in(args.data).all()
    if args.json:
        print(json.dumps({"ok": True, "tilesets": [s.facts() for s in found]}, ensure_ascii=False))
    elif not found:
        _tell(args, "none")
    for known in [] if args.json else found:
        _tell(args, "line", **known.facts())
    return OK


def run_show(args: argparse.Namespace) -> int:
    def show(store: Tilesets) -> None:
        known = store.named(args.name)
        count = {e.tile: 0 for e in known.used}
        for example in known.used:
            count[example.tile] += 1
        if args.json:
            print(json.dumps({"ok": True, **known.facts(), "pictures": count}, ensure_ascii=False))
            return
        _tell(args, "line", **known.facts())
        print("  " + " ".join(f"{tile}×{n}" if n > 1 else tile for tile, n in count.items()))
        if known.missing:
            _tell(args, "missing", missing=" ".join(known.missing))

    return _with_store(args, show)


def run_forget(args: argparse.Namespace) -> int:
    return _with_store(args, lambda s: _tell(args, "forgot", name=s.forget(s.named(args.name).id).name))


def run_corrections(args: argparse.Namespace) -> int:
    def show(store: Tilesets) -> None:
        known = store.named(args.name)
        found = [e for e in known.examples if e.source == "correction"]
        if args.json:
            listed = [{**vars_of(e), "picture": str(known.path(e))} for e in found]
            print(json.dumps({"ok": True, "corrections": listed}, ensure_ascii=False))
        elif not found:
            _tell(args, "no_corrections")
        for e in [] if args.json else found:
            mark = " (undone)" if e.undone and args.lang != "zh" else "（已撤销）" if e.undone else ""
            print(
                f"{e.id}  {e.about.get('seen', '?')} → {e.tile}  {e.at}  {e.by or ''}{mark}  {known.path(e)}"
            )

    return _with_store(args, show)


def run_undo(args: argparse.Namespace) -> int:
    return _with_store(args, lambda s: _undo(args, s, True))


def run_redo(args: argparse.Namespace) -> int:
    return _with_store(args, lambda s: _undo(args, s, False))


def vars_of(example: Example) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(example)


def _undo(args: argparse.Namespace, store: Tilesets, undone: bool) -> None:
    known: Tileset = store.named(args.name)
    store.undo(known.id, args.example, undone)
    _tell(args, "undone" if undone else "redone", example=args.example)


def _with_store(args: argparse.Namespace, work: Any) -> int:
    from vision.errors import VisionError

    try:
        work(tilesets_in(args.data))
    except VisionError as error:
        return unusable(args, error)
    return OK


def _add(sub: Any, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = sub.add_parser(name, help=text)
    add_common(parser)
    parser.set_defaults(run=run)
    return parser
