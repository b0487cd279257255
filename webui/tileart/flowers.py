"""The eight flowers: symbol → character, number, colour, and a small picture for the upper half."""

from __future__ import annotations

PINK, GREEN, PURPLE, GOLD = "#cf2f68", "#2c7a3d", "#7b3fa0", "#d08a00"
SUN, LEAF, ICE, INK = "#d9480f", "#b3471b", "#2577b5", "#6b4a2b"


def _around(shape: str, count: int, cx: float, cy: float) -> str:
    return "".join(
        f'<g transform="rotate({360 * i / count:g} {cx:g} {cy:g})">{shape}</g>' for i in range(count)
    )


def _plum() -> str:
    petals = _around(f'<circle cx="31" cy="19" r="8" fill="{PINK}"/>', 5, 31, 28)
    stamens = _around('<circle cx="31" cy="22.5" r="1.2" fill="#ffe08a"/>', 5, 31, 28)
    return (
        f'<path d="M6 66q14-6 22-32" fill="none" stroke="{INK}" stroke-width="3.4" stroke-linecap="round"/>'
        f'<circle cx="12" cy="56" r="4" fill="{PINK}"/>{petals}<circle cx="31" cy="28" r="3.2" fill="#ffe08a"/>{stamens}'
    )


def _orchid() -> str:
    leaves = (
        f'<path d="M14 72q-8-30 0-50M15 72q2-34 22-46M16 72q10-26 32-28M13 72q-6-14-8-22" fill="none" '
        f'stroke="{GREEN}" stroke-width="3.2" stroke-linecap="round"/>'
    )
    bloom = _around(f'<ellipse cx="38" cy="12.5" rx="3" ry="6.5" fill="{PURPLE}"/>', 5, 38, 20)
    return f'{leaves}{bloom}<circle cx="38" cy="20" r="2.6" fill="#ffe08a"/>'


def _bamboo() -> str:
    stem = "".join(
        f'<rect x="14" y="{y}" width="6.5" height="15" rx="2.4" fill="{GREEN}"/>' for y in (20, 37, 54)
    )
    leaf = "q12-8 22 0q-12 5-22 0z"
    return (
        f'{stem}<g fill="{GREEN}"><path d="M20 34{leaf}"/><path d="M20 33{leaf}" transform="rotate(-38 20 33)"/>'
        f'<path d="M20 35{leaf}" transform="rotate(34 20 35)"/>'
        f'<path d="M14 50{leaf}" transform="rotate(200 14 50) scale(.7)" transform-origin="14 50"/></g>'
    )


def _chrysanthemum() -> str:
    outer = _around(f'<ellipse cx="31" cy="14.5" rx="2.6" ry="8" fill="{GOLD}"/>', 16, 31, 27)
    inner = _around('<ellipse cx="31" cy="20" rx="2" ry="5" fill="#f2b705"/>', 12, 31, 27)
    stalk = f'<path d="M26 40q-10 12-12 32" fill="none" stroke="{GREEN}" stroke-width="3" stroke-linecap="round"/>'
    return f'{stalk}{outer}{inner}<circle cx="31" cy="27" r="3.4" fill="#b36b00"/>'


def _spring() -> str:
    return (
        f'<path d="M20 72q-2-22 10-38" fill="none" stroke="{GREEN}" stroke-width="3.4" stroke-linecap="round"/>'
        f'<path d="M29 36q-20-2-18-20q17 2 18 20z" fill="#3f9c4b"/><path d="M29 38q2-22 22-24q1 21-22 24z" fill="{GREEN}"/>'
        '<path d="M21 54q-12 0-13-11q11-1 13 11z" fill="#3f9c4b"/>'
    )


def _summer() -> str:
    rays = _around(f'<path d="M28.6 9l2.4-5l2.4 5z" fill="{SUN}"/>', 10, 31, 29)
    waves = '<path d="M6 60q5-5 10 0t10 0" fill="none" stroke="#2577b5" stroke-width="2.6" stroke-linecap="round"/>'
    return f'{rays}<circle cx="31" cy="29" r="12" fill="{SUN}"/><circle cx="31" cy="29" r="8" fill="#f59f00"/>{waves}'


def _autumn() -> str:
    return (
        f'<path d="M31 6l4.5 9l7-3l-1 8l9-1l-4 8l5 5l-12 5l2 5l-9-2l-2 12l-2-12l-9 2l2-5l-12-5l5-5l-4-8l9 1l-1-8l7 3z" '
        f'fill="{LEAF}"/><path d="M31 14v38M31 34l-9-8m9 8l9-8M31 41l-8-4m8 4l8-4" fill="none" stroke="#f3c9a5" '
        f'stroke-width="1.2"/><path d="M31 50q-3 12-14 20" fill="none" stroke="{LEAF}" stroke-width="2.6" stroke-linecap="round"/>'
    )


def _winter() -> str:
    arm = f'<path d="M31 28V7m0 6l-5-4.500m5 4.500l5-4.500m-5 11l-5-4.500m5 4.500l5-4.5" fill="none" stroke="{ICE}" stroke-width="2.3" stroke-linecap="round"/>'
    snow = '<path d="M8 72q8-9 18-3" fill="none" stroke="#8fb7d6" stroke-width="3" stroke-linecap="round"/>'
    return _around(arm, 6, 31, 28) + snow


FLOWERS: dict[str, tuple[str, str, str, str]] = {
    "a": ("梅", "1", PINK, _plum()),
    "b": ("兰", "2", PURPLE, _orchid()),
    "c": ("竹", "3", GREEN, _bamboo()),
    "d": ("菊", "4", "#a86200", _chrysanthemum()),
    "e": ("春", "1", GREEN, _spring()),
    "f": ("夏", "2", SUN, _summer()),
    "g": ("秋", "3", LEAF, _autumn()),
    "h": ("冬", "4", ICE, _winter()),
}
