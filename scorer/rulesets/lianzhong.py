"""联众 (Ourgame): the 81 fans with the same points, and five of the house's own.

What the house's text says: 四方大发 is the four winds with a pair of 发 (碰碰和, 圈风刻, 门风刻 and 三风刻
not added); 天和 the dealer's win with the tiles dealt; 地和 the next player's self-draw after the dealer's
first discard; 人和 a win within the first go-round, any shape; 混杠 a kong of the four jokers, in games with
jokers. What it does not say is decided so: the points of the shape are added to a blessing; 四方大发 is
instead of 大四喜, and 字一色, always there, is not added; a hand won as dealt waited for nothing, so 天和 has
no wait fan.
"""

from __future__ import annotations

from ..facts import Facts
from ..fan import Fan
from ..kinds import BIT, WINDS
from ..ruleset import Ruleset
from ..tiles import EAST, GREEN


def _as_dealt(facts: Facts) -> bool:
    """Self-drawn and without a meld."""
    return facts.self_draw and not facts.melds


EXTRA = (
    Fan("four_winds_and_fortune", "四方大发", "Four Winds and Fortune", 168,
        "四种风牌的刻子（杠）和一对发", "Pungs or kongs of all four winds and a pair of green dragons",
        honours=True, sets=lambda h, d: (d.pung_kinds & WINDS).bit_count() == 4 and d.pair == GREEN,
        leaves="big_four_winds all_honors all_terminals_and_honors big_three_winds all_pungs "
        "half_flush outside_hand prevalent_wind seat_wind pung_of_terminals_or_honors"),
    Fan("heavenly_hand", "天和", "Heavenly Hand", 168,
        "庄家起牌即和", "The dealer's win with the tiles dealt",
        declared=lambda h: _as_dealt(h) and h.seat == BIT[EAST],
        leaves="human_hand edge_wait closed_wait single_wait"),
    Fan("earthly_hand", "地和", "Earthly Hand", 158,
        "庄家打出第一张后，下家自摸和牌", "The next player's self-draw after the dealer's first discard",
        declared=lambda h: _as_dealt(h) and h.seat != BIT[EAST], leaves="human_hand"),
    Fan("human_hand", "人和", "Human Hand", 108,
        "第一圈内和牌", "A win within the first go-round",
        declared=lambda h: True),
    Fan("joker_kong", "混杠", "Kong of Jokers", 88,
        "四张混牌开杠", "A kong of the four jokers",
        declared=lambda h: h.kong_kinds != 0),
)  # fmt: skip

RULES = Ruleset("lianzhong", "联众麻将", "Lianzhong", extra=EXTRA)
