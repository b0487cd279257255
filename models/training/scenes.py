"""Rendered photographs of tiles: thick two-coloured prisms on a table under a pinhole camera (`view`).

`Renderer.scene(rng)` gives a picture with exact quadrilaterals of every face, front or back, and how much
of each can be seen. Lengths are millimetres; the table is the plane z = 0, y away from the viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.classes import BACK

from . import faces, sources, tables
from .blocks import PlacedTile
from .clutter import clutter
from .drawn import drawn_style
from .exposure import photograph
from .faces import FACE_H, FACE_W, Look, Style, pick
from .free_layouts import free_layout, turned
from .lamp import Lamp, random_lamp
from .layouts import winning_layout
from .view import View, aim, low_view, random_view


@dataclass
class Scene:
    """A rendered picture: `quads` N×4×2 (clockwise from the tile's own top left), `tiles` N class numbers
    (42 for a back), `visible` N fractions of the face that nothing hides, `upright` whether tops are known,
    `roles` and `groups` as the layout says; `lures` M×4×2 what may be taken for a face and is none:
    sides of tiles, cards, dice, letters, as far as nothing hides them."""

    image: np.ndarray
    quads: np.ndarray
    tiles: np.ndarray
    visible: np.ndarray
    upright: bool
    roles: list[str]
    groups: list[int]
    lures: np.ndarray


@dataclass
class Prism:
    """A tile in space: centre of its face, unit vectors right, up, outward; width, height, thickness."""

    tile: int
    face: np.ndarray
    right: np.ndarray
    up: np.ndarray
    out: np.ndarray
    size: tuple[float, float, float]
    shows_back: bool

    def corners(self) -> np.ndarray:
        """8×3: the face clockwise from its top left as seen from outside, then the same behind it."""
        w, h, t = self.size
        r, u = self.right * w / 2, self.up * h / 2
        front = np.array([self.face - r + u, self.face + r + u, self.face + r - u, self.face - r - u])
        return np.concatenate([front, front - self.out * t])


def prism(p: PlacedTile, size: tuple[float, float, float], lean: float) -> Prism:
    """Put a placed tile into space. `lean` (radians) tilts standing tiles back."""
    _, h, t = size
    c, s = np.cos(p.turn), np.sin(p.turn)
    right, away = np.array([c, s, 0.0]), np.array([-s, c, 0.0])
    up_axis = np.array([0.0, 0.0, 1.0])
    if p.face == "up":
        return Prism(p.tile, np.array([p.x, p.y, p.z + t]), right, away, up_axis, size, False)
    if p.face == "down":
        return Prism(p.tile, np.array([p.x, p.y, p.z + t]), right, away, up_axis, size, True)
    up = np.cos(lean) * up_axis + np.sin(lean) * away
    out = np.cross(right, up)
    centre = np.array([p.x, p.y, p.z + h / 2 * np.cos(lean)])
    return Prism(p.tile, centre + out * t / 2, right, up, out, size, False)


SIDES = ((0, 1), (1, 2), (2, 3), (3, 0))
NOBODY = -1
"""Owner of what is no tile."""
BARE = 0.12
"""Share of tables without any tile: people photograph those too, and most false tiles are things."""
STEEP = 0.25
"""Share of layouts seen low and from any side: rows that run away from the camera."""


class Renderer:
    """Renders scenes from styles, each drawn as often as its weight says (None: all alike); `patches` are
    pieces of real photographs without tiles."""

    def __init__(
        self,
        styles: list[Style],
        plants: list[Style],
        patches: list[np.ndarray],
        style_weights: list[float] | None = None,
    ):
        self.styles = styles
        self.weights = np.array(style_weights or [1.0] * len(styles))
        self.weights /= self.weights.sum()
        self.plants = plants
        self.patches = patches
        self.fonts = faces.fonts()

    @classmethod
    def from_data(cls, data: Path, validation: bool, own: Style | None = None) -> Renderer:
        """All artwork and crops under `data`, and Hule's `own` drawings; without the families and sets kept
        for measuring if `validation`."""
        art = faces.art_styles(data) + ([own] if own else [])
        crops = [c for c in sources.crops(data) if not (validation and c.group in sources.HELD_OUT_SETS)]
        real = faces.crop_styles(crops)
        plants = [s for s in art if 18 in s.pictures]
        # real sets weigh more than artwork; the small ones in `pooled` stand for fifty
        weights = [0.9] * len(art) + [6.0 if s.name == "pooled" else 1.5 for s in real]
        return cls(art + real, plants, background_patches(data, validation), weights)

    def _style(self, rng: np.random.Generator) -> Style:
        if self.fonts and rng.random() < 0.22:
            return drawn_style(rng, pick(rng, self.fonts), self.plants)
        return self.styles[int(rng.choice(len(self.styles), p=self.weights))]

    def scene(self, rng: np.random.Generator, w: int = 768, h: int = 576) -> Scene:
        """One picture of a random layout of a random set on a random table."""
        if rng.random() < BARE:
            return self._bare(rng, w, h)
        style = self._style(rng)
        look = faces.random_look(rng)
        placed, focus = self._layout(rng, style)
        if rng.random() < STEEP and all(p.face != "standing" for p in placed):
            placed = turned(placed, rng.uniform(-np.pi, np.pi))
            return self.render(rng, placed, style, look, w, h, focus, low_view(rng))
        if rng.random() < 0.12:
            h = int(w * rng.uniform(0.25, 0.6))
        return self.render(rng, placed, style, look, w, h, focus)

    def _bare(self, rng: np.random.Generator, w: int, h: int) -> Scene:
        """A table and what lies about on it."""
        image = np.clip(tables.random_table(rng, h, w, self.patches), 0, 255).astype(np.uint8)
        lures = np.array(tables.scatter_objects(rng, image, int(rng.integers(2, 14))), np.float32)
        none = np.zeros(0)
        return Scene(
            photograph(rng, image.astype(np.float32)),
            none.reshape(0, 4, 2).astype(np.float32),
            none.astype(np.int64),
            none.astype(np.float32),
            True,
            [],
            [],
            lures.reshape(-1, 4, 2),
        )

    def _layout(self, rng: np.random.Generator, style: Style) -> tuple[list[PlacedTile], int]:
        """Tiles on the table, and how many of them (the first ones) the photographer aims at."""
        if rng.random() < 0.65:
            placed = free_layout(rng, style.tiles())
            return placed, len(placed)
        hand = list(winning_layout(rng).tiles)
        rest = clutter(rng, hand) if rng.random() < 0.5 else []
        return hand + list(rest), len(hand)

    def render(
        self,
        rng: np.random.Generator,
        placed: list[PlacedTile],
        style: Style,
        look: Look,
        w: int,
        h: int,
        focus: int,
        view: View | None = None,
    ) -> Scene:
        """Draw `placed` tiles of `style` and take a photograph that aims at the first `focus` of them."""
        look = faces.in_body_of(style, look, rng)
        size = (26.0, 26.0 / rng.uniform(0.68, 0.8), 26.0 * rng.uniform(0.5, 0.95))
        lean = rng.uniform(0, 0.35)
        known = set(style.tiles())
        prisms = [prism(p, size, lean) for p in placed]
        for p in prisms:
            if p.tile not in known:
                p.tile = pick(rng, style.tiles())
        standing = any(p.face == "standing" for p in placed)
        view = view or random_view(rng, standing)
        points = np.concatenate([p.corners() for p in prisms[:focus]])
        camera = aim(rng, points, w, h, view.elevation, view.roll)

        image = tables.random_table(rng, h, w, self.patches)
        things: list[np.ndarray] = []
        if view.objects:
            drawn = np.clip(image, 0, 255).astype(np.uint8)
            things = tables.scatter_objects(rng, drawn, view.objects)
            image = drawn.astype(np.float32)
        self._shadows(rng, image, prisms, camera)
        lamp = random_lamp(rng)
        order = np.argsort(
            [-np.linalg.norm(p.face - p.out * p.size[2] / 2 - camera.position) for p in prisms]
        )
        ids = np.zeros((h, w), np.int16)
        band = rng.uniform(0.35, 0.9)
        side_style = rng.random() < 0.85
        flip = [rng.random() < view.upside_down for _ in prisms]
        cache: dict[int, list[np.ndarray]] = {}
        quads = np.zeros((len(prisms), 4, 2), np.float32)
        faces_away = np.zeros(len(prisms), bool)
        sides: list[np.ndarray] = []
        owners: list[int] = []
        for i in order:
            p = prisms[i]
            quad = camera.project(p.corners())
            front = quad[:4]
            hull = np.intp(np.round(cv2.convexHull(quad.astype(np.float32))))
            cv2.fillConvexPoly(ids, hull, int(i) + 1)
            seen = self._sides(image, p, quad, camera, look, lamp, band if side_style else 1.0)
            sides += seen
            owners += [int(i)] * len(seen)
            if p.out @ (camera.position - p.face) <= 0:
                faces_away[i] = True
                quads[i] = front
                back = faces.rounded(self._back(look), look, (0, 0, 0, 0))
                self._face(image, quad[[5, 4, 7, 6]], back, lamp.gain(-p.out))
                continue
            if p.shows_back:
                texture = self._back(look)
            else:
                kinds = cache.setdefault(p.tile, [])
                if not kinds or (style.opaque and len(kinds) < 3):
                    kinds.append(faces.paint(style, p.tile, look, rng))
                texture = pick(rng, kinds)
            towards = [float(side @ lamp.towards) for side in (-p.right, p.up, p.right, -p.up)]
            if flip[i]:
                front, towards = np.roll(front, 2, axis=0), towards[2:] + towards[:2]
            quads[i] = front
            texture = faces.rounded(texture, look, towards)
            self._face(image, front, texture, lamp.gain(p.out))
        visible = visible_share(ids, quads, range(len(prisms)))
        visible[faces_away] = 0
        lures = np.array(sides + things, np.float32).reshape(-1, 4, 2)
        lures = lures[visible_share(ids, lures, owners + [NOBODY] * len(things)) > 0.85]
        image = photograph(rng, image)
        tiles = np.array([BACK if p.shows_back else p.tile for p in prisms], np.int64)
        return Scene(
            image,
            quads,
            tiles,
            visible,
            style.upright,
            [p.role for p in placed],
            [p.group for p in placed],
            lures,
        )

    def _back(self, look: Look) -> np.ndarray:
        texture = np.empty((FACE_H, FACE_W, 3), np.uint8)
        texture[:] = np.clip(look.back, 0, 255)
        return texture

    def _shadows(self, rng, image, prisms, camera) -> None:
        h, w = image.shape[:2]
        slope = rng.normal(0, 0.6, 2)
        mask = np.zeros((h, w), np.uint8)
        for p in prisms:
            c = p.corners()
            ground = c.copy()
            ground[:, :2] += slope * c[:, 2:]
            ground[:, 2] = 0
            flat = c.copy()
            flat[:, 2] = 0
            hull = cv2.convexHull(camera.project(np.concatenate([ground, flat])).astype(np.float32))
            cv2.fillConvexPoly(mask, np.intp(hull), 255)
        soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1, 9))).astype(np.float32) / 255
        image *= (1 - soft * rng.uniform(0.1, 0.65))[..., None]

    def _sides(self, image, p: Prism, quad, camera, look: Look, lamp: Lamp, band: float) -> list[np.ndarray]:
        """Draw the sides that the camera sees; their quadrilaterals."""
        corners, seen = p.corners(), []
        for a, b in SIDES:
            edge = corners[b] - corners[a]
            normal = np.cross(edge, -p.out)
            normal /= np.linalg.norm(normal) + 1e-9
            centre = (corners[a] + corners[b] + corners[a + 4] + corners[b + 4]) / 4
            if normal @ (centre - p.face + p.out * p.size[2] / 2) < 0:
                normal = -normal
            if normal @ (camera.position - centre) <= 0:
                continue
            shade = lamp.gain(normal)
            top, bottom = (look.back, look.body) if p.shows_back else (look.body, look.back)
            share = 1 - band if p.shows_back else band
            cut = quad[[a, b]] + (quad[[a + 4, b + 4]] - quad[[a, b]]) * share
            for strip, color in (
                ((quad[a], quad[b], cut[1], cut[0]), top),
                ((cut[0], cut[1], quad[b + 4], quad[a + 4]), bottom),
            ):
                poly = np.intp(np.round(np.array(strip) * 16))
                cv2.fillConvexPoly(image, poly, tuple(float(v) for v in color * shade), cv2.LINE_AA, 4)
            seen.append(quad[[a, b, b + 4, a + 4]])
        return seen

    def _face(self, image, quad, texture, gain: float) -> None:
        h, w = image.shape[:2]
        x0, y0 = np.floor(quad.min(axis=0)).astype(int) - 1
        x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 2
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        scale = np.sqrt(max(1.0, abs(cv2.contourArea(quad.astype(np.float32)))) / (FACE_W * FACE_H))
        if scale < 0.5:
            texture = cv2.resize(texture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        th, tw = texture.shape[:2]
        source = np.array([[0, 0], [tw, 0], [tw, th], [0, th]], np.float32) - 0.5
        m = cv2.getPerspectiveTransform(source, (quad - [x0, y0]).astype(np.float32))
        color = cv2.warpPerspective(
            texture, m, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = cv2.warpPerspective(rounded_mask(tw, th), m, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        a = mask[..., None].astype(np.float32) / 255
        part = image[y0:y1, x0:x1]
        full = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(full, np.intp(np.round((quad - [x0, y0]) * 16)), 255, cv2.LINE_AA, 4)
        edge = full[..., None].astype(np.float32) / 255
        rim = texture.reshape(-1, 3).max(axis=0).astype(np.float32) * gain * 0.9
        part[:] = part * (1 - edge) + rim * edge
        part[:] = part * (1 - a) + color.astype(np.float32) * gain * a


def visible_share(ids: np.ndarray, quads: np.ndarray, owners: Sequence[int]) -> np.ndarray:
    """How much of each quadrilateral (N×4×2) can be seen, 0 to 1. `ids` H×W names each pixel's tile, counted
    from one; `owners` the tile of each quadrilateral."""
    h, w = ids.shape
    visible = np.zeros(len(quads), np.float32)
    for i, (q, owner) in enumerate(zip(quads, owners, strict=True)):
        area = abs(cv2.contourArea(q))
        x0, y0 = np.maximum(np.floor(q.min(axis=0)).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(q.max(axis=0)).astype(int) + 1, [w, h])
        if x1 <= x0 or y1 <= y0 or area < 4:
            continue
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.intp(np.round(q - [x0, y0])), 1)
        seen = (mask > 0) & (ids[y0:y1, x0:x1] == owner + 1)
        visible[i] = min(1.0, seen.sum() / max(1.0, area))
    return visible


_MASKS: dict[tuple[int, int], np.ndarray] = {}


def rounded_mask(w: int, h: int) -> np.ndarray:
    """Coverage of a face with round corners, H×W uint8."""
    if (w, h) not in _MASKS:
        r, mask = w // 10, np.zeros((h, w), np.uint8)
        cv2.rectangle(mask, (r, 1), (w - r - 1, h - 2), 255, -1)
        cv2.rectangle(mask, (1, r), (w - 2, h - r - 1), 255, -1)
        for x, y in ((r, r), (w - r - 1, r), (r, h - r - 1), (w - r - 1, h - r - 1)):
            cv2.circle(mask, (x, y), r - 1, 255, -1, cv2.LINE_AA)
        _MASKS[(w, h)] = mask
    return _MASKS[(w, h)]


def background_patches(data: Path, validation: bool) -> list[np.ndarray]:
    """Pieces of the training photographs that hold no boxed tile (rows above or below all boxes)."""
    patches = []
    for photo in sources.photos(data):
        if photo.augmented or (validation and photo.family in sources.VALIDATION_FAMILIES):
            continue
        if photo.family == "cmd-hand" or not len(photo.boxes) or len(patches) >= 160:
            continue  # discards lie unboxed above the hands of `cmd-hand`
        bottom = int(photo.boxes[:, 3].max()) + 25
        if bottom < 500:
            patches.append(photo.load()[bottom:, :])
    return patches
