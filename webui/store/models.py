"""What is kept: tables and seats, hands with every edit, photographs, and the match as events.

Events and edits are only ever added. Times are UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, DateTime, ForeignKey, Index, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def now() -> datetime:
    """The time as it is stored: UTC without a zone, to the microsecond."""
    return datetime.now(UTC).replace(tzinfo=None)


class Base(DeclarativeBase):
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        dict[str, Any]: JSON,
        list[Any]: JSON,
        datetime: DateTime,
    }


class PlayTable(Base):
    """A table of four. `version` counts every change that phones must hear of."""

    __tablename__ = "play_table"

    id: Mapped[str] = mapped_column(String(12), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]]
    version: Mapped[int] = mapped_column(default=0)
    created: Mapped[datetime] = mapped_column(default=now)
    finished: Mapped[datetime | None]


class Seat(Base):
    """A place at a table: `chair` 0 to 3 is the seat wind of the first hand, E S W N."""

    __tablename__ = "seat"

    table_id: Mapped[str] = mapped_column(ForeignKey("play_table.id"), primary_key=True)
    chair: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str | None] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(40), default="")


class Photo(Base):
    """A photograph. The files lie in the data folder under its id; `gone` once the disk budget took them."""

    __tablename__ = "photo"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("play_table.id"))
    width: Mapped[int]
    height: Mapped[int]
    sha256: Mapped[str] = mapped_column(String(64))
    size: Mapped[int]
    reading: Mapped[dict[str, Any]]
    gone: Mapped[bool] = mapped_column(default=False)
    created: Mapped[datetime] = mapped_column(default=now)


class HandRow(Base):
    """A hand being worked on, or agreed. `status`: open, agreed, dropped."""

    __tablename__ = "hand"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("play_table.id"))
    photo_id: Mapped[str | None] = mapped_column(ForeignKey("photo.id"))
    owner: Mapped[str | None] = mapped_column(String(32))
    version: Mapped[int] = mapped_column(default=0)
    status: Mapped[str] = mapped_column(String(10), default="open")
    corrects: Mapped[int | None]  # the number of an earlier hand that this one is to replace
    draft: Mapped[dict[str, Any]]
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now, onupdate=now)

    __table_args__ = (Index("hand_of_table", "table_id", "status"),)


class EditRow(Base):
    """One edit of a hand; `version` is the hand's version after it."""

    __tablename__ = "hand_edit"

    hand_id: Mapped[str] = mapped_column(ForeignKey("hand.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    facts: Mapped[dict[str, Any]]
    person: Mapped[str | None] = mapped_column(String(32))
    by: Mapped[str | None] = mapped_column(String(40))
    at: Mapped[datetime] = mapped_column(default=now)


class EventRow(Base):
    """One event of a match, in order; see `scorer.match` for the kinds."""

    __tablename__ = "match_event"

    table_id: Mapped[str] = mapped_column(ForeignKey("play_table.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    body: Mapped[dict[str, Any]]
    hand_id: Mapped[str | None] = mapped_column(ForeignKey("hand.id"))
    person: Mapped[str | None] = mapped_column(String(32))
    by: Mapped[str | None] = mapped_column(String(40))
    at: Mapped[datetime] = mapped_column(default=now)
