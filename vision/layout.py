"""A set laid out in the shown order, photographed: which face is which tile, or what is wrong with it.

Rows from the top: characters, dots, bamboo (nine each), winds and dragons (seven), flowers (eight, if the set
has any). Names come from the places alone; what the network sees is only asked whether rows are exchanged or
the photograph stands on its head, and to point out tiles that look like another. Nothing is filled in: a row
with a tile too few is an error that says where.

Lengths are in tile heights, x along the rows, y down (see `vision.plane`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2
import numpy as np

from scorer.tiles import SYMBOLS
from vision.classes import CLASSES, NOT_A_TILE
from vision.classify import HEIGHT, WIDTH, Named, Pyramid, areas, cut
from vision.errors import VisionError
from vision.locate import Located
from vision.plane import Table, table_of
from vision.rectify import apply
from vision.words import say

ORDER = {
    "m": SYMBOLS[0:9],
    "p": SYMBOLS[9:18],
    "s": SYMBOLS[18:27],
    "z": SYMBOLS[27:34],
    "f": SYMBOLS[34:42],
}
"""The rows by their letters, from the top."""
WHOLE = {4: "mpsz", 5: "mpszf"}
SIDES = 0.6
"""Faces that the locator is less sure of are not looked at: lettering, patterns of the cloth."""
LARGEST, SMALLEST = 1.9, 0.5
"""Size (square root of the area) against the typical face: a layout seen aslant spans a factor of 1.5."""
WHOLE_TILE = 0.75, 1.35
"""Area of a whole tile against the typical one; others are parts of a tile, or two."""
LEVEL, NEXT = 0.33, 1.6
"""Neighbours in a row differ by less in y, and their centres by less in x (room for one between them)."""
WIDEST = 5.0
"""A row may go on beyond a hole of about this width: five tiles not found."""
BESIDE = 0.45
"""Centres of two tiles of a row lie further apart than this; a tile is 0.74 wide."""
OTHER_COLOUR, SPREAD, LIGHT_COUNTS = 9.0, 4.0, np.array([0.5, 1.0, 1.0])
"""What is no face differs by more from the bodies about it, in 8-bit L*a*b* with half weight on lightness,
and by more than SPREAD times the upper quartile. Rendered holes differ by 10 to 50, tiles by 1 (3 of 489 by
more); photographed tiles with much ink at the edge do too, but those the network knows."""
KNOWN = 0.5
"""A tile that the network gives its laid name this much is one, whatever its colour."""
_EDGE = np.zeros((HEIGHT, WIDTH), bool)
_EDGE[10:62, 8:48] = True
_EDGE[15:57, 12:44] = False
STRAIGHT = 4.0
"""(0.08 / 0.04)²: scatter of the tiles about their row, against how much rows slope."""
ON_LINE = 0.45
"""A face belongs to the row whose line it lies nearer to than this."""
FEWEST = 3
"""Fewer faces in line are no row of a layout."""
HOLE = 0.6
"""A gap wider than this part of the step between tiles has room for a tile."""
CLEARLY = 2.0
"""Nats a tile by which the network must prefer another order before a row is called exchanged."""
DISAGREES, DENIES = 0.9, 0.02
"""A tile is pointed out when the network gives another name this much, and the laid one less than that."""


class Finder(Protocol):
    """Finds the tile faces of a BGR picture (`vision.locate.Locator`)."""

    def find(self, image: np.ndarray) -> Sequence[Located]: ...


class Namer(Protocol):
    """Names N quadrilaterals and mends their corners (`vision.classify.Classifier`)."""

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named: ...


class LayoutError(VisionError):
    """A layout that cannot be used. `problems` are (code, facts), each a sentence of `vision.words`."""

    def __init__(self, problems: Sequence[tuple[str, dict[str, Any]]]) -> None:
        super().__init__("layout_wrong", problems=[{"code": c, "facts": f} for c, f in problems])
        self.problems = tuple(problems)

    def message(self, lang: str = "en") -> str:
        """All that is wrong, a sentence each."""
        return ("；" if lang == "zh" else "; ").join(say(code, facts, lang) for code, facts in self.problems)


@dataclass(frozen=True, slots=True, eq=False)
class LaidTile:
    """One tile of a layout: its name by its place, its outline in pixels of the photograph, its picture as
    the classifier sees it (72×56 BGR), and what the network alone would call it with which probability."""

    tile: str
    row: str
    number: int
    quad: np.ndarray
    crop: np.ndarray
    seen: str
    p: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A photograph of a layout. `remarks` are (code, facts); `left_out` faces beside the rows."""

    tiles: tuple[LaidTile, ...]
    rows: str
    turned: bool
    remarks: tuple[tuple[str, dict[str, Any]], ...]
    left_out: int


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """Tiles of one row from left to right: N×4×2 corners on the table and N centres along it."""

    quads: np.ndarray
    x: np.ndarray
    y: float
    sideways: np.ndarray


def read_layout(
    image: np.ndarray, locator: Finder, classifier: Namer, rows: str | None = None, scale: float = 1.0
) -> Layout:
    """The tiles of a photograph (BGR) that shows `rows` (letters of ORDER; None: the whole set).

    `scale` is pixels of `image` for each of the photograph. Raises `LayoutError`.
    """
    quads, scores = _faces(image, locator, classifier)
    if len(quads) < FEWEST:
        raise LayoutError([("layout_no_tiles", {})])
    found, to_picture, left_out = _rows(quads, scores)
    wanted = rows or WHOLE.get(len(found))
    if wanted is None or len(wanted) != len(found):
        counts = " + ".join(str(len(row.x)) for row in found) or "0"
        code = "layout_rows" if rows is None else "layout_rows_named"
        facts = {"found": len(found), "counts": counts, "wanted": len(rows or "")}
        raise LayoutError([(code, facts)])
    pyramid = Pyramid(image)
    placed = [apply(to_picture, row.quads).astype(np.float32) for row in found]
    names = [classifier.name(image, q).probabilities for q in placed]
    turned = _on_its_head(found, names, wanted)
    if turned:
        found, names = _turned(found), _back(names)
        placed = [np.roll(q[::-1], 2, axis=1) for q in placed[::-1]]
    problems = [p for row, letter in zip(found, wanted, strict=True) for p in _counted(row, letter, found)]
    problems = problems or _exchanged(names, wanted)
    if problems:
        raise LayoutError(problems)
    tiles = [
        LaidTile(ORDER[letter][i], letter, i + 1, q / scale, crop, *_seen(p))
        for letter, row, probabilities in zip(wanted, placed, names, strict=True)
        for i, (q, crop, p) in enumerate(zip(row, cut(pyramid, row)[0], probabilities, strict=True))
    ]
    p = np.concatenate(names)
    empty = _no_faces(tiles, p)
    remarks = [("layout_no_face", {"row": t.row, "number": t.number}) for t, none in empty if none]
    shown = [t for t, none in empty if not none]
    doubts = _doubts(shown, p[[not none for _, none in empty]])
    return Layout(tuple(shown), wanted, turned, (*remarks, *doubts), left_out)


# --- from faces to rows -------------------------------------------------------------------------------


def _faces(image: np.ndarray, locator: Finder, classifier: Namer) -> tuple[np.ndarray, np.ndarray]:
    """N×4×2 outlines of likely faces of about one size, and the locator's N scores."""
    located = [f for f in locator.find(image) if f.score >= SIDES]
    quads = np.array([f.quad for f in located], np.float32).reshape(-1, 4, 2)
    scores = np.array([f.score for f in located])
    if not len(quads):
        return quads, scores
    mended = classifier.name(image, quads).quads
    # the network may be led astray by a picture it does not know: then the locator's outline stands
    grown = areas(mended) / areas(quads)
    quads = np.where(((grown > 0.6) & (grown < 1.7))[:, None, None], mended, quads)
    sizes = np.sqrt(areas(quads))
    typical = _typical(sizes, scores)
    kept = (sizes > SMALLEST * typical) & (sizes < LARGEST * typical)
    return quads[kept], scores[kept]


