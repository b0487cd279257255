"""The eye beside its peer: options that would say nothing are refused."""

from __future__ import annotations

import sys

import pytest

from bench import vision


@pytest.mark.parametrize("option", [["--family", "leo"], ["--every", "12"]])
def test_photographs_are_not_chosen_from_nowhere(
    option: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["", *option, "--repeats", "1"])
    monkeypatch.setattr(vision, "Program", lambda *_: pytest.fail("began to read"))
    with pytest.raises(SystemExit):
        vision.main()
    assert "DATA" in capsys.readouterr().err
