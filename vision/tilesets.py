"""Sets of tiles that people taught: examples of each tile as small pictures, kept as files.

`Tilesets(folder)` holds one folder a set: `set.json`, and `crops/ID.png` for each example, cut as the
classifier sees a tile (`vision.classify.cut`). No features are kept: they are made from the pictures by
whatever network is loaded (`vision.learnt`), so new networks need no new photographs.
"""

from __future__ import annotations

import fcntl
import json
import secrets
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scorer.tiles import SYMBOLS
from vision.classify import HEIGHT, WIDTH
from vision.errors import VisionError
from vision.files import write_whole

FORMAT = 1
TILES = 42
LONGEST_NAME = 40
PHOTO, CORRECTION = "photo", "correction"
MOST_PER_TILE = 24
"""Examples of one tile in use; the newest count. More lights and corrections than this change nothing."""


class TilesetError(VisionError):
    """A set that cannot be used or kept.

    Codes: tileset_unknown, tileset_exists, tileset_name, tileset_damaged, tileset_unwritable,
    no_such_example, no_such_tile, set_needs_features.
    """


@dataclass(frozen=True, slots=True)
class Example:
    """One picture of one tile.

    `source` is `photo` (laid out in order) or `correction`; `at` when, UTC; `by` whose correction; `about`
    what else is known (for a correction: `hand`, `tile_id`, `seen`). Undone ones are kept, not used.
    """

    id: str
    tile: str
    source: str
    at: str
    by: str | None = None
    about: dict[str, Any] = field(default_factory=dict)
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Tileset:
    """A set as it stands; `revision` grows with every change."""

    id: str
    name: str
    made: str
    revision: int
    examples: tuple[Example, ...]
    folder: Path

    @property
    def used(self) -> tuple[Example, ...]:
        """The examples that count: not undone, the newest of each tile."""
        left = dict.fromkeys(SYMBOLS, MOST_PER_TILE)
        kept = []
        for example in reversed(self.examples):
            if not example.undone and left[example.tile] > 0:
                left[example.tile] -= 1
                kept.append(example)
        return tuple(reversed(kept))

    @property
    def missing(self) -> tuple[str, ...]:
        """Tiles without an example."""
        known = {example.tile for example in self.used}
        return tuple(symbol for symbol in SYMBOLS if symbol not in known)

    def example(self, example_id: str) -> Example:
        """Raises `TilesetError` (no_such_example)."""
        found = next((e for e in self.examples if e.id == example_id), None)
        if found is None:
            raise TilesetError("no_such_example", example=example_id[:20], name=self.name)
        return found

    def path(self, example: Example) -> Path:
        """Where an example's picture lies."""
        return self.folder / "crops" / f"{example.id}.png"

    def crops(self) -> tuple[np.ndarray, np.ndarray]:
        """N×72×56×3 pictures of the examples in use and the N tiles they show; lost pictures are left out."""
        pairs = [(cv2.imread(str(self.path(e))), SYMBOLS.index(e.tile)) for e in self.used]
        sound = [(c, t) for c, t in pairs if c is not None and c.shape == (HEIGHT, WIDTH, 3)]
        crops = np.array([c for c, _ in sound], np.uint8).reshape(-1, HEIGHT, WIDTH, 3)
        return crops, np.array([t for _, t in sound], int)

    def facts(self) -> dict[str, Any]:
        """What a listing shows."""
        return {
            "id": self.id,
            "name": self.name,
            "made": self.made,
            "tiles": TILES - len(self.missing),
            "missing": list(self.missing),
            "examples": len(self.used),
            "corrections": sum(e.source == CORRECTION and not e.undone for e in self.examples),
        }


