"""The score sheet as a picture to share: one SVG, no fonts of its own."""

from __future__ import annotations

from itertools import accumulate
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from flask_babel import gettext

from webui.evening.dates import day
from webui.evening.rows import Row, Sheet
from webui.evening.wording import fan_names, kind_name

WIDTH, LINE, TOP = 900, 50, 120
NUMBER, WHO, POINTS, TOTALS = 24, 66, 540, (630, 715, 800, 880)  # left edges, then right ones
INK, QUIET, RED, GREEN, PAPER = "#1c2430", "#5b6170", "#b3261e", "#0c6a4d", "#fffdf7"


def as_svg(sheet: Sheet, zone: str = "") -> bytes:
    """Two lines for each row: who won off whom and the totals, and under it the fans."""
    height = TOP + LINE * (len(sheet.rows) + 1) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" '
        'font-family="PingFang SC,Noto Sans CJK SC,Microsoft YaHei,sans-serif" font-size="16">',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        _text(24, 48, sheet.table or gettext("Hule"), size=26, weight=700),
        _text(24, 76, day(sheet.started, zone), fill=QUIET),
    ]
    for x, name in zip(TOTALS, sheet.players, strict=True):
        parts.append(_text(x, TOP - 12, fit(name, 8), anchor="end", weight=700))
    for number, row in enumerate(sheet.rows):
        parts += _row(sheet, row, TOP + 24 + LINE * number)
    parts += _foot(sheet, TOP + 24 + LINE * len(sheet.rows) + 10)
    return "".join([*parts, "</svg>"]).encode()


def _row(sheet: Sheet, row: Row, y: float) -> list[str]:
    parts = [
        f'<line x1="20" x2="{WIDTH - 20}" y1="{y - 24}" y2="{y - 24}" stroke="#d9d1bd"/>',
        _text(NUMBER, y, str(row.number or "·"), fill=QUIET),
        _text(WHO, y, fit(_who(sheet, row), 50), weight=700),
        _text(WHO, y + 18, fit(fan_names(sheet, row) or row.reason, 68), fill=QUIET, size=13),
        _text(POINTS, y, str(row.points or ""), anchor="end"),
    ]
    for x, total, delta in zip(TOTALS, row.totals, row.deltas, strict=True):
        colour = GREEN if delta > 0 else RED if delta < 0 else INK
        parts.append(_text(x, y, minus(total), anchor="end", fill=colour))
    return parts


def _who(sheet: Sheet, row: Row) -> str:
    """`Anna · off Ben`, or what else it was."""
    if row.winner is None:
        who = None if row.chair is None else sheet.players[row.chair]
        return " · ".join(filter(None, [kind_name(row), who]))
    off = None if row.discarder is None else sheet.players[row.discarder]
    return (
        f"{sheet.players[row.winner]} · {gettext('off %(name)s', name=off) if off else gettext('self-drawn')}"
    )


def _foot(sheet: Sheet, y: float) -> list[str]:
    totals = sheet.rows[-1].totals if sheet.rows else (0, 0, 0, 0)
    return [
        _text(x, y, minus(total), anchor="end", weight=800, size=22)
        for x, total in zip(TOTALS, totals, strict=True)
    ]


def minus(number: int | str) -> str:
    return str(number).replace("-", "−")


def fit(text: str, most: int) -> str:
    """As much as has room; a Chinese character takes the room of two letters.

    >>> fit("Drawn hand", 10), fit("Mixed Triple Chow 8", 10), fit("三色三同顺 8", 8)
    ('Drawn hand', 'Mixed Tri…', '三色三…')
    """
    widths = [2 if east_asian_width(c) in "WF" else 1 for c in text]
    if sum(widths) <= most:
        return text
    kept = [total <= most - 1 for total in accumulate(widths)]
    return text[: kept.index(False)].rstrip() + "…"


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: int = 16,
    weight: int = 400,
    fill: str = INK,
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )
