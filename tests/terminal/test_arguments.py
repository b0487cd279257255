"""What several commands ask for: where the data is."""

from __future__ import annotations

from pathlib import Path

import pytest

from hule import build_parser
from terminal.arguments import data_folder

COMMANDS = [
    ["serve"],
    ["backup", "x.tar"],
    ["restore", "x.tar"],
    ["doctor"],
    ["pin"],
    ["read", "x.jpg"],
    ["photo", "x.jpg"],
    ["tileset", "list"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_every_command_finds_the_same_data(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def folder(*more: str) -> Path:
        return data_folder(build_parser().parse_args([*words, *more]))

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("HULE_DATA", raising=False)
    assert folder() == tmp_path / ".local" / "share" / "hule"
    assert folder("--data", "~/evening") == tmp_path / "evening"
    monkeypatch.setenv("HULE_DATA", "/var/lib/hule")
    assert folder() == Path("/var/lib/hule")
