"""The score sheet as CSV, as a workbook, as JSON."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import xlsxwriter
from flask_babel import gettext

from webui.evening.rows import Row, Sheet
from webui.evening.wording import fan_names, kind_name

# A cell that begins with one of these is a formula to a spreadsheet program; names come from anybody.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def as_json(sheet: Sheet) -> bytes:
    return json.dumps(sheet.to_json(), ensure_ascii=False, indent=1).encode()


def as_csv(sheet: Sheet) -> bytes:
    """With a byte-order mark: Excel reads Chinese only so."""
    out = io.StringIO()
    writer = csv.writer(out)
    for line in lines(sheet):
        writer.writerow([_plain(cell) for cell in line])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def as_xlsx(sheet: Sheet) -> bytes:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    page = book.add_worksheet(gettext("Score sheet"))
    bold, number = book.add_format({"bold": True}), book.add_format({"num_format": "+0;-0;0"})
    for y, line in enumerate(lines(sheet)):
        for x, cell in enumerate(line):
            form = bold if y == 0 or x == 0 else number if 6 <= x <= 9 and isinstance(cell, int) else None
            page.write(y, x, cell, form)
    page.freeze_panes(1, 1)
    page.set_column(3, 3, 44)
    book.close()
    return out.getvalue()


def lines(sheet: Sheet) -> list[list[Any]]:
    """The sheet as cells: a head, a line for each row, and the final result."""
    names = list(sheet.players)
    head = [
        "#",
        gettext("Winner"),
        gettext("Off whom"),
        gettext("Fans"),
        gettext("Points"),
        gettext("Remark"),
    ]
    found: list[list[Any]] = [head + [f"± {name}" for name in names] + names]
    found += [_line(sheet, row) for row in sheet.rows]
    if sheet.over:
        found.append([])
        for place in sheet.standings:
            found.append(
                [place.place, names[place.chair], place.total, gettext("Table points"), place.table_points]
            )
    return found


def _line(sheet: Sheet, row: Row) -> list[Any]:
    names = sheet.players
    winner = "" if row.winner is None else names[row.winner]
    off = (
        "" if row.winner is None else gettext("self-drawn") if row.discarder is None else names[row.discarder]
    )
    remark = "; ".join(filter(None, [kind_name(row), row.reason]))
    return [
        row.number or "",
        winner,
        off,
        fan_names(sheet, row),
        row.points or "",
        remark,
        *row.deltas,
        *row.totals,
    ]


def _plain(cell: Any) -> Any:
    return "'" + cell if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell
