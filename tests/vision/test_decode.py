"""The rules repair a reading, say so, and leave a confident picture alone."""

import numpy as np

from scorer.tiles import SYMBOLS, from_symbol
from tests.vision.test_arrange import seen, tiles
from vision.arrange import Arrangement
from vision.decode import Decoded, decode

BACK = 42


def read(
    *parts: list, doubts: dict[str, tuple[str, float]] | None = None
) -> tuple[list[str], Decoded, list[str]]:
    """What is read of tiles; `{"5p": ("6p", 0.7)}` makes the first 5p look like a 6p, 70 % sure."""
    sighting, found = seen(*parts)
    p = np.full((len(sighting.tiles), 44), 1e-5)
    doubts = dict(doubts or {})
    for row, tile in zip(p, sighting.tiles, strict=True):
        name = "_" if tile.face == "down" else SYMBOLS[tile.tile]
        index = BACK if name == "_" else tile.tile
        row[index] = 0.999
        if name in doubts:
            looks, sure = doubts.pop(name)
            row[index], row[from_symbol(looks)] = 1 - sure, sure
    decoded = decode(found, p / p.sum(axis=1, keepdims=True))
    return ordered(found, decoded), decoded, [SYMBOLS[sighting.tiles[t].tile] for t in found.order]


def ordered(found: Arrangement, decoded: Decoded) -> list[str]:
    return [("_" if decoded.read_as[t] == BACK else SYMBOLS[decoded.read_as[t]]) for t in found.order]


HAND = "1m 2m 3m 4m 5m 6m 7p 8p 9p E E 2s 3s 4s"


def test_a_certain_hand_is_left_as_it_is() -> None:
    names, decoded, truth = read(tiles(HAND))
    assert names == truth
    assert decoded.legal
    assert decoded.confidence > 0.95


def test_a_likely_slip_is_repaired() -> None:
    names, decoded, truth = read(tiles(HAND), doubts={"8p": ("9p", 0.7)})
    assert names == truth
    assert decoded.legal


def test_two_slips_at_once_are_repaired() -> None:
    names, decoded, truth = read(tiles(HAND), doubts={"8p": ("9p", 0.7), "2m": ("3m", 0.8)})
    assert names == truth
    assert decoded.legal


def test_a_confident_picture_is_not_overruled() -> None:
    names, decoded, truth = read(tiles(HAND), doubts={"8p": ("9p", 0.9995)})
    assert names != truth
    assert not decoded.legal


def test_a_fifth_tile_becomes_another() -> None:
    names, _, truth = read(tiles("1m 2m 3m 4m 5m 6m 7p P P P P"), doubts={"7p": ("P", 0.6)})
    assert names == truth


def test_no_flower_is_there_twice() -> None:
    names, decoded, _ = read(tiles(HAND), tiles("a c", x=450), doubts={"c": ("a", 0.9)})
    assert {"a", "c"} <= set(names)
    assert decoded.legal


def test_backs_of_a_kong_are_named_by_its_faces() -> None:
    names, decoded, _ = read(tiles("1m 2m 3m 4m 5m 6m 7p 8p 9p E E"), tiles("_ C C _", x=320))
    assert names.count("C") == 4
    assert decoded.legal


def test_a_kong_all_face_down_stays_unnamed() -> None:
    names, decoded, _ = read(tiles("1m 2m 3m 4m 5m 6m 7p 8p 9p E E"), tiles("_ _ _ _", x=320))
    assert names.count("_") == 4
    assert decoded.legal


def test_a_back_among_the_concealed_tiles_is_not_guessed() -> None:
    names, decoded, _ = read(tiles("1m 2m 3m 4m _ 6m 7p 8p 9p E E 2s 3s 4s"))
    assert names.count("_") == 1
    assert not decoded.legal


def test_a_meld_is_made_a_set() -> None:
    hand = tiles("1m 2m 3m 4m 5m 6m 7p 8p 9p E E")
    names, decoded, truth = read(hand, tiles("4s~ 5s 6s", x=320), doubts={"5s": ("8s", 0.8)})
    assert names == truth
    assert decoded.legal


def test_a_hand_that_does_not_win_is_left_alone() -> None:
    names, decoded, truth = read(tiles("1m 4m 7m 2p 5p 8p 3s 6s 1s E E C P F"))
    assert names == truth
    assert not decoded.legal


def test_hopeless_doubt_takes_no_time() -> None:
    import time

    sighting, found = seen(tiles(HAND))
    flat = np.full((len(sighting.tiles), 44), 1 / 44)
    began = time.process_time()
    decode(found, flat)
    assert time.process_time() - began < 0.2
