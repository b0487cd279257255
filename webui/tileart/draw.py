"""Draws the 42 tiles, a back and an unread tile as one SVG sprite (`<symbol id="t-5m">` and so on).

A tile is 60 × 80. Everything is an outline or a plain shape; only the small index marks are text.
"""

from __future__ import annotations

from webui.tileart.brush import glyph_path
from webui.tileart.flowers import FLOWERS
from webui.tileart.glyphs import GLYPHS

INK, RED, GREEN, BLUE = "#1d2433", "#c4261d", "#14763b", "#1f4f9e"
FACE, EDGE = "#fdfaf0", "#cfc6ae"

Pip = tuple[float, float, str]

# Centres and colours of the dots, as on common Chinese sets.
DOTS: dict[int, list[Pip]] = {
    2: [(32, 24, GREEN), (32, 57, BLUE)],
    3: [(17, 22, BLUE), (31, 41, RED), (45, 60, GREEN)],
    4: [(19, 24, BLUE), (44, 24, GREEN), (19, 59, GREEN), (44, 59, BLUE)],
    5: [(17, 21, BLUE), (46, 21, GREEN), (31.5, 41, RED), (17, 61, GREEN), (46, 61, BLUE)],
    6: [(20, 20, GREEN), (43, 20, GREEN), (20, 44, RED), (43, 44, RED), (20, 65, RED), (43, 65, RED)],
    7: [(18, 14, GREEN), (31.5, 21, GREEN), (45, 28, GREEN), (20, 47, RED), (43, 47, RED), (20, 66, RED),
        (43, 66, RED)],
    8: [(x, y, BLUE) for y in (14, 31.5, 49, 66.5) for x in (20.5, 43)],
    9: [(x, y, c) for y, c in ((18, GREEN), (41, RED), (64, BLUE)) for x in (13.5, 31.5, 49.5)],
}  # fmt: skip
DOT_RADIUS = {2: 13, 3: 10, 4: 11.5, 5: 9.6, 6: 9.2, 7: 7.9, 8: 8, 9: 8.6}

# Sticks: centre x, centre y, length, tilt in degrees, colour.
Stick = tuple[float, float, float, float, str]
STICKS: dict[int, list[Stick]] = {
    2: [(31, 23, 28, 0, GREEN), (31, 58, 28, 0, BLUE)],
    3: [(31, 23, 28, 0, BLUE), (19, 58, 28, 0, GREEN), (43, 58, 28, 0, GREEN)],
    4: [(19, 23, 28, 0, GREEN), (43, 23, 28, 0, BLUE), (19, 58, 28, 0, BLUE), (43, 58, 28, 0, GREEN)],
    5: [(15, 22, 26, 0, GREEN), (48, 22, 26, 0, BLUE), (31.5, 40.5, 28, 0, RED), (15, 59, 26, 0, BLUE),
        (48, 59, 26, 0, GREEN)],
    6: [(x, y, 28, 0, c) for y, c in ((23, GREEN), (58, BLUE)) for x in (15.5, 32, 48.5)],
    7: [(32, 16, 20, 0, RED)] + [(x, y, 21, 0, GREEN if x != 32 else BLUE) for y in (40, 65)
                                  for x in (15.5, 32, 48.5)],
    8: [(13.5, 25, 26, 0, GREEN), (53, 25, 26, 0, GREEN), (26.4, 25, 25, -29, GREEN), (40.1, 25, 25, 29, GREEN),
        (13.5, 60, 26, 0, BLUE), (53, 60, 26, 0, BLUE), (26.4, 60, 25, 29, BLUE), (40.1, 60, 25, -29, BLUE)],
    9: [(x, y, 20, 0, RED if x == 32 else GREEN if x == 15.5 else BLUE) for y in (16.5, 41, 65.5)
        for x in (15.5, 32, 48.5)],
}  # fmt: skip

WINDS = {"E": "東", "S": "南", "W": "西", "N": "北"}


