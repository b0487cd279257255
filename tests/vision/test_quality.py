"""A photograph too dark, blurred or cut off is told from a good one."""

import cv2
import numpy as np
import pytest

from vision import quality


def tiles(blur: float = 0.0, light: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Five drawn tiles, 60 pixels wide, and their quads; `blur` is a part of the tile's height."""
    image = np.full((200, 420, 3), 90, np.uint8)
    quads = []
    for i in range(5):
        x = 40 + 68 * i
        cv2.rectangle(image, (x, 60), (x + 60, 140), (235, 240, 240), -1)
        cv2.putText(image, str(i + 3), (x + 8, 125), cv2.FONT_HERSHEY_SIMPLEX, 2.2, (30, 30, 160), 5)
        quads.append([[x, 60], [x + 60, 60], [x + 60, 140], [x, 140]])
    if blur:
        image = cv2.GaussianBlur(image, (0, 0), blur * 80)
    return (image * light).astype(np.uint8), np.array(quads, np.float32)


def test_sharp_and_blurred() -> None:
    assert quality.sharpness(*tiles()) > 5 * quality.SOFT
    for blur in (0.06, 0.08, 0.1):
        assert quality.sharpness(*tiles(blur)) < quality.SOFT


@pytest.mark.parametrize("direction", ["across", "down", "aslant"])
def test_a_shaken_photograph_is_blurred_whichever_way_it_was_shaken(direction: str) -> None:
    image, quads = tiles()
    path = {"across": np.ones((1, 17)), "down": np.ones((17, 1)), "aslant": np.eye(21)}[direction]
    shaken = cv2.filter2D(image, -1, path / path.sum())
    assert quality.sharpness(shaken, quads) < quality.SOFT


def test_light_and_dark() -> None:
    assert quality.brightness(*tiles()) > 2 * quality.DARK
    assert quality.brightness(*tiles(light=0.12)) < quality.DARK


def test_tiles_beyond_the_picture_say_nothing_of_it() -> None:
    image, quads = tiles(light=0.12)
    image[:, :20] = 255
    for aside in ([-900, 0], [900, 0], [0, -900], [0, 900]):
        beyond = quads + aside
        assert quality.brightness(image, beyond) == pytest.approx(image.mean(), abs=1)
        assert quality.sharpness(image, beyond) == 1.0
        both = np.concatenate([quads[:3], beyond[:2]])
        assert quality.brightness(image, both) == quality.brightness(image, quads[:3])


def test_at_most_a_dozen_tiles_from_the_first_to_the_last_are_looked_at() -> None:
    """A hand, or a whole table: the time it takes is the same."""
    for count in (2, 11, 14, 23, 24, 40):
        shades = np.repeat(np.arange(count) * 6, 20).astype(np.uint8)
        image = np.repeat(np.tile(shades, (30, 1))[..., None], 3, axis=2)
        quads = np.array([[[x, 4], [x + 12, 4], [x + 12, 20], [x, 20]] for x in 20 * np.arange(count) + 4])
        seen = [round(float(np.median(crop)) / 6) for crop in quality._crops(image, quads)]
        assert len(seen) == min(count, 12)
        assert (seen[0], seen[-1]) == (0, count - 1)
        assert np.ptp(np.diff(seen)) <= 1


def test_which_end_is_cut_off() -> None:
    _, quads = tiles()
    assert quality.cut_ends(quads, 420, 200) == []
    assert quality.cut_ends(quads - [40, 0], 420, 200) == ["left end"]
    assert quality.cut_ends(quads, 372, 140) == ["right end", "bottom"]


def test_a_row_may_go_on_beyond_the_edge_when_half_a_tile_has_room_there() -> None:
    _, quads = tiles()
    assert quality.close_ends(quads - [18, 0], 420, 200) == ["left end"]
    assert quality.close_ends(quads - [39, 0], 420, 200) == []  # cut off, and said so
    assert quality.close_ends(quads, 420, 150) == []  # above and below a row there is nothing
    assert quality.close_ends(quads[..., ::-1], 200, 400) == ["bottom"]
    assert quality.close_ends(quads[:2] - [39, 0], 420, 150) == []  # no row


def test_nothing_to_look_at() -> None:
    none = np.zeros((0, 4, 2))
    assert quality.sharpness(np.zeros((50, 50, 3), np.uint8), none) == 1.0
    assert quality.brightness(np.full((50, 50, 3), 7, np.uint8), none) == 7
    assert quality.cut_ends(none, 10, 10) == quality.close_ends(none, 10, 10) == []
