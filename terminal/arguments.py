"""What several commands ask for."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from terminal.output import UNUSABLE, language

if TYPE_CHECKING:
    from pathlib import Path

    Commands = argparse._SubParsersAction[Any]

DATA = "~/.local/share/hule"


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}:", " ".join(message.split()), file=sys.stderr)
        raise SystemExit(UNUSABLE)


def add_output(parser: argparse.ArgumentParser) -> None:
    """`--json` and `--lang`."""
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument("--lang", choices=("zh", "en"), default=language(), help="language of the words")


def add_data(parser: argparse.ArgumentParser) -> None:
    """`--data`, for `data_folder`."""
    parser.add_argument(
        "--data", metavar="DIR", help=f"where matches, photographs and taught sets are kept ({DATA})"
    )


def data_folder(args: argparse.Namespace) -> Path:
    """The folder of `--data`; without it $HULE_DATA where that is set, else the user's own."""
    from pathlib import Path

    return Path(args.data or os.environ.get("HULE_DATA") or DATA).expanduser()


def add_models(parser: argparse.ArgumentParser) -> None:
    """`--models`."""
    parser.add_argument("--models", metavar="DIR", help="other networks than those that came with hule")
