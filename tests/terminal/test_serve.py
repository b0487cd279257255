"""`hule serve` says why it does not start, and what to do, in the terminal's language."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

import hule


@pytest.mark.parametrize(("locale", "words"), [("zh_CN.UTF-8", "已被占用"), ("de_DE.UTF-8", "is in use")])
def test_a_taken_port(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    locale: str,
    words: str,
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        words_typed = ["serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path)]
        assert hule.main([*words_typed, "--camera", "none"]) == 2
    said = capsys.readouterr().err
    assert words in said and str(port) in said and "--port" in said
