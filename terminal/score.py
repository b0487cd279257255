"""`hule score`: what typed hands are worth."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from terminal.arguments import add_output
from terminal.output import OK, print_json, unusable
from terminal.situation import add_table, add_win, situation_of

if TYPE_CHECKING:
    import argparse

    from terminal.arguments import Commands


def add_score(commands: Commands) -> None:
    """`hule score HAND`, or `-` for JSON lines."""
    parser = commands.add_parser("score", help="what a typed hand is worth")
    parser.add_argument("hand", metavar="HAND", help="'[123m]{2222s}4566m99p+3m', or - for JSON lines")
    add_table(parser)
    add_win(parser)
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
