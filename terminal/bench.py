"""`hule bench`: how quick this machine reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terminal.arguments import add_models, add_output
from terminal.output import OK, print_json, refuse, unusable

if TYPE_CHECKING:
    import argparse

    from terminal.arguments import Commands
    from vision import Reading


def add_bench(commands: Commands) -> None:
    """`hule bench [PHOTO]`."""
    parser = commands.add_parser("bench", help="how quick this machine reads, and with how much memory")
    parser.add_argument("photo", metavar="PHOTO", nargs="?", help="another than the bundled sample")
    parser.add_argument("--readings", type=int, default=5, metavar="N", help="how often it is read (5)")
    add_models(parser)
    add_output(parser)
    parser.set_defaults(run=run_bench, needs="vision")


def run_bench(args: argparse.Namespace) -> int:
    """Reads one photograph several times and prints milliseconds by step, and memory."""
    from pathlib import Path

    from scorer import Situation
    from terminal.verdict import judge
    from vision.bench import SAMPLE, bench_text, measure
    from vision.errors import VisionError

    if args.readings < 1:
        n = args.readings
        return refuse((f"读 {n} 次太少：至少 1 次", f"{n} readings are too few: at least 1"))

    def score(reading: Reading) -> object:
        return judge(reading.tiles, Situation(), "mcr")

    try:
        found = measure(score, Path(args.photo or SAMPLE), args.readings, args.models)
    except VisionError as error:
        return unusable(args, error)
    if args.json:
        print_json(found.to_json())
    else:
        print(bench_text(found, args.lang))
    return OK
