"""`hule tileset`: the taught sets of tiles, what corrections taught them, and what they are taught anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from terminal.arguments import add_data, add_output
from terminal.eye import tilesets_of
from terminal.output import OK, in_words, print_json, tell, unusable
from terminal.tileset_learn import add_learn, print_missing, run_learn, run_order

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from terminal.arguments import Commands

NO_SETS = (
    "还没有牌具：hule tileset learn 照片",
    "no tile sets yet: hule tileset learn PHOTO",
)
SET = (
    "{name}：{tiles}/42 种牌，{examples} 张牌图，其中更正 {corrections} 张",
    "{name}: {tiles} of 42 tiles, {examples} pictures, {corrections} of them corrections",
)
FORGOTTEN = ("已删除牌具“{name}”", "the tile set '{name}' is forgotten")
NO_CORRECTIONS = ("没有更正", "no corrections")
OUT_OF_USE = ("（已撤销）", " (undone)")
UNDONE = ("已撤销：{example}", "undone: {example}")
REDONE = ("又使用：{example}", "in use again: {example}")


def add_tileset(commands: Commands) -> None:
    """`hule tileset order|learn|list|show|forget|corrections|undo|redo`."""
    parser = commands.add_parser("tileset", help="teach hule your own tiles from photographs")
    parser.set_defaults(run=run_tileset, needs="vision")
    what = parser.add_subparsers(metavar="WHAT", required=True, parser_class=type(parser))

    def add(name: str, work: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        one: argparse.ArgumentParser = what.add_parser(name, help=text)
        one.set_defaults(work=work)
        add_data(one)
        add_output(one)
        return one

    add("order", run_order, "the order in which to lay the tiles")
    add_learn(add("learn", run_learn, "learn from photographs of the laid-out set"))
    add("list", run_list, "the sets that are kept")
    for one in (
        add("show", run_show, "which tiles a set knows"),
        add("forget", run_forget, "delete a set"),
        add("corrections", run_corrections, "what people's corrections taught a set"),
    ):
        one.add_argument("name", metavar="NAME")
    for one in (
        add("undo", run_undo, "take an example out of use"),
        add("redo", run_redo, "take it into use again"),
    ):
        one.add_argument("name", metavar="NAME")
        one.add_argument("example", metavar="ID", help="as `hule tileset corrections` shows it")


def run_tileset(args: argparse.Namespace) -> int:
    """Runs one of the commands for sets; says what of them cannot be used."""
    from vision.errors import VisionError

    try:
        status: int = args.work(args)
    except VisionError as error:
        return unusable(args, error)
    return status


def run_list(args: argparse.Namespace) -> int:
    """Prints a line for each set."""
    found = [known.facts() for known in tilesets_of(args).all()]
    if args.json:
        print_json({"ok": True, "tilesets": found})
    elif not found:
        print(in_words(NO_SETS, args.lang))
    else:
        for facts in found:
            print(in_words(SET, args.lang).format_map(facts))
    return OK


def run_show(args: argparse.Namespace) -> int:
    """Prints the tiles that a set knows, and how many pictures it has of each."""
    from collections import Counter

    known = tilesets_of(args).named(args.name)
    pictures = Counter(example.tile for example in known.used)
    if args.json:
        print_json({"ok": True, **known.facts(), "pictures": pictures})
        return OK
    print(in_words(SET, args.lang).format_map(known.facts()))
    print("  " + " ".join(f"{tile}×{n}" if n > 1 else tile for tile, n in pictures.items()))
    print_missing(known, args.lang)
    return OK


def run_forget(args: argparse.Namespace) -> int:
    """Deletes a set."""
    store = tilesets_of(args)
    forgotten = store.forget(store.named(args.name).id)
    tell(args, FORGOTTEN, name=forgotten.name)
    return OK


def run_corrections(args: argparse.Namespace) -> int:
    """Prints every correction that a set learnt from, those taken out of use too."""
    from dataclasses import asdict

    known = tilesets_of(args).named(args.name)
    found = [
        {**asdict(example), "picture": str(known.path(example))}
        for example in known.examples
        if example.source == "correction"
    ]
    if args.json:
        print_json({"ok": True, "corrections": found})
    elif not found:
        print(in_words(NO_CORRECTIONS, args.lang))
    else:
        for facts in found:
            print(correction_text(facts, args.lang))
    return OK


def correction_text(facts: dict[str, Any], lang: str) -> str:
    """One correction on a line: its id, what was seen and what it was, when, by whom, and the picture."""
    seen, by = facts["about"].get("seen", "?"), facts["by"] or ""
    mark = in_words(OUT_OF_USE, lang) if facts["undone"] else ""
    return f"{facts['id']}  {seen} → {facts['tile']}  {facts['at']}  {by}{mark}  {facts['picture']}"


def run_undo(args: argparse.Namespace) -> int:
    """Takes an example out of use."""
    return use(args, undone=True)


def run_redo(args: argparse.Namespace) -> int:
    """Takes it into use again."""
    return use(args, undone=False)


def use(args: argparse.Namespace, undone: bool) -> int:
    """Sets whether a set goes by an example."""
    store = tilesets_of(args)
    store.undo(store.named(args.name).id, args.example, undone)
    tell(args, UNDONE if undone else REDONE, example=args.example)
    return OK
