"""A hand and how it was won: frozen values that read and print themselves.

>>> hand = Hand.parse("[123m][EEE]{2222s}4566m+6m |ae")
>>> [str(meld) for meld in hand.melds]
['[123m]', '[EEE]', '{2222s}']
>>> str(hand)
'[123m][EEE]{2222s}4566m+6m |ae'
>>> Hand.parse("[123x]")
Traceback (most recent call last):
scorer.errors.HandError: character 5, 'x', is not a tile
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .errors import HandError
from .notation import Bracket, read
from .tiles import FIRST_FLOWER, FIRST_WIND, KINDS, LETTERS, SYMBOLS, Tile, compact, fold

CHOW, PUNG, KONG = "chow", "pung", "kong"


@dataclass(frozen=True, slots=True)
class Meld:
    """A set laid on the table: `kind` is chow, pung or kong; `concealed` only for a concealed kong.

    >>> Meld.of([2, 0, 1])
    Meld(kind='chow', tiles=(0, 1, 2), concealed=False)
    """

    kind: str
    tiles: tuple[Tile, ...]
    concealed: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))
        kind = _kind(self.tiles)
        if kind is None or kind != self.kind or (self.concealed and kind != KONG):
            code = "not_a_concealed_kong" if self.concealed else "not_a_meld"
            raise HandError(code, 0, meld=compact(self.tiles))

    @classmethod
    def of(cls, tiles: Iterable[Tile], concealed: bool = False) -> Meld:
        """The meld these tiles make, in any order.

        Raises `HandError`: `not_a_meld`, or `not_a_concealed_kong` for a concealed meld of another kind.
        """
        found = tuple(sorted(tiles))
        return cls(_kind(found) or "", found, concealed)

    @property
    def tile(self) -> Tile:
        """Its lowest tile: the tile of a pung or kong, the first of a chow."""
        return self.tiles[0]

    def __str__(self) -> str:
        return f"{{{compact(self.tiles)}}}" if self.concealed else f"[{compact(self.tiles)}]"


def _kind(tiles: tuple[Tile, ...]) -> str | None:
    if not tiles or tiles[0] < 0 or tiles[-1] >= FIRST_FLOWER:
        return None
    first, last, count = tiles[0], tiles[-1], len(tiles)
    if first == last:
        return {3: PUNG, 4: KONG}.get(count)
    one_suit = last < FIRST_WIND and first // 9 == last // 9
    if one_suit and tiles == (first, first + 1, first + 2):
        return CHOW
    return None


@dataclass(frozen=True, slots=True)
class Hand:
    """Melds, concealed tiles (sorted), the winning tile (None while waiting), flowers (sorted).

    13 tiles beside the winning tile, a kong counting as three. Raises `HandError` when the count is wrong,
    a tile comes more than four times, or a flower is out of place; a `Hand` that exists is possible, though
    it need not win.
    """

    melds: tuple[Meld, ...]
    concealed: tuple[Tile, ...]
    winning: Tile | None = None
    flowers: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "melds", tuple(self.melds))
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed)))
        object.__setattr__(self, "flowers", tuple(sorted(self.flowers)))
        check_tiles(self)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """The hand written as `text` (see `scorer.notation`); without `+` it is a hand still waiting.

        >>> Hand.parse("1９m19ｓ19p 东南西北 z5z6z7 + E").winning == Hand.parse("19m19p19sESWNCFP+E").winning
        True
        """
        parts = read(text)
        melds = tuple(_meld(bracket) for bracket in parts.melds)
        if not melds and not parts.concealed:
            raise HandError("empty")
        if parts.winning is not None and len(parts.winning) != 1:
            raise HandError("one_winning_tile", _mark(text, "+"), count=len(parts.winning))
        winning = parts.winning[0] if parts.winning else None
        return cls(melds, tuple(parts.concealed), winning, tuple(parts.flowers or ()))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile but the flowers, kongs in full, the winning tile last."""
        melded = tuple(tile for meld in self.melds for tile in meld.tiles)
        return melded + self.concealed + (() if self.winning is None else (self.winning,))

    def with_winning(self, winning: Tile | None) -> Hand:
        """The same hand won by another tile, or still waiting (None)."""
        return Hand(self.melds, self.concealed, winning, self.flowers)

    def __str__(self) -> str:
        text = "".join(map(str, self.melds)) + compact(self.concealed)
        if self.winning is not None:
            text += "+" + SYMBOLS[self.winning]
        if self.flowers:
            text += " |" + compact(self.flowers)
        return text


