"""Times as people read them: corrected where the machine learnt later how wrong its clock was."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from flask import has_app_context

from webui.access import hule


def shown(stored: datetime) -> str:
    """A stored time (UTC), in ISO form to the second, as right as is known."""
    return _dated(stored)[0].isoformat(timespec="seconds")


def all_certain(stored: Iterable[datetime]) -> bool:
    """Whether all of these times are known to be right."""
    return all(_dated(moment)[1] for moment in stored)


def _dated(stored: datetime) -> tuple[datetime, bool]:
    if not has_app_context():
        return stored, True
    return hule().box.clock.dated(stored)
