"""Times as people read them: corrected where the machine learnt later how wrong its clock was."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from flask import has_app_context
from flask_babel import format_date

from webui.access import hule


def shown(stored: datetime) -> str:
    """A stored time (UTC), in ISO form to the second, as right as is known."""
    return _dated(stored)[0].isoformat(timespec="seconds")


def day(stored: str, zone: str = "") -> str:
    """The day of a time as `shown` gives it, as people write it and by their clock: that of `zone` (as phones
    name theirs, `Asia/Shanghai`), else of this machine."""
    there = datetime.fromisoformat(stored).replace(tzinfo=UTC).astimezone(_zone(zone))
    return str(format_date(there.date(), "long"))


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (LookupError, ValueError, OSError):  # unknown, or no name at all
        return None


def all_certain(stored: Iterable[datetime]) -> bool:
    """Whether all of these times are known to be right."""
    return all(_dated(moment)[1] for moment in stored)


def _dated(stored: datetime) -> tuple[datetime, bool]:
    if not has_app_context():
        return stored, True
    return hule().box.clock.dated(stored)
