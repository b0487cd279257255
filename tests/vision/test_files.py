"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vision.files import write_whole


def test_the_folder_is_made_and_the_content_written(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "b.json", b"{}")
    assert (tmp_path / "a" / "b.json").read_bytes() == b"{}"
    assert [file.name for file in (tmp_path / "a").iterdir()] == ["b.json"]


def test_permissions_are_those_asked_for(tmp_path: Path) -> None:
    write_whole(tmp_path / "secret", b"key", mode=0o600)
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "set.json"
    write_whole(path, b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["set.json"]


def test_two_writers_at_once_leave_the_whole_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, sync = tmp_path / "photo.jpg", os.fsync

    def meanwhile(handle: int) -> None:
        """While the first waits for the disk, the second comes and goes."""
        monkeypatch.setattr(os, "fsync", sync)
        write_whole(path, b"second")
        assert path.read_bytes() == b"second"
        sync(handle)

    monkeypatch.setattr(os, "fsync", meanwhile)
    write_whole(path, b"the first")
    assert path.read_bytes() == b"the first"
    assert [file.name for file in tmp_path.iterdir()] == ["photo.jpg"]
