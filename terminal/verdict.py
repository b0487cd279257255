"""What the tiles of a photograph are worth, as far as it shows which of them won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorer import HandError, Score, each_winning_tile, score
from scorer.text import score_text
from scorer.tiles import SYMBOLS, Tile, from_symbol, name, symbol
from vision.errors import ReadingError
from vision.text import hand_text, won_by
from vision.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer import Situation
    from vision import ReadTile


@dataclass(frozen=True, slots=True)
class Verdict:
    """`ranked` is every tile that may have won with its score, the best first; empty where there is `error`.

    `winner` is the symbol of the winning tile, or None where nothing shows it.
    """

    winner: str | None
    ranked: tuple[tuple[Tile, Score], ...] = ()
    error: HandError | None = None

    @property
    def score(self) -> Score | None:
        """The score, where every tile that may have won is worth the same."""
        totals = {score.total for _, score in self.ranked}
        return self.ranked[0][1] if len(totals) == 1 else None

    def to_json(self, lang: str) -> dict[str, Any]:
        """`score`, `winning_tile`, and the `range` of scores where they differ."""
        return {"score": self._score_json(lang), "winning_tile": self.winner, "range": self._range_json(lang)}

    def text(self, lang: str) -> str:
        """The score in words; the totals by winning tile when they differ."""
        if self.error:
            return self.error.message(lang)
        if self.score:
            return score_text(self.score, lang)
        totals = ", ".join(f"{name(tile, lang)} {score.total}" for tile, score in self.ranked)
        ask = "和的是哪张牌？用 --win 指出：" if lang == "zh" else "Which tile won? Say so with --win: "
        return f"{ask}{totals}\n{score_text(self.ranked[0][1], lang)}"

    def _score_json(self, lang: str) -> dict[str, Any]:
        if self.error:
            return {"ok": False, "error": self.error.to_json(lang)}
        if self.score:
            return self.score.to_json(lang)
        code = "winning_tile_unknown"
        return {"ok": False, "error": {"code": code, "message": say(code, {}, lang)}}

    def _range_json(self, lang: str) -> dict[str, Any] | None:
        if self.error or self.score:
            return None
        (best_tile, best), (worst_tile, worst) = self.ranked[0], self.ranked[-1]
        return {
            "best": best.to_json(lang) | {"winning_tile": SYMBOLS[best_tile]},
            "worst": worst.to_json(lang) | {"winning_tile": SYMBOLS[worst_tile]},
            "tiles": [{"tile": SYMBOLS[tile], "total": score.total} for tile, score in self.ranked],
        }


def judge(tiles: Sequence[ReadTile], situation: Situation, rules: str) -> Verdict:
    """Scores the tiles, by each that may have won where none is the winning one."""
    winner = next((t.read_as for t in tiles if t.role == "winning"), None)
    try:
        if winner:
            won = score(hand_text(tiles), situation, rules)
            return Verdict(winner, ((from_symbol(winner), won),))
        # Any free tile may stand for the winning one: the scorer tries them all.
        some = next((t.read_as for t in tiles if t.role == "concealed" and t.read_as not in "?_"), "")
        hand = hand_text(won_by(tiles, some) or tiles)
        ranked = each_winning_tile(hand, situation, rules)
        if not ranked:
            score(hand, situation, rules)  # raises: the situation rules out every tile
        return Verdict(None, ranked)
    except HandError as error:
        return Verdict(winner, error=error)


def with_winner(tiles: Sequence[ReadTile], win: str) -> Sequence[ReadTile]:
    """The tiles, the one named the winning one. Raises `HandError` or `ReadingError`."""
    named = symbol(from_symbol(win))
    chosen = won_by(tiles, named)
    if chosen is None:
        raise ReadingError("winning_tile_not_there", tile=named)
    return chosen