def sprite() -> str:
    """The whole sprite as SVG text."""
    faces = {f"{n}m": _characters(n) for n in range(1, 10)}
    faces |= {f"{n}p": _dots(n) for n in range(1, 10)}
    faces |= {f"{n}s": _bamboo(n) for n in range(1, 10)}
    faces |= {wind: _glyph(char, 9, 19, 45, INK) + _index(wind, INK) for wind, char in WINDS.items()}
    faces["C"] = _glyph("中", 9, 19, 45, RED) + _index("C", RED)
    faces["F"] = _glyph("發", 9, 20, 45, GREEN) + _index("F", GREEN)
    faces["P"] = _white()
    faces |= {
        symbol: picture + _glyph(char, 31, 49, 24, colour) + _index(number, colour)
        for symbol, (char, number, colour, picture) in FLOWERS.items()
    }
    symbols = [_symbol(symbol, _tile(drawing)) for symbol, drawing in faces.items()]
    symbols.append(_symbol("back", _back()))
    symbols.append(_symbol("unread", _unread()))
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


def _symbol(name: str, drawing: str) -> str:
    return f'<symbol id="t-{name}" viewBox="0 0 60 80">{drawing}</symbol>'


def _tile(drawing: str) -> str:
    return f'<rect x=".75" y=".75" width="58.5" height="78.5" rx="7" fill="{FACE}" stroke="{EDGE}" stroke-width="1.5"/>{drawing}'


def _index(mark: str, colour: str) -> str:
    return (
        f'<text x="4.5" y="15" font-family="system-ui,sans-serif" font-size="13" font-weight="700" '
        f'fill="{colour}">{mark}</text>'
    )


def _glyph(char: str, x: float, y: float, size: float, colour: str) -> str:
    return f'<path fill="{colour}" d="{glyph_path(GLYPHS[char], x, y, size)}"/>'


def _characters(number: int) -> str:
    numeral = _glyph("一二三四五六七八九"[number - 1], 17, 7, 31, INK)
    return numeral + _glyph("万", 15, 41, 34, RED) + _index(str(number), INK)


def _dots(number: int) -> str:
    if number == 1:
        return _big_dot() + _index("1", INK)
    radius = DOT_RADIUS[number]
    return "".join(_dot(x, y, radius, colour) for x, y, colour in DOTS[number]) + _corner(str(number))


def _dot(x: float, y: float, radius: float, colour: str) -> str:
    ring, heart = radius * 0.62, radius * 0.32
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{ring:.3g}" fill="none" stroke="{FACE}" stroke-width="{radius * 0.17:.2g}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{heart:.3g}" fill="{FACE}"/>'
    )


def _big_dot() -> str:
    petals = "".join(
        f'<ellipse cx="31" cy="29.5" rx="3.4" ry="6" fill="{GREEN}" transform="rotate({angle} 31 41)"/>'
        for angle in range(0, 360, 45)
    )
    return (
        f'<circle cx="31" cy="41" r="24" fill="{BLUE}"/><circle cx="31" cy="41" r="20.5" fill="{FACE}"/>'
        f'{petals}<circle cx="31" cy="41" r="6.2" fill="{RED}"/><circle cx="31" cy="41" r="2.4" fill="{FACE}"/>'
    )


def _bamboo(number: int) -> str:
    if number == 1:
        return _bird() + _index("1", INK)
    return "".join(_stick(*stick) for stick in STICKS[number]) + _corner(str(number))


def _stick(x: float, y: float, length: float, tilt: float, colour: str) -> str:
    """A joint of bamboo: swollen at both ends and in the middle, with a light line along it."""
    half = length / 2
    d = (
        f"M{x - 4.4:g} {y - half:g}q4.4-2.6 8.8 0q-1.7 {half * 0.55:.2g} 0 {half:g}q-1.7 {half * 0.45:.2g} 0 {half:g}"
        f"q-4.4 2.6-8.8 0q1.7-{half * 0.55:.2g} 0-{half:g}q1.7-{half * 0.45:.2g} 0-{half:g}z"
    )
    turn = f' transform="rotate({tilt:g} {x:g} {y:g})"' if tilt else ""
    return (
        f'<path d="{d}" fill="{colour}"{turn}/>'
        f'<path d="M{x:g} {y - half + 2.5:g}v{half - 5:g}m0 5v{half - 5:g}" stroke="{FACE}" stroke-width="1.3"{turn}/>'
    )


