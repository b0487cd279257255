"""The PIN of the box: made once, at the installation or the first start with a camera; then its owner's."""

from __future__ import annotations

import secrets

from webui.box.settings import SettingsFile
from webui.store.tables import digest, secret_fits

DIGITS = 6
SALT = "box"


def new_pin() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def first_pin(settings: SettingsFile) -> str | None:
    """A PIN for a box about which nobody has decided yet; None where somebody has, even for none."""
    if settings.now.decided:
        return None
    made = new_pin()
    store_pin(settings, made)
    return made


def store_pin(settings: SettingsFile, secret: str | None) -> None:
    """Another PIN, or none; its digest is kept. Raises `BoxError` (disk_full)."""
    settings.change(pin=digest(secret, SALT) if secret else None, decided=True)


def pin_fits(stored: str, given: str) -> bool:
    return secret_fits(stored, given, SALT)
