"""The table: a Flask app that phones open, with its store, live updates and API.

>>> from pathlib import Path
>>> from webui import Config, create_app
>>> app = create_app(Config(data=Path("/var/lib/hule")))  # doctest: +SKIP
"""

from webui.app import create_app
from webui.config import Config

__all__ = ["Config", "create_app"]
