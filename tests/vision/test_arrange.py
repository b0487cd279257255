"""Hands as they lie on tables, and what the eye makes of them."""

import itertools
import math

import numpy as np
import pytest

from bench.arrange import one
from models.training.blocks import PlacedTile
from models.training.sightings import Camera, Sighting, sight
from scorer.tiles import from_symbol
from vision.arrange import Arrangement, arrange

ABOVE = Camera(elevation=math.radians(75))


def tiles(row: str, x: float = 0.0, y: float = 0.0, step: float = 26.4) -> list[PlacedTile]:
    """Tiles side by side from x on: symbols apart by spaces, `~` after one on its side, `_` one face down."""
    placed = []
    for word in row.split():
        side = word.endswith("~")
        name = word.rstrip("~")
        face = "down" if name == "_" else "up"
        width = step + 9 if side else step
        turn = math.pi / 2 if side else 0.0
        place = PlacedTile(0 if name == "_" else from_symbol(name), x + width / 2, y - 4.5 * side, turn, face)
        placed.append(place)
        x += width
    return placed


def seen(*parts: list[PlacedTile], camera: Camera = ABOVE, seed: int = 1) -> tuple[Sighting, Arrangement]:
    placed = list(itertools.chain.from_iterable(parts))
    sighting = sight(placed, camera, np.random.default_rng(seed), errors=0.0)
    return sighting, arrange(sighting.quads, sighting.probabilities, (2000, 1500))


def names(sighting: Sighting, indices: list[int] | tuple[int, ...]) -> str:
    from scorer.tiles import compact

    return "".join(
        "_" if sighting.tiles[i].face == "down" else compact([sighting.tiles[i].tile]) for i in indices
    )


def told(sighting: Sighting, found: Arrangement) -> list[tuple[str, str]]:
    return [(part.kind, names(sighting, part.tiles)) for part in found.parts]


CONCEALED = "1m 2m 3m 4m 5m 6m 7p 8p 9p E E"


def test_a_turned_claim_makes_a_meld() -> None:
    assert told(*seen(tiles(CONCEALED), tiles("3s~ 2s 4s", x=310))) == [
        ("concealed", "1m2m3m4m5m6m7p8p9pEE"),
        ("meld", "3s2s4s"),
    ]


def test_a_row_without_gaps_is_all_concealed() -> None:
    sighting, found = seen(tiles(CONCEALED + " 2s 3s 4s"))
    assert told(sighting, found) == [("concealed", "1m2m3m4m5m6m7p8p9pEE2s3s4s")]
    assert found.winning is None


@pytest.mark.parametrize("kong", ["_ _ _ _", "_ C C _", "C _ _ C", "_ _ _ C"])
def test_a_concealed_kong_however_it_is_laid(kong: str) -> None:
    parts = told(*seen(tiles(CONCEALED), tiles(kong, x=320)))
    assert parts[1] == ("hidden_kong", kong.replace(" ", ""))


@pytest.mark.parametrize(
    ("kong", "looks_white", "back"), [("C _ _ C", 2, 0.03), ("_ C C _", 2, 0.03), ("_ _ _ _", 1, 0.3)]
)
def test_backs_of_a_kong_that_look_like_white_dragons_are_face_down(
    kong: str, looks_white: int, back: float
) -> None:
    placed = [*tiles(CONCEALED), *tiles(kong, x=310)]
    sighting = sight(placed, ABOVE, np.random.default_rng(1), errors=0.0)
    down = [i for i, t in enumerate(sighting.tiles) if t.face == "down"]
    for i in down[:looks_white]:
        sighting.probabilities[i] = 1e-4
        sighting.probabilities[i, [33, 42]] = 0.95 - back, back
    found = arrange(sighting.quads, sighting.probabilities, (2000, 1500))
    assert [part.kind for part in found.parts] == ["concealed", "hidden_kong"]
    assert sorted(found.down) == down


def test_sure_white_dragons_are_no_backs_even_where_a_kong_would_fit() -> None:
    sighting = sight(
        [*tiles(CONCEALED), *tiles("C _ _ C", x=310)], ABOVE, np.random.default_rng(1), errors=0.0
    )
    for i, tile in enumerate(sighting.tiles):
        if tile.face == "down":
            sighting.probabilities[i] = 1e-4
            sighting.probabilities[i, [33, 42]] = 0.99, 0.003
    found = arrange(sighting.quads, sighting.probabilities, (2000, 1500))
    assert not found.of("hidden_kong") and not found.down


