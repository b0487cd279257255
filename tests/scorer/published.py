"""The published cases as tests use them: rows, their situation, and what a row asserts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scorer import Situation, score

CASES = Path(__file__).parent / "cases"
Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    """The rows of a case file."""
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def situation(row: Row) -> Situation:
    """How the row's hand was won; winds the source does not give are east."""
    return Situation(
        self_draw=row["self_draw"] or row["last_draw"] or row["kong_replacement"],
        seat=row["seat_wind"] or "E",
        round=row["round_wind"] or "E",
        last_tile=row["last_tile"],
        wall_last=row["last_draw"] or row["last_discard"],
        kong=row["kong_replacement"] or row["robbing"],
        flowers=row["flowers"],
    )


def counted(row: Row, rules: str = "mcr") -> tuple[dict[str, int], int]:
    """Our fans (Chinese name: times) and total for the row's hand."""
    result = score(f"{row['hand']}+{row['win_tile']}", situation(row), rules)
    return {fan.zh: fan.count for fan in result.fans}, result.total


def complaint(row: Row, rules: str = "mcr") -> str:
    """What is wrong with our answer to a row, or nothing."""
    fans, total = counted(row, rules)
    wrong = _wrong(row, fans, total)
    return f"{row['id']} {row['hand']}+{row['win_tile']}: {wrong}; we say {fans} = {total}" if wrong else ""


def _wrong(row: Row, fans: dict[str, int], total: int) -> str:
    if row["mode"] == "full":
        if fans not in (row["fans"], *(row.get("alt_fans") or ())):
            return f"expected {row['fans']}"
        return "" if total == row["total"] else f"expected {row['total']} points"
    if row["mode"] == "structure":
        missing = {fan: times for fan, times in row["fans"].items() if fans.get(fan, 0) < times}
        return f"missing {missing}" if missing else ""
    return _wrong_parts(row, fans)


def _wrong_parts(row: Row, fans: dict[str, int]) -> str:
    for fan in row["contains"]:
        if fan not in fans:
            return f"{fan} missing"
    for fan in row["not_contains"]:
        if fan in fans:
            return f"{fan} should not be there"
    for fan, times in (row.get("counts") or {}).items():
        if fans.get(fan, 0) != times:
            return f"{fan} should be there {times} times"
    for names, times in row.get("any_counts") or []:
        if sum(fans.get(fan, 0) for fan in names) != times:
            return f"{names} should be there {times} times"
    return ""
