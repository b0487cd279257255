"""Which located faces count as tiles."""

from __future__ import annotations

import numpy as np
import pytest

from vision.sift import sift, smallest, told


def square(x: float, y: float, size: float) -> np.ndarray:
    return np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], np.float32)


def named(tile: int, p: float) -> np.ndarray:
    row = np.full(44, (1 - p) / 43)
    row[tile] = p
    return row


def kept(faces: list[tuple[np.ndarray, float, np.ndarray]]) -> list[int]:
    quads, scores, probabilities = zip(*faces, strict=True)
    return sorted(sift(np.array(quads), np.array(scores), np.array(probabilities)))


ROW = [(square(40 * i, 100, 38), 0.9, named(i, 0.95)) for i in range(5)]


def test_a_row_of_sure_tiles_is_kept_whole():
    assert kept(ROW) == [0, 1, 2, 3, 4]


def test_what_is_named_no_tile_is_dropped():
    assert kept([*ROW, (square(300, 100, 38), 0.9, named(43, 0.7))]) == [0, 1, 2, 3, 4]


def test_two_faces_on_one_place_are_one_tile():
    assert kept([*ROW, (square(4, 103, 36), 0.8, named(7, 0.9))]) == [0, 1, 2, 3, 4]


def high(x: float, y: float) -> np.ndarray:
    """A tile twice as high as wide: standing, in a picture squeezed to a square."""
    return np.array([[x, y], [x + 27, y], [x + 27, y + 54], [x, y + 54]], np.float32)


@pytest.mark.parametrize(("share", "is_one"), [(0.42, True), (0.62, False)])
def test_a_tile_may_be_half_hidden_by_another_one_but_no_further(share: float, is_one: bool):
    row = [(high(40 * i, 100), 0.9, named(i, 0.95)) for i in range(5)]
    behind = (high(0, 100 - 54 * (1 - share)), 0.8, named(9, 0.85))
    assert kept([*row, behind]) == [0, 1, 2, 3, 4] + [5] * is_one


@pytest.mark.parametrize(
    ("best", "together", "located", "is_one"),
    [(0.3, 0.75, 0.9, True), (0.13, 0.98, 0.9, True), (0.13, 0.75, 0.9, False), (0.13, 0.98, 0.6, False)],
)
def test_whichever_flower_it_is_a_tile_but_not_a_little_of_all_of_them(
    best: float, together: float, located: float, is_one: bool
):
    flower = np.full(44, (1 - together) / 36)
    flower[34:42] = (together - best) / 7
    flower[36] = best
    assert flower.argmax() == 36
    assert kept([*ROW, (square(270, 100, 38), located, flower)]) == [0, 1, 2, 3, 4] + [5] * is_one


def test_a_doubtful_tile_counts_beside_a_sure_one_but_not_alone():
    beside = (square(200, 100, 38), 0.9, named(9, 0.4))
    alone = (square(200, 400, 38), 0.9, named(9, 0.4))
    assert kept([*ROW, beside]) == [0, 1, 2, 3, 4, 5]
    assert kept([*ROW, alone]) == [0, 1, 2, 3, 4]


def test_a_face_of_quite_another_size_is_no_tile():
    assert kept([*ROW, (square(300, 100, 120), 0.9, named(9, 0.99))]) == [0, 1, 2, 3, 4]


def test_what_lies_on_a_sure_larger_tile_is_part_of_it():
    large = (square(0, 0, 400), 0.9, named(9, 0.95))
    corners = [(0, 0), (300, 0), (0, 300), (300, 300)]
    parts = [(square(x + 10, y + 10, 80), 0.9, named(10 + i % 2, 0.85)) for i, (x, y) in enumerate(corners)]
    assert kept([large, *parts]) == [0]


@pytest.mark.parametrize("name", [9, 33, 42])
@pytest.mark.parametrize("sure", [0.5, 0.95])
def test_a_row_taken_for_one_tile_is_a_row_all_the_same(name: int, sure: float):
    row = [(square(40 * i, 100, 38), 0.9, named(i, 0.85)) for i in range(9)]
    assert kept([*row, (square(-10, -60, 380), 0.95, named(name, sure))]) == list(range(9))


def test_tiles_beyond_backs_and_white_dragons_lie_with_the_others():
    backs = [(square(260 + 40 * i, 100, 38), 0.9, named(42, 0.95)) for i in range(4)]
    white = [(square(440 + 40 * i, 100, 38), 0.9, named(33, 0.95)) for i in range(4)]
    end = [(square(640 + 40 * i, 100, 38), 0.9, named(20, 0.93)) for i in range(2)]
    assert kept([*ROW, *backs, *white, *end]) == list(range(15))


def test_white_things_of_another_size_join_no_words_to_the_tiles():
    white = [(square(260 + 100 * i, 100, 60), 0.9, named(33, 0.95)) for i in range(3)]
    words = [(square(580 + 40 * i, 100, 38), 0.9, named(20, 0.93)) for i in range(2)]
    assert {8, 9} & set(kept([*ROW, *white, *words])) == set()


