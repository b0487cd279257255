"""What can go wrong, as a stable code and facts; the words are in `webui.words`."""

from __future__ import annotations

from typing import Any


class Problem(Exception):
    """Something a person can mend. `status` is the HTTP status it answers with."""

    def __init__(self, code: str, status: int = 422, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.facts = facts
