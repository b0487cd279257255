"""Pictures of tile faces to put on rendered tiles: artwork, crops of real tiles, and drawn ones.

A `Style` is one set of tiles. `Style.face(tile, rng)` gives an H×W×4 BGRA picture of FACE size whose alpha
is the ink (1 everywhere for crops, which bring their own body colour). A `Look` then turns it into the
opaque face of one scene: body colour, ink colours, engraving, index marks.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from . import sources
from .sources import BACK, INDEX

FACE_W, FACE_H = 96, 130
RANKS = "一二三四五六七八九"
INK = {  # B, G, R of the inks that real sets use
    "black": (32, 28, 26),
    "blue": (150, 62, 28),
    "navy": (90, 40, 24),
    "green": (60, 105, 20),
    "dark green": (48, 78, 14),
    "red": (40, 36, 190),
    "crimson": (52, 30, 150),
    "brown": (40, 60, 110),
}
FONT_FILES = (
    "truetype/arphic/ukai.ttc",
    "truetype/arphic/uming.ttc",
    "truetype/cwtex/cwkai.ttf",
    "truetype/wqy/wqy-zenhei.ttc",
    "opentype/noto/NotoSerifCJK-Bold.ttc",
    "opentype/noto/NotoSansCJK-Bold.ttc",
    "opentype/noto/NotoSerifCJK-Regular.ttc",
)
FLOWER_GLYPHS = ("梅", "蘭", "竹", "菊", "春", "夏", "秋", "冬")


def fonts() -> list[str]:
    """Paths of the Chinese fonts on this machine among those known to draw well (may be empty)."""
    roots = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
    return [str(r / f) for r in roots for f in FONT_FILES if (r / f).exists()]


def pick(rng: np.random.Generator, items):
    """One of a sequence (numpy's own choice would turn it into an array)."""
    return items[int(rng.integers(len(items)))]


@cache
def _font(path: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, 96)


def glyph(text: str, font: str, height: int) -> np.ndarray:
    """Ink coverage 0 to 1 of a text, cropped to its ink, `height` pixels high."""
    face = _font(font)
    canvas = Image.new("L", (110 * len(text) + 40, 150), 0)
    ImageDraw.Draw(canvas).text((20, 20), text, fill=255, font=face)
    box = canvas.getbbox()
    if box is None:
        return np.zeros((height, height), np.float32)
    ink = np.asarray(canvas.crop(box), np.float32) / 255
    width = max(1, round(ink.shape[1] * height / ink.shape[0]))
    return cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)


def stamp(face: np.ndarray, ink: np.ndarray, cx: float, cy: float, color) -> None:
    """Blend coverage `ink` centred at (cx, cy) onto a BGRA face, cutting what falls outside."""
    h, w = ink.shape
    x0, y0 = round(cx - w / 2), round(cy - h / 2)
    x1, y1 = max(0, x0), max(0, y0)
    x2, y2 = min(FACE_W, x0 + w), min(FACE_H, y0 + h)
    if x2 <= x1 or y2 <= y1:
        return
    a = ink[y1 - y0 : y2 - y0, x1 - x0 : x2 - x0, None]
    part = face[y1:y2, x1:x2].astype(np.float32)
    part[..., :3] = part[..., :3] * (1 - a) + np.array(color, np.float32) * a
    part[..., 3:] = np.maximum(part[..., 3:], a * 255)
    face[y1:y2, x1:x2] = part.astype(np.uint8)


def blank() -> np.ndarray:
    """A face without ink."""
    return np.zeros((FACE_H, FACE_W, 4), np.uint8)


@dataclass
class Style:
    """One set: pictures by tile. `opaque` faces bring their own body; `upright` when the top is known."""

    name: str
    pictures: dict[int, list[np.ndarray]]
    opaque: bool
    upright: bool
    mono: bool = False

    def tiles(self) -> list[int]:
        """The tiles this set can show."""
        return sorted(self.pictures)

    def face(self, tile: int, rng: np.random.Generator) -> np.ndarray:
        """A picture of the tile, FACE_H × FACE_W × 4."""
        return pick(rng, self.pictures[tile])


