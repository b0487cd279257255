"""The arrangement, measured."""

from __future__ import annotations

import sys

import pytest

from bench import arrange


def test_no_hand_that_lies_as_asked_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["", "--standing", "--hands", "1"])
    with pytest.raises(SystemExit, match="none of 1 hands"):
        arrange.main()
