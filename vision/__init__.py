"""The eye: from a photograph to tiles, melds and flowers. A reading, never a score.

`vision.Reader().read("photo.jpg")` gives a `vision.Reading`. Importing this package loads nothing heavy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vision.reading import Reading, ReadTile, Remark

if TYPE_CHECKING:
    from vision.reader import Reader

__all__ = ["ReadTile", "Reader", "Reading", "Remark"]


def __getattr__(name: str) -> Any:
    """`Reader`, imported when it is first asked for: OpenCV and ONNX Runtime take a while."""
    if name == "Reader":
        from vision.reader import Reader

        return Reader
    raise AttributeError(f"module 'vision' has no attribute {name!r}")
