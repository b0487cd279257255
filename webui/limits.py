"""How often one phone may ask; counted in memory, since one process serves the table."""

from __future__ import annotations

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

# A phone that is used fast sends a few requests a second; several may share one address.
EVERYTHING = "3000 per minute"
PHOTOS = "60 per minute"
NEW_TABLES = "30 per minute"
GUESSES = "20 per minute"  # table codes and PINs

limiter = Limiter(get_remote_address, default_limits=[EVERYTHING], storage_uri="memory://")
