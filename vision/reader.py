"""The one door to the eye: a photograph in, a reading out.

decode -> locate -> classify -> arrange -> decode by the rules; each step is a module of its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from scorer.tiles import SYMBOLS
from vision import images, remarks
from vision.arrange import HIDDEN_KONG, KONG, MELD, Arrangement, arrange
from vision.classes import BACK, NOT_A_TILE
from vision.classify import Classifier, calibrated
from vision.decode import Decoded, decode
from vision.evidence import face_down
from vision.images import LIMITS, Limits, Photo
from vision.layout import Layout, read_layout
from vision.learnt import Learnt
from vision.locate import Locator
from vision.onnx import Network, manifest, models_dir
from vision.reading import Quad, Reading, ReadTile
from vision.rectify import TILE_WIDTH
from vision.seeing import ClassifierLike, LocatorLike, as_named, see
from vision.segments import CONCEALED, FLOWER, FULL, OTHER, WINNING, count_of
from vision.text import hand_text
from vision.tilesets import Tileset

ROLES = {
    CONCEALED: "concealed",
    MELD: "meld",
    KONG: "kong",
    HIDDEN_KONG: "kong",
    WINNING: "winning",
    FLOWER: "flower",
    OTHER: "other",
}
ALTERNATIVES, FAINTEST = 5, 0.001
MOST_SETS = 8
"""Taught sets kept ready; a hall has few."""
UNREAD = 0.2
"""A tile whose likeliest name has less than this is not read at all: `?`."""

Source = str | Path | bytes | np.ndarray | Photo


def rooms(folder: Path, threads: int | None = None) -> tuple[Locator, Classifier]:
    """Locating and naming with the ONNX networks of a folder. Raises `ModelError`."""
    locator, classifier = (Network(folder / f"{n}.onnx", threads) for n in ("locator", "classifier"))
    return Locator(lambda x: locator.run(x)[0]), Classifier(classifier.run)


def temperature_of(folder: Path) -> float:
    """The temperature that the manifest gives for the classifier's probabilities; 1 without one.

    Raises `ModelError` (models_damaged).
    """
    return float(manifest(folder).get("classifier", {}).get("temperature", 1.0))


class Reader:
    """Reads photographs. Loads both networks once; about 0.3 s and 60 MB.

    `models` is the folder with `locator.onnx` and `classifier.onnx` (default: those that came with Hule),
    `threads` how many the networks may use. Not for two threads at a time. Raises `ModelError`.
    """

    def __init__(
        self, models: str | Path | None = None, threads: int | None = None, limits: Limits = LIMITS
    ) -> None:
        folder = Path(models) if models else models_dir()
        self._furnish(*rooms(folder, threads), limits, temperature_of(folder))

    @classmethod
    def of(
        cls,
        locator: LocatorLike,
        classifier: ClassifierLike,
        limits: Limits = LIMITS,
        temperature: float = 1.0,
    ) -> Reader:
        """A reader with other rooms for locating and naming, such as those of a test."""
        reader = cls.__new__(cls)
        reader._furnish(locator, classifier, limits, temperature)
        return reader

    def _furnish(
        self, locator: LocatorLike, classifier: ClassifierLike, limits: Limits, temperature: float
    ) -> None:
        self._locator, self._classifier = locator, classifier
        self._limits, self._temperature = limits, temperature
        self._learnt: dict[tuple[str, int], Learnt] = {}

    def read(self, source: Source, name: str = "", tileset: Tileset | None = None) -> Reading:
        """The reading of a photograph: a path, the bytes of a file, a BGR array, or a decoded `Photo`.

        `name` goes into the reading as `photo` (default: the path); `tileset` is the taught set that lies on
        the table. Raises `ImageError` for what is no usable photograph, `TilesetError` (set_needs_features).
        """
        watch = _Watch()
        with watch("decode"):
            photo = self._photo(source)
        mend = self._learnt_of(tileset).mend if tileset else as_named
        quads, p = see(photo.array, self._locator, self._classifier, mend, watch)
        p = calibrated(p, self._temperature)
        with watch("arrange"):
            middle = (photo.array.shape[1] / 2, photo.array.shape[0] / 2)
            arrangement = arrange(quads, p, middle)
            p = face_down(p, arrangement.down)
            decoded = decode(arrangement, p)
        label = name or (str(source) if isinstance(source, str | Path) else "")
        return _reading(label, photo, quads, p, arrangement, decoded, watch)

    def layout(self, source: Source, rows: str | None = None) -> Layout:
        """The tiles of a photograph that shows a set laid out in order, or some of its rows (letters of
        `vision.layout.ORDER`). Raises `ImageError`, `LayoutError`."""
        photo = self._photo(source)
        return read_layout(photo.array, self._locator, self._classifier, rows, photo.scale)

    def _learnt_of(self, tileset: Tileset) -> Learnt:
        """The set as this network sees it; made when it is first used or has changed."""
        key = str(tileset.folder), tileset.revision
        if key not in self._learnt:
            kept = [k for k in self._learnt if k[0] != key[0]][-MOST_SETS + 1 :]
            self._learnt = {k: self._learnt[k] for k in kept}
            self._learnt[key] = Learnt.of(self._classifier, tileset)
        return self._learnt[key]

    def _photo(self, source: Source) -> Photo:
        if isinstance(source, Photo):
            return source
        if isinstance(source, np.ndarray):
            return images.from_array(source)
        if isinstance(source, bytes | bytearray | memoryview):
            return images.decode(bytes(source), self._limits)
        return images.read(source, self._limits)


class _Watch:
    """Milliseconds of each step, all its turns together."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}
        self._began = time.perf_counter()

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.ms[step] = self.ms.get(step, 0.0) + (time.perf_counter() - began) * 1e3

    def total(self) -> dict[str, float]:
        return self.ms | {"total": (time.perf_counter() - self._began) * 1e3}


