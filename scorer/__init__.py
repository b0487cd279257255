"""The game: tiles, hands, fans, waits, settlement and matches. Standard library only, no I/O."""

from .errors import HandError, NotAWinningHand
from .hand import Hand, Meld, Situation

__all__ = ["Hand", "HandError", "Meld", "NotAWinningHand", "Situation"]
