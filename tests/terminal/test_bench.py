"""`hule bench`: what this machine takes to read the bundled sample."""

from __future__ import annotations

import json

import pytest

import hule


def test_it_reads_the_sample_and_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert hule.main(["bench", "--readings", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    ms = found["ms"]
    assert found["tiles"] >= 14 and found["readings"] == 1
    assert {"decode", "locate", "classify", "arrange", "fans", "total"} <= set(ms)
    assert sum(value for step, value in ms.items() if step != "total") <= ms["total"] + 1
    assert 20 < found["memory_loaded"] <= found["memory_most"] < 4000


@pytest.mark.parametrize(("lang", "words"), [("en", "at the most"), ("zh", "最多")])
def test_it_says_so_in_words(capsys: pytest.CaptureFixture[str], lang: str, words: str) -> None:
    assert hule.main(["bench", "--readings", "1", "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert words in said and "locate" in said if lang == "en" else "找牌" in said


def test_what_cannot_be_read_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert hule.main(["bench", "nowhere.jpg", "--lang", "en"]) == 2
    assert "cannot read nowhere.jpg" in capsys.readouterr().err
    assert hule.main(["bench", "--readings", "0"]) == 2
