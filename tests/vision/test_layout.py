"""A laid-out set read by places alone, and what is said when it is not as it should be."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from models.training.blocks import PlacedTile
from models.training.sightings import Camera, sight
from scorer.tiles import SYMBOLS
from vision.classes import CLASSES, NOT_A_TILE
from vision.classify import Named
from vision.layout import Layout, LayoutError, read_layout
from vision.locate import Located

ROWS = (SYMBOLS[:9], SYMBOLS[9:18], SYMBOLS[18:27], SYMBOLS[27:34], SYMBOLS[34:42])
IMAGE = np.full((1500, 2000, 3), 90, np.uint8)


class Eye:
    """Sees tiles laid in rows; `knows` says whether it can name them. Words of rows: symbols, `.` a gap."""

    def __init__(
        self, rows: list[str], knows: float = 0.0, turned: bool = False, elevation: float = 65
    ) -> None:
        placed = [
            PlacedTile(
                SYMBOLS.index(word.strip("~")), i * 27.0, -r * 39.0, math.pi / 2 * word.count("~"), "up"
            )
            for r, row in enumerate(rows)
            for i, word in enumerate(row.split())
            if word != "."
        ]
        camera = Camera(elevation=math.radians(elevation))
        sighting = sight(placed, camera, np.random.default_rng(5), noise=0.02, errors=0.0)
        quads = sighting.quads / 2
        low, high = quads.reshape(-1, 2).min(axis=0) - 60, quads.reshape(-1, 2).max(axis=0) + 60
        quads = (quads - low) * (1900 / (high - low).max())
        self.quads = (np.array([1950, 1450]) - quads if turned else quads).astype(np.float32)
        self.names = np.array([t.tile for t in sighting.tiles])
        self.knows = knows
        self.extra: list[Located] = []

    def find(self, image: np.ndarray) -> list[Located]:
        return [Located(q, 0.95) for q in self.quads] + self.extra

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
        away = np.linalg.norm(quads.mean(axis=1)[:, None] - self.quads.mean(axis=1)[None], axis=2)
        p = np.full((len(quads), CLASSES), (1 - self.knows) / CLASSES, np.float32)
        p[np.arange(len(quads)), self.names[away.argmin(axis=1)]] += self.knows
        p[:, NOT_A_TILE] += 0 if self.knows else 5
        return Named(p / p.sum(axis=1, keepdims=True), np.asarray(quads, np.float32))


def whole(flowers: bool = True) -> list[str]:
    return [" ".join(row) for row in ROWS[: 5 if flowers else 4]]


def read(eye: Eye, rows: str | None = None) -> Layout:
    return read_layout(IMAGE, eye, eye, rows)


def problems(eye: Eye, rows: str | None = None) -> list[tuple[str, dict[str, object]]]:
    with pytest.raises(LayoutError) as error:
        read(eye, rows)
    for lang in ("zh", "en"):
        assert "{" not in error.value.message(lang)
    return list(error.value.problems)


@pytest.mark.parametrize("flowers", [True, False])
@pytest.mark.parametrize("elevation", [90, 50])
def test_every_tile_gets_the_name_of_its_place(flowers: bool, elevation: float) -> None:
    eye = Eye(whole(flowers), elevation=elevation)  # it knows none of these tiles
    layout = read(eye)
    assert [t.tile for t in layout.tiles] == list(SYMBOLS[: 42 if flowers else 34])
    for tile in layout.tiles:
        nearest = np.linalg.norm(eye.quads.mean(axis=1) - tile.quad.mean(axis=0), axis=1).argmin()
        assert SYMBOLS[eye.names[nearest]] == tile.tile
    assert layout.remarks == () and not layout.turned


def test_a_photograph_from_the_far_side_is_told_by_its_rows() -> None:
    eye = Eye(whole(), turned=True)
    layout = read(eye)
    assert layout.turned and [t.tile for t in layout.tiles] == list(SYMBOLS)
    top = layout.tiles[0].quad
    assert top[0, 1] > top[3, 1]  # the tile's own top lies lower in the picture


def test_one_row_from_the_far_side_is_told_by_its_tiles() -> None:
    layout = read(Eye(whole()[1:2], knows=0.9, turned=True), "p")
    assert layout.turned and [t.tile for t in layout.tiles] == list(ROWS[1])


@pytest.mark.parametrize(
    ("row", "text", "code", "facts"),
    [
        (1, "1p 2p 3p . 5p 6p 7p 8p 9p", "layout_gap", {"row": "p", "found": 8, "wanted": 9, "after": [3]}),
        (0, ". 2m 3m 4m 5m 6m 7m 8m 9m", "layout_left", {"row": "m", "found": 8, "wanted": 9}),
        (2, "1s 2s 3s 4s 5s 6s 7s 8s", "layout_right", {"row": "s", "found": 8, "wanted": 9}),
        (3, "E S W N C F P P", "layout_long", {"row": "z", "found": 8, "wanted": 7}),
        (0, "1m 2m 3m 4m 5m . . 8m 9m", "layout_gap", {"row": "m", "found": 7, "wanted": 9, "after": [5]}),
        (2, "1s 2s ~3s 4s 5s 6s 7s 8s 9s", "layout_sideways", {"row": "s", "number": 3}),
    ],
)
def test_what_is_wrong_is_said_exactly(row: int, text: str, code: str, facts: dict[str, object]) -> None:
    rows = whole()
    rows[row] = text
    assert problems(Eye(rows)) == [(code, facts)]


def test_all_that_is_wrong_is_said_at_once() -> None:
    rows = whole()
    rows[0], rows[3] = "1m 2m 3m 4m . 6m 7m 8m 9m", "E S W N C F P P"
    eye = Eye(rows)
    assert [code for code, _ in problems(eye)] == ["layout_gap", "layout_long"]
    with pytest.raises(LayoutError) as error:
        read(eye)
    assert "room after tile 4" in str(error.value) and "8 tiles of 7" in str(error.value)


def test_a_wrong_number_of_rows() -> None:
    assert problems(Eye(whole()[:3])) == [("layout_rows", {"found": 3, "counts": "9 + 9 + 9", "wanted": 0})]
    assert problems(Eye(whole()[:2]), "m")[0][0] == "layout_rows_named"
    assert [t.tile for t in read(Eye(whole()[:3]), "mps").tiles] == list(SYMBOLS[:27])


def test_rows_that_are_exchanged_or_backwards_are_noticed_where_the_eye_knows_the_tiles() -> None:
    rows = whole()
    rows[1], rows[2] = rows[2], rows[1]
    assert problems(Eye(rows, knows=0.9)) == [
        ("layout_exchanged", {"row": "p", "looks": "s"}),
        ("layout_exchanged", {"row": "s", "looks": "p"}),
    ]
    assert [t.tile for t in read(Eye(rows)).tiles] == list(SYMBOLS)  # one that does not cannot tell
    rows = whole()
    rows[0] = " ".join(reversed(ROWS[0]))
    assert problems(Eye(rows, knows=0.9)) == [("layout_backwards", {"row": "m"})]


def test_two_exchanged_tiles_are_pointed_out() -> None:
    rows = whole()
    rows[0] = "1m 2m 4m 3m 5m 6m 7m 8m 9m"
    remarks = read(Eye(rows, knows=0.95)).remarks
    assert [(code, facts["number"], facts["read_as"]) for code, facts in remarks] == [
        ("layout_looks", 3, "4m"),
        ("layout_looks", 4, "3m"),
    ]


def test_a_tile_that_is_seen_as_two_halves_is_one_tile() -> None:
    eye = Eye(whole())
    at = int(np.flatnonzero(eye.names == SYMBOLS.index("4p"))[0])
    quad = eye.quads[at]
    left, right = (quad[0] + quad[3]) / 2, (quad[1] + quad[2]) / 2
    halves = [np.array([quad[0], quad[1], right, left]), np.array([left, right, quad[2], quad[3]])]
    eye.quads, eye.names = np.delete(eye.quads, at, axis=0), np.delete(eye.names, at)
    eye.extra = [Located(half.astype(np.float32), 0.99) for half in halves]
    found = next(t for t in read(eye).tiles if t.tile == "4p")
    overlap, _ = cv2.intersectConvexConvex(found.quad.astype(np.float32), quad)
    assert overlap > 0.8 * cv2.contourArea(quad)


def test_small_shapes_about_do_not_disturb() -> None:
    eye = Eye(whole())
    rng = np.random.default_rng(1)
    for _ in range(60):
        x, y = rng.uniform(0, 1900), rng.uniform(0, 1400)
        small = np.array([[x, y], [x + 20, y], [x + 20, y + 26], [x, y + 26]], np.float32)
        eye.extra.append(Located(small, 0.9))
    assert [t.tile for t in read(eye).tiles] == list(SYMBOLS)


def test_nothing_to_see() -> None:
    eye = Eye(whole()[:1])
    eye.quads = eye.quads[:0]
    assert problems(eye) == [("layout_no_tiles", {})]