def _fit(image: np.ndarray, margin: float, keep_shape: bool) -> np.ndarray:
    """Place artwork on a face of the standard size with a margin (fraction of the width)."""
    face = blank()
    w, h = FACE_W * (1 - 2 * margin), FACE_H - 2 * margin * FACE_W
    if keep_shape:
        k = min(w / image.shape[1], h / image.shape[0])
        w, h = image.shape[1] * k, image.shape[0] * k
    small = cv2.resize(image, (round(w), round(h)), interpolation=cv2.INTER_AREA)
    y, x = (FACE_H - small.shape[0]) // 2, (FACE_W - small.shape[1]) // 2
    face[y : y + small.shape[0], x : x + small.shape[1]] = small
    return face


def _trim(image: np.ndarray, part: float) -> np.ndarray:
    """Cut a border of `part` of each side off: some artwork draws the edge of the tile."""
    dy, dx = round(image.shape[0] * part), round(image.shape[1] * part)
    return image[dy : image.shape[0] - dy, dx : image.shape[1] - dx]


def _bare_body(image: np.ndarray) -> np.ndarray:
    """Make the near-white body of flat artwork transparent, so that only ink remains."""
    bgr = image[..., :3].astype(np.float32)
    darkness = np.clip((235 - bgr.min(axis=2)) / 60, 0, 1)
    result = image.copy()
    result[..., 3] = (result[..., 3] * darkness).astype(np.uint8)
    return result


def art_styles(data: Path) -> list[Style]:
    """The artwork as styles; drawn frames of the tile's edge are cut away."""
    styles = []
    for name, images in sources.art(data).items():
        framed = name.startswith("IMahjong") or name in ("lietxia-flat", "majiang-gl")
        pictures = {}
        for tile, image in images.items():
            if tile == BACK:
                continue
            if framed:
                image = _trim(image, 0.075 if name.startswith("IMahjong") else 0.045)
            if name in ("lietxia-flat", "majiang-gl"):
                image = _bare_body(image)
            pictures[tile] = [_fit(image, 0.04 if framed else 0.1, keep_shape=not framed)]
        styles.append(Style(name, pictures, opaque=False, upright=True, mono=name.startswith("IMahjong")))
    return styles


def crop_styles(crops: list[sources.Crop]) -> list[Style]:
    """Real tiles by physical set; sets of few tiles are pooled with the session they come from."""
    groups: dict[str, dict[int, list[np.ndarray]]] = defaultdict(lambda: defaultdict(list))
    for crop in crops:
        image = cv2.imread(str(crop.path))
        if image.shape[1] > image.shape[0]:
            continue
        image = cv2.resize(image, (FACE_W, FACE_H), interpolation=cv2.INTER_AREA)
        image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
        groups[crop.group][crop.tile].append(image)
    styles = []
    pooled: dict[int, list[np.ndarray]] = defaultdict(list)
    for name, pictures in groups.items():
        if len(pictures) >= 20:
            styles.append(Style(name, dict(pictures), opaque=True, upright=False))
            continue
        for tile, images in pictures.items():
            pooled[tile] += images
    if pooled:
        styles.append(Style("pooled", dict(pooled), opaque=True, upright=False))
    return styles


# --- drawn styles ------------------------------------------------------------------------------------

