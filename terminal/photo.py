"""`hule photo`: from a photograph to its fans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terminal.arguments import add_output
from terminal.eye import add_eye, eye_of
from terminal.output import OK, print_json, unusable
from terminal.situation import add_table, add_win, situation_of

if TYPE_CHECKING:
    import argparse

    from terminal.arguments import Commands


def add_photo(commands: Commands) -> None:
    """`hule photo PHOTO`."""
    parser = commands.add_parser("photo", help="from a photograph to its fans")
    parser.add_argument("photo", metavar="PHOTO", help="JPEG, PNG, WebP or HEIC")
    parser.add_argument("--win", metavar="TILE", help="which tile won, when the picture does not show it")
    add_eye(parser)
    add_table(parser)
    add_win(parser)
    add_output(parser)
    parser.set_defaults(run=run_photo, needs="vision")


def run_photo(args: argparse.Namespace) -> int:
    """Reads a photograph and scores its hand; the best and the worst when nothing shows which tile won."""
    from scorer import HandError
    from scorer.ruleset import load
    from terminal.verdict import judge, with_winner
    from vision.errors import VisionError
    from vision.text import reading_text

    try:
        situation = situation_of(args)
        load(args.rules)  # rules that nobody knows are refused before the picture is read
        reading = eye_of(args)(args.photo)
        tiles = reading.tiles if args.win is None else with_winner(reading.tiles, args.win)
    except (VisionError, HandError) as error:
        return unusable(args, error)
    verdict = judge(tiles, situation, args.rules)
    if args.json:
        print_json({"reading": reading.to_json(), **verdict.to_json(args.lang)})
    else:
        print(reading_text(reading, args.lang))
        print(verdict.text(args.lang))
    return OK
