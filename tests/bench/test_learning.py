"""Teaching a set, measured by the reader that ships."""

from __future__ import annotations

from pathlib import Path

from bench.learning import Once
from vision import Reader

HULE = Path(__file__).parents[2]


def test_the_reader_that_is_measured_gives_the_probabilities_of_the_one_that_ships() -> None:
    photo = HULE / "examples/photos/hand.jpg"
    shipped, measured = Reader(HULE / "models").read(photo), Once(HULE / "models").reader().read(photo)
    assert [(t.tile, t.p) for t in measured.tiles] == [(t.tile, t.p) for t in shipped.tiles]
    assert any(t.p < 1 for t in shipped.tiles)
