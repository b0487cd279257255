"""Rendered scenes: the labels must say where the faces are in the picture."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.training.blocks import PlacedTile
from models.training.faces import FACE_H, FACE_W, WHITE, Look, Style, in_body_of, paint, rounded
from models.training.free_layouts import whitened
from models.training.scenes import Renderer
from models.training.tables import leaflet
from models.training.view import View

RED, BLUE = (0, 0, 220), (220, 0, 0)


def plain(color: tuple[int, int, int]) -> np.ndarray:
    face = np.full((FACE_H, FACE_W, 4), 255, np.uint8)
    face[..., :3] = color
    return face


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer([Style("plain", {0: [plain(RED)], 1: [plain(BLUE)]}, opaque=True, upright=True)], [], [])


LOOK = Look(np.full(3, 240.0), np.array([40.0, 160.0, 40.0]), 0, None, 0, (0, 0, 0), 0, 1.0, False)


def scene(renderer: Renderer, tiles: list[PlacedTile], seed: int = 0, elevation: float = 1.0):
    rng = np.random.default_rng(seed)
    view = View(elevation, 0.0, upside_down=0.0, objects=0)
    return renderer.render(rng, tiles, renderer.styles[0], LOOK, 640, 480, len(tiles), view)


@pytest.mark.parametrize("seed", range(6))
def test_the_colour_inside_each_quadrilateral_is_its_tiles(renderer, seed):
    row = [PlacedTile(i % 2, 26.3 * i, 0.0, 0.1 * i, "up") for i in range(0, 8, 1) if i != 3]
    s = scene(renderer, row, seed)
    for quad, tile, seen in zip(s.quads, s.tiles, s.visible, strict=True):
        if seen < 0.95:
            continue
        mask = np.zeros(s.image.shape[:2], np.uint8)
        inner = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * 0.6
        cv2.fillConvexPoly(mask, np.intp(inner), 255)
        blue, _, red, _ = cv2.mean(s.image, mask)
        assert (red > blue) == (tile == 0)


def test_a_tile_behind_a_tile_is_hidden(renderer):
    front = PlacedTile(0, 0.0, 0.0, 0.0, "standing")
    behind = PlacedTile(1, 0.0, 24.0, 0.0, "standing")
    s = scene(renderer, [front, behind], elevation=0.2)
    assert s.visible[0] > 0.95
    assert s.visible[1] < 0.4


def test_a_standing_tile_seen_from_behind_shows_no_face(renderer):
    s = scene(
        renderer, [PlacedTile(0, 0.0, 0.0, np.pi, "standing"), PlacedTile(1, 60.0, 0.0, 0.0, "standing")]
    )
    assert s.visible[0] == 0
    assert s.visible[1] > 0.95


def test_quadrilaterals_start_at_the_tiles_own_top_left(renderer):
    upright, turned = PlacedTile(0, 0.0, 0.0, 0.0, "up"), PlacedTile(0, 80.0, 0.0, np.pi, "up")
    s = scene(renderer, [upright, turned])
    assert s.quads[0, 0, 1] < s.quads[0, 2, 1]  # top left above bottom right
    assert s.quads[1, 0, 1] > s.quads[1, 2, 1]


def test_the_side_of_a_real_tile_has_the_colour_of_its_face(renderer):
    ivory = Style("ivory", {0: [plain((150, 200, 220))]}, opaque=True, upright=True)
    look = in_body_of(ivory, LOOK, np.random.default_rng(0))
    assert look.body.tolist() == [150, 200, 220]
    drawn = Style("drawn", ivory.pictures, opaque=False, upright=True)
    assert in_body_of(drawn, LOOK, np.random.default_rng(0)) is LOOK


@pytest.mark.parametrize("opaque", [True, False])
def test_a_blank_white_dragon_bears_nothing(opaque):
    style = Style("framed", {WHITE: [plain(BLUE)]}, opaque=opaque, upright=True)
    rng = np.random.default_rng(0)
    assert (paint(style, WHITE, LOOK, rng) == BLUE).all()
    assert (paint(style, WHITE, replace(LOOK, blank_white=True), rng) == 240).all()


@pytest.mark.parametrize("seed", range(8))
def test_a_leaflet_lies_where_it_is_said_to(seed):
    table = np.zeros((576, 768, 3), np.uint8)
    table[..., 1] = 1
    sheet, *pieces = leaflet(np.random.default_rng(seed), table)
    written = (table != (0, 1, 0)).any(axis=2)
    for quad in (sheet, *pieces):
        inside = np.zeros(table.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, np.intp(quad.mean(axis=0) + (quad - quad.mean(axis=0)) * 0.95), 1)
        assert not inside.any() or written[inside > 0].mean() > 0.99
    assert written.any()


def test_where_one_tile_of_a_row_ends_can_be_seen(renderer):
    touching = [PlacedTile(0, 26.0 * i, 0.0, 0.0, "up") for i in range(2)]

    def brightness(seam: float) -> np.ndarray:
        """In the middle of a tile and where the two touch."""
        rng, view = np.random.default_rng(0), View(1.2, 0.0, upside_down=0.0, objects=0)
        s = renderer.render(rng, touching, renderer.styles[0], replace(LOOK, seam=seam), 640, 480, 2, view)
        places = np.intp([s.quads[0].mean(axis=0), s.quads[0, 1:3].mean(axis=0)])
        return np.array([s.image[y - 1 : y + 2, x - 1 : x + 2].mean() for x, y in places])

    with_seam, without = brightness(0.45), brightness(0.0)
    assert with_seam[0] == pytest.approx(without[0], rel=0.02)
    assert with_seam[1] < 0.95 * without[1]


def test_the_rounded_edge_of_a_face_reaches_as_far_as_the_look_says():
    grey = np.full((FACE_H, FACE_W, 3), 200, np.uint8)
    shaded = [
        (rounded(grey, replace(LOOK, seam=0.4, rounding=r), (0, 0, 0, 0)) < 200).any(axis=2)
        for r in (0.04, 0.11)
    ]
    assert [np.argmin(edge[FACE_H // 2]) for edge in shaded] == [
        pytest.approx(r * FACE_W, abs=2) for r in (0.04, 0.11)
    ]


def test_white_dragons_stand_among_standing_tiles():
    rng = np.random.default_rng(0)
    plain = [PlacedTile(0, 30.0 * i, 0.0, 0.0, "standing") for i in range(200)]
    mixed = whitened(rng, plain)
    share = np.mean([p.tile == WHITE for p in mixed])
    assert 0.2 < share < 0.5
    assert [replace(p, tile=0) for p in mixed] == plain