DOTS = {  # centres in units of the inner face, (x, y) from -1 to 1
    2: [(0, -0.5), (0, 0.5)],
    3: [(-0.55, -0.65), (0, 0), (0.55, 0.65)],
    4: [(-0.5, -0.55), (0.5, -0.55), (-0.5, 0.55), (0.5, 0.55)],
    5: [(-0.55, -0.65), (0.55, -0.65), (0, 0), (-0.55, 0.65), (0.55, 0.65)],
    6: [(-0.45, -0.7), (0.45, -0.7), (-0.45, 0.1), (0.45, 0.1), (-0.45, 0.7), (0.45, 0.7)],
    7: [(-0.6, -0.8), (0, -0.58), (0.6, -0.36), (-0.4, 0.2), (0.4, 0.2), (-0.4, 0.75), (0.4, 0.75)],
    8: [(x, y) for y in (-0.78, -0.26, 0.26, 0.78) for x in (-0.42, 0.42)],
    9: [(x, y) for y in (-0.72, 0, 0.72) for x in (-0.65, 0, 0.65)],
}
STICKS = {
    2: [(0, -0.5), (0, 0.5)],
    3: [(0, -0.5), (-0.5, 0.5), (0.5, 0.5)],
    4: [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)],
    5: [(-0.6, -0.5), (0.6, -0.5), (0, 0), (-0.6, 0.5), (0.6, 0.5)],
    6: [(x, y) for y in (-0.5, 0.5) for x in (-0.6, 0, 0.6)],
    7: [(0, -0.78)] + [(x, y) for y in (0, 0.72) for x in (-0.6, 0, 0.6)],
    9: [(x, y) for y in (-0.68, 0, 0.68) for x in (-0.6, 0, 0.6)],
}
RED_DOTS = {3: (1,), 5: (2,), 6: (2, 3, 4, 5), 7: (3, 4, 5, 6), 9: (3, 4, 5)}
RED_STICKS = {5: (2,), 7: (0,), 9: (1, 4, 7)}


def _dot(face, x, y, r, color, pattern: int) -> None:
    color = (*color, 255)
    c = (round(x * 8), round(y * 8))
    k = {"lineType": cv2.LINE_AA, "shift": 3}
    thick = max(1, round(r / 4))
    cv2.circle(face, c, round(r * 8), color, -1 if pattern == 2 else thick, **k)
    if pattern == 0:
        cv2.circle(face, c, round(r * 4), color, -1, **k)
    elif pattern == 1:
        cv2.circle(face, c, round(r * 4.6), color, thick, **k)
        cv2.circle(face, c, round(r * 1.6), color, -1, **k)
    elif pattern == 2:
        for a in np.arange(4) * np.pi / 2 + np.pi / 4:
            p = (round((x + r * 0.5 * np.cos(a)) * 8), round((y + r * 0.5 * np.sin(a)) * 8))
            cv2.circle(face, p, round(r * 1.8), (235, 240, 240, 0), -1, **k)
    else:
        cv2.line(face, (round((x - r) * 8), c[1]), (round((x + r) * 8), c[1]), color, 1, **k)
        cv2.line(face, (c[0], round((y - r) * 8)), (c[0], round((y + r) * 8)), color, 1, **k)


def _stick(face, x, y, length, width, color, angle=0.0) -> None:
    d = np.array([np.sin(angle), -np.cos(angle)]) * length / 2
    p, q = np.array([x, y]) - d, np.array([x, y]) + d
    color = (*color, 255)
    k = {"lineType": cv2.LINE_AA}
    cv2.line(face, tuple(np.intp(p)), tuple(np.intp(q)), color, max(2, round(width * 0.6)), **k)
    for t in (0.05, 0.5, 0.95):
        c = p + (q - p) * t
        cv2.circle(face, tuple(np.intp(c)), max(2, round(width * 0.5)), color, -1, **k)


