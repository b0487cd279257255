"""The game: tiles, hands, fans, waits, settlement and matches. Standard library only, no I/O.

>>> score("[123m][EEE]{2222s}4566m+6m |ae", Situation(seat="S")).total
8
"""

from typing import TYPE_CHECKING, Any

from .errors import HandError, NotAWinningHand
from .hand import Hand, Meld, Situation
from .score import CountedFan, Score, score
from .waits import Wait, each_winning_tile, is_winning, waiting_tiles, waits, what_if, winning_shapes

if TYPE_CHECKING:
    from .claim import ClaimReport, explain_claim, find_fan
    from .explain import Reason
    from .ruleset import Ruleset
    from .settle import Payment, payment

# What a typed hand does not need is loaded when it is asked for.
_LATER = {
    "ClaimReport": "claim",
    "explain_claim": "claim",
    "find_fan": "claim",
    "Reason": "explain",
    "Ruleset": "ruleset",
    "Payment": "settle",
    "payment": "settle",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


__all__ = [
    "ClaimReport",
    "CountedFan",
    "Hand",
    "HandError",
    "Meld",
    "NotAWinningHand",
    "Payment",
    "Reason",
    "Ruleset",
    "Score",
    "Situation",
    "Wait",
    "each_winning_tile",
    "explain_claim",
    "find_fan",
    "is_winning",
    "payment",
    "score",
    "waiting_tiles",
    "waits",
    "what_if",
    "winning_shapes",
]
