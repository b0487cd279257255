"""Sets that no network was taught: Latin numerals, odd marks in odd patterns, on light or dark bodies.

Clubs own such sets, and nobody has photographs of them all. They are never trained on: learning a set from
one photograph (`vision/tilesets.py`) is settled and measured on them.
"""

from __future__ import annotations

import cv2
import numpy as np

from .faces import BODIES, FACE_H, FACE_W, INK, Look, Style, blank, pick, random_look
from .sources import INDEX

DARK_BODIES = ((40, 38, 36), (70, 40, 24), (36, 52, 30), (40, 30, 78))
PALE_INKS = ((235, 240, 240), (120, 220, 250), (150, 235, 160), (170, 170, 255), (240, 200, 140))
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)
MARKS = ("square", "diamond", "triangle", "cross", "ring", "star")
PATTERNS = ("grid", "circle", "column")
HONOURS = (("E", "S", "W", "N", "R", "G", ""), ("O", "Z", "X", "V", "@", "$", "#"))


def _text(face: np.ndarray, text: str, x: float, y: float, height: float, ink, font: int) -> None:
    """Text centred at (x, y), its capitals `height` pixels high."""
    scale = height / 21.0
    thick = max(2, round(2.4 * scale))
    (w, h), _ = cv2.getTextSize(text, font, scale, thick)
    at = (round(x - w / 2), round(y + h / 2))
    cv2.putText(face, text, at, font, scale, (*ink, 255), thick, cv2.LINE_AA)


def _mark(face: np.ndarray, kind: str, x: float, y: float, r: float, ink) -> None:
    color = (*ink, 255)
    if kind == "ring":
        cv2.circle(face, (round(x), round(y)), round(r), color, max(2, round(r / 3)), cv2.LINE_AA)
        return
    if kind == "cross":
        thick = max(2, round(r / 2))
        cv2.line(face, (round(x - r), round(y)), (round(x + r), round(y)), color, thick, cv2.LINE_AA)
        cv2.line(face, (round(x), round(y - r)), (round(x), round(y + r)), color, thick, cv2.LINE_AA)
        return
    corners = {"square": 4, "diamond": 4, "triangle": 3, "star": 10}[kind]
    turn = np.pi / 4 if kind == "square" else np.pi / 2
    a = np.arange(corners) * 2 * np.pi / corners - turn
    reach = np.where(np.arange(corners) % 2, 0.45, 1.0) if kind == "star" else 1.0
    points = np.stack([x + r * reach * np.cos(a), y + r * reach * np.sin(a)], axis=1)
    cv2.fillPoly(face, [np.intp(np.round(points * 16))], color, cv2.LINE_AA, 4)


def _places(pattern: str, count: int) -> np.ndarray:
    """`count` places, (count, 2) in units of the inner face, -1 to 1, not as real sets lay them."""
    if pattern == "circle" and count > 1:
        a = np.arange(count) * 2 * np.pi / count - np.pi / 2
        return np.stack([0.72 * np.cos(a), 0.72 * np.sin(a)], axis=1)
    if pattern == "column":
        rows = [min(2, count - 2 * i) for i in range((count + 1) // 2)]
    else:
        rows = [min(3, count - 3 * i) for i in range((count + 2) // 3)]
    ys = np.linspace(-0.75, 0.75, len(rows)) if len(rows) > 1 else [0.0]
    return np.array(
        [(x, y) for y, n in zip(ys, rows, strict=True) for x in (np.arange(n) - (n - 1) / 2) * 0.6]
    )


def _counted(count: int, kind: str, pattern: str, ink, other) -> np.ndarray:
    face = blank()
    r = {1: 26, 2: 17, 3: 15}.get(count, 12)
    for i, (x, y) in enumerate(_places(pattern, count)):
        at = FACE_W / 2 + x * FACE_W * 0.38, FACE_H / 2 + y * FACE_H * 0.4
        _mark(face, kind, *at, r, other if i % 3 == 2 else ink)
    return face


def strange_set(seed: int, dark: bool = False) -> tuple[Style, Look]:
    """A set of 42 tiles that resembles no real one, and how it is made; the same for the same seed."""
    rng = np.random.default_rng([4242, seed])
    inks = list(PALE_INKS) if dark else list(INK.values())
    order = rng.permutation(len(inks))
    a, b, c = (inks[i] for i in order[:3])
    font, kinds = pick(rng, FONTS), [MARKS[i] for i in rng.permutation(len(MARKS))]
    pictures = {}
    for n in range(1, 10):
        face = blank()
        _text(face, str(n), FACE_W * 0.5, 38, 42, a, font)
        _mark(face, kinds[0], FACE_W / 2, 96, 18, b)
        pictures[INDEX[f"{n}m"]] = [face]
        pictures[INDEX[f"{n}p"]] = [_counted(n, kinds[1], pick(rng, PATTERNS), a, b)]
        pictures[INDEX[f"{n}s"]] = [_counted(n, kinds[2], pick(rng, PATTERNS), c, a)]
    for symbol, text in zip("ESWNCFP", pick(rng, HONOURS), strict=True):
        face = blank()
        _text(face, text, FACE_W / 2, FACE_H / 2, 62, {"C": b, "F": c}.get(symbol, a), font)
        pictures[INDEX[symbol]] = [face]
    for i, symbol in enumerate("abcdefgh"):
        face = blank()
        _text(face, str(i % 4 + 1), FACE_W * 0.25, 26, 26, a, font)
        _mark(face, kinds[3 + i // 4], FACE_W * 0.55, 84, 28, (b, c)[i // 4])
        cv2.circle(face, (round(FACE_W * 0.55), 84), 8 + 3 * (i % 4), (*a, 255), 3, cv2.LINE_AA)
        pictures[INDEX[symbol]] = [face]
    look = random_look(rng)
    look.body = np.array(pick(rng, DARK_BODIES if dark else BODIES), np.float32)
    look.recolor, look.index_mark, look.grow, look.weight = False, None, 1.0, 0
    return Style(f"strange-{seed}", pictures, opaque=False, upright=True), look
