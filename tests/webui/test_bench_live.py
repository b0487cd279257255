"""The numbers that `python -m bench.live` takes: a wrong one ends in words before a server is started."""

from __future__ import annotations

import pytest

from bench.live import misfit


@pytest.mark.parametrize(
    ("phones", "tables", "edits", "words"),
    [
        (4, 10, 60, "4 are too few for 10 tables"),
        (40, 3, 60, "40 cannot be shared evenly by 3 tables"),
        (40, 0, 60, "at least one table"),
        (40, 1, 1, "two edits"),
    ],
)
def test_numbers_that_measure_nothing_are_refused(phones: int, tables: int, edits: int, words: str) -> None:
    assert words in (misfit(phones, tables, edits) or "")


def test_ten_tables_of_four_are_forty_phones() -> None:
    assert misfit(40, 10, 60) is None
