"""How commands answer: words in the terminal's language or JSON on one line, what is wrong in one line."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

OK, UNUSABLE = 0, 2
Sentence = tuple[str, str]
"""In Chinese and in English."""


def language() -> str:
    """`zh` or `en`, as the terminal's locale says."""
    lang = next((os.environ[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(v)), "en")
    return "zh" if lang.lower().startswith("zh") else "en"


def in_words(sentence: Sentence, lang: str) -> str:
    """
    >>> in_words(("没有更正", "no corrections"), "en")
    'no corrections'
    """
    zh, en = sentence
    return zh if lang == "zh" else en


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    import json

    print(json.dumps(value, ensure_ascii=False))


def tell(args: argparse.Namespace, sentence: Sentence, **facts: Any) -> None:
    """Prints the sentence with its facts; with `--json` the facts alone."""
    if args.json:
        print_json({"ok": True, **facts})
    else:
        print(in_words(sentence, args.lang).format_map(facts))


def unusable(args: argparse.Namespace, error: Any, photo: str = "") -> int:
    """Says on one line what cannot be used, and as an object too where JSON was asked for.

    `photo` is the one at fault where there are several.
    """
    if args.json:
        print_json({"ok": False, "error": error.to_json(args.lang)})
    return _complain(f"{photo}: {error.message(args.lang)}" if photo else error.message(args.lang))


def refuse(sentence: Sentence) -> int:
    """Says what is wrong with the arguments."""
    return _complain(in_words(sentence, language()))


def missing(error: ModuleNotFoundError, extras: str) -> int:
    """Says which package is not there, and how to install it."""
    how = f"pip install 'hule[{extras}]'"
    return refuse((f"缺少 {error.name}：{how}", f"{error.name} is missing; {how}"))


def _complain(message: str) -> int:
    print("hule:", " ".join(message.split()), file=sys.stderr)
    return UNUSABLE
