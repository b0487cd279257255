"""`hule waits`: which tiles complete a typed hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terminal.arguments import add_output
from terminal.output import OK, print_json, unusable
from terminal.situation import add_table, situation_of

if TYPE_CHECKING:
    import argparse

    from terminal.arguments import Commands


def add_waits(commands: Commands) -> None:
    """`hule waits HAND`."""
    parser = commands.add_parser("waits", help="which tiles complete thirteen, and for how much")
    parser.add_argument("hand", metavar="HAND", help="thirteen tiles, such as '[123m]{2222s}4566m99p'")
    add_table(parser)
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
