"""What completes a hand, and for how much.

>>> [wait.symbol for wait in waits("1112345678999s")]
['1s', '2s', '3s', '4s', '5s', '6s', '7s', '8s', '9s']
>>> wait = waits("[123m][EEE]{2222s}4566m", Situation(seat="S"))[1]
>>> wait.symbol, wait.left, wait.discard.total, wait.self_draw.total, wait.can_win
('6m', 2, 6, 7, False)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from . import shapes
from .divide import divisions
from .errors import HandError
from .facts import Facts
from .hand import Hand, Situation
from .kinds import tiles_of
from .ruleset import Ruleset
from .score import Score, score
from .tiles import SYMBOLS, Tile


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a hand: how many are `left` unseen, and what it is worth either way."""

    tile: Tile
    left: int
    discard: Score
    self_draw: Score

    @property
    def symbol(self) -> str:
        """The tile in notation."""
        return SYMBOLS[self.tile]

    @property
    def total(self) -> int:
        """The better of the two totals."""
        return max(self.discard.total, self.self_draw.total)

    @property
    def can_win(self) -> bool:
        """Whether one of the two ways reaches the minimum."""
        return self.discard.can_win or self.self_draw.can_win

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The wait as an object; both ways with total, and whether it reaches the minimum."""
        ways = {
            way: {
                "total": result.total,
                "points_without_flowers": result.points_without_flowers,
                "can_win": result.can_win,
            }
            for way, result in (("discard", self.discard), ("self_draw", self.self_draw))
        }
        return {"tile": self.symbol, "left": self.left, "total": self.total, "can_win": self.can_win, **ways}


def waits(
    hand: Hand | str,
    situation: Situation | None = None,
    rules: str | Ruleset = "mcr",
    visible: Iterable[Tile] = (),
) -> tuple[Wait, ...]:
    """Every tile that completes the 13 tiles of a hand (a winning tile given is set aside).

    `visible` are tiles that lie open elsewhere; a tile of which the hand itself has all four is no wait to
    win by and is left out, one that is used up on the table is listed with `left` 0. Winds, flowers and the
    wall's end are taken from the situation; a tile whose other three copies lie open counts as the last.
    """
    if isinstance(hand, str):
        hand = Hand.parse(hand)
    hand = hand.with_winning(None)
    base = replace(situation or Situation(), self_draw=False, last_tile=False, kong=False)
    seen = [0] * 34
    for tile in visible:
        if tile < 34:
            seen[tile] += 1
    out = []
    for tile in waiting_tiles(hand):
        held = hand.tiles.count(tile)
        shown = sum(meld.tiles.count(tile) for meld in hand.melds if not meld.concealed)
        last = tile not in hand.concealed and shown + seen[tile] == 3
        at = replace(base, last_tile=last)
        complete = hand.with_winning(tile)
        discard = score(complete, at, rules)
        draw = score(complete, replace(at, self_draw=True), rules)
        out.append(Wait(tile, max(0, 4 - held - seen[tile]), discard, draw))
    return tuple(out)


def waiting_tiles(hand: Hand) -> list[Tile]:
    """The tiles that complete a hand's 13, less those of which it has all four itself; no scores, quick."""
    kinds = shapes.waits(shapes.counts_of(hand.concealed))
    return [tile for tile in tiles_of(kinds) if hand.tiles.count(tile) < 4]


def is_winning(hand: Hand | str) -> bool:
    """Whether the hand with its winning tile is complete, in any shape.

    >>> is_winning("19m19p19sESWNCFP+E"), is_winning("19m19p19sESWNCFP+2m")
    (True, False)

    For counts alone, without a `Hand`, ask `scorer.shapes.complete`.
    """
    hand = Hand.parse(hand) if isinstance(hand, str) else hand
    if hand.winning is None:
        return False
    return shapes.complete(shapes.counts_of((*hand.concealed, hand.winning)))


def winning_shapes(hand: Hand | str) -> tuple[str, ...]:
    """The shapes in which the hand is complete.

    `standard`, `knitted_straight`, `seven_pairs`, `thirteen_orphans`, `knitted_singles`.

    >>> winning_shapes("1122334455667m+7m")
    ('standard', 'seven_pairs')
    """
    hand = Hand.parse(hand) if isinstance(hand, str) else hand
    if hand.winning is None:
        return ()
    facts = Facts(hand, Situation())
    found = divisions(facts.own, facts.own_kinds, (facts.chows, facts.pungs))
    return tuple(dict.fromkeys(division.shape for division in found))


def each_winning_tile(
    hand: Hand | str, situation: Situation | None = None, rules: str | Ruleset = "mcr"
) -> tuple[tuple[Tile, Score], ...]:
    """What the hand would be worth if another of its unmelded tiles had come last, the best first.

    A picture does not always tell which tile won. Tiles that the situation rules out (a last tile of which
    another stands in the hand) are left out. Raises `NotAWinningHand` as `score` does.
    """
    hand = Hand.parse(hand) if isinstance(hand, str) else hand
    if hand.winning is None:
        raise HandError("no_winning_tile", count=3 * len(hand.melds) + len(hand.concealed))
    tiles = sorted((*hand.concealed, hand.winning))
    out = []
    for tile in dict.fromkeys(tiles):
        rest = tiles[:]
        rest.remove(tile)
        other = Hand(hand.melds, tuple(rest), tile, hand.flowers)
        try:
            out.append((tile, score(other, situation, rules)))
        except HandError as error:
            if not error.code.endswith("_tile_in_hand"):
                raise
    return tuple(sorted(out, key=lambda pair: -pair[1].total))


def what_if(
    hand: Hand | str, situation: Situation | None = None, rules: str | Ruleset = "mcr"
) -> tuple[Wait, ...]:
    """The same hand won otherwise: by discard or self-drawn, by each tile it waited for."""
    return waits(hand, situation, rules)
