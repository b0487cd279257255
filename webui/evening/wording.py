"""Rows of a score sheet in words: kinds, penalties, fans."""

from __future__ import annotations

from flask_babel import gettext

from scorer.settle import PRESETS
from scorer.table import table
from webui.evening.rows import DRAW, PENALTY, TIMEOUT, Row, Sheet
from webui.i18n import language


def kind_name(row: Row) -> str:
    """What a row that is no win tells of; a usual penalty by its own name."""
    words = {DRAW: gettext("Drawn hand"), TIMEOUT: gettext("Cut by time"), PENALTY: penalty_name(row.preset)}
    return words.get(row.kind, "")


def penalty_name(key: str) -> str:
    """`False win`; any other amount is just a penalty."""
    named = {one.key: getattr(one, language()) for one in PRESETS}
    return named.get(key) or gettext("Penalty")


def fan_names(sheet: Sheet, row: Row) -> str:
    """`清一色 24, 喜相逢 1×2`."""
    book = table(sheet.rules)
    named = {fan.key: getattr(fan, language()) for fan in book.fans}
    return ", ".join(
        f"{named.get(key, key)} {points}" + (f"×{count}" if count > 1 else "")
        for key, points, count in row.fans
    )
