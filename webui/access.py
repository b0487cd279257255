"""What a request has at hand."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from vision.tilesets import Tilesets
from webui.box.box import Box
from webui.config import Config
from webui.eye import Eye
from webui.live import Hub
from webui.photos import PhotoFiles
from webui.store.database import Database
from webui.tilesets.proposals import Proposals


@dataclass(frozen=True)
class Hule:
    """The rooms of the table, one of each for a running service."""

    config: Config
    database: Database
    photos: PhotoFiles
    eye: Eye
    hub: Hub
    box: Box
    tilesets: Tilesets
    proposals: Proposals


def hule() -> Hule:
    """The rooms of the service that answers this request."""
    return current_app.extensions["hule"]  # type: ignore[no-any-return]
