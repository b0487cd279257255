"""The command line of Hule: parses, calls the room that does the work, prints.

Each command is a pair of functions, `add_NAME` for its arguments and `run_NAME` for its work, and a line in
`COMMANDS`. A command imports what it needs when it runs, so that a typed hand is scored without delay.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from webui.box.commands import add_backup, add_doctor, add_pin, add_restore, terminal_language
from webui.tilesets.commands import add_tileset, tilesets_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorer import Situation

    Commands = argparse._SubParsersAction[Any]

OK, UNUSABLE = 0, 2


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}:", " ".join(message.split()), file=sys.stderr)
        raise SystemExit(UNUSABLE)


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    import json

    print(json.dumps(value, ensure_ascii=False))


def add_output(parser: argparse.ArgumentParser) -> None:
    """`--json` and `--lang`."""
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--lang", choices=("zh", "en"), default=terminal_language(), help="language of the words"
    )


def add_situation(parser: argparse.ArgumentParser) -> None:
    """How a hand was won, and by which rules."""
    add = parser.add_argument
    add("--self-draw", action="store_true", help="won on one's own draw")
    add("--seat", default="E", metavar="WIND", help="the winner's wind: E, S, W or N (E)")
    add("--round", default="E", metavar="WIND", help="the wind of the round: E, S, W or N (E)")
    add("--last-tile", action="store_true", help="the three other copies lay open to all")
    add("--wall-last", action="store_true", help="by the wall's last tile, or the discard after it")
    add("--kong", action="store_true", help="self-drawn: a kong's replacement; else: robbing a kong")
    add("--flowers", default="0", metavar="N", help="how many, if the hand lists none")
    add("--rules", default="mcr", metavar="NAME", help="mcr, mcr-1998, wmo-2006, wmo-2014 or lianzhong")


def situation_of(args: argparse.Namespace) -> Situation:
    """The situation that the arguments name. Raises `HandError`."""
    from scorer import HandError, Situation

    if not args.flowers.isdecimal():
        raise HandError("bad_value", field="--flowers", value=args.flowers)
    return Situation(
        self_draw=args.self_draw,
        seat=args.seat,
        round=args.round,
        last_tile=args.last_tile,
        wall_last=args.wall_last,
        kong=args.kong,
        flowers=int(args.flowers),
        declared=tuple(getattr(args, "declared", None) or ()),
    )


# --- hule score ---------------------------------------------------------------------------------------


def add_score(commands: Commands) -> None:
    """`hule score HAND`, or `-` for JSON lines."""
    parser = commands.add_parser("score", help="what a typed hand is worth")
    parser.add_argument("hand", metavar="HAND", help="'[123m]{2222s}4566m99p+3m', or - for JSON lines")
    add_situation(parser)
    parser.add_argument(
        "--declared", action="append", metavar="KEY", help="a fan no tile can show, as announced"
    )
    parser.add_argument("--claim", metavar="FANS", help="fans the winner announced: which of them stand")
    add_output(parser)
    parser.set_defaults(run=run_score)


def run_score(args: argparse.Namespace) -> int:
    """Scores one hand, or every line of standard input."""
    if args.hand == "-":
        return score_lines(args.lang)
    from scorer import HandError, NotAWinningHand

    try:
        print_score(args)
    except NotAWinningHand as error:
        if args.json:
            print_json({"ok": False, "error": error.to_json(args.lang)})
        else:
            print(error.message(args.lang))
    except HandError as error:
        return unusable(args, error)
    return OK


def print_score(args: argparse.Namespace) -> None:
    """Prints the score of one hand, and what its claim is worth if there is one."""
    from scorer import Hand, score

    hand, situation = Hand.parse(args.hand), situation_of(args)
    result = score(hand, situation, args.rules)
    report = None
    if args.claim:
        from scorer import explain_claim

        report = explain_claim(hand, args.claim, situation, args.rules)
    if args.json:
        print_json(result.to_json(args.lang) | ({"claim": report.to_json(args.lang)} if report else {}))
        return
    from scorer.text import claim_text, score_text

    print(score_text(result, args.lang))
    if report:
        print(claim_text(report, args.lang))


def score_lines(lang: str) -> int:
    """Answers each JSON line of standard input with one, in order; a bad line does not stop the rest."""
    import json

    from scorer import HandError
    from scorer.request import answer

    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            result = answer(json.loads(line), lang)
        except (ValueError, RecursionError):
            result = {"ok": False, "error": HandError("bad_json").to_json(lang)}
        if not result["ok"]:
            result["error"]["line"] = number
        print_json(result)
        sys.stdout.flush()  # whoever sent the line may be waiting for its answer
    return OK


def unusable(args: argparse.Namespace, error: Any) -> int:
    """Says on one line what cannot be used, and as an object too where JSON was asked for."""
    if args.json:
        print_json({"ok": False, "error": error.to_json(args.lang)})
    print("hule:", " ".join(error.message(args.lang).split()), file=sys.stderr)
    return UNUSABLE


# --- hule waits ---------------------------------------------------------------------------------------


def add_waits(commands: Commands) -> None:
    """`hule waits HAND`."""
    parser = commands.add_parser("waits", help="which tiles complete thirteen, and for how much")
    parser.add_argument("hand", metavar="HAND", help="thirteen tiles, such as '[123m]{2222s}4566m99p'")
    add_situation(parser)
    parser.add_argument("--visible", default="", metavar="TILES", help="open elsewhere: 33m5sEE")
    add_output(parser)
    parser.set_defaults(run=run_waits)


def run_waits(args: argparse.Namespace) -> int:
    """Lists every completing tile with what it is worth either way."""
    from scorer import Hand, HandError, waits
    from scorer.notation import read

    try:
        hand = Hand.parse(args.hand)
        found = waits(hand, situation_of(args), args.rules, read(args.visible).concealed)
    except HandError as error:
        return unusable(args, error)
    if args.json:
        shown = str(hand.with_winning(None))
        print_json({"ok": True, "hand": shown, "waits": [wait.to_json(args.lang) for wait in found]})
        return OK
    from scorer.text import waits_text

    print(waits_text(found, args.lang))
    return OK


def add_eye(parser: argparse.ArgumentParser) -> None:
    """What photographs are read with."""
    parser.add_argument("--models", metavar="DIR", help="other networks than those that came with hule")
    parser.add_argument("--tileset", metavar="NAME", help="the taught set that lies on the table")
    parser.add_argument("--data", metavar="DIR", help="where taught sets are kept (~/.local/share/hule)")


# --- hule read ----------------------------------------------------------------------------------------


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


# --- hule photo ---------------------------------------------------------------------------------------


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


# --- hule bench ---------------------------------------------------------------------------------------


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


# --- hule serve ---------------------------------------------------------------------------------------


def add_serve(commands: Commands) -> None:
    """`hule serve`."""
    parser = commands.add_parser("serve", help="the page for a table, on every phone")
    add = parser.add_argument
    add("--host", default="0.0.0.0", metavar="H", help="address to listen on (0.0.0.0: the whole LAN)")
    add("--port", type=int, default=8080, metavar="N", help="port to listen on (8080)")
    add("--camera", default="auto", metavar="C", help="auto, picamera2, usb, folder:DIR or none (auto)")
    add("--data", metavar="DIR", help="where matches and photographs are kept (~/.local/share/hule)")
    add("--photo", metavar="FILE", help="a photograph that the page offers to try")
    add("--name", action="append", default=[], metavar="HOST", help="a further host name of this machine")
    add("--button", type=int, metavar="PIN", help="BCM number of the pin with a button to ground")
    add("--lamp", type=int, metavar="PIN", help="BCM number of the pin with a lamp")
    add("--mdns", metavar="NAME", help="be found on the LAN as NAME.local (hule; needs zeroconf)")
    parser.set_defaults(run=run_serve)


def say_unusable(zh: str, en: str) -> None:
    print("hule:", zh if terminal_language() == "zh" else en, file=sys.stderr)


def run_serve(args: argparse.Namespace) -> int:
    """Serves until it is stopped."""
    from pathlib import Path

    photo = Path(args.photo) if args.photo else None
    if photo and not photo.is_file():
        say_unusable(f"没有照片 {photo}", f"there is no photograph {photo}")
        return UNUSABLE
    if not 0 < args.port < 65536:
        say_unusable(f"{args.port} 不是端口：1 到 65535", f"{args.port} is no port: 1 to 65535")
        return UNUSABLE
    try:
        from webui.config import Config
        from webui.serve import serve
    except ModuleNotFoundError as error:
        how = "pip install 'hule[vision,web]'"
        say_unusable(f"缺少 {error.name}：{how}", f"{error.name} is missing; {how}")
        return UNUSABLE
    data = Path(args.data) if args.data else Path.home() / ".local" / "share" / "hule"
    config = Config(
        data=data,
        camera=args.camera,
        sample=photo,
        host_names=tuple(args.name),
        button=args.button,
        lamp=args.lamp,
        mdns=args.mdns,
    )
    status: int = serve(args.host, args.port, config)
    return status


COMMANDS: tuple[Callable[[Commands], None], ...] = (
    add_score,
    add_waits,
    add_read,
    add_photo,
    add_serve,
    add_backup,
    add_restore,
    add_doctor,
    add_pin,
    add_tileset,
    add_bench,
)


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = Parser(prog="hule", description="和了: what a winning mahjong hand is worth, and why")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    for add in COMMANDS:
        add(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status: 0 for an answer, 2 for unusable input."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    args = build_parser().parse_args(argv)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away (`hule score - | head`): nothing more to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return status


if __name__ == "__main__":
    raise SystemExit(main())
