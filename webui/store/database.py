"""The door to the database: one engine, brought to the newest shape at start, durable commits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session, sessionmaker

from webui.errors import Problem

AFTER = "after"
MIGRATIONS = Path(__file__).resolve().parent / "migrations"


class Database:
    """`reading()` and `writing()` give a session. One writes at a time; it commits at its end."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url, pool_size=8, max_overflow=24)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _prepare_sqlite)
        self._sessions = sessionmaker(self.engine, expire_on_commit=False)
        self._writer = threading.RLock()

    def upgrade(self) -> None:
        """Bring the tables to the newest revision; does nothing when they are there."""
        with self.engine.begin() as connection:
            if _revision(connection) == newest_revision():
                return
            # A tenth of a service's whole start, and nearly every start has nothing to bring.
            from alembic import command
            from alembic.config import Config as AlembicConfig

            config = AlembicConfig()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with self._sessions() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        with self._writer, self._sessions() as session:
            try:
                yield session
                session.commit()
                for follow in session.info.pop(AFTER, ()):
                    follow()
            except OperationalError as error:
                session.rollback()
                raise _disk_problem(error) from error

    def close(self) -> None:
        self.engine.dispose()


def newest_revision() -> str:
    """The last migration; each file's name begins with its revision."""
    return max(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def _revision(connection: Connection) -> str | None:
    """What the tables are now; None for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def after_commit(session: Session, follow: Callable[[], None]) -> None:
    """Do something once the session is safely stored, before anybody else may write."""
    session.info.setdefault(AFTER, []).append(follow)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # an agreed hand survives the plug being pulled
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def _disk_problem(error: OperationalError) -> Problem:
    text = str(error.orig).lower()
    if "full" in text or "disk i/o" in text:
        return Problem("disk_full", status=507)
    return Problem("store_busy", status=503)