def _typical(sizes: np.ndarray, weights: np.ndarray) -> float:
    """The size around which most area lies: many small false faces weigh less than the tiles."""
    near = np.abs(np.log(sizes[:, None] / sizes[None, :])) < 0.25
    return float(sizes[int((near * (weights * sizes**2)[None, :]).sum(axis=1).argmax())])


def _rows(quads: np.ndarray, scores: np.ndarray) -> tuple[list[_Row], np.ndarray, int]:
    """The rows from the top down, the homography back to the picture, and how many faces lie beside them."""
    table = table_of(quads)
    flat = _along_the_row(table)
    low, high = flat.min(axis=1), flat.max(axis=1)
    area = areas(flat) / np.median(areas(flat))
    whole = (area > WHOLE_TILE[0]) & (area < WHOLE_TILE[1])
    whole &= ~_doubled(table.centres, scores, whole)
    lines = _joined(table.centres, _linked(table.centres, np.flatnonzero(whole)))
    lines = [g for g in lines if len(g) >= FEWEST]
    if not lines:
        return [], np.linalg.inv(table.to_table), len(quads)
    size = np.median((high - low)[[i for g in lines for i in g]], axis=0)
    fits = [_line(table.centres[g]) for g in lines]
    parts, left_out = _parts(table.centres, lines, fits)
    rows = [
        _row(flat, table.centres, group, part, fit, size)
        for group, part, fit in zip(lines, parts, fits, strict=True)
    ]
    return sorted(rows, key=lambda row: row.y), np.linalg.inv(table.to_table), left_out


def _along_the_row(table: Table) -> np.ndarray:
    """The tiles' corners on the table, the first side the one that runs along the row."""
    edges = np.roll(table.quads, -1, axis=1) - table.quads
    first = (edges[..., 0] / np.linalg.norm(edges, axis=2)).argmax(axis=1)
    return np.stack([np.roll(q, -k, axis=0) for q, k in zip(table.quads, first, strict=True)])


