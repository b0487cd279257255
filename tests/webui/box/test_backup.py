"""One file out, the same table back; nothing is lost by a bad backup."""

from __future__ import annotations

import io
import json
import sqlite3
import tarfile
import threading
from pathlib import Path

import pytest
from flask import Flask

import hule
from tests.fixtures.eye import ToldReader
from tests.webui.conftest import Phone, picture
from webui import Config, create_app
from webui.box.backup import inspect, make_backup, restore
from webui.box.errors import BoxError
from webui.box.lock import serving


@pytest.fixture
def data(app: Flask, tmp_path: Path) -> Path:
    """A data folder in use, with a table and a photograph."""
    phone = Phone(app, "Anna")
    assert phone.post("/api/v1/tables", {"name": "One"}).status_code == 201
    assert phone.send(picture()).status_code == 201
    return tmp_path / "data"


def tables(data: Path) -> list[str]:
    with sqlite3.connect(data / "hule.sqlite3") as base:
        return [name for (name,) in base.execute("SELECT name FROM play_table")]


def test_a_backup_of_a_running_service_comes_back_whole(data: Path, tmp_path: Path) -> None:
    summary = make_backup(data, tmp_path / "b.tar")
    assert (summary.tables, summary.photos) == (1, 1)
    restored, old = restore(tmp_path / "b.tar", tmp_path / "new")
    assert restored == summary and old is None
    assert tables(tmp_path / "new") == ["One"]
    assert (tmp_path / "new" / "secret").read_text() == (data / "secret").read_text()
    assert (tmp_path / "new" / "secret").stat().st_mode & 0o077 == 0
    assert len(list((tmp_path / "new" / "photos").rglob("*.jpg"))) == 3


def test_what_was_there_is_kept_aside(app: Flask, data: Path, tmp_path: Path) -> None:
    make_backup(data, tmp_path / "b.tar")
    Phone(app).post("/api/v1/tables", {"name": "Two"})
    app.extensions["hule"].database.close()
    _, old = restore(tmp_path / "b.tar", data)
    assert tables(data) == ["One"]
    assert old is not None and sorted(tables(old)) == ["One", "Two"]


def test_records_alone_take_no_photographs_away(data: Path, tmp_path: Path) -> None:
    assert make_backup(data, tmp_path / "b.tar", photos=False).photos == 0
    restore(tmp_path / "b.tar", data)
    assert len(list((data / "photos").rglob("*.jpg"))) == 3


def test_a_running_service_is_not_restored_over(data: Path, tmp_path: Path) -> None:
    make_backup(data, tmp_path / "b.tar")
    with serving(data), pytest.raises(BoxError) as caught:
        restore(tmp_path / "b.tar", data)
    assert caught.value.code == "service_running"


def test_backups_made_while_tables_open_are_each_of_one_moment(
    app: Flask, data: Path, tmp_path: Path
) -> None:
    done = threading.Event()

    def busy() -> None:
        phone, count = Phone(app), 0
        while not done.is_set():
            phone.post("/api/v1/tables", {"name": str(count := count + 1)})

    worker = threading.Thread(target=busy)
    worker.start()
    counts = [make_backup(data, tmp_path / f"{n}.tar").tables for n in range(5)]
    done.set()
    worker.join()
    assert counts == sorted(counts) and counts[-1] > 1
    restore(tmp_path / "4.tar", tmp_path / "new")
    assert len(tables(tmp_path / "new")) == counts[-1]


@pytest.mark.parametrize("cut", [0, 100, 3000, 40_000, -12_000])
def test_a_damaged_backup_changes_nothing(data: Path, tmp_path: Path, cut: int) -> None:
    path = tmp_path / "b.tar"
    make_backup(data, path)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(BoxError) as caught:
        restore(path, data)
    assert caught.value.code == "backup_damaged"
    assert tables(data) == ["One"]


def test_a_hostile_backup_writes_nothing_outside(data: Path, tmp_path: Path) -> None:
    good = tmp_path / "b.tar"
    make_backup(data, good)
    with tarfile.open(good, "a") as tar:
        for name in ("../outside", "/tmp/hule-outside", "photos/../../outside", "serving.lock"):
            member = tarfile.TarInfo(name)
            member.size = 4
            tar.addfile(member, io.BytesIO(b"evil"))
        link = tarfile.TarInfo("photos/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    target = tmp_path / "deep" / "new"
    restore(good, target)
    assert sorted(path.name for path in target.iterdir()) == [
        "clock.json",
        "hule.sqlite3",
        "photos",
        "secret",
        "serving.lock",
    ]
    assert not (target / "photos" / "link").exists() and (target / "serving.lock").read_bytes() == b""
    assert not list(tmp_path.rglob("outside")) and not Path("/tmp/hule-outside").exists()


def test_a_newer_backup_says_update_first(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "b.tar"
    said = {"format": 2, "hule": "9.0", "made": "", "tables": 0, "hands": 0, "photos": 0, "bytes": 0}
    with tarfile.open(path, "w") as tar:
        content = json.dumps(said).encode()
        member = tarfile.TarInfo("hule-backup.json")
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))
    with pytest.raises(BoxError) as caught:
        inspect(path)
    assert "9.0" in caught.value.message("zh") and "update first" in caught.value.message("en")


def test_the_command_line_says_what_happened(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "b.tar")
    assert hule.main(["backup", path, "--data", str(data), "--lang", "en"]) == 0
    assert "1 tables, 0 hands, 1 photographs" in capsys.readouterr().out
    assert hule.main(["backup", path, "--data", str(data), "--lang", "zh"]) == 2
    assert "已经存在" in capsys.readouterr().err
    assert hule.main(["restore", path, "--data", str(tmp_path / "new"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tables"] == 1
    assert hule.main(["restore", str(tmp_path / "none"), "--data", str(data), "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("hule: there is no backup")


def test_the_page_writes_to_the_stick_that_is_mounted(tmp_path: Path) -> None:
    stick = Path("/dev/shm")  # a mounted, writable folder that every Linux has
    if not stick.is_mount():
        pytest.skip("/dev/shm is not mounted here")
    app = create_app(
        Config(data=tmp_path / "data", reader=lambda: ToldReader(), limits=False, sticks=(stick,))
    )
    answer = Phone(app).post("/api/v1/box/backup")
    assert answer.status_code == 201
    path = stick / answer.json["file"]
    try:
        assert inspect(path).tables == 0
    finally:
        path.unlink()
        app.extensions["hule"].database.close()
