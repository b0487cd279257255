"""How a hand is won and by which rules, as the commands that score are told it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from scorer import Situation


def add_table(parser: argparse.ArgumentParser) -> None:
    """What is known before anybody wins: winds, the wall, flowers, rules."""
    add = parser.add_argument
    add("--seat", default="E", metavar="WIND", help="the winner's wind: E, S, W or N (E)")
    add("--round", default="E", metavar="WIND", help="the wind of the round: E, S, W or N (E)")
    add("--wall-last", action="store_true", help="by the wall's last tile, or the discard after it")
    add("--flowers", default="0", metavar="N", help="how many, if the hand lists none")
    add("--rules", default="mcr", metavar="NAME", help="mcr, mcr-1998, wmo-2006, wmo-2014 or lianzhong")


def add_win(parser: argparse.ArgumentParser) -> None:
    """How the winning tile came, and what was announced."""
    add = parser.add_argument
    add("--self-draw", action="store_true", help="won on one's own draw")
    add("--last-tile", action="store_true", help="the three other copies lay open to all")
    add("--kong", action="store_true", help="self-drawn: a kong's replacement; else: robbing a kong")
    add("--declared", action="append", default=[], metavar="KEY", help="a fan no tile can show, as announced")


def situation_of(args: argparse.Namespace) -> Situation:
    """The situation that the arguments name. Raises `HandError`."""
    from dataclasses import fields

    from scorer import HandError, Situation

    if not args.flowers.isdecimal():
        raise HandError("bad_value", field="--flowers", value=args.flowers)
    told = {field.name: getattr(args, field.name) for field in fields(Situation) if field.name in args}
    return Situation(**told | {"flowers": int(args.flowers), "declared": tuple(told.get("declared", ()))})
