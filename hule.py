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


def default_language() -> str:
    """`zh` or `en`, by the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    import json

    print(json.dumps(value, ensure_ascii=False))


def add_output(parser: argparse.ArgumentParser) -> None:
    """`--json` and `--lang`."""
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--lang", choices=("zh", "en"), default=default_language(), help="language of the words"
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


COMMANDS: tuple[Callable[[Commands], None], ...] = (
    add_score,
    add_waits,
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
