"""`hule read`, `hule photo` and `hule bench`: photographs."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from terminal.output import OK, UNUSABLE, add_output, print_json, unusable
from terminal.score import add_situation, situation_of
from terminal.tileset import tilesets_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer import Situation
    from terminal.output import Commands


def add_eye(parser: argparse.ArgumentParser) -> None:
    """What photographs are read with."""
    parser.add_argument("--models", metavar="DIR", help="other networks than those that came with hule")
    parser.add_argument("--tileset", metavar="NAME", help="the taught set that lies on the table")
    parser.add_argument("--data", metavar="DIR", help="where taught sets are kept (~/.local/share/hule)")


def add_read(commands: Commands) -> None:
    """`hule read PHOTO...`."""
    parser = commands.add_parser("read", help="the tiles and melds of photographs")
    parser.add_argument("photos", metavar="PHOTO", nargs="+", help="JPEG, PNG, WebP or HEIC")
    parser.add_argument("--overlay", metavar="DIR", help="draw what was read into pictures there")
    add_eye(parser)
    add_output(parser)
    parser.set_defaults(run=run_read)


def run_read(args: argparse.Namespace) -> int:
    """Reads each photograph; one that cannot be used does not stop the rest."""
    try:
        from vision import Reader
        from vision.errors import VisionError
    except ModuleNotFoundError as error:
        return without_vision(error)
    from vision.text import reading_text

    status = OK
    try:
        tileset = tilesets_in(args.data).named(args.tileset) if args.tileset else None
        reader = Reader(args.models)
    except VisionError as error:
        return unusable(args, error)
    for path in args.photos:
        try:
            reading = reader.read(path, tileset=tileset)
            if args.overlay:
                draw_overlay(path, reading, args.overlay)
        except VisionError as error:
            status = unusable(args, error)
            continue
        if args.json:
            print_json(reading.to_json())
        else:
            print(f"{path}: " if len(args.photos) > 1 else "", reading_text(reading, args.lang), sep="")
    return status


def draw_overlay(path: str, reading: Any, folder: str) -> None:
    """Writes the photograph with what was read drawn on it. Raises `ImageError`."""
    from pathlib import Path

    from vision import images
    from vision.draw import draw

    target = Path(folder) / f"{Path(path).stem}-read.jpg"
    images.write(target, draw(images.read(path).array, reading))


def without_vision(error: ModuleNotFoundError) -> int:
    """Says which package the eye needs."""
    print(f"hule: {error.name} is missing; pip install 'hule[vision]'", file=sys.stderr)
    return UNUSABLE


def add_photo(commands: Commands) -> None:
    """`hule photo PHOTO`."""
    parser = commands.add_parser("photo", help="from a photograph to its fans")
    parser.add_argument("photo", metavar="PHOTO", help="JPEG, PNG, WebP or HEIC")
    parser.add_argument("--win", metavar="TILE", help="which tile won, when the picture does not show it")
    add_eye(parser)
    add_situation(parser)
    add_output(parser)
    parser.set_defaults(run=run_photo)


def run_photo(args: argparse.Namespace) -> int:
    """Reads a photograph and scores its hand; the best and the worst when nothing shows which tile won."""
    try:
        from vision import Reader
        from vision.errors import VisionError
    except ModuleNotFoundError as error:
        return without_vision(error)
    from scorer import HandError

    try:
        situation = situation_of(args)
        load_rules(args.rules)
        tileset = tilesets_in(args.data).named(args.tileset) if args.tileset else None
        reading = Reader(args.models).read(args.photo, tileset=tileset)
        tiles = with_winner(reading.tiles, args.win)
    except (VisionError, HandError) as error:
        return unusable(args, error)
    ranked, reason = judged(tiles, situation, args.rules)
    if args.json:
        print_json({"reading": reading.to_json(), **verdict(tiles, ranked, reason, args.lang)})
        return OK
    from vision.text import reading_text

    print(reading_text(reading, args.lang))
    print(verdict_text(ranked, reason, args.lang))
    return OK


def load_rules(name: str) -> None:
    """Raises `HandError` for rules that nobody knows."""
    from scorer.ruleset import load

    load(name)


def with_winner(tiles: Sequence[Any], win: str | None) -> Sequence[Any]:
    """The tiles, the one named by `--win` as the winning one. Raises `HandError` or `ReadingError`."""
    if win is None:
        return tiles
    from scorer.tiles import from_symbol, symbol
    from vision.errors import ReadingError
    from vision.text import won_by

    name = symbol(from_symbol(win))
    chosen = won_by(tiles, name)
    if chosen is None:
        raise ReadingError("winning_tile_not_there", tile=name)
    return chosen


def judged(tiles: Sequence[Any], situation: Situation, rules: str) -> tuple[list[Any], Any]:
    """(tile, score) for every tile that may have won, the best first, or no score and the reason."""
    from scorer import HandError, each_winning_tile, score
    from scorer.tiles import from_symbol
    from vision.text import hand_text, won_by

    winner = next((t.read_as for t in tiles if t.role == "winning"), None)
    some = next((t.read_as for t in tiles if t.role == "concealed" and t.read_as not in "?_"), "")
    try:
        if winner:
            return [(from_symbol(winner), score(hand_text(tiles), situation, rules))], None
        return list(each_winning_tile(hand_text(won_by(tiles, some) or tiles), situation, rules)), None
    except HandError as error:
        return [], error


def verdict(tiles: Sequence[Any], ranked: Sequence[Any], error: Any, lang: str) -> dict[str, Any]:
    """`score`, `winning_tile` and `range`; a score stands alone when every tile would be worth the same."""
    from scorer.tiles import SYMBOLS
    from vision.words import say

    winner = next((t.read_as for t in tiles if t.role == "winning"), None)
    answer: dict[str, Any] = {"score": None, "winning_tile": winner, "range": None}
    if error:
        return answer | {"score": {"ok": False, "error": error.to_json(lang)}}
    (best_tile, best), (worst_tile, worst) = ranked[0], ranked[-1]
    if best.total == worst.total:
        return answer | {"score": best.to_json(lang)}
    code = "winning_tile_unknown"
    answer["score"] = {"ok": False, "error": {"code": code, "message": say(code, {}, lang)}}
    answer["range"] = {
        "best": best.to_json(lang) | {"winning_tile": SYMBOLS[best_tile]},
        "worst": worst.to_json(lang) | {"winning_tile": SYMBOLS[worst_tile]},
        "tiles": [{"tile": SYMBOLS[tile], "total": result.total} for tile, result in ranked],
    }
    return answer


def verdict_text(ranked: Sequence[Any], error: Any, lang: str) -> str:
    """The score in words; the totals by winning tile when they differ."""
    if error:
        return str(error.message(lang))
    from scorer.text import score_text
    from scorer.tiles import name

    best, worst = ranked[0][1], ranked[-1][1]
    if best.total == worst.total:
        return score_text(best, lang)
    totals = ", ".join(f"{name(tile, lang)} {result.total}" for tile, result in ranked)
    ask = "和的是哪张牌？用 --win 指出：" if lang == "zh" else "Which tile won? Say so with --win: "
    return f"{ask}{totals}\n{score_text(best, lang)}"


def add_bench(commands: Commands) -> None:
    """`hule bench [PHOTO]`."""
    parser = commands.add_parser("bench", help="how quick this machine reads, and with how much memory")
    parser.add_argument("photo", metavar="PHOTO", nargs="?", help="another than the bundled sample")
    parser.add_argument("--readings", type=int, default=5, metavar="N", help="how often it is read (5)")
    parser.add_argument("--models", metavar="DIR", help="other networks than those that came with hule")
    add_output(parser)
    parser.set_defaults(run=run_bench)


def run_bench(args: argparse.Namespace) -> int:
    """Reads one photograph several times and prints milliseconds by step, and memory."""
    from pathlib import Path

    from vision.bench import SAMPLE, bench_text, measure
    from vision.errors import VisionError

    if args.readings < 1:
        print(f"hule: {args.readings} readings are too few: at least 1", file=sys.stderr)
        return UNUSABLE
    from scorer import Situation

    def score(reading: Any) -> object:
        return judged(reading.tiles, Situation(), "mcr")

    try:
        found = measure(score, Path(args.photo or SAMPLE), args.readings, args.models)
    except ModuleNotFoundError as error:
        return without_vision(error)
    except VisionError as error:
        return unusable(args, error)
    if args.json:
        print_json(found.to_json())
    else:
        print(bench_text(found, args.lang))
    return OK
