"""The 42 tiles as small integers, with their names, and how they are written and read.

0-8 are 1m..9m (characters), 9-17 1p..9p (dots), 18-26 1s..9s (bamboo), 27-30 the winds E S W N,
31-33 the dragons C F P, 34-41 the flowers a..h: plum, orchid, bamboo, chrysanthemum, then spring,
summer, autumn, winter.

>>> symbol(5), name(5, "zh"), name(5, "en")
('6m', '六万', '6 of characters')
>>> from_symbol("白") == WHITE
True
"""

from __future__ import annotations

Tile = int

SUITS = "mps"
WINDS = "ESWN"
DRAGONS = "CFP"
FLOWERS = "abcdefgh"

SYMBOLS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *WINDS,
    *DRAGONS,
    *FLOWERS,
)

EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE = range(27, 34)
PLUM, ORCHID, BAMBOO, CHRYSANTHEMUM, SPRING, SUMMER, AUTUMN, WINTER = range(34, 42)

FIRST_WIND, FIRST_DRAGON, FIRST_FLOWER, KINDS = 27, 31, 34, 42
NUMBERED = range(27)
HONOURS = range(27, 34)
PLAYING = range(34)
"""Every kind that can stand in a hand: all but the flowers."""

_NAMES_ZH = (
    *(f"{digit}{suit}" for suit in "万饼条" for digit in "一二三四五六七八九"),
    *"东南西北中发白梅兰竹菊春夏秋冬",
)
_NAMES_EN = (
    *(f"{rank} of {suit}" for suit in ("characters", "dots", "bamboo") for rank in range(1, 10)),
    *("east wind", "south wind", "west wind", "north wind"),
    *("red dragon", "green dragon", "white dragon"),
    *("plum", "orchid", "bamboo flower", "chrysanthemum", "spring", "summer", "autumn", "winter"),
)

# --- What is understood when tiles are written (see `hand.py` for whole hands). -----------------------

# Full-width forms (U+FF01..U+FF5E) and the ideographic space, one character to one, so that a position
# in the folded text is a position in what was typed.
_FOLD = {0xFF01 + i: 0x21 + i for i in range(94)} | {0x3000: 0x20}

DIGITS = {c: i for i, c in enumerate("0123456789")} | {c: i for i, c in enumerate("一二三四五六七八九", 1)}
"""Digits of the numbered tiles; 0 is the red five of other rules and counts as 5."""

SUIT_STARTS = dict.fromkeys("m万萬", 0) | dict.fromkeys("p饼餅筒", 9) | dict.fromkeys("s条條索", 18)

LETTERS: dict[str, Tile] = {s: i for i, s in enumerate(SYMBOLS) if len(s) == 1} | {
    c: FIRST_WIND + i for i, c in enumerate("东南西北中发白")
}
LETTERS |= {"東": EAST, "發": GREEN} | {c: FIRST_FLOWER + i for i, c in enumerate("梅兰竹菊春夏秋冬")}
LETTERS |= {"蘭": ORCHID}

FILLERS = {"风": "东東南西北", "風": "东東南西北", "财": "发發", "財": "发發", "板": "白"}
"""Second halves of two-character names (东风, 发财, 白板), allowed after their first half only."""


def fold(text: str) -> str:
    """Full-width letters, digits, brackets and spaces as the plain ones; the length stays the same.

    >>> fold("［１２３ｍ］")
    '[123m]'
    """
    return text.translate(_FOLD)


def symbol(tile: Tile) -> str:
    """The tile in notation, `"1m"` to `"h"`."""
    return SYMBOLS[tile]


def from_symbol(text: str) -> Tile:
    """The tile written as `text`, in any spelling of the notation.

    >>> from_symbol("5p"), from_symbol("z1"), from_symbol("三万"), from_symbol("a")
    (13, 27, 2, 34)

    Raises `HandError` (code `not_a_tile`) unless the text is exactly one tile.
    """
    from .notation import read_tile

    return read_tile(text)


def name(tile: Tile, lang: str = "en") -> str:
    """The tile in words, Chinese (`zh`) or English (anything else)."""
    return (_NAMES_ZH if lang == "zh" else _NAMES_EN)[tile]


def is_flower(tile: Tile) -> bool:
    """Whether the tile is one of the eight that are laid aside and replaced."""
    return tile >= FIRST_FLOWER


def compact(tiles: tuple[Tile, ...] | list[Tile]) -> str:
    """Tiles as one word, a suit letter after each run of digits.

    >>> compact((0, 1, 2, 9, 27, 27))
    '123m1pEE'
    """
    out: list[str] = []
    for i, tile in enumerate(tiles):
        if tile >= FIRST_WIND:
            out.append(SYMBOLS[tile])
            continue
        out.append(str(tile % 9 + 1))
        if i + 1 == len(tiles) or tiles[i + 1] >= FIRST_WIND or tiles[i + 1] // 9 != tile // 9:
            out.append(SUITS[tile // 9])
    return "".join(out)
