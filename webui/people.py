"""Who is asking: a phone's own number in a signed cookie, and the name its owner gave. No accounts."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import session

LONGEST_NAME = 24
JOINER = "\u200d"  # holds a family of emoji together


@dataclass(frozen=True, slots=True)
class Person:
    """`id` is secret to the phone; others see `name` only."""

    id: str
    name: str


def person() -> Person:
    """The person of this request, made on the first one."""
    if "person" not in session:
        session["person"] = secrets.token_hex(12)
        session.permanent = True
    return Person(str(session["person"]), str(session.get("name", "")))


def rename(name: str) -> Person:
    session["name"] = clean_name(name)
    return person()


def clean_name(name: str) -> str:
    """
    >>> clean_name("  Anna\\n Maria ")
    'Anna Maria'
    """
    kept = "".join(c for c in name if c.isprintable() or c.isspace() or c == JOINER)
    return " ".join(kept.split())[:LONGEST_NAME].rstrip(JOINER)