def test_white_dragons_and_backs_make_no_company():
    four = [(square(40 * i, 100, 38), 0.9, named(i, 0.95)) for i in range(4)]
    white = (square(160, 100, 38), 0.9, named(33, 0.95))
    far = (square(600, 100, 38), 0.9, named(20, 0.7))
    assert kept([*four, white, far]) == [0, 1, 2, 3, 4, 5]
    assert kept([*ROW, far]) == [0, 1, 2, 3, 4]  # five speak for themselves, and against what lies apart


def test_large_print_is_no_tile_however_large():
    print_ = [(square(600 * i, 400, 300), 0.95, named(17, 0.95)) for i in range(2)]
    assert kept([*ROW, *print_]) == [0, 1, 2, 3, 4]


def test_large_print_alone_does_not_end_the_looking():
    print_ = [(square(600 * i, 400, 300), 0.95, named(17, 0.95)) for i in range(2)]

    def least(faces: list[tuple[np.ndarray, float, np.ndarray]]) -> float:
        quads, _, probabilities = zip(*faces, strict=True)
        return smallest(np.array(quads), np.array(probabilities))

    assert least(print_) == 0
    assert 0 < least([*ROW, *print_]) < 38


@pytest.mark.parametrize("name", [33, 42])
@pytest.mark.parametrize(("many", "are_some"), [(1, False), (2, False), (3, True), (4, True), (5, False)])
def test_three_or_four_bare_faces_in_contact_are_a_set_though_they_lie_apart(
    name: int, many: int, are_some: bool
):
    bare = [(square(300 + 39 * i, 100, 38), 0.95, named(name, 0.8)) for i in range(many)]
    assert kept([*ROW, *bare]) == list(range(5 + many * are_some))


@pytest.mark.parametrize(("nothing", "is_one"), [(0.44, True), (0.7, False)])
def test_a_whole_face_at_the_end_of_a_row_that_is_hardly_called_no_tile_is_one(nothing: float, is_one: bool):
    face = named(43, nothing)
    face[22] = 0.3
    end = (square(205, 103, 33), 1.0, face / face.sum())
    assert kept([*ROW, end]) == [0, 1, 2, 3, 4] + [5] * is_one
    assert kept([*ROW, (square(205, 403, 33), 1.0, face / face.sum())]) == [0, 1, 2, 3, 4]


def test_parts_of_one_white_thing_are_no_set():
    spine = [(square(300 + 14 * i, 100, 38), 0.95 - 0.01 * i, named(33, 0.8)) for i in range(3)]
    assert kept([*ROW, *spine]) == [0, 1, 2, 3, 4]


def test_a_kong_of_backs_beside_a_wall_is_a_set():
    wall = [(square(39 * i, 500, 38), 0.95, named(42, 0.9)) for i in range(12)]
    kong = [(square(300 + 39 * i, 100, 38), 0.95, named(42, 0.8)) for i in range(4)]
    assert kept([*ROW, *wall, *kong]) == [0, 1, 2, 3, 4, 17, 18, 19, 20]


def test_three_white_things_in_contact_far_from_all_tiles_are_none():
    bare = [(square(700 + 39 * i, 100, 38), 0.95, named(33, 0.8)) for i in range(3)]
    assert kept([*ROW, *bare]) == [0, 1, 2, 3, 4]


def test_a_back_may_look_as_much_like_a_white_dragon():
    back = named(42, 0.5)
    back[33] = 0.45
    back /= back.sum()
    assert kept([*ROW, (square(200, 100, 38), 0.95, back)]) == [0, 1, 2, 3, 4, 5]


def test_nothing_found_is_nothing_kept():
    assert sift(np.zeros((0, 4, 2)), np.zeros(0), np.zeros((0, 44))) == []


def test_words_on_a_book_do_not_speak_for_each_other():
    words = [(square(40 * i, 900, 38), 0.9, named(10, 0.85)) for i in range(2)]
    assert kept([*ROW, *words]) == [0, 1, 2, 3, 4]


def test_a_second_row_far_away_speaks_for_itself():
    row = [(square(40 * i, 900, 38), 0.9, named(20 + i, 0.9)) for i in range(5)]
    assert kept([*ROW, *row]) == list(range(10))


def white(p: float) -> np.ndarray:
    """A crop that is most likely no tile, and if one, then a white dragon."""
    row = named(43, 0.98 - p)
    row[33] = p
    return row / row.sum()


def test_a_blank_face_among_sure_tiles_is_a_white_dragon():
    blank = (square(200, 100, 37), 0.95, white(0.1))
    assert kept([*ROW, blank]) == [0, 1, 2, 3, 4, 5]
    assert told(blank[2][None]).argmax() == 33


def test_a_white_side_or_a_card_is_not():
    assert kept([*ROW, (square(200, 100, 37), 0.5, white(0.1))]) == [0, 1, 2, 3, 4]  # no whole face
    assert kept([*ROW, (square(200, 100, 26), 0.95, white(0.1))]) == [0, 1, 2, 3, 4]  # lower than a face
    assert kept([*ROW, (square(900, 700, 37), 0.95, white(0.1))]) == [0, 1, 2, 3, 4]  # far from all tiles
    assert kept([*ROW, (square(200, 100, 37), 0.95, white(0.01))]) == [
        0,
        1,
        2,
        3,
        4,
    ]  # not even faintly
    assert kept([(square(200, 100, 37), 0.95, white(0.1))]) == []  # nothing to compare it with