def _mark(text: str, mark: str) -> int:
    return fold(text).index(mark)


def _meld(bracket: Bracket) -> Meld:
    try:
        return Meld.of(bracket.tiles, concealed=bracket.opener == "{")
    except HandError as error:
        raise HandError(error.code, bracket.start, meld=bracket.text) from None


def check_tiles(hand: Hand) -> None:
    """Raises `HandError` unless the tiles can lie on one table and are as many as a hand has."""
    counts = [0] * 34
    for tile in hand.tiles:
        if not 0 <= tile < KINDS:
            raise HandError("not_a_tile", text=tile)
        if tile >= FIRST_FLOWER:
            raise HandError("flower_in_hand", tile=SYMBOLS[tile])
        counts[tile] += 1
    if max(counts) > 4:
        tile = next(tile for tile in range(34) if counts[tile] > 4)
        raise HandError("too_many_of_a_tile", tile=SYMBOLS[tile], count=counts[tile])
    for flower in hand.flowers:
        if not 0 <= flower < KINDS:
            raise HandError("not_a_tile", text=flower)
        if flower < FIRST_FLOWER:
            raise HandError("not_a_flower", tile=SYMBOLS[flower])
        if hand.flowers.count(flower) > 1:
            raise HandError("flower_twice", tile=SYMBOLS[flower])
    count = 3 * len(hand.melds) + len(hand.concealed)
    if count == 14 and hand.winning is None:
        raise HandError("no_winning_tile", count=count)
    if count != 13:
        raise HandError("wrong_tile_count", count=count)


_WINDS = ("E", "S", "W", "N")


@dataclass(frozen=True, slots=True)
class Situation:
    """How the hand was won.

    `self_draw`: on one's own draw, else by discard (or by robbing a kong). `seat`, `round`: the winds, `"E"`,
    `"S"`, `"W"`, `"N"` (东南西北 are understood). `last_tile`: the three others were visible to all (和绝张).
    `wall_last`: drawn as the wall's last tile, or discarded after it. `kong`: on the replacement for a kong
    when self-drawn, by robbing a kong otherwise. `flowers`: how many, when the hand does not list them.
    `declared`: keys of fans that no tile can show (the blessings of `lianzhong`), as announced.
    """

    self_draw: bool = False
    seat: str = "E"
    round: str = "E"
    last_tile: bool = False
    wall_last: bool = False
    kong: bool = False
    flowers: int = 0
    declared: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.seat not in _WINDS or self.round not in _WINDS:
            object.__setattr__(self, "seat", wind("seat", self.seat))
            object.__setattr__(self, "round", wind("round", self.round))
        if type(self.flowers) is not int or self.flowers < 0:
            raise HandError("bad_value", field="flowers", value=self.flowers)
        if self.flowers > 8:
            raise HandError("too_many_flowers", count=self.flowers)


def wind(field: str, value: object) -> str:
    """`value` as one of E S W N. Raises `HandError` (`bad_value`) naming the field."""
    tile = LETTERS.get(fold(value).strip().removesuffix("风")) if isinstance(value, str) else None
    if tile is None or not FIRST_WIND <= tile < FIRST_WIND + 4:
        raise HandError("bad_value", field=field, value=value)
    return SYMBOLS[tile]
