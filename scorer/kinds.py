"""Sets of tile kinds as bit masks: bit `t` stands for tile `t` of `scorer.tiles`."""

from __future__ import annotations

from collections.abc import Iterable

from .tiles import FIRST_DRAGON, FIRST_FLOWER, FIRST_WIND, LETTERS, SUIT_STARTS, SUITS, Tile

BIT = tuple(1 << tile for tile in range(FIRST_FLOWER))


def mask(tiles: Iterable[Tile]) -> int:
    """The kinds among `tiles`."""
    out = 0
    for tile in tiles:
        out |= BIT[tile]
    return out


def ranks(*wanted: int) -> int:
    """The tiles of these ranks (1 to 9) in all three suits.

    >>> ranks(5) == mask([4, 13, 22])
    True
    """
    return mask(start + rank - 1 for start in (0, 9, 18) for rank in wanted)


def of(text: str) -> int:
    """The kinds named by runs of digits and letters, `"234s F"`."""
    out, digits = 0, ""
    for char in text.replace(" ", ""):
        if char.isdigit():
            digits += char
        elif char in SUITS:
            out |= mask(SUIT_STARTS[char] + int(digit) - 1 for digit in digits)
            digits = ""
        else:
            out |= BIT[LETTERS[char]]
    return out


def tiles_of(kinds: int) -> list[Tile]:
    """The kinds of a mask in ascending order."""
    return [tile for tile in range(FIRST_FLOWER) if kinds >> tile & 1]


CHARACTERS, DOTS, BAMBOO = (mask(range(start, start + 9)) for start in (0, 9, 18))
SUIT_MASKS = (CHARACTERS, DOTS, BAMBOO)
WINDS = mask(range(FIRST_WIND, FIRST_DRAGON))
DRAGONS = mask(range(FIRST_DRAGON, FIRST_FLOWER))
HONOURS = WINDS | DRAGONS
TERMINALS = ranks(1, 9)
OUTER = TERMINALS | HONOURS
"""幺九: terminals and honours."""
NUMBERED = CHARACTERS | DOTS | BAMBOO
SIMPLES = NUMBERED & ~TERMINALS
EVEN = ranks(2, 4, 6, 8)
LOWER, MIDDLE, UPPER = ranks(1, 2, 3), ranks(4, 5, 6), ranks(7, 8, 9)
LOWER_FOUR, UPPER_FOUR = ranks(1, 2, 3, 4), ranks(6, 7, 8, 9)
GREENS = of("23468s F")
REVERSIBLES = of("1234589p 245689s P")

KNITTED: tuple[int, ...] = tuple(
    of(f"147{a} 258{b} 369{c}") for a in SUITS for b in SUITS for c in SUITS if len({a, b, c}) == 3
)
"""The six ways to give 147, 258 and 369 to the three suits."""
