"""The command line of Hule: `COMMANDS` are its commands, each a module of `terminal/`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import TYPE_CHECKING

from terminal.arguments import Parser
from terminal.backup import add_backup, add_restore
from terminal.bench import add_bench
from terminal.doctor import add_doctor
from terminal.output import OK, missing
from terminal.photo import add_photo
from terminal.pin import add_pin
from terminal.read import add_read
from terminal.score import add_score
from terminal.serve import add_serve
from terminal.tileset import add_tileset
from terminal.waits import add_waits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from terminal.arguments import Commands

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
    """The whole command line. Each command sets `run`, and `needs`: the extras it cannot run without."""
    parser = Parser(prog="hule", description="和了: what a winning mahjong hand is worth, and why")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
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
    except ModuleNotFoundError as error:
        if "needs" not in args:
            raise
        return missing(error, args.needs)
    except BrokenPipeError:
        # The reader went away (`hule score - | head`): nothing more to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return status


if __name__ == "__main__":
    raise SystemExit(main())