def _reading(
    label: str,
    photo: Photo,
    quads: np.ndarray,
    p: np.ndarray,
    arrangement: Arrangement,
    decoded: Decoded,
    watch: _Watch,
) -> Reading:
    tiles = _tiles(quads / photo.scale, p, arrangement, decoded)
    count = count_of(arrangement.parts)
    others = arrangement.others
    hand = np.array([t for t in arrangement.order if t not in others], int)
    tile_width = arrangement.table.pixels * TILE_WIDTH
    complete = decoded.legal and count == FULL
    warnings = remarks.of_picture(photo.array, quads[hand], tile_width, complete, count)
    warnings += remarks.of_hand(count, arrangement.winning is not None, len(others))
    warnings += remarks.of_tiles(tiles)
    return Reading(
        photo=label,
        width=photo.width,
        height=photo.height,
        hand=hand_text(tiles),
        confidence=decoded.confidence,
        legal=decoded.legal,
        tiles=tiles,
        warnings=tuple(warnings),
        ms=watch.total(),
    )


def _tiles(
    quads: np.ndarray, p: np.ndarray, arrangement: Arrangement, decoded: Decoded
) -> tuple[ReadTile, ...]:
    """The tiles in reading order."""
    part_of = {t: (i, part.kind) for i, part in enumerate(arrangement.parts) for t in part.tiles}
    tiles = []
    for t in arrangement.order:
        group, kind = part_of[t]
        order = [int(n) for n in np.argsort(-p[t]) if n != NOT_A_TILE]
        seen = order[0]
        tiles.append(
            ReadTile(
                tile=_symbol(seen) if p[t, seen] >= UNREAD else "?",
                quad=_quad(quads[t]),
                p=float(p[t, seen]),
                alternatives=tuple(
                    (_symbol(n), float(p[t, n])) for n in order[1 : 1 + ALTERNATIVES] if p[t, n] >= FAINTEST
                ),
                role=ROLES[kind],
                group=group,
                read_as=_symbol(decoded.read_as[t]),
            )
        )
    return tuple(tiles)


def _quad(corners: np.ndarray) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _symbol(name: int) -> str:
    return "_" if name == BACK else SYMBOLS[name] if name < BACK else "?"
