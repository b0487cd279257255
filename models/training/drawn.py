"""Made-up sets of tiles: characters from a font, dots, sticks and flowers by geometry.

They widen what real crops and artwork show: other strokes, other inks, other plants behind the same marks.
"""

from __future__ import annotations

import cv2
import numpy as np

from .faces import FACE_H, FACE_W, FLOWER_GLYPHS, INK, RANKS, Style, blank, glyph, pick, stamp
from .sources import INDEX

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
    kind = int(rng.integers(-1, 6))
    if kind <= 0:
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


def _draw_thing(rng) -> np.ndarray:
    """A made-up picture of no plant: pots, people, houses and boats stand on flower tiles too."""
    face = blank()
    inks = list(INK.values())
    middle = np.array([FACE_W / 2 + rng.normal(0, 8), FACE_H * rng.uniform(0.5, 0.66)])
    for _ in range(int(rng.integers(3, 9))):
        ink = (*pick(rng, inks), 255)
        at = middle + rng.normal(0, 1, 2) * np.array([14, 22])
        reach = rng.uniform(4, 24, 2)
        fill = -1 if rng.random() < 0.7 else int(rng.integers(1, 4))
        kind = int(rng.integers(4))
        if kind == 0:
            turn = float(rng.uniform(0, 180))
            cv2.ellipse(face, tuple(np.intp(at)), tuple(np.intp(reach)), turn, 0, 360, ink, fill, cv2.LINE_AA)
        elif kind == 1:
            corners = np.intp(at + rng.normal(0, 1, (int(rng.integers(3, 7)), 2)) * reach)
            cv2.fillPoly(face, [cv2.convexHull(corners)], ink, cv2.LINE_AA)
        elif kind == 2:
            path = np.cumsum(rng.normal(0, 9, (6, 2)), axis=0) + at
            cv2.polylines(face, [np.intp(path)], False, ink, int(rng.integers(1, 5)), cv2.LINE_AA)
        else:  # a pot, a roof: wider at one end
            w, h, taper = reach[0], reach[1] * 0.8, rng.uniform(0.4, 1.6)
            pot = at + np.array([[-w, -h], [w, -h], [w * taper, h], [-w * taper, h]])
            cv2.fillPoly(face, [np.intp(pot)], ink, cv2.LINE_AA)
    return face


def _draw_flower(tile: int, rng, font: str) -> np.ndarray:
    i = tile - INDEX["a"]
    face = _draw_thing(rng) if rng.random() < 0.35 else _draw_plant(rng)
    inks = [INK[k] for k in ("red", "blue", "black", "green", "crimson")]
    left = rng.random() < 0.5
    cy = rng.uniform(16, 24) if rng.random() < 0.8 else FACE_H - rng.uniform(16, 24)
    x = 20 if left else FACE_W - 20
    ranks_alone = rng.random() < 0.12  # 1 to 4 for plants, 一 to 四 for seasons, and no name
    if not ranks_alone:
        text = glyph(pick(rng, FLOWER_GLYPHS[i]), font, int(rng.integers(16, 36)))
        at = FACE_W / 2 if rng.random() < 0.08 else x
        stamp(face, text, at, cy, pick(rng, inks))
    if ranks_alone or rng.random() < 0.7:
        number = ("1234" if i < 4 else RANKS) if ranks_alone else "1234" if rng.random() < 0.7 else RANKS
        place = i % 4
        if i in (2, 3) and rng.random() < 0.75:
            place = 5 - i  # most makers count plum, orchid, chrysanthemum, bamboo
        digit = glyph(number[place], font, int(rng.integers(14, 28)))
        if digit.shape[1] > 26:
            digit = cv2.resize(digit, (26, max(4, digit.shape[0] * 26 // digit.shape[1])))
        y = cy if rng.random() < 0.75 else FACE_H - cy
        stamp(face, digit, FACE_W - x, y, pick(rng, inks))
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
