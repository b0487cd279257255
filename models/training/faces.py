"""Pictures of tile faces to put on rendered tiles: artwork, crops of real tiles, and drawn ones.

A `Style` is one set of tiles. `Style.face(tile, rng)` gives an H×W×4 BGRA picture of FACE size whose alpha
is the ink (1 everywhere for crops, which bring their own body colour). A `Look` then turns it into the
opaque face of one scene: body colour, ink colours, engraving, index marks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.classes import BACK, WHITE

from . import sources

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
BODIES = (  # B, G, R: white, ivory, bone, cool white
    (236, 242, 244),
    (228, 240, 244),
    (205, 228, 236),
    (190, 222, 238),
    (240, 240, 238),
    (222, 226, 228),
)
TINTED_BODIES = ((200, 232, 200), (222, 205, 240), (240, 226, 200), (170, 200, 160), (180, 230, 245))
DARK_BODIES = ((34, 32, 30), (70, 44, 26), (40, 58, 30), (38, 34, 84), (60, 60, 62), (90, 40, 70))
TINTED, DARK = 0.07, 0.06
"""Shares of scenes with tinted tiles, and with dark ones, whose ink is pale."""
BLANK_WHITE = 0.45
"""Share of sets whose white dragon is blank."""
ROUNDINGS = (0.04, 0.055, 0.08, 0.11)
"""Radii of the edges of different makers' tiles, in widths of a face."""
FONT_FILES = (
    "truetype/arphic/ukai.ttc",
    "truetype/arphic/uming.ttc",
    "truetype/cwtex/cwkai.ttf",
    "truetype/wqy/wqy-zenhei.ttc",
    "opentype/noto/NotoSerifCJK-Bold.ttc",
    "opentype/noto/NotoSansCJK-Bold.ttc",
    "opentype/noto/NotoSerifCJK-Regular.ttc",
)
FLOWER_GLYPHS = ("梅", "蘭兰", "竹", "菊", "春", "夏", "秋", "冬")


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
    blank_white: bool = False
    """Whether the white dragon bears nothing."""
    seam: float = 0.0
    shine: float = 0.0
    """How much darker the rounded edges of a face are, and how much brighter where they face the light."""
    rounding: float = 0.055
    """How far the rounded edges reach, as a share of the width of a face."""

    @property
    def dark(self) -> bool:
        """Whether ink has to be pale to be seen."""
        return float(self.body.mean()) < 110


def random_look(rng: np.random.Generator) -> Look:
    """A plausible manufacturer."""
    kind = rng.random()
    bodies = DARK_BODIES if kind < DARK else TINTED_BODIES if kind < DARK + TINTED else BODIES
    body = np.array(pick(rng, bodies), np.float32)
    body = np.clip(body + rng.normal(0, 5, 3), 10, 252)
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
                (40, 40, 40),
                (150, 170, 60),
                (80, 120, 170),
            ],
        ),
        np.float32,
    )
    if rng.random() < 0.03:  # rare, and then nobody can tell a back from a blank white dragon
        back = np.array((225, 230, 232), np.float32)
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
        blank_white=rng.random() < BLANK_WHITE,
        seam=float(rng.uniform(0.02, 0.45)),
        shine=float(rng.uniform(0, 0.25)),
        rounding=pick(rng, ROUNDINGS),
    )


def in_body_of(style: Style, look: Look, rng: np.random.Generator) -> Look:
    """The look with the body colour that the style's own faces have, if they bring one."""
    if not style.opaque:
        return look
    face = style.face(pick(rng, style.tiles()), rng)[12:-12, 9:-9, :3].reshape(-1, 3).astype(np.float32)
    brightness = face.sum(axis=1)
    return replace(look, body=np.median(face[brightness >= np.quantile(brightness, 0.6)], axis=0))


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
    if tile == WHITE and look.blank_white:
        return np.broadcast_to(np.uint8(look.body), (FACE_H, FACE_W, 3)).copy()
    face = style.face(tile, rng)
    if style.opaque:
        return face[..., :3]
    face = _recolored(face, tile, look, style.mono)
    if abs(look.grow - 1) > 0.01:
        m = cv2.getRotationMatrix2D((FACE_W / 2, FACE_H / 2), 0, look.grow)
        face = cv2.warpAffine(face, m, (FACE_W, FACE_H), flags=cv2.INTER_LINEAR)
    if look.weight and tile != WHITE:
        kernel = np.ones((2, 2), np.uint8)
        alpha = face[..., 3]
        face = face.copy()
        face[..., 3] = cv2.dilate(alpha, kernel) if look.weight > 0 else cv2.erode(alpha, kernel)
    face = face.copy()
    _mark(face, tile, look)
    if look.dark:
        face[..., :3] += 235 - np.minimum(235, face[..., :3].max(axis=2, keepdims=True))
    a = face[..., 3:].astype(np.float32) / 255
    out = look.body * (1 - a) + face[..., :3].astype(np.float32) * a
    if look.emboss:
        soft = cv2.GaussianBlur(a[..., 0], (0, 0), 1.0)
        out += (np.roll(soft, (1, 1), (0, 1)) - np.roll(soft, (-1, -1), (0, 1)))[..., None] * look.emboss
    return np.clip(out, 0, 255).astype(np.uint8)


@cache
def _edges(w: int, h: int, rounding: float) -> np.ndarray:
    """4×H×W: how round a face is near its left, top, right and lower edge, 1 at the edge, 0 further in."""
    reach = rounding * w
    y, x = np.mgrid[:h, :w] + 0.5
    return np.maximum(0, 1 - np.stack([x, y, w - x, h - y]) / reach) ** 1.5


def rounded(face: np.ndarray, look: Look, light: Sequence[float]) -> np.ndarray:
    """The face (H×W×3 uint8) with the shade and shine of its rounded edges; without them nobody could see
    where one tile of a row ends. `light`: how much left, top, right and lower edge face it, -1 to 1."""
    strength = look.shine * np.asarray(light, np.float32) - look.seam
    gain = 1 + np.tensordot(strength, _edges(face.shape[1], face.shape[0], look.rounding), axes=1)
    return np.clip(face * gain[..., None], 0, 255).astype(np.uint8)
