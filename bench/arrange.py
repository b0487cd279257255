"""How often the arrangement of random hands is told right: `python -m bench.arrange [--hands N] [--clutter]`.

Layouts of `models.training.layouts` through random cameras, corners off by 3 to 5 % of a tile and one name
in a hundred wrong. Melds, kongs and the winning tile count where geometry and rules can tell them.
"""

from __future__ import annotations

import argparse
import collections
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from models.training.layouts import Layout, clutter, winning_layout
from models.training.sightings import Camera, Sighting, sight
from vision.arrange import HIDDEN_KONG, KONG, MELD, Arrangement, arrange

SEED = 20_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was right of one hand; None where it cannot be known."""

    melds: bool | None
    kongs: bool | None
    winning: bool | None
    flowers: bool
    others: bool
    all: bool


def judge(layout: Layout, sighting: Sighting, found: Arrangement) -> Verdict:
    """Compare an arrangement with the layout it was seen from."""
    sets = collections.defaultdict(set)
    for index, tile in enumerate(sighting.tiles):
        if tile.role in ("meld", "kong"):
            sets[tile.group].add(index)
    told = {frozenset(p.tiles) for p in found.of(MELD, KONG, HIDDEN_KONG)}
    melds = told == {frozenset(s) for s in sets.values()}
    hidden = {frozenset(s) for s in sets.values() if any(sighting.tiles[i].face == "down" for i in s)}
    kongs = {frozenset(p.tiles) for p in found.of(HIDDEN_KONG)} == hidden
    winning = next((i for i, t in enumerate(sighting.tiles) if t.role == "winning"), None)
    flowers = {i for i, t in enumerate(sighting.tiles) if t.role == "flower"}
    others = {i for i, t in enumerate(sighting.tiles) if t.role == "other"}
    concealed = {i for i, t in enumerate(sighting.tiles) if t.role == "concealed"}
    won = _same_winner(sighting, found, winning)
    right = (
        melds,
        won,
        set(found.flowers) == flowers,
        _named(sighting, found.concealed) == _named(sighting, concealed),
    )
    known = bool(layout.description["melds_known"])
    return Verdict(
        melds=melds if known else None,
        kongs=kongs if hidden else None,
        winning=won if layout.description["winning_known"] else None,
        flowers=set(found.flowers) == flowers,
        others=set(found.others) == others,
        all=all(right) if known else melds or not told,
    )


def _named(sighting: Sighting, tiles: Iterable[int]) -> list[int]:
    return sorted(sighting.tiles[i].tile for i in tiles)


def _same_winner(sighting: Sighting, found: Arrangement, winning: int | None) -> bool:
    """The tile itself or another of its name: the hand and its points are the same."""
    if found.winning is None or winning is None:
        return found.winning == winning
    return sighting.tiles[found.winning].tile == sighting.tiles[winning].tile


def one(
    seed: int, cluttered: bool = False, any_roll: bool = False
) -> tuple[Verdict, Layout, Sighting, Arrangement, float]:
    """One hand of this seed, seen, arranged and judged; and the milliseconds of processor time it took."""
    rng = np.random.default_rng(seed)
    layout = winning_layout(rng)
    rest = clutter(rng, layout.tiles) if cluttered else []
    camera = Camera.random(rng, any_roll)
    if layout.description["standing"]:  # nobody photographs a standing row from above
        camera = replace(camera, elevation=np.radians(rng.uniform(20, 45)))
    sighting = sight([*layout.tiles, *rest], camera, rng, noise=rng.uniform(0.03, 0.05))
    began = time.process_time()
    found = arrange(sighting.quads, sighting.probabilities, (2000.0, 1500.0))
    return judge(layout, sighting, found), layout, sighting, found, (time.process_time() - began) * 1e3


def main() -> None:
    """Print the share told right of each kind of part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--clutter", action="store_true", help="with discards, walls and other hands around")
    parser.add_argument("--any-roll", action="store_true", help="the photograph turned by any angle")
    parser.add_argument("--standing", action="store_true", help="only hands whose concealed row stands")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--show", type=int, default=0, help="print this many hands told wrong")
    options = parser.parse_args()
    counts: dict[str, list[bool]] = collections.defaultdict(list)
    times = []
    for seed in range(options.seed, options.seed + options.hands):
        verdict, layout, _sighting, found, ms = one(seed, options.clutter, options.any_roll)
        if layout.description["standing"] != options.standing:
            continue
        times.append(ms)
        for name in ("melds", "kongs", "winning", "flowers", "others", "all"):
            value = getattr(verdict, name)
            if value is not None:
                counts[name].append(value)
        if not verdict.all and options.show:
            options.show -= 1
            names = [(p.kind, p.tiles) for p in found.parts]
            print(seed, layout.hand, layout.description, names, verdict, sep="\n   ")
    for name, values in counts.items():
        print(f"{name:8} {100 * np.mean(values):6.2f} % of {len(values)}")
    slowest = np.percentile(times, 99)
    print(
        f"arrange  {np.median(times):6.2f} ms of processor time (median), {slowest:.1f} ms (99 in 100 below)"
    )


if __name__ == "__main__":
    main()
