"""What is true of a winning hand however it is divided, and whether hand and situation can both be true."""

from __future__ import annotations

from .errors import HandError
from .hand import CHOW, KONG, Hand, Situation
from .kinds import BAMBOO, BIT, CHARACTERS, DOTS, TERMINALS, WINDS
from .tiles import LETTERS, SYMBOLS, Tile


class Facts:
    """A hand with its situation, counted once.

    `own` counts the tiles not melded, the winning one among them; `all` every tile; `kinds` is the mask of
    `all`, `own_kinds` of `own`. `suits` is how many of the three suits occur. `plain` are the terminals and
    the winds that are neither the seat's nor the round's. `shown` says whether all three other copies of the
    winning tile lie in the winner's own exposed melds.
    """

    __slots__ = (
        "all", "chows", "concealed", "concealed_kongs", "exposed_kongs", "flowers", "hand", "kinds",
        "kong_kinds", "last_tile", "melds", "only_wait", "own", "own_kinds", "plain", "pungs", "round",
        "seat", "self_draw", "shown", "situation", "suits", "winning",
    )  # fmt: skip

    def __init__(self, hand: Hand, situation: Situation) -> None:
        if hand.winning is None:
            raise HandError("no_winning_tile", count=3 * len(hand.melds) + len(hand.concealed))
        self.hand, self.situation, self.winning = hand, situation, hand.winning
        self.self_draw = situation.self_draw
        self.own = own = [0] * 34
        own[hand.winning] = 1
        kinds = BIT[hand.winning]
        for tile in hand.concealed:
            own[tile] += 1
            kinds |= BIT[tile]
        self.own_kinds = kinds
        self.count_melds()
        kinds = self.kinds
        self.suits: int = (kinds & CHARACTERS != 0) + (kinds & DOTS != 0) + (kinds & BAMBOO != 0)
        self.seat: int = BIT[LETTERS[situation.seat]]
        self.round: int = BIT[LETTERS[situation.round]]
        self.plain: int = TERMINALS | WINDS & ~(self.seat | self.round)
        self.only_wait: bool | None = None
        self.flowers = len(hand.flowers) or situation.flowers

    def count_melds(self) -> None:
        """Kinds, counts, sets and kongs of the melds."""
        every, kinds, kong_kinds = self.own[:], self.own_kinds, 0
        chows: list[Tile] = []
        pungs: list[Tile] = []
        exposed = concealed = 0
        for meld in self.hand.melds:
            tile = meld.tiles[0]
            if meld.kind == CHOW:
                chows.append(tile)
                kinds |= 7 << tile
                every[tile] += 1
                every[tile + 1] += 1
                every[tile + 2] += 1
                continue
            pungs.append(tile)
            kinds |= BIT[tile]
            every[tile] += len(meld.tiles)
            if meld.kind == KONG:
                kong_kinds |= BIT[tile]
                if meld.concealed:
                    concealed += 1
                else:
                    exposed += 1
        self.all, self.kinds, self.kong_kinds = every, kinds, kong_kinds
        self.chows, self.pungs = tuple(chows), tuple(pungs)
        self.melds = len(self.hand.melds)
        self.exposed_kongs, self.concealed_kongs = exposed, concealed
        self.concealed = self.melds == concealed
        winning = self.winning
        self.shown = self.melds > concealed and every[winning] == 4 and self._exposed(winning) == 3
        self.last_tile = self.situation.last_tile

    def _exposed(self, tile: Tile) -> int:
        return sum(meld.tiles.count(tile) for meld in self.hand.melds if not meld.concealed)

    @property
    def way(self) -> tuple[bool | int, ...]:
        """All that a fan's `way` may look at: how it was won, concealment, the numbers of kongs and melds."""
        at, hidden = self.situation, self.concealed_kongs
        how = self.self_draw, at.wall_last, at.kong, self.last_tile
        return *how, self.concealed, self.exposed_kongs, hidden, self.melds

    @property
    def hogs(self) -> list[Tile]:
        """The kinds of which all four are there, not as a kong."""
        return [tile for tile, count in enumerate(self.all) if count == 4 and not self.kong_kinds >> tile & 1]


def waiting_counts(facts: Facts) -> list[int]:
    """The counts of the unmelded tiles before the win."""
    counts = facts.own[:]
    counts[facts.winning] -= 1
    return counts


def waiting_kinds(facts: Facts) -> int:
    """The kinds among the unmelded tiles before the win."""
    return facts.own_kinds if facts.own[facts.winning] > 1 else facts.own_kinds & ~BIT[facts.winning]


def check(facts: Facts) -> None:
    """Raises `HandError` when the situation cannot have happened with this hand.

    Last tile (和绝张) with a copy still in the hand; a robbed kong of which the winner has a tile; the wall's
    last tile robbed; a kong replacement without a kong; flowers shown and said that differ.
    """
    hand, situation = facts.hand, facts.situation
    winning = facts.winning
    shown, said = len(hand.flowers), situation.flowers
    if shown and said and shown != said:
        raise HandError("flowers_differ", shown=shown, said=said)
    if situation.last_tile and facts.own[winning] > 1:
        raise HandError("last_tile_in_hand", tile=SYMBOLS[winning])
    if not situation.kong:
        return
    if situation.self_draw:
        if not facts.kong_kinds:
            raise HandError("no_kong_to_replace")
        return
    if situation.wall_last:
        raise HandError("robbed_last_tile")
    if facts.all[winning] > 1:
        raise HandError("robbed_tile_in_hand", tile=SYMBOLS[winning], count=facts.all[winning] - 1)
