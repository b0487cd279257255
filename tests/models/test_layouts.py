"""The layouts are winning hands that physically fit on a table."""

from collections import Counter

import numpy as np
import pytest

from models.training.layouts import clutter, winning_layout

LAYOUTS = [winning_layout(np.random.default_rng(seed)) for seed in range(300)]


def test_every_layout_has_fourteen_tiles_and_one_more_for_each_kong() -> None:
    for layout in LAYOUTS:
        kongs = sum(kind.endswith("kong") for kind in layout.description["melds"])
        assert sum(t.role != "flower" for t in layout.tiles) == 14 + kongs


def test_no_tile_is_there_five_times_and_no_flower_twice() -> None:
    for layout in LAYOUTS:
        assert all(n <= (1 if tile >= 34 else 4) for tile, n in Counter(t.tile for t in layout.tiles).items())


def test_tiles_do_not_lie_in_one_another() -> None:
    for layout in LAYOUTS:
        flat = [t for t in layout.tiles if t.z == 0 and t.face != "standing"]
        for i, a in enumerate(flat):
            for b in flat[:i]:
                assert np.hypot(a.x - b.x, a.y - b.y) > 22, layout.description


@pytest.mark.parametrize("mark", ["beside", "left", "above", "top_edge", "below", "turned", "unmarked"])
def test_every_way_to_mark_the_winning_tile_occurs(mark: str) -> None:
    layouts = [x for x in LAYOUTS if x.description["winning"] == mark]
    assert layouts
    assert all(("+" in x.hand) == (mark != "unmarked") for x in layouts)


def test_one_seed_gives_one_layout() -> None:
    assert winning_layout(np.random.default_rng(7)) == winning_layout(np.random.default_rng(7))


def test_clutter_keeps_clear_of_the_hand() -> None:
    for seed, layout in enumerate(LAYOUTS[:50]):
        for tile in clutter(np.random.default_rng(seed), layout.tiles):
            assert tile.role == "other"
            assert min(np.hypot(tile.x - t.x, tile.y - t.y) for t in layout.tiles) > 60
