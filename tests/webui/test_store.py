"""The store: its shape, its durability, its room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import event, select, text

from tests.webui.conftest import Phone, picture
from webui.errors import Problem
from webui.photos import PhotoFiles, over_budget, unseen
from webui.store.database import MIGRATIONS, Database, after_commit, newest_revision
from webui.store.models import Base, HandRow, Photo, PlayTable, now
from webui.store.room import make_room
from webui.store.tables import open_table


@pytest.fixture
def database(tmp_path: Path) -> Database:
    found = Database(f"sqlite:///{tmp_path / 'x.sqlite3'}")
    found.upgrade()
    return found


def test_the_migrations_make_exactly_the_models(database: Database) -> None:
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_the_newest_migration_is_known_by_its_file_name() -> None:
    """So that a start with nothing to bring need not load Alembic."""
    assert ScriptDirectory(str(MIGRATIONS)).get_current_head() == newest_revision()


def test_commits_are_durable(database: Database) -> None:
    with database.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL


def test_what_follows_a_commit_does_not_happen_without_it(database: Database) -> None:
    followed: list[str] = []
    with pytest.raises(RuntimeError), database.writing() as session:
        open_table(session, "lost")
        after_commit(session, lambda: followed.append("lost"))
        raise RuntimeError
    with database.writing() as session:
        open_table(session, "kept")
        after_commit(session, lambda: followed.append("kept"))
    with database.reading() as session:
        assert [table.name for table in session.scalars(select(PlayTable))] == ["kept"]
    assert followed == ["kept"]


def test_over_budget_takes_the_first_ones_only() -> None:
    photos = [("old", 40), ("middle", 40), ("new", 40)]
    assert over_budget(photos, 130) == []
    assert over_budget(photos, 100) == ["old"]
    assert over_budget(photos, 50) == ["old", "middle"]


def _photo(session: Any, number: int, table: str | None, files: PhotoFiles) -> str:
    photo_id = f"{number:032x}"
    path = files.path(photo_id, "full")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    session.add(Photo(id=photo_id, table_id=table, width=1, height=1, sha256="", size=100, reading={}))
    session.flush()
    return photo_id


def test_photographs_of_finished_matches_go_before_those_still_playing(
    database: Database, tmp_path: Path
) -> None:
    files = PhotoFiles(tmp_path / "photos")
    with database.writing() as session:
        playing, finished = open_table(session, "playing"), open_table(session, "finished")
        finished.finished = now()
        ids = [
            _photo(session, n, t, files) for n, t in enumerate((playing.id, finished.id, finished.id, None))
        ]
    with database.writing() as session:
        assert make_room(session, files, 250) == [ids[1], ids[2]]
    assert [files.path(i, "full").exists() for i in ids] == [True, False, False, True]
    with database.reading() as session:
        assert len(list(session.scalars(select(Photo)))) == 4


def test_a_removed_photograph_leaves_the_hand(app: Flask, phone: Phone) -> None:
    hand = phone.send(picture()).json
    rooms = app.extensions["hule"]
    with rooms.database.writing() as session:
        make_room(session, rooms.photos, 0)
    after = phone.get(f"/api/v1/hands/{hand['id']}").json
    assert after["photo"]["gone"] and after["score"] == hand["score"]
    assert phone.get(hand["photo"]["url"]).status_code == 404


def test_a_full_disk_says_so_and_keeps_what_was_there(app: Flask, phone: Phone) -> None:
    hand = phone.post("/api/v1/hands", {"hand": "123m"}).json
    engine = app.extensions["hule"].database.engine

    def no_more_pages(connection: Any, *_: Any) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    event.listen(engine, "checkout", no_more_pages)
    for _ in range(300):
        answer = phone.edit(hand, "set_tile", id=0, symbol="9m")
        if answer.status_code != 200:
            break
        hand = answer.json
    assert (answer.status_code, answer.json["error"]["code"]) == (507, "disk_full")
    assert phone.get(f"/api/v1/hands/{hand['id']}").json == hand


def test_a_photograph_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    files = PhotoFiles(tmp_path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Problem) as caught:
        files.save("ab" * 16, np.zeros((40, 40, 3), np.uint8), unseen)
    assert caught.value.code == "disk_full"
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


def test_nothing_is_ever_deleted_from_the_records() -> None:
    """No code path deletes a hand, an edit or an event."""
    source = "".join(
        p.read_text(encoding="utf-8") for p in (Path(__file__).parents[2] / "webui").rglob("*.py")
    )
    assert ".delete(" not in source.replace("blueprint.delete(", "").replace("files.delete(", "").replace(
        "self.photos.delete(", ""
    )
    assert HandRow.__tablename__ == "hand"


def test_what_a_killed_server_left_behind_is_swept_away(tmp_path: Path) -> None:
    files = PhotoFiles(tmp_path)
    for name in ("aa" * 16, "bb" * 16):
        files.save(name, np.zeros((40, 60, 3), np.uint8), unseen)
    half = files.path("aa" * 16, "full").with_suffix(".part")
    half.write_bytes(b"\xff\xd8")
    files.sweep({"aa" * 16})
    assert {path.name[:2] for path in tmp_path.rglob("*.*")} == {"aa"}
    assert not half.exists() and files.path("aa" * 16, "full").exists()


def test_a_photograph_that_cannot_be_stored_leaves_no_files(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise Problem("disk_full", status=507)

    monkeypatch.setattr("webui.api.photos.begin_hand", full)
    assert phone.send(picture()).status_code == 507
    folder = app.extensions["hule"].config.photos
    assert [path for path in folder.rglob("*") if path.is_file()] == []
