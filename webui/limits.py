"""How often one phone may ask; counted in memory, since one process serves the table."""

from __future__ import annotations

from flask import request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from webui.access import hule

# A phone that is used fast sends a few requests a second; several may share one address.
EVERYTHING = "3000 per minute"
PHOTOS = "60 per minute"
NEW_TABLES = "30 per minute"
GUESSES = "20 per minute"  # table codes and PINs

limiter = Limiter(get_remote_address, default_limits=[EVERYTHING], storage_uri="memory://")

UPLOADS = frozenset({"photos.upload", "tilesets.look_at_layout"})


def allow_uploads() -> None:
    """Only the routes that take photographs take more than a form's worth of bytes."""
    if request.endpoint in UPLOADS:
        config = hule().config
        request.max_content_length = config.photo_bytes + config.request_bytes
