"""The score sheet as a picture to share: one SVG, no fonts of its own."""

from __future__ import annotations

from xml.sax.saxutils import escape

from flask_babel import gettext

from webui.evening.export import fan_names, kind_name
from webui.evening.rows import Row, Sheet

WIDTH, LINE, TOP = 900, 34, 120
COLUMNS = (24, 70, 200, 520, 615, 710, 805, 880)
INK, QUIET, RED, GREEN, PAPER = "#1c2430", "#5b6170", "#b3261e", "#0c6a4d", "#fffdf7"


def as_svg(sheet: Sheet) -> bytes:
    height = TOP + LINE * (len(sheet.rows) + 2) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" '
        'font-family="PingFang SC,Noto Sans CJK SC,Microsoft YaHei,sans-serif" font-size="16">',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        _text(24, 48, sheet.table or gettext("Hule"), size=26, weight=700),
        _text(24, 76, sheet.started[:10], fill=QUIET),
    ]
    for x, name in zip(COLUMNS[3:7], sheet.players, strict=True):
        parts.append(_text(x + 70, TOP - 12, name[:9], anchor="end", weight=700))
    for number, row in enumerate(sheet.rows):
        parts += _row(sheet, row, TOP + LINE * (number + 1))
    parts += _foot(sheet, TOP + LINE * (len(sheet.rows) + 1) + 14)
    return "".join([*parts, "</svg>"]).encode()


def _row(sheet: Sheet, row: Row, y: float) -> list[str]:
    who = kind_name(row) if row.winner is None else sheet.players[row.winner]
    parts = [
        f'<line x1="20" x2="{WIDTH - 20}" y1="{y - 24}" y2="{y - 24}" stroke="#d9d1bd"/>',
        _text(COLUMNS[0], y, str(row.number or "·"), fill=QUIET),
        _text(COLUMNS[1], y, who[:9], weight=700),
        _text(COLUMNS[2], y, fan_names(sheet, row)[:34] or row.reason[:34], fill=QUIET, size=14),
    ]
    for x, total, delta in zip(COLUMNS[3:7], row.totals, row.deltas, strict=True):
        parts.append(
            _text(x + 70, y, str(total), anchor="end", fill=GREEN if delta > 0 else RED if delta < 0 else INK)
        )
    return parts


def _foot(sheet: Sheet, y: float) -> list[str]:
    totals = sheet.rows[-1].totals if sheet.rows else (0, 0, 0, 0)
    return [
        _text(x + 70, y, str(t), anchor="end", weight=800, size=22)
        for x, t in zip(COLUMNS[3:7], totals, strict=True)
    ]


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
