"""How often the arrangement of random hands is told right: `python -m bench.arrange [--hands N] [--clutter]`.

Layouts of `models.training.layouts` through random cameras, corners off by 3 to 5 % of a tile and one name
in a hundred wrong. Melds, kongs and the winning tile count where geometry and rules can tell them.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

import numpy as np

from bench.roles import Tally, Told, Verdict, judge
from models.training.layouts import Layout, clutter, winning_layout
from models.training.sightings import Camera, Sighting, sight
from vision.arrange import HIDDEN_KONG, KONG, MELD, Arrangement, arrange

SEED = 20_000


def told_of(found: Arrangement) -> Told:
    """An arrangement as `bench.roles` judges it."""
    return Told(
        sets=frozenset(frozenset(p.tiles) for p in found.of(MELD, KONG, HIDDEN_KONG)),
        hidden=frozenset(frozenset(p.tiles) for p in found.of(HIDDEN_KONG)),
        winning=found.winning,
        flowers=frozenset(found.flowers),
        others=frozenset(found.others),
        concealed=frozenset(found.concealed),
    )


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
    took = (time.process_time() - began) * 1e3
    return judge(sighting.tiles, layout.description, told_of(found)), layout, sighting, found, took


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
    tally = Tally()
    times = []
    for seed in range(options.seed, options.seed + options.hands):
        verdict, layout, _sighting, found, ms = one(seed, options.clutter, options.any_roll)
        if layout.description["standing"] != options.standing:
            continue
        times.append(ms)
        tally.add(verdict)
        if not verdict.all and options.show:
            options.show -= 1
            names = [(p.kind, p.tiles) for p in found.parts]
            print(seed, layout.hand, layout.description, names, verdict, sep="\n   ")
    if not times:
        raise SystemExit(f"none of {options.hands} hands lies that way: take more, or another --seed")
    print(*tally.lines(), sep="\n")
    slowest = np.percentile(times, 99)
    print(
        f"arrange  {np.median(times):6.2f} ms of processor time (median), {slowest:.1f} ms (99 in 100 below)"
    )


if __name__ == "__main__":
    main()