def _corner(mark: str) -> str:
    """The index mark of crowded tiles: small, in a corner that the pips leave free."""
    return (
        f'<text x="3" y="11" font-family="system-ui,sans-serif" font-size="10" font-weight="700" '
        f'fill="{INK}">{mark}</text>'
    )


def _bird() -> str:
    """The sparrow of the first bamboo, perched with its tail raised."""
    tail = "".join(
        f'<g transform="rotate({angle} 32 49)"><path d="M32 49q-5.5-17 0-31q5.5 14 0 31z" fill="{colour}"/>'
        f'<circle cx="32" cy="24" r="2.2" fill="{FACE}"/><circle cx="32" cy="24" r="1.1" fill="{RED}"/></g>'
        for angle, colour in ((50, BLUE), (30, GREEN), (10, BLUE))
    )
    return (
        f"{tail}"
        f'<path d="M14 27c-1-9 10-12 14-4c2 5 1 8 5 12c6 5 12 9 10 19c-3 9-16 10-22 3c-6-8-6-20-7-30z" fill="{GREEN}"/>'
        f'<path d="M24 40c8-1 17 4 18 14c-8 4-17 0-18-14z" fill="{BLUE}"/>'
        f'<path d="M27 44c4 1 8 4 10 8m-7-4c3 1 5 3 6 5" fill="none" stroke="{FACE}" stroke-width="1.3"/>'
        f'<path d="M15 23l-8 3.5l8 2.5z" fill="{RED}"/><path d="M19 17c0-4 2-6 5-7c-1 2-1 4 0 6z" fill="{RED}"/>'
        f'<circle cx="20.5" cy="22.5" r="2.3" fill="{FACE}"/><circle cx="20.3" cy="22.6" r="1.1" fill="{INK}"/>'
        f'<path d="M29 59v9m6-9v9m-10 0h15" fill="none" stroke="{RED}" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M8 71q22-5 45 0" fill="none" stroke="#7a5230" stroke-width="3.2" stroke-linecap="round"/>'
    )


def _white() -> str:
    return (
        f'<rect x="13" y="17" width="37" height="50" rx="3" fill="none" stroke="{BLUE}" stroke-width="4.2"/>'
        f'<rect x="19.5" y="23.5" width="24" height="37" rx="1.5" fill="none" stroke="{BLUE}" stroke-width="1.6"/>'
        f'<path d="M13 29h6.500M25 17v6.500M50 55h-6.500M38 67v-6.5" stroke="{BLUE}" stroke-width="2"/>'
        + _corner("P").replace(INK, BLUE)
    )


def _back() -> str:
    lines = "".join(f"M{x} 6l-{44} 68" for x in range(14, 108, 9))
    return (
        '<rect x=".75" y=".75" width="58.5" height="78.5" rx="7" fill="#1f6f54" stroke="#124534" stroke-width="1.5"/>'
        '<svg x="6" y="6" width="48" height="68" viewBox="6 6 48 68">'
        f'<path d="{lines}" stroke="#2c8a6a" stroke-width="2.6"/></svg>'
        '<rect x="6" y="6" width="48" height="68" rx="4" fill="none" stroke="#8fd0b5" stroke-width="1.4"/>'
    )


def _unread() -> str:
    return (
        '<rect x="1.5" y="1.5" width="57" height="77" rx="7" fill="#eceff3" stroke="#76808f" stroke-width="2.4" '
        'stroke-dasharray="6 4"/><path d="M20 30c0-15 21-15 21 0c0 9-10.5 9-10.5 19" fill="none" stroke="#4a5565" '
        'stroke-width="6" stroke-linecap="round"/><circle cx="30.5" cy="62" r="4" fill="#4a5565"/>'
    )
