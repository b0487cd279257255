"""What commands share: one line for what is wrong, JSON on one line, the language of the words."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from terminal.box import OK, UNUSABLE, terminal_language

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]

__all__ = [
    "OK",
    "UNUSABLE",
    "Parser",
    "add_output",
    "print_json",
    "say_unusable",
    "terminal_language",
    "unusable",
]


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}:", " ".join(message.split()), file=sys.stderr)
        raise SystemExit(UNUSABLE)


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    import json

    print(json.dumps(value, ensure_ascii=False))


def add_output(parser: argparse.ArgumentParser) -> None:
    """`--json` and `--lang`."""
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--lang", choices=("zh", "en"), default=terminal_language(), help="language of the words"
    )


def unusable(args: argparse.Namespace, error: Any) -> int:
    """Says on one line what cannot be used, and as an object too where JSON was asked for."""
    if args.json:
        print_json({"ok": False, "error": error.to_json(args.lang)})
    print("hule:", " ".join(error.message(args.lang).split()), file=sys.stderr)
    return UNUSABLE


def say_unusable(zh: str, en: str) -> None:
    print("hule:", zh if terminal_language() == "zh" else en, file=sys.stderr)
