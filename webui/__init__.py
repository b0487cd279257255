"""The table: a Flask app that phones open, with its store, live updates and API.

>>> from pathlib import Path
>>> from webui import Config, create_app
>>> app = create_app(Config(data=Path("/var/lib/hule")))  # doctest: +SKIP

Flask is imported when the app is asked for: `hule backup` and `hule doctor` work without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webui.app import create_app
    from webui.config import Config

__all__ = ["Config", "create_app"]
HOMES = {"create_app": "webui.app", "Config": "webui.config"}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(name)
    return getattr(import_module(HOMES[name]), name)