def test_a_tile_apart_needs_less_when_it_is_as_large_as_the_others():
    def apart(x: float, size: float, p: float) -> tuple[np.ndarray, float, np.ndarray]:
        return square(x, 100, size), 0.9, named(20, p)

    whole = list(range(6))
    assert kept([*ROW, apart(330, 38, 0.96)]) == whole
    assert kept([*ROW, apart(330, 38, 0.93)]) == whole[:5]
    assert kept([*ROW, apart(330, 58, 0.96)]) == whole[:5]  # larger: a letter on a box
    assert kept([*ROW, apart(600, 38, 0.96)]) == whole[:5]  # on another table
    assert kept([*ROW, apart(600, 38, 0.99)]) == whole


def test_letters_on_a_box_behind_the_tiles_are_no_tile():
    letters = (square(100, -60, 65), 0.95, named(19, 0.94))
    assert kept([*ROW, letters]) == [0, 1, 2, 3, 4]
    apart = (square(100, 10, 40), 0.95, named(19, 0.94))  # a tile of their size, laid apart
    assert kept([*ROW, apart]) == [0, 1, 2, 3, 4, 5]


def test_the_white_top_of_a_standing_tile_is_no_white_dragon():
    standing = [(square(60 * i, 100, 38), 0.9, named(i, 0.95)) for i in (0, 2, 3, 4)]
    top = np.array([[60, 88], [98, 88], [98, 97], [60, 97]], np.float32)  # of the tile that was not seen
    assert kept([*standing, (top, 0.95, named(33, 0.99))]) == [0, 1, 2, 3]


def test_a_face_that_is_kept_is_called_no_tile_no_more_and_keeps_its_other_odds():
    row = named(9, 0.6)
    assert told(row[None])[0] == pytest.approx(row)
    ruled_out = told(white(0.1)[None])[0]
    assert ruled_out[43] == 0
    assert ruled_out[33] / ruled_out[0] == pytest.approx(white(0.1)[33] / white(0.1)[0])


def test_a_whole_face_between_two_tiles_of_a_row_is_a_tile_whatever_it_is_named():
    gap = [face for i, face in enumerate(ROW) if i != 2]
    strange = named(43, 0.9)
    assert kept([*gap, (ROW[2][0], 0.9, strange)]) == [0, 1, 2, 3, 4]
    assert kept([*gap, (ROW[2][0], 0.6, strange)]) == [0, 1, 2, 3]  # no whole face
    assert kept([*gap, (square(80, 106, 26), 0.9, strange)]) == [0, 1, 2, 3]  # smaller than the tiles
    assert kept([*ROW, (square(200, 100, 38), 0.9, strange)]) == [0, 1, 2, 3, 4]  # a tile on one side only


def test_a_back_needs_a_sure_face_of_its_size_beside_it():
    assert kept([*ROW, (square(200, 100, 37), 0.9, named(42, 0.7))]) == [0, 1, 2, 3, 4, 5]
    assert kept([*ROW, (square(200, 100, 30), 0.9, named(42, 0.95))]) == [0, 1, 2, 3, 4]  # a coloured side
    assert kept([*ROW, (square(500, 400, 37), 0.9, named(42, 0.95))]) == [0, 1, 2, 3, 4]  # a lid elsewhere
    assert kept([(square(200, 100, 37), 0.9, named(42, 0.95))]) == []  # alone it proves nothing


def test_four_backs_at_the_end_of_a_row_are_a_kong_and_a_cloth_full_of_them_is_none():
    kong = [(square(200 + 40 * i, 100, 38), 0.9, named(42, 0.9)) for i in range(4)]
    apart = [(square(200 + 40 * i, 500, 38), 0.9, named(42, 0.9)) for i in range(4)]
    assert kept([*ROW, *kong, *apart]) == list(range(9))
    checks = [(square(40 * (i % 10), 140 + 40 * (i // 10), 38), 0.9, named(42, 0.9)) for i in range(100)]
    assert len(kept([*ROW, *checks])) < 50


def test_more_than_two_sets_have_of_one_tile_are_a_pattern():
    dots = [(square(40 * (i % 10), 300 + 40 * (i // 10), 38), 0.9, named(10, 0.97)) for i in range(30)]
    assert kept([*ROW, *dots]) == [0, 1, 2, 3, 4]
    backs = [(square(40 * i, 139, 38), 0.9, named(42, 0.97)) for i in range(10)]
    assert kept([*ROW, *backs]) == list(range(14))  # four steps from the tiles


def test_many_small_dots_of_a_cloth_do_not_make_the_tiles_too_large():
    dots = [(square(13 * i, 600, 6), 0.9, named(9, 0.85)) for i in range(12)]
    assert kept([*ROW, *dots])[:5] == [0, 1, 2, 3, 4]