@pytest.mark.parametrize("row", ["P P P", "P P P P", "C P P"])
def test_white_dragons_that_look_like_no_backs_are_not_taken_for_them(row: str) -> None:
    _, found = seen(tiles(CONCEALED), tiles(row, x=310))
    assert not found.of("hidden_kong")


@pytest.mark.parametrize("where", [(370, 0), (-45, 0), (100, 50), (100, -50)])
def test_the_winning_tile_set_apart(where: tuple[float, float]) -> None:
    sighting, found = seen(tiles(CONCEALED + " 2s 3s"), tiles("4s", *where))
    assert found.winning is not None
    assert names(sighting, [found.winning]) == "4s"


def test_a_tile_turned_at_the_end_won() -> None:
    sighting, found = seen(tiles(CONCEALED + " 2s 3s 4s~"))
    assert found.winning is not None
    assert names(sighting, [found.winning]) == "4s"


def test_an_added_kong_with_its_tile_beyond() -> None:
    kong = tiles("F F~ F", x=320)
    added = PlacedTile(kong[1].tile, kong[1].x, kong[1].y + 26.4, kong[1].turn, "up")
    parts = told(*seen(tiles(CONCEALED), kong, [added]))
    assert parts[1] == ("kong", "FFFF")


def test_flowers_are_flowers_wherever_they_lie() -> None:
    for x, y in ((450, 0), (0, 80), (100, -70)):
        sighting, found = seen(tiles(CONCEALED + " 2s 3s 4s"), tiles("a f", x=x, y=y))
        assert names(sighting, found.flowers) == "af"
        assert len(found.concealed) == 14


def test_discards_and_a_wall_are_left_out() -> None:
    discards = [tiles("5s 9m 1p W 3p 7s", x=100, y=130 + 36 * row) for row in range(3)]
    wall = tiles(" ".join("_" * 15), x=-40, y=330)
    _, found = seen(tiles(CONCEALED + " 2s 3s 4s"), *discards, wall)
    assert len(found.others) == 18 + 15
    assert len(found.concealed) == 14


def test_a_wall_on_the_level_of_the_hand_is_left_out() -> None:
    discards = [tiles("5s 9m 1p W 3p 7s", x=100, y=130 + 36 * row) for row in range(2)]
    wall = tiles("_ _", x=415)
    _, found = seen(tiles(CONCEALED + " 2s 3s 4s"), *discards, wall)
    assert len(found.concealed) == 14
    assert len(found.others) == 14


def test_a_hand_with_one_tile_missed_is_told_from_the_discards() -> None:
    discards = [tiles("5s 9m 1p W 3p 7s", x=100, y=130 + 36 * row) for row in range(3)]
    sighting, found = seen(tiles("1m 2m 3m 4m 6m 7p 8p 9p E E"), tiles("3s~ 2s 4s", x=310), *discards)
    assert len(found.others) == 18
    assert names(sighting, found.concealed) == "1m2m3m4m6m7p8p9pEE"


@pytest.mark.parametrize("seed", [300020, 300058, 300094, 300106])
def test_hands_of_others_that_stand_do_not_tilt_the_table(seed: int) -> None:
    verdict = one(seed, cluttered=True)[0]
    assert verdict.all and verdict.winning is not False and verdict.kongs is not False


def standing(row: str) -> list[PlacedTile]:
    return [PlacedTile(t.tile, t.x, t.y, t.turn, "standing") for t in tiles(row)]


def test_backs_lying_beside_a_standing_row_are_a_kong() -> None:
    camera = Camera(elevation=math.radians(32))
    sighting, found = seen(
        standing("1m 2m 3m E E"),
        tiles("2s~ 3s 4s", x=170),
        tiles("7p~ 7p 7p", x=268),
        tiles("_ C C _", x=366),
        camera=camera,
    )
    assert told(sighting, found) == [
        ("concealed", "1m2m3mEE"),
        ("meld", "2s3s4s"),
        ("meld", "7p7p7p"),
        ("hidden_kong", "_CC_"),
    ]


@pytest.mark.parametrize("side", [-25, 0, 25])
@pytest.mark.parametrize("elevation", [25, 32, 40])
def test_melds_with_their_claims_on_their_sides_lie_beside_a_standing_row(elevation: int, side: int) -> None:
    sighting, found = seen(
        standing("1m 2m 3m E E"),
        tiles("2s~ 3s 4s", x=170),
        tiles("6s 7s 5s~", x=268),
        tiles("7p~ 7p 7p", x=366),
        camera=Camera(elevation=math.radians(elevation), azimuth=math.radians(side)),
    )
    assert told(sighting, found) == [
        ("concealed", "1m2m3mEE"),
        ("meld", "2s3s4s"),
        ("meld", "6s7s5s"),
        ("meld", "7p7p7p"),
    ]