def _doubled(centres: np.ndarray, scores: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """Faces that lie on a better one, (N,) bool."""
    away = np.abs(centres[:, None] - centres[None, :])
    on = (away[..., 0] < 0.4) & (away[..., 1] < 0.45) & whole[None, :]
    rank = np.argsort(np.argsort(-scores, kind="stable"), kind="stable")
    return (on & (rank[None, :] < rank[:, None])).any(axis=1)


def _linked(centres: np.ndarray, indices: np.ndarray) -> list[list[int]]:
    """Groups of neighbours on one level."""
    groups: list[list[int]] = []
    for i in indices[np.argsort(centres[indices, 0])]:
        dx, dy = centres[i, 0] - centres[:, 0], np.abs(centres[i, 1] - centres[:, 1])
        mine = [g for g in groups if any(dx[j] < NEXT and dy[j] < LEVEL for j in g)]
        groups = [g for g in groups if g not in mine] + [[*(j for g in mine for j in g), int(i)]]
    return [sorted(g, key=lambda j: centres[j, 0]) for g in groups]


def _joined(centres: np.ndarray, lines: list[list[int]]) -> list[list[int]]:
    """Parts of one row with wide gaps between them, put together; the longest part says where it runs."""
    rows: list[list[int]] = []
    for line in sorted(lines, key=len, reverse=True):
        row = next((r for r in rows if _goes_on(centres[r], centres[line])), None)
        if row is None:
            rows.append(list(line))
        else:
            row[:] = sorted(row + line, key=lambda i: centres[i, 0])
    return rows


def _goes_on(row: np.ndarray, part: np.ndarray) -> bool:
    """Whether a row of tiles (N×2 centres) goes on with another part, at most WIDEST away."""
    apart = np.abs(row[:, :1] - part[None, :, 0]).min()
    x, y = part.mean(axis=0)
    return bool(len(row) >= FEWEST and apart < WIDEST and abs(np.polyval(_line(row), x) - y) < LEVEL)


def _line(tiles: np.ndarray) -> np.ndarray:
    """Slope and height (2,) of the line through N×2 centres; a few tiles say little about the slope."""
    x, y = (tiles - tiles.mean(axis=0)).T
    slope = float((x * y).sum() / ((x * x).sum() + STRAIGHT))
    return np.array([slope, tiles[:, 1].mean() - slope * tiles[:, 0].mean()])


def _parts(
    centres: np.ndarray, lines: list[list[int]], fits: list[np.ndarray]
) -> tuple[list[list[list[int]]], int]:
    """For each row, tiles found in parts only (groups of faces); and how many faces lie elsewhere."""
    taken = {i for g in lines for i in g}
    parts: list[list[list[int]]] = [[] for _ in lines]
    left_out = 0
    for i in (i for i in range(len(centres)) if i not in taken):
        off = [abs(np.polyval(fit, centres[i, 0]) - centres[i, 1]) for fit in fits]
        row = int(np.argmin(off))
        x = centres[i, 0]
        if off[row] > ON_LINE or not centres[lines[row][0], 0] - NEXT < x < centres[lines[row][-1], 0] + NEXT:
            left_out += 1
        elif min(abs(x - centres[j, 0]) for j in lines[row]) > BESIDE:
            same = next((g for g in parts[row] if abs(centres[g[0], 0] - x) < BESIDE), None)
            parts[row].append([i]) if same is None else same.append(i)
    return parts, left_out


def _row(
    flat: np.ndarray,
    centres: np.ndarray,
    group: list[int],
    parts: list[list[int]],
    fit: np.ndarray,
    size: np.ndarray,
) -> _Row:
    """One row; a tile found in parts gets the usual outline where the row's line runs."""
    half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * size
    made = []
    for part in parts:
        x = float(centres[part, 0].mean())
        made.append(half + np.array([x, np.polyval(fit, x)]))
    quads = np.concatenate([flat[group], np.array(made).reshape(-1, 4, 2)])
    x = quads.mean(axis=1)[:, 0]
    order = np.argsort(x)
    extent = quads.max(axis=1) - quads.min(axis=1)
    sideways = extent[:, 0] > 1.12 * extent[:, 1]
    return _Row(quads[order], x[order], float(np.polyval(fit, 0.0)), sideways[order])


# --- which row is which, and what is wrong -----------------------------------------------------------


def _on_its_head(found: list[_Row], names: list[np.ndarray], wanted: str) -> bool:
    """Whether the photograph was taken from the far side: told by the counts, else by the tiles."""
    off = [
        sum(abs(len(row.x) - len(ORDER[letter])) for row, letter in zip(rows, wanted, strict=True))
        for rows in (found, found[::-1])
    ]
    if off[0] != off[1]:
        return off[1] < off[0]
    return _agreement(_back(names), wanted) > _agreement(names, wanted) + CLEARLY * sum(len(n) for n in names)


def _agreement(names: list[np.ndarray], wanted: str) -> float:
    return sum(_fit(p, letter) * len(p) for p, letter in zip(names, wanted, strict=True))


def _fit(p: np.ndarray, letter: str) -> float:
    """Mean log probability of the tiles of a row (N×44) being those of `letter` in order."""
    order = [SYMBOLS.index(symbol) for symbol in ORDER[letter]]
    n = min(len(order), len(p))
    return float(np.log(np.maximum(p[np.arange(n), order[:n]], 1e-3)).mean())


def _back(names: list[np.ndarray]) -> list[np.ndarray]:
    return [p[::-1] for p in names[::-1]]


def _turned(found: list[_Row]) -> list[_Row]:
    return [
        replace(row, quads=row.quads[::-1], x=-row.x[::-1], y=-row.y, sideways=row.sideways[::-1])
        for row in found[::-1]
    ]


def _counted(row: _Row, letter: str, found: list[_Row]) -> list[tuple[str, dict[str, Any]]]:
    """What is wrong with the number or the turn of the tiles of a row."""
    wanted, n = len(ORDER[letter]), len(row.x)
    facts = {"row": letter, "found": n, "wanted": wanted}
    if n == wanted:
        return [
            ("layout_sideways", {"row": letter, "number": int(i) + 1}) for i in np.flatnonzero(row.sideways)
        ]
    if n > wanted:
        return [("layout_long", facts)]
    step = np.median(np.concatenate([np.diff(r.x) for r in found if len(r.x) > 1]))
    room = np.maximum(0, np.floor(np.diff(row.x) / step + (1 - HOLE)).astype(int) - 1)
    if room.sum() == wanted - n:
        after = [int(i) + 1 for i in np.flatnonzero(room)]
        return [("layout_gap", facts | {"after": after})]
    others = [r for r in found if r is not row]
    if others and wanted - n == 1:
        left = round(float((row.x[0] - np.median([r.x[0] for r in others])) / step))
        if left == 1:
            return [("layout_left", facts)]
        alike = [r.x[-1] for r in others if len(r.x) == wanted]
        if left == 0 and alike and round(float((np.median(alike) - row.x[-1]) / step)) == 1:
            return [("layout_right", facts)]
    return [("layout_short", facts)]


def _exchanged(names: list[np.ndarray], wanted: str) -> list[tuple[str, dict[str, Any]]]:
    """Rows that the network clearly takes for another, or for the same from right to left."""
    problems = []
    for p, letter in zip(names, wanted, strict=True):
        fits = {other: _fit(p, other) for other in ORDER if len(ORDER[other]) == len(p)}
        best = max(fits, key=lambda other: fits[other])
        if best != letter and fits[best] > fits[letter] + CLEARLY:
            problems.append(("layout_exchanged", {"row": letter, "looks": best}))
        elif _fit(p[::-1], letter) > fits[letter] + CLEARLY:
            problems.append(("layout_backwards", {"row": letter}))
    return problems


def _seen(p: np.ndarray) -> tuple[str, float]:
    """The network's own name for a tile, and its probability."""
    name = int(p[:NOT_A_TILE].argmax())
    return (SYMBOLS[name] if name < len(SYMBOLS) else "_"), float(p[name])


def _doubts(tiles: Sequence[LaidTile], names: np.ndarray) -> list[tuple[str, dict[str, Any]]]:
    """Tiles that the network takes for others, certain of it."""
    assert names.shape[1] == CLASSES
    return [
        ("layout_looks", {"row": t.row, "number": t.number, "tile": t.tile, "read_as": t.seen})
        for t, p in zip(tiles, names, strict=True)
        if t.seen != t.tile and t.p > DISAGREES and p[SYMBOLS.index(t.tile)] < DENIES
    ]


def _no_faces(tiles: Sequence[LaidTile], names: np.ndarray) -> list[tuple[LaidTile, bool]]:
    """The tiles, each with whether there is no face: a hole, which looks like one between its neighbours, or
    a tile face down.

    They have another colour just inside their edge than the rest, light that falls off over the table allowed
    for, and the network does not see the tile that should be there.
    """
    if len(tiles) < len(ORDER["m"]):
        return [(t, False) for t in tiles]
    crops = np.stack([t.crop for t in tiles])
    centres = np.stack([t.quad.mean(axis=0) for t in tiles])
    flat = cv2.cvtColor(crops.reshape(-1, WIDTH, 3), cv2.COLOR_BGR2LAB).astype(float)
    colours = np.median(flat.reshape(crops.shape)[:, _EDGE], axis=1) * LIGHT_COUNTS
    place = np.column_stack([np.ones(len(centres)), (centres - centres.mean(axis=0)) / centres.std()])
    off = np.linalg.norm(colours - np.median(colours, axis=0), axis=1)
    for _ in range(3):
        usual = off <= np.quantile(off, 0.8)
        fall = np.linalg.lstsq(place[usual], colours[usual], rcond=None)[0]
        off = np.linalg.norm(colours - place @ fall, axis=1)
    other = off > max(OTHER_COLOUR, SPREAD * float(np.quantile(off, 0.75)))
    sure = names[np.arange(len(tiles)), [SYMBOLS.index(t.tile) for t in tiles]] > KNOWN
    return [(t, bool(o and not s)) for t, o, s in zip(tiles, other, sure, strict=True)]
