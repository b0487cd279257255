"""The game: tiles, hands, fans, waits, settlement and matches. Standard library only, no I/O."""

from .errors import HandError, NotAWinningHand
from .hand import Hand, Meld, Situation
from .score import CountedFan, Score, score

__all__ = ["CountedFan", "Hand", "HandError", "Meld", "NotAWinningHand", "Score", "Situation", "score"]