@pytest.mark.parametrize("side", [-25, 0, 25])
def test_a_tile_lying_apart_from_a_standing_row_is_apart_from_any_side(side: int) -> None:
    sighting, found = seen(
        tiles("9p 9p 9p 9p", x=-120),
        standing("2m 3m 4m 6m 7m 8m 3p 4p 5p 2s"),
        tiles("2s", x=280),
        camera=Camera(elevation=math.radians(32), azimuth=math.radians(side)),
    )
    assert told(sighting, found) == [
        ("kong", "9p9p9p9p"),
        ("concealed", "2m3m4m6m7m8m3p4p5p2s"),
        ("winning", "2s"),
    ]


def test_a_standing_tile_shows_its_face_under_the_winning_tile() -> None:
    row = standing("1m 2m 3m 4m 5m 6m 7p 8p 9p E E 2s 3s")
    won = PlacedTile(from_symbol("4s"), row[4].x, row[4].y, 0.0, "up", z=35.0)
    sighting, found = seen(row, [won], camera=Camera(elevation=math.radians(30)))
    assert len(sighting.tiles) == 14
    assert found.winning is not None and names(sighting, [found.winning]) == "4s"


@pytest.mark.parametrize("row", ["1m 5p 9s C F P 3s", "1m 2m 3m 4m 5m 6m 7p 8p 9p E E 2s 3s 4s 9s 9s 1p"])
def test_a_plain_row_is_read_in_full(row: str) -> None:
    sighting, found = seen(tiles(row))
    assert names(sighting, found.order) == row.replace(" ", "")
    assert names(sighting, found.concealed) == row.replace(" ", "")


def test_a_grid_is_no_hand_and_nothing_is_left_out() -> None:
    suits = [tiles(" ".join(f"{n}{s}" for n in range(1, 10)), y=-36 * i) for i, s in enumerate("mps")]
    sighting, found = seen(*suits)
    assert not found.others
    assert names(sighting, found.order) == "".join(f"{n}{s}" for s in "mps" for n in range(1, 10))


@pytest.mark.parametrize("roll", range(-170, 181, 20))
def test_rows_are_read_from_left_to_right_or_from_the_top(roll: int) -> None:
    """Steeper than 45 degrees is from the top; rolled beyond 135 or -45 the row runs the other way."""
    camera = Camera(elevation=math.radians(60), roll=math.radians(roll))
    sighting, found = seen(tiles("1m 2m 3m 5p 6p 7p C C C 4s"), camera=camera)
    expected = "1m2m3m5p6p7pCCC4s" if -45 < roll < 135 else "4sCCC7p6p5p3m2m1m"
    assert names(sighting, found.order) == expected


def test_nothing_seen_gives_nothing() -> None:
    found = arrange(np.zeros((0, 4, 2)), np.zeros((0, 44)))
    assert found.parts == () and found.order == ()


def test_a_single_tile_and_two_tiles() -> None:
    for row in ("5p", "5p C"):
        sighting, found = seen(tiles(row))
        assert sorted(names(sighting, found.order)) == sorted(row.replace(" ", ""))


def test_degenerate_quads_do_not_break_anything() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        n = int(rng.integers(1, 20))
        quads = rng.uniform(0, 100, (n, 4, 2)) * (rng.random() < 0.8) + rng.uniform(0, 1, (n, 4, 2))
        found = arrange(quads, rng.dirichlet(np.ones(44) * 0.2, n))
        in_parts = [t for part in found.parts for t in part.tiles]
        assert sorted(in_parts) == sorted(found.order)
        assert len(set(found.order)) == len(found.order)


def test_random_hands_are_told_right() -> None:
    """The measurement of `bench/arrange.py` on 150 hands; the bounds allow for chance."""
    verdicts = [v for v, layout, *_ in map(one, range(50_000, 50_160)) if not layout.description["standing"]]
    for part, least in (
        ("melds", 0.96),
        ("kongs", 0.93),
        ("winning", 0.95),
        ("flowers", 0.96),
        ("others", 0.97),
    ):
        known = [getattr(v, part) for v in verdicts if getattr(v, part) is not None]
        assert np.mean(known) >= least, part


def test_random_hands_among_other_tiles_are_told_right() -> None:
    """As above, with discards, walls and other hands around."""
    verdicts = [one(seed, cluttered=True)[0] for seed in range(60_000, 60_060)]
    for part, least in (("melds", 0.95), ("winning", 0.93), ("flowers", 0.95), ("others", 0.93)):
        known = [getattr(v, part) for v in verdicts if getattr(v, part) is not None]
        assert np.mean(known) >= least, part