class Tilesets:
    """The sets in a folder. Changes are whole or not at all, and safe beside another process's."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._turn = threading.Lock()  # between the threads of this process; the file's is between processes

    def all(self) -> list[Tileset]:
        """Every sound set, by name."""
        found = []
        for path in self.folder.glob("*/set.json"):
            try:
                found.append(_load(path))
            except TilesetError:
                continue
        return sorted(found, key=lambda s: (s.name.casefold(), s.id))

    def get(self, set_id: str) -> Tileset:
        """Raises `TilesetError`: tileset_unknown, tileset_damaged."""
        path = self.folder / set_id / "set.json"
        if not set_id.isalnum() or not path.is_file():
            raise TilesetError("tileset_unknown", name=set_id[:LONGEST_NAME], known=self._known())
        return _load(path)

    def named(self, name: str) -> Tileset:
        """The set of a name, or of an id. Raises `TilesetError` (tileset_unknown)."""
        wanted = clean(name).casefold()
        for found in self.all():
            if found.name.casefold() == wanted or found.id == name:
                return found
        raise TilesetError("tileset_unknown", name=name[:LONGEST_NAME], known=self._known())

    def create(self, name: str) -> Tileset:
        """A set without examples. Raises `TilesetError`: tileset_name, tileset_exists, tileset_unwritable."""
        name = clean(name)
        if not name:
            raise TilesetError("tileset_name")
        with self._alone():
            if any(s.name.casefold() == name.casefold() for s in self.all()):
                raise TilesetError("tileset_exists", name=name)
            set_id = secrets.token_hex(6)
            return self._save(Tileset(set_id, name, _now(), 0, (), self.folder / set_id))

    def learn(
        self,
        set_id: str,
        shown: Sequence[tuple[str, np.ndarray]],
        source: str = PHOTO,
        by: str | None = None,
        about: dict[str, Any] | None = None,
    ) -> Tileset:
        """Add examples: (symbol, 72×56 picture) each. Raises `TilesetError` (no_such_tile)."""
        fresh = [(_example(symbol, source, by, about or {}), crop) for symbol, crop in shown]
        with self._alone():
            return self._exchange(self.get(set_id), [], fresh)

    def correct(
        self, set_id: str, symbol: str | None, crop: np.ndarray | None, by: str | None, about: dict[str, Any]
    ) -> Tileset:
        """Remember a correction of one tile of one hand (`about`: hand, tile_id) in the place of earlier ones
        of the same tile; without a symbol only forget those. Raises `TilesetError` (no_such_tile)."""
        fresh = []
        if symbol is not None and crop is not None:
            fresh.append((_example(symbol, CORRECTION, by, about), crop))
        with self._alone():
            known = self.get(set_id)
            same = [e for e in known.examples if _place(e.about) == _place(about) != (None, None)]
            return self._exchange(known, same, fresh) if same or fresh else known

    def undo(self, set_id: str, example_id: str, undone: bool = True) -> Tileset:
        """Take an example out of use, or back into it."""
        with self._alone():
            known = self.get(set_id)
            changed = replace(known.example(example_id), undone=undone)
            examples = tuple(changed if e.id == example_id else e for e in known.examples)
            return self._save(replace(known, examples=examples))

    def rename(self, set_id: str, name: str) -> Tileset:
        """Raises `TilesetError`: tileset_name, tileset_exists."""
        name = clean(name)
        if not name:
            raise TilesetError("tileset_name")
        with self._alone():
            if any(s.name.casefold() == name.casefold() and s.id != set_id for s in self.all()):
                raise TilesetError("tileset_exists", name=name)
            return self._save(replace(self.get(set_id), name=name))

    def forget(self, set_id: str) -> Tileset:
        """Delete a set with its pictures; what it was."""
        with self._alone():
            known = self.get(set_id)
            try:
                (known.folder / "set.json").unlink()  # from here on it is no set any more
                shutil.rmtree(known.folder, ignore_errors=True)
            except OSError as error:
                raise _unwritable(self.folder, error) from error
            return known

    def _known(self) -> str:
        return ", ".join(s.name for s in self.all()) or "–"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else changes a set meanwhile."""
        with self._turn:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                handle = (self.folder / ".lock").open("a")
            except OSError as error:
                raise _unwritable(self.folder, error) from error
            with handle:
                fcntl.flock(handle, fcntl.LOCK_EX)
                yield

    def _exchange(
        self, known: Tileset, old: Sequence[Example], fresh: Sequence[tuple[Example, np.ndarray]]
    ) -> Tileset:
        """Save a set with new examples in the place of old ones, whose pictures go last: on a full disk they
        stay."""
        for example, crop in fresh:
            self._write(known.path(example), cv2.imencode(".png", crop)[1].tobytes())
        kept = [e for e in known.examples if e not in old]
        saved = self._save(replace(known, examples=(*kept, *(e for e, _ in fresh))))
        for example in old:
            known.path(example).unlink(missing_ok=True)
        return saved

    def _save(self, changed: Tileset) -> Tileset:
        changed = replace(changed, revision=changed.revision + 1)
        said = {k: v for k, v in asdict(changed).items() if k != "folder"} | {"format": FORMAT}
        self._write(changed.folder / "set.json", json.dumps(said, ensure_ascii=False, indent=1).encode())
        return changed

    def _write(self, path: Path, content: bytes) -> None:
        try:
            write_whole(path, content)
        except OSError as error:
            raise _unwritable(path.parent, error) from error


def clean(name: str) -> str:
    """
    >>> clean("  Grandma's\\n bone set ")
    "Grandma's bone set"
    """
    return " ".join("".join(c for c in name if c.isprintable() or c.isspace()).split())[:LONGEST_NAME]


def _load(path: Path) -> Tileset:
    try:
        said = json.loads(path.read_text("utf-8"))
        examples = tuple(Example(**e) for e in said["examples"])
        if not all(map(_is_sound, examples)) or said["format"] > FORMAT:
            raise ValueError
        return Tileset(
            path.parent.name, str(said["name"]), said["made"], int(said["revision"]), examples, path.parent
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TilesetError("tileset_damaged", path=str(path)) from error


def _is_sound(example: Example) -> bool:
    return example.tile in SYMBOLS and example.id.isalnum() and isinstance(example.about, dict)


def _example(symbol: str, source: str, by: str | None, about: dict[str, Any]) -> Example:
    if symbol not in SYMBOLS:  # a set that holds one cannot be read again
        raise TilesetError("no_such_tile", symbol=symbol[:20])
    return Example(secrets.token_hex(6), symbol, source, _now(), by, about)


def _place(about: dict[str, Any]) -> tuple[Any, Any]:
    return about.get("hand"), about.get("tile_id")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _unwritable(folder: Path, error: OSError) -> TilesetError:
    return TilesetError("tileset_unwritable", path=str(folder), reason=error.strerror or str(error))
