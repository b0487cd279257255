"""`hule score` and `hule waits`: typed tiles."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from terminal.output import OK, add_output, print_json, unusable

if TYPE_CHECKING:
    from scorer import Situation
    from terminal.output import Commands


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