def _draw_dots(rank: int, rng, colors, pattern: int) -> np.ndarray:
    face = blank()
    sx, sy = FACE_W * 0.4, FACE_H * 0.41
    if rank == 1:
        for r, c in ((34, colors[0]), (25, colors[1]), (12, colors[2])):
            cv2.circle(face, (FACE_W // 2, FACE_H // 2), r, (*c, 255), int(rng.integers(3, 7)), cv2.LINE_AA)
        for a in np.linspace(0, 2 * np.pi, 12, endpoint=False):
            c = (int(FACE_W / 2 + 19 * np.cos(a)), int(FACE_H / 2 + 19 * np.sin(a)))
            cv2.circle(face, c, 3, (*colors[1], 255), -1, cv2.LINE_AA)
        return face
    r = {2: 19, 3: 15, 4: 17, 5: 14, 6: 13.5, 7: 12, 8: 13, 9: 12.5}[rank] * rng.uniform(0.85, 1.1)
    for i, (x, y) in enumerate(DOTS[rank]):
        red = i in RED_DOTS.get(rank, ())
        color = colors[2] if red else colors[0] if rank != 2 or i else colors[1]
        _dot(face, FACE_W / 2 + x * sx, FACE_H / 2 + y * sy * 0.95, r, color, pattern)
    return face


def _draw_sticks(rank: int, rng, colors) -> np.ndarray:
    face = blank()
    sx, sy = FACE_W * 0.4, FACE_H * 0.42
    width = rng.uniform(9, 15)
    if rank == 8:
        length = FACE_H * 0.36
        for y, flip in ((-0.5, 1), (0.5, -1)):
            for x, a in ((-0.72, 0), (0.72, 0), (-0.3, 0.6 * flip), (0.3, -0.6 * flip)):
                _stick(face, FACE_W / 2 + x * sx, FACE_H / 2 + y * sy, length, width * 0.8, colors[0], a)
        return face
    rows = len({y for _, y in STICKS[rank]})
    length = FACE_H * {2: 0.36, 3: 0.26}[min(rows, 3)]
    if rank == 5:
        length = FACE_H * 0.36
    for i, (x, y) in enumerate(STICKS[rank]):
        color = colors[2] if i in RED_STICKS.get(rank, ()) else colors[0 if (i + rank) % 3 else 1]
        _stick(face, FACE_W / 2 + x * sx * 0.9, FACE_H / 2 + y * sy, length, width, color)
    return face


def _draw_white(rng, color) -> np.ndarray:
    face = blank()
    kind = int(rng.integers(6))
    if kind == 0:
        return face
    color = (*color, 255)
    m = int(rng.integers(8, 20))
    cv2.rectangle(face, (m, m), (FACE_W - m, FACE_H - m), color, int(rng.integers(2, 6)), cv2.LINE_AA)
    if kind >= 2:
        m += int(rng.integers(7, 14))
        cv2.rectangle(face, (m, m), (FACE_W - m, FACE_H - m), color, int(rng.integers(1, 4)), cv2.LINE_AA)
    if kind == 4:
        for x in range(m, FACE_W - m, 9):
            for y in (m - 6, FACE_H - m + 6):
                cv2.line(face, (x, y - 3), (x, y + 3), color, 2, cv2.LINE_AA)
    if kind == 5:
        for x, y in ((m, m), (FACE_W - m, m), (m, FACE_H - m), (FACE_W - m, FACE_H - m)):
            cv2.circle(face, (x, y), 7, color, 2, cv2.LINE_AA)
    return face


def _draw_plant(rng) -> np.ndarray:
    """A made-up flower: the plants of real flower tiles differ from set to set, only the marks are sure."""
    face = blank()
    inks = [INK["green"], INK["dark green"], INK["red"], INK["blue"], INK["crimson"]]
    root = np.array([rng.uniform(30, 66), FACE_H - rng.uniform(8, 22)])
    for _ in range(int(rng.integers(2, 6))):
        tip = np.array([rng.uniform(14, 82), rng.uniform(36, 90)])
        bend = (root + tip) / 2 + rng.normal(0, 12, 2)
        t = np.linspace(0, 1, 12)[:, None]
        path = (1 - t) ** 2 * root + 2 * t * (1 - t) * bend + t**2 * tip
        stem = (*pick(rng, inks[:2]), 255)
        cv2.polylines(face, [np.intp(path)], False, stem, int(rng.integers(1, 5)), cv2.LINE_AA)
        for p in path[3::3]:
            size = (int(rng.integers(4, 12)), int(rng.integers(2, 5)))
            cv2.ellipse(face, tuple(np.intp(p)), size, rng.uniform(0, 180), 0, 360, stem, -1, cv2.LINE_AA)
        if rng.random() < 0.75:
            petal = (*pick(rng, inks[2:]), 255)
            r, n = rng.uniform(5, 12), int(rng.integers(4, 8))
            for a in np.linspace(0, 2 * np.pi, n, endpoint=False):
                c = tip + r * np.array([np.cos(a), np.sin(a)])
                fill = -1 if rng.random() < 0.5 else 2
                cv2.circle(face, tuple(np.intp(c)), max(2, int(r * 0.55)), petal, fill, cv2.LINE_AA)
    return face


def _draw_flower(tile: int, rng, font: str) -> np.ndarray:
    i = tile - INDEX["a"]
    face = _draw_plant(rng)
    inks = [INK[k] for k in ("red", "blue", "black", "green", "crimson")]
    left = rng.random() < 0.5
    cy = rng.uniform(16, 24)
    text = glyph(pick(rng, FLOWER_GLYPHS[i]), font, int(rng.integers(22, 36)))
    x = 20 if left else FACE_W - 20
    stamp(face, text, x, cy, pick(rng, inks))
    if rng.random() < 0.85:
        number = "1234" if rng.random() < 0.7 else RANKS
        digit = glyph(number[i % 4], font, int(rng.integers(16, 28)))
        if digit.shape[1] > 26:
            digit = cv2.resize(digit, (26, max(4, digit.shape[0] * 26 // digit.shape[1])))
        stamp(face, digit, FACE_W - x, cy, pick(rng, inks))
    return face


def drawn_style(rng: np.random.Generator, font: str, plants: list[Style]) -> Style:
    """A made-up set: characters from a font, dots and sticks by geometry, a bird and flowers borrowed."""
    pictures: dict[int, list[np.ndarray]] = {}
    top = pick(rng, [INK["black"], INK["blue"], INK["red"], INK["navy"]])
    bottom = pick(rng, [INK["red"], INK["crimson"], INK["red"]])
    trio = [
        pick(rng, [INK["green"], INK["dark green"], INK["blue"], INK["black"]]),
        pick(rng, [INK["blue"], INK["green"], INK["navy"]]),
        pick(rng, [INK["red"], INK["crimson"]]),
    ]
    wan = "萬" if rng.random() < 0.8 else "万"
    size = rng.uniform(0.9, 1.1)
    for n in range(9):
        face = blank()
        rank = "伍" if n == 4 and rng.random() < 0.6 else RANKS[n]
        ink = glyph(rank, font, round((12 if n == 0 else 24 if n in (1, 2) else 42) * size))
        if n < 3 and ink.shape[1] > 66:
            ink = cv2.resize(ink, (66, ink.shape[0]))
        stamp(face, ink, FACE_W / 2, 34, top)
        stamp(face, glyph(wan, font, round(50 * size)), FACE_W / 2, 90, bottom)
        pictures[n] = [face]
    pattern = int(rng.integers(4))
    for n in range(1, 10):
        pictures[8 + n] = [_draw_dots(n, rng, trio, pattern)]
        if n > 1:
            pictures[17 + n] = [
                _draw_sticks(n, rng, [trio[0] if trio[0] != INK["blue"] else INK["green"], trio[1], trio[2]])
            ]
    wind_ink = pick(rng, [INK["black"], INK["blue"], INK["navy"], INK["green"]])
    for tile, text in zip(range(27, 31), pick(rng, ["東南西北", "東南西北", "东南西北"]), strict=True):
        face = blank()
        stamp(face, glyph(text, font, round(78 * size)), FACE_W / 2, FACE_H / 2, wind_ink)
        pictures[tile] = [face]
    for tile, text, ink in ((31, "中", bottom), (32, pick(rng, ["發", "發", "发"]), INK["green"])):
        face = blank()
        stamp(face, glyph(text, font, round(84 * size)), FACE_W / 2, FACE_H / 2, ink)
        pictures[tile] = [face]
    pictures[33] = [_draw_white(rng, pick(rng, [INK["blue"], INK["black"], INK["green"], INK["navy"]]))]
    pictures[18] = pick(rng, plants).pictures[18]
    for tile in range(34, 42):
        pictures[tile] = [_draw_flower(tile, rng, font)]
    return Style("drawn", pictures, opaque=False, upright=True)


# --- the look of one scene ---------------------------------------------------------------------------


@dataclass
class Look:
    """How one set looks in one scene. Colours are B, G, R floats 0 to 255."""

    body: np.ndarray
    back: np.ndarray
    emboss: float
    index_mark: str | None
    index_corner: int
    index_ink: tuple[int, int, int]
    weight: int
    grow: float
    recolor: bool
    palette: list = field(default_factory=list)


def random_look(rng: np.random.Generator) -> Look:
    """A plausible manufacturer."""
    body = np.array(
        pick(
            rng,
            [
                (236, 242, 244),
                (228, 240, 244),
                (205, 228, 236),
                (190, 222, 238),
                (240, 240, 238),
                (222, 226, 228),
            ],
        ),
        np.float32,
    )
    body = np.clip(body + rng.normal(0, 5, 3), 150, 252)
    back = np.array(
        pick(
            rng,
            [
                (60, 150, 40),
                (190, 110, 30),
                (40, 140, 230),
                (40, 190, 235),
                (150, 40, 170),
                (110, 60, 30),
                (60, 60, 200),
                (225, 230, 232),
                (40, 40, 40),
                (150, 170, 60),
                (80, 120, 170),
            ],
        ),
        np.float32,
    )
    back = np.clip(back + rng.normal(0, 15, 3), 10, 250)
    inks = list(INK.values())
    return Look(
        body=body,
        back=back,
        emboss=float(rng.uniform(0, 55)) if rng.random() < 0.7 else 0.0,
        index_mark=pick(rng, ["arabic", "arabic", None, None, None, None, None, None]),
        index_corner=int(rng.integers(2)),
        index_ink=pick(rng, inks),
        weight=int(rng.integers(-1, 2)),
        grow=float(rng.uniform(0.86, 1.06)),
        recolor=rng.random() < 0.35,
        palette=[pick(rng, inks) for _ in range(4)],
    )


def _recolored(face: np.ndarray, tile: int, look: Look, mono: bool) -> np.ndarray:
    if not (mono or look.recolor):
        return face
    red, green = INK["red"], INK["green"]
    dark = look.palette[0] if sum(look.palette[0]) < 330 else INK["black"]
    result = face.copy()
    rgb = result[..., :3]
    if tile < 9:
        rgb[: FACE_H * 45 // 100] = dark
        rgb[FACE_H * 45 // 100 :] = red
    elif tile < 18 and mono:
        rgb[: FACE_H // 2] = look.palette[1]
        rgb[FACE_H // 2 :] = look.palette[2]
    elif tile < 27 and mono:
        rgb[:] = green
    elif 27 <= tile < 31 or tile == 33:
        rgb[:] = dark
    elif tile == 31:
        rgb[:] = red
    elif tile == 32:
        rgb[:] = green
    elif tile >= 34 and mono:
        rgb[: FACE_H * 38 // 100] = look.palette[3]
        rgb[FACE_H * 38 // 100 :] = look.palette[1]
    return result


def _mark(face: np.ndarray, tile: int, look: Look) -> None:
    """The small Latin index that sets for export carry in a corner."""
    if look.index_mark is None or tile >= 34:
        return
    text = str(tile % 9 + 1) if tile < 27 else ("E", "S", "W", "N", "C", "F", "B")[tile - 27]
    x = 5 if look.index_corner == 0 else FACE_W - 20
    color = (*look.index_ink, 255)
    cv2.putText(face, text, (x, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.65, color, 2, cv2.LINE_AA)


def paint(style: Style, tile: int, look: Look, rng: np.random.Generator) -> np.ndarray:
    """The opaque face of a tile in a scene: FACE_H × FACE_W × 3 BGR uint8."""
    face = style.face(tile, rng)
    if style.opaque:
        return face[..., :3]
    face = _recolored(face, tile, look, style.mono)
    if abs(look.grow - 1) > 0.01:
        m = cv2.getRotationMatrix2D((FACE_W / 2, FACE_H / 2), 0, look.grow)
        face = cv2.warpAffine(face, m, (FACE_W, FACE_H), flags=cv2.INTER_LINEAR)
    if look.weight and tile != 33:
        kernel = np.ones((2, 2), np.uint8)
        alpha = face[..., 3]
        face = face.copy()
        face[..., 3] = cv2.dilate(alpha, kernel) if look.weight > 0 else cv2.erode(alpha, kernel)
    face = face.copy()
    _mark(face, tile, look)
    a = face[..., 3:].astype(np.float32) / 255
    out = look.body * (1 - a) + face[..., :3].astype(np.float32) * a
    if look.emboss:
        soft = cv2.GaussianBlur(a[..., 0], (0, 0), 1.0)
        out += (np.roll(soft, (1, 1), (0, 1)) - np.roll(soft, (-1, -1), (0, 1)))[..., None] * look.emboss
    return np.clip(out, 0, 255).astype(np.uint8)
