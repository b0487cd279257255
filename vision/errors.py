"""Errors of the eye: a stable code, the facts, and words for people."""

from __future__ import annotations

from typing import Any

from vision.words import say


class VisionError(Exception):
    """`code` is stable, `facts` what was found; `message(lang)` is one sentence that says what to do."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def message(self, lang: str = "en") -> str:
        """One sentence in Chinese (`zh`) or English (anything else)."""
        return say(self.code, self.facts, lang)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The error object of the command line and the page."""
        return {"code": self.code, "message": self.message(lang), "facts": self.facts}

    def __str__(self) -> str:
        return self.message("en")


class ImageError(VisionError):
    """A picture that cannot be used.

    Codes: empty_file, not_an_image, truncated_image, too_many_pixels, too_many_parts, too_many_bytes,
    too_small, unreadable, unwritable.
    """


class ModelError(VisionError):
    """A network that is not there (models_missing) or not the one of the manifest (models_damaged)."""


class ReadingError(VisionError):
    """Something asked of a reading that it does not have (winning_tile_not_there)."""
