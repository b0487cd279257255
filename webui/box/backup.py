"""Everything of a table in one file: database, photographs, settings. Made while the service runs.

The file is a tar: `hule-backup.json` first (format, versions, what is inside), then the files under the
names they have in the data folder, then `hule-backup.end`: without it the file is cut short. The database is
copied by SQLite itself, so the copy is of one moment; photographs are only ever added or deleted whole.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path, PurePosixPath

from webui.box.errors import BoxError
from webui.box.lock import serving

FORMAT = 1
MANIFEST = "hule-backup.json"
END = "hule-backup.end"
DATABASE = "hule.sqlite3"
SMALL_FILES = ("secret", "box.json", "clock.json")
FOLDERS = ("photos", "tilesets")
KEPT_PARTS = ("before-restore",)  # what a restore replaced; never inside a backup


@dataclass(frozen=True, slots=True)
class Summary:
    """What a backup holds. `made` is by the clock of the machine that made it, UTC."""

    format: int
    hule: str
    made: str
    tables: int
    hands: int
    photos: int
    bytes: int


def version() -> str:
    """The installed version, or `source` when run from a checkout."""
    try:
        return metadata.version("hule")
    except metadata.PackageNotFoundError:
        return "source"


def make_backup(data: Path, target: Path, photos: bool = True) -> Summary:
    """Write the backup of a data folder to `target`, whole or not at all.

    Raises `BoxError`: no_data (nothing there), backup_exists, backup_unwritable, disk_full.
    """
    if not (data / DATABASE).is_file():
        raise BoxError("no_data", path=str(data))
    if target.exists():
        raise BoxError("backup_exists", path=str(target))
    waiting = target.with_name(target.name + ".part")
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".hule-") as folder:
            copy = Path(folder) / DATABASE
            copy_database(data / DATABASE, copy)
            summary = _write(waiting, data, copy, photos)
        waiting.replace(target)
    except OSError as error:
        waiting.unlink(missing_ok=True)
        raise cannot_write(error, target) from error
    return summary


def copy_database(source: Path, target: Path) -> None:
    """One moment of a database that may be in use."""
    with (
        contextlib.closing(sqlite3.connect(source, timeout=30)) as live,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")


def _write(waiting: Path, data: Path, database: Path, photos: bool) -> Summary:
    listed = list(_files(data, photos))
    size = database.stat().st_size + sum(path.stat().st_size for path, _ in listed)
    summary = _summary(database, sum(name.endswith("-full.jpg") for _, name in listed), size)
    with waiting.open("wb") as raw:
        with tarfile.open(fileobj=raw, mode="w") as tar:
            _add_bytes(tar, MANIFEST, json.dumps(asdict(summary)).encode())
            tar.add(database, DATABASE, filter=_plain)
            for path, name in listed:
                with contextlib.suppress(FileNotFoundError):  # deleted meanwhile to make room
                    tar.add(path, name, filter=_plain)
            _add_bytes(tar, END, b"")
        raw.flush()
        os.fsync(raw.fileno())
    return summary


def _files(data: Path, photos: bool) -> Iterator[tuple[Path, str]]:
    for name in SMALL_FILES:
        if (data / name).is_file():
            yield data / name, name
    for folder in FOLDERS if photos else FOLDERS[1:]:
        for path in sorted((data / folder).rglob("*")):
            if path.is_file() and path.suffix != ".part":
                yield path, str(path.relative_to(data))


def _summary(database: Path, photos: int, size: int) -> Summary:
    with contextlib.closing(sqlite3.connect(database)) as copy:
        tables = copy.execute("SELECT count(*) FROM play_table").fetchone()[0]
        hands = copy.execute("SELECT count(*) FROM hand WHERE status = 'agreed'").fetchone()[0]
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return Summary(FORMAT, version(), made, tables, hands, photos, size)


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without the names and numbers of the machine's users."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def _add_bytes(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(content), 0o644
    tar.addfile(member, io.BytesIO(content))


def cannot_write(error: OSError, target: Path) -> BoxError:
    if error.errno == errno.ENOSPC:
        return BoxError("disk_full", path=str(target.parent))
    return BoxError("backup_unwritable", path=str(target), reason=error.strerror or str(error))


def inspect(path: Path) -> Summary:
    """What a backup says of itself. Raises `BoxError`: no_backup, backup_damaged, backup_newer."""
    try:
        with tarfile.open(path) as tar:
            found = tar.extractfile(MANIFEST)
            said = json.loads(found.read(65536)) if found else {}
        summary = Summary(**said)
    except FileNotFoundError as error:
        raise BoxError("no_backup", path=str(path)) from error
    except (OSError, tarfile.TarError, KeyError, ValueError, TypeError) as error:
        raise BoxError("backup_damaged", path=str(path)) from error
    if summary.format > FORMAT:
        raise BoxError("backup_newer", path=str(path), version=summary.hule)
    return summary


def restore(path: Path, data: Path) -> tuple[Summary, Path | None]:
    """Put a backup in the place of a data folder; what was there moves to a folder inside it, whose path is
    returned. Nothing changes unless the whole backup could be unpacked and its database is sound.

    Raises `BoxError`: the codes of `inspect`, service_running, disk_full, backup_unwritable.
    """
    summary = inspect(path)
    data.mkdir(parents=True, exist_ok=True)
    with serving(data), tempfile.TemporaryDirectory(dir=data, prefix=".restore-") as folder:
        fresh = Path(folder)
        try:
            _unpack(path, fresh)
            old = _set_aside(data, fresh)
            for item in fresh.iterdir():
                item.rename(data / item.name)
        except OSError as error:
            raise cannot_write(error, data / DATABASE) from error
    return summary, old


def _unpack(path: Path, fresh: Path) -> None:
    whole = False
    try:
        with tarfile.open(path) as tar:
            for member in tar:
                whole = whole or member.name == END
                if _belongs(member):
                    _take_out(tar, member, fresh / member.name)
        with contextlib.closing(sqlite3.connect(fresh / DATABASE)) as copy:
            sound = copy.execute("PRAGMA quick_check").fetchone()[0] == "ok"
    except (tarfile.TarError, sqlite3.Error, EOFError) as error:
        raise BoxError("backup_damaged", path=str(path)) from error
    if not (sound and whole):
        raise BoxError("backup_damaged", path=str(path))


def _take_out(tar: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    """Write one file, readable by its owner. By hand: bookworm's Python 3.11.2 has no safe `extract` yet."""
    target.parent.mkdir(parents=True, exist_ok=True)
    content = tar.extractfile(member)
    assert content is not None  # `_belongs` let regular files pass only
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        shutil.copyfileobj(content, file)


def _belongs(member: tarfile.TarInfo) -> bool:
    """Only what a backup may hold comes out of one."""
    parts = PurePosixPath(member.name).parts
    inside = len(parts) > 1 and parts[0] in FOLDERS and ".." not in parts
    return member.isreg() and (inside or member.name in (DATABASE, *SMALL_FILES))


def _set_aside(data: Path, fresh: Path) -> Path | None:
    """Move what the backup replaces to `before-restore-N`."""
    names = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", *SMALL_FILES, *FOLDERS)
    present = [data / name for name in names if (data / name).exists()]
    if not present:
        return None
    number = 1 + sum(1 for _ in data.glob("before-restore-*"))
    while (old := data / f"before-restore-{number}").exists():
        number += 1
    old.mkdir()
    for path in present:
        path.rename(old / path.name)
    if not (fresh / "photos").exists() and (old / "photos").exists():
        (old / "photos").rename(data / "photos")  # a backup without photographs takes none away
    return old
