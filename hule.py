"""The command line of Hule: parses, calls the room that does the work.

Each command is a pair of functions, `add_NAME` for its arguments and `run_NAME` for its work, and a line in
`COMMANDS`; all of them live in `terminal/`. A command imports what it needs when it runs, so that a typed
hand is scored without delay.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import TYPE_CHECKING

from terminal.box import add_backup, add_doctor, add_pin, add_restore, terminal_language
from terminal.output import OK, Parser
from terminal.photo import add_bench, add_photo, add_read, judged
from terminal.score import add_score, add_waits
from terminal.serve import add_serve
from terminal.tileset import add_tileset

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from terminal.output import Commands

__all__ = ["build_parser", "judged", "main", "terminal_language"]

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
