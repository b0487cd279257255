"""A small brush: strokes of Chinese writing as filled outlines, so that no phone needs a font for them.

A glyph is a list of strokes in a box of 100 × 100, y downwards. A stroke is a letter and its points:

    h  a level stroke, heavier at its right end        s  an upright stroke
    p  a stroke falling left, thinning (3 points)      n  one falling right, swelling (3 points)
    d  a dot                                           t  a rising flick
    z  a stroke that turns: straight from point to point, even width
    g  like z, and the last leg is a hook that thins out
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

Point = tuple[float, float]
Width = Callable[[float], float]

# Full width of a stroke along its way (0 to 1), in units of the 100 × 100 box.
WIDTHS: dict[str, Width] = {
    "h": lambda t: 8.5 if t < 0.84 else 8.5 + 34 * (t - 0.84) if t < 0.94 else 11.9 - 120 * (t - 0.94),
    "s": lambda t: 13 - 2.5 * math.sin(math.pi * t) if t < 0.93 else 13 - 90 * (t - 0.93),
    "p": lambda t: 13.5 * (1 - t) ** 0.75 + 0.8,
    "n": lambda t: 4 + 13 * (t / 0.78) ** 1.3 if t < 0.78 else 17 * (1 - (t - 0.78) / 0.22) + 0.6,
    "d": lambda t: 3 + 16 * math.sin(math.pi * min(t, 0.92) * 0.62) if t < 0.85 else 17 * (1 - t) / 0.15 + 1,
    "t": lambda t: 13 * (1 - t) ** 0.9 + 0.8,
    "z": lambda t: 10.5,
}


def glyph_path(strokes: str, x: float, y: float, size: float) -> str:
    """The SVG path of a glyph whose box has its top left at (x, y) and is `size` wide."""
    scale = size / 100
    parts = []
    for outline in _outlines(strokes):
        points = [f"{x + px * scale:.1f} {y + py * scale:.1f}" for px, py in outline]
        parts.append("M" + "L".join(points) + "Z")
    return "".join(parts).replace(".0", "")


def _outlines(strokes: str) -> list[list[Point]]:
    outlines: list[list[Point]] = []
    for stroke in strokes.split(";"):
        kind, *rest = stroke.split()
        points = [_point(text) for text in rest]
        if kind in "zg":
            legs = list(itertools.pairwise(points))
            for number, (start, end) in enumerate(legs):
                hook = kind == "g" and number == len(legs) - 1
                outlines.append(_outline([start, end], WIDTHS["t" if hook else "z"], round_ends=not hook))
            continue
        outlines.append(_outline(_curve(points), WIDTHS[kind]))
    return outlines


def _point(text: str) -> Point:
    x, y = text.split(",")
    return float(x), float(y)


def _curve(points: list[Point]) -> list[Point]:
    """Two points are a straight stroke; three are a quadratic curve."""
    steps = 7
    if len(points) == 2:
        (x0, y0), (x1, y1) = points
        return [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps + 1)]
    (x0, y0), (xc, yc), (x1, y1) = points
    curve = []
    for i in range(steps + 1):
        t = i / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        curve.append((a * x0 + b * xc + c * x1, a * y0 + b * yc + c * y1))
    return curve


def _outline(line: list[Point], width: Width, round_ends: bool = False) -> list[Point]:
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        length = math.hypot(bx - ax, by - ay) or 1
        nx, ny = -(by - ay) / length, (bx - ax) / length
        half = width(i / (len(line) - 1)) / 2
        if round_ends:  # reach over the corner, so that the two legs of a turn close
            step = -half * 0.7 if i == 0 else half * 0.7
            x, y = x + ny * step, y - nx * step
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
    # All outlines run the same way round, so that overlapping strokes fill under the non-zero rule.
    return left + right[::-1]
