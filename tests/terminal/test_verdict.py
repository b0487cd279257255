"""What a photograph's tiles are worth when it shows which of them won, and when it does not."""

from __future__ import annotations

import pytest

from scorer import HandError, Situation, score
from terminal.verdict import judge, with_winner
from tests.fixtures.eye import concealed, read_tiles
from vision.errors import ReadingError
from vision.reading import ReadTile

STRAIGHT = "1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s 5s"
PAIRS = "1m 1m 2m 2m 4m 4m 7p 7p 9p 9p 3s 3s E E"


def tiles(symbols: str, winning: str | None = None) -> tuple[ReadTile, ...]:
    return read_tiles(1000, 750, concealed(symbols, winning))


def test_a_tile_that_lies_apart_won() -> None:
    verdict = judge(tiles(STRAIGHT[:-3], "5s"), Situation(), "mcr")
    assert verdict.score and verdict.score.total == score("123456789m22p55s+5s").total
    shown = verdict.to_json("en")
    assert (shown["winning_tile"], shown["range"], shown["score"]["ok"]) == ("5s", None, True)


def test_without_one_the_best_and_the_worst_are_given() -> None:
    verdict = judge(tiles(STRAIGHT), Situation(), "mcr")
    shown = verdict.to_json("en")
    assert verdict.score is None and shown["score"]["error"]["code"] == "winning_tile_unknown"
    assert shown["range"]["best"]["total"] > shown["range"]["worst"]["total"]
    assert "Which tile won?" in verdict.text("en") and "--win" in verdict.text("zh")


def test_one_score_is_enough_when_any_tile_gives_it() -> None:
    verdict = judge(tiles(PAIRS), Situation(), "mcr")
    assert verdict.score and verdict.winner is None and verdict.to_json("en")["score"]["ok"]


def test_a_situation_that_rules_out_every_tile_is_refused_in_words() -> None:
    """Of seven pairs none holds a last tile of which another lies in the hand."""
    verdict = judge(tiles(PAIRS), Situation(last_tile=True), "mcr")
    assert verdict.error and verdict.error.code == "last_tile_in_hand"
    assert verdict.text("en") == verdict.to_json("en")["score"]["error"]["message"]


def test_a_tile_may_be_named_the_winner() -> None:
    named = with_winner(tiles(STRAIGHT), "9m")
    assert [t.read_as for t in named if t.role == "winning"] == ["9m"]
    with pytest.raises(ReadingError):
        with_winner(tiles(STRAIGHT), "C")
    with pytest.raises(HandError):
        with_winner(tiles(STRAIGHT), "x")
