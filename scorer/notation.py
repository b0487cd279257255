"""Reading a hand from text: `[123m][EEE]{2222s}4566m+6m |ae`.

Exposed melds in `[ ]`, concealed kongs in `{ }`, the concealed tiles, `+` and the winning tile, `|` and the
flowers. Whitespace is free; full-width characters, Chinese names (三万, 东风, 红中, 发财, 白板), `z1`..`z7`
or `1z`..`7z` (东南西北中发白, in the order the tiles are named here) and `0` for a five are understood.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .errors import HandError
from .tiles import DIGITS, FILLERS, FIRST_FLOWER, FIRST_WIND, LETTERS, SUIT_STARTS, SYMBOLS, Tile, fold

CLOSERS = {"[": "]", "{": "}"}
KNOWN = {*LETTERS, *FILLERS, *"红紅[]{}+|"}


@dataclass
class Bracket:
    """What stood between two brackets; `start` is the index of the opening one."""

    opener: str
    start: int
    text: str = ""
    tiles: list[Tile] = field(default_factory=list)


@dataclass
class Parts:
    """A hand as written, before anybody asks whether it makes sense. `winning` is None without a `+`."""

    melds: list[Bracket] = field(default_factory=list)
    concealed: list[Tile] = field(default_factory=list)
    winning: list[Tile] | None = None
    flowers: list[Tile] | None = None


class _Reader:
    def __init__(self, text: str) -> None:
        self.raw = text
        self.text = fold(text)
        self.parts = Parts()
        self.bracket: Bracket | None = None
        self.into = self.parts.concealed
        self.digits: list[tuple[int, int]] = []  # (position, digit) still waiting for their suit
        self.prefix_z = False

    def error(self, code: str, at: int) -> HandError:
        return HandError(code, at, char=self.raw[at])

    def read(self) -> Parts:
        for at, char in enumerate(self.text):
            if not char.isspace():
                self.take(at, char)
        self.settle_digits()
        if self.bracket:
            raise self.error("unclosed_meld", self.bracket.start)
        return self.parts

    def take(self, at: int, char: str) -> None:
        if char in DIGITS:
            return self.digit(at, char)
        if char in SUIT_STARTS:
            return self.suit(at, char)
        if char == "z":
            return self.honours(at)
        if char not in KNOWN:
            raise self.error({"?": "unread_tile", "_": "tile_face_down"}.get(char, "unknown_character"), at)
        self.settle_digits()
        if char in LETTERS:
            return self.add(LETTERS[char], at)
        if char in FILLERS and at and self.text[at - 1] in FILLERS[char]:
            return None
        if char == "红" or char == "紅":
            return self.red(at)
        if char in CLOSERS:
            return self.open(at, char)
        if char in CLOSERS.values():
            return self.close(at, char)
        if char in "+|":
            return self.mark(at, char)
        raise self.error("unknown_character", at)

    def add(self, tile: Tile, at: int) -> None:
        flower_wanted = self.into is self.parts.flowers
        if (tile >= FIRST_FLOWER) != flower_wanted:
            raise HandError("not_a_flower" if flower_wanted else "flower_in_hand", at, tile=SYMBOLS[tile])
        self.into.append(tile)

    def digit(self, at: int, char: str) -> None:
        if not self.prefix_z:
            self.digits.append((at, DIGITS[char]))
            return
        self.prefix_z = False
        self.honour(at, DIGITS[char])

    def honour(self, at: int, digit: int) -> None:
        if not 1 <= digit <= 7:
            raise self.error("no_such_honour", at)
        self.add(FIRST_WIND + digit - 1, at)

    def honours(self, at: int) -> None:
        if not self.digits:
            if self.text[at + 1 : at + 2] not in DIGITS:
                raise self.error("suit_without_digit", at)
            self.prefix_z = True
            return
        for where, digit in self.digits:
            self.honour(where, digit)
        self.digits.clear()

    def suit(self, at: int, char: str) -> None:
        if not self.digits:
            raise self.error("suit_without_digit", at)
        start = SUIT_STARTS[char]
        for where, digit in self.digits:
            self.add(start + (digit or 5) - 1, where)
        self.digits.clear()

    def red(self, at: int) -> None:
        if self.text[at + 1 : at + 2] != "中":
            raise self.error("unknown_character", at)

    def settle_digits(self) -> None:
        if self.digits:
            raise self.error("digit_without_suit", self.digits[-1][0])

    def open(self, at: int, char: str) -> None:
        if self.bracket:
            raise self.error("unclosed_meld", self.bracket.start)
        if self.into is not self.parts.concealed:
            raise self.error("meld_after_mark", at)
        self.bracket = Bracket(char, at)
        self.into = self.bracket.tiles

    def close(self, at: int, char: str) -> None:
        if not self.bracket or CLOSERS[self.bracket.opener] != char:
            raise self.error("stray_bracket", at)
        self.bracket.text = self.raw[self.bracket.start : at + 1]
        self.parts.melds.append(self.bracket)
        self.bracket, self.into = None, self.parts.concealed

    def mark(self, at: int, char: str) -> None:
        if self.bracket:
            raise self.error("unclosed_meld", self.bracket.start)
        field_name = "winning" if char == "+" else "flowers"
        if getattr(self.parts, field_name) is not None:
            raise self.error("repeated_mark", at)
        self.into = []
        setattr(self.parts, field_name, self.into)


def read(text: str) -> Parts:
    """The parts of a written hand. Raises `HandError` pointing at the first character not understood."""
    return _Reader(text).read()


def read_tile(text: str) -> Tile:
    """The one tile written as `text`. Raises `HandError` (`not_a_tile`) for none, several or a whole hand."""
    if text in LETTERS:
        return LETTERS[text]
    try:
        parts = read(text)
    except HandError:
        parts = Parts()
    if len(parts.concealed) != 1 or parts.melds or parts.winning is not None or parts.flowers is not None:
        raise HandError("not_a_tile", text=text)
    return parts.concealed[0]
