"""The whole eye on rendered photographs of whole winning hands: `python -m bench.hands [--data DIR]`.

Every seed is one photograph: a layout of `models.training.layouts`, every other one among discards, walls
and other hands, drawn by `models.training.scenes` and read by the real networks. Prints how often melds,
concealed kongs, the winning tile, flowers and tiles that do not belong were told right, and how many names.

Faces: the page's own drawings and sets made up from fonts; with `--data` also the artwork and crops there,
of sets that have every tile. A hand of which a tile cannot be seen (hidden, cut off) is dealt again.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import multiprocessing
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.roles import Tally, Told, Verdict, judge
from models.training import faces, scenes, sources
from models.training.blocks import PlacedTile
from models.training.evaluate import match
from models.training.layouts import clutter, winning_layout
from models.training.view import random_view
from scorer.tiles import SYMBOLS
from vision import Reader, Reading

SEED = 30_000
WIDTH, HEIGHT = 1600, 1200
CLUTTERED = 0.5
IN_SIGHT = 0.75
"""A tile of the hand that shows less of its face than this cannot be asked for."""
NOTICED = 0.5
"""A tile that shows less than this may be reported or not."""
DRAWN = 0.35
"""Share of sets made up from fonts, where there are others."""


@dataclass(frozen=True)
class Shown:
    """A rendered hand: the picture, its visible tiles with their quadrilaterals (N, 4, 2), what is known of
    the layout, tiles that may be reported or not."""

    image: np.ndarray
    tiles: tuple[PlacedTile, ...]
    quads: np.ndarray
    description: dict[str, Any]
    unasked: np.ndarray
    style: str


@dataclass(frozen=True)
class Outcome:
    """One hand read: the verdict on its parts, and counts of names and readings."""

    seed: int
    verdict: Verdict
    counts: Counter[str]
    description: dict[str, Any]

    @property
    def clean(self) -> bool:
        """Whether the networks found and named all tiles of the hand, and nothing else beside it."""
        return self.counts["seen"] == self.counts["tiles"] and not self.counts["extra"]


@functools.cache
def renderer(data: Path | None) -> scenes.Renderer:
    """The renderer with every whole set of tiles there is."""
    from models.training.samples import own_style

    own = own_style()
    if data is None:
        return scenes.Renderer([own], [own], [])
    styles = faces.art_styles(data) + faces.crop_styles(sources.crops(data))
    whole = [s for s in styles if len(s.tiles()) == 42 and s.name != "pooled"]
    return scenes.Renderer([*whole, own], [*whole, own], scenes.background_patches(data, True))


def show(seed: int, data: Path | None = None, standing: bool | None = None) -> Shown:
    """The hand of a seed, dealt until all of it can be seen; `standing` asks for a way to lay it."""
    for attempt in itertools.count():
        rng = np.random.default_rng([seed, attempt])
        layout = winning_layout(rng)
        if standing is not None and layout.description["standing"] != standing:
            continue
        shown = _photograph(rng, layout.tiles, dict(layout.description), renderer(data))
        if shown is not None:
            return shown
    raise AssertionError("unreachable")


def _photograph(
    rng: np.random.Generator, hand: tuple[PlacedTile, ...], description: dict[str, Any], draw: scenes.Renderer
) -> Shown | None:
    """A photograph of a hand; None when a tile of it cannot be seen."""
    rest = clutter(rng, hand) if rng.random() < CLUTTERED else []
    style = draw.styles[int(rng.integers(len(draw.styles)))]
    if draw.fonts and rng.random() < DRAWN:
        style = scenes.drawn_style(rng, faces.pick(rng, draw.fonts), draw.plants)
    view = random_view(rng, description["standing"])
    view = replace(view, upside_down=0.0)  # the layout has turned the tiles that lie upside down
    if description["standing"]:
        view = replace(view, elevation=float(np.radians(rng.uniform(20, 45))))
    placed = [*hand, *rest]
    look = faces.random_look(rng)
    scene = draw.render(rng, placed, style, look, WIDTH, HEIGHT, len(hand), view)
    covered = [_is_covered(t, hand) for t in hand]
    if any(v < IN_SIGHT for v, hidden in zip(scene.visible, covered, strict=False) if not hidden):
        return None
    seen = [i for i, v in enumerate(scene.visible) if v >= NOTICED and not (i < len(hand) and covered[i])]
    unasked = [i for i, v in enumerate(scene.visible) if 0.02 < v < NOTICED]
    return Shown(
        image=scene.image,
        tiles=tuple(placed[i] for i in seen),
        quads=scene.quads[seen],
        description=description | {"cluttered": bool(rest)},
        unasked=scene.quads[unasked],
        style=style.name,
    )


def _is_covered(tile: PlacedTile, tiles: tuple[PlacedTile, ...]) -> bool:
    """Whether the added tile of a kong lies on this one."""
    return tile.face != "standing" and any(
        t.z > tile.z and abs(t.x - tile.x) < 4 and abs(t.y - tile.y) < 4 for t in tiles
    )


def told_of(shown: Shown, reading: Reading) -> tuple[Told, dict[int, int]]:
    """A reading as `bench.roles` judges it, and the laid tile of each tile read (negative: there is none)."""
    quads = np.array([t.quad for t in reading.tiles], float).reshape(-1, 4, 2)
    boxes = np.concatenate([shown.quads.min(axis=1), shown.quads.max(axis=1)], axis=1)
    pairs = match(quads, boxes)
    index = {i: pairs.get(i, -1 - i) for i in range(len(reading.tiles))}
    sets: dict[int, set[int]] = {}
    of_role: dict[str, set[int]] = {}
    backs = set()
    for i, tile in enumerate(reading.tiles):
        of_role.setdefault(tile.role, set()).add(index[i])
        if tile.role in ("meld", "kong"):
            sets.setdefault(tile.group, set()).add(index[i])
            if tile.tile == "_":
                backs.add(tile.group)
    ids = range(len(shown.tiles))
    missed = [i for i in ids if shown.tiles[i].role == "other" and i not in pairs.values()]
    told = Told(
        sets=frozenset(frozenset(s) for s in sets.values()),
        hidden=frozenset(frozenset(sets[g]) for g in backs),
        winning=next(iter(of_role.get("winning", ())), None),
        flowers=frozenset(of_role.get("flower", ())),
        others=frozenset(of_role.get("other", ())) | frozenset(missed),
        concealed=frozenset(of_role.get("concealed", ())),
    )
    return told, index


def count(shown: Shown, reading: Reading, index: dict[int, int]) -> Counter[str]:
    """Tiles of the hand, their names by the picture and after the rules, and what was said."""
    counts: Counter[str] = Counter()
    mine = {i for i, t in enumerate(shown.tiles) if t.role != "other"}
    counts["tiles"] = len(mine)
    counts["missed"] = len(mine - set(index.values()))
    for i, tile in enumerate(reading.tiles):
        laid = index[i]
        if laid < 0:
            counts["extra"] += tile.role != "other"
            continue
        if laid not in mine:
            continue
        truth = "_" if shown.tiles[laid].face == "down" else SYMBOLS[shown.tiles[laid].tile]
        seen = tile.tile == truth
        # the rules say of a kong's back what lies under it; that is no other name for a back
        said = seen if truth == "_" else tile.read_as == truth
        counts["seen"] += seen
        counts["said"] += said
        counts["repaired"] += said and not seen
        counts["spoilt"] += seen and not said
        counts["spoilt silently"] += seen and not said and not _is_remarked(reading, i + 1)
    counts["legal"] = reading.legal
    warned = {w.code for w in reading.warnings}
    strangers = any(t.role == "other" and i in index.values() for i, t in enumerate(shown.tiles))
    counts["strangers"] = strangers
    counts["strangers said"] = strangers and "others_left_out" in warned
    return counts


def _is_remarked(reading: Reading, number: int) -> bool:
    return any(w.code == "overruled" and w.facts["number"] == number for w in reading.warnings)


def spoiled(image: np.ndarray, seed: int) -> np.ndarray:
    """A bad photograph of the same: half to a fifth of the size, out of focus, noisy."""
    rng = np.random.default_rng([seed, 7])
    small = cv2.resize(image, None, fx=1 / (k := rng.uniform(2, 5)), fy=1 / k, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.3, 1.6)).astype(np.float32)
    return np.clip(soft + rng.normal(0, rng.uniform(2, 10), soft.shape), 0, 255).astype(np.uint8)


def one(seed: int, options: argparse.Namespace) -> Outcome:
    """Show, read and judge the hand of one seed."""
    cv2.setNumThreads(1)
    shown = show(seed, options.data, options.standing or None)
    if options.bad:
        image = spoiled(shown.image, seed)
        factor = image.shape[1] / shown.image.shape[1]
        shown = replace(shown, image=image, quads=shown.quads * factor, unasked=shown.unasked * factor)
    reading = _reader(options.models).read(shown.image)
    told, index = told_of(shown, reading)
    verdict = judge(shown.tiles, shown.description, told)
    counts = count(shown, reading, index)
    counts["exact"] = bool(verdict.all and counts["said"] == counts["tiles"] and not counts["extra"])
    if options.pictures and not (verdict.all and counts["exact"]):
        options.pictures.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(options.pictures / f"{seed}.jpg"), draw(shown, reading, verdict))
    return Outcome(seed, verdict, counts, shown.description)


@functools.cache
def _reader(models: Path | None) -> Reader:
    return Reader(models, threads=1)


COLOURS = {
    "concealed": (0, 160, 0),
    "meld": (255, 60, 0),
    "kong": (255, 160, 0),
    "winning": (0, 0, 255),
    "flower": (200, 0, 200),
    "other": (128, 128, 128),
}


def draw(shown: Shown, reading: Reading, verdict: Verdict) -> np.ndarray:
    """The picture with what was told (outlines) and what was laid (dots), for looking at failures."""
    image = shown.image.copy()
    for tile, quad in zip(shown.tiles, shown.quads, strict=True):
        cv2.circle(image, tuple(np.intp(quad.mean(axis=0))), 7, COLOURS[tile.role], -1)
    for tile in reading.tiles:
        quad = np.intp(np.round(tile.quad))
        cv2.polylines(image, [quad], True, COLOURS[tile.role], 3, cv2.LINE_AA)
        cv2.putText(image, f"{tile.read_as}{tile.group}", tuple(quad[0]), 0, 0.6, (0, 0, 255), 2)
    wrong = [
        part for part in ("melds", "kongs", "winning", "flowers", "others") if getattr(verdict, part) is False
    ]
    said = {k: v for k, v in shown.description.items() if v not in (False, [], None)}
    cv2.putText(image, f"{reading.hand} wrong: {' '.join(wrong)}", (8, 24), 0, 0.7, (0, 0, 255), 2)
    cv2.putText(image, f"{shown.style} {said}", (8, 48), 0, 0.45, (0, 0, 255), 1)
    return image


def main() -> None:
    """Print the share told right of each kind of part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder with crops.jsonl and art/: more sets of tiles")
    parser.add_argument("--models", type=Path)
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--standing", action="store_true", help="only hands whose concealed row stands")
    parser.add_argument("--bad", action="store_true", help="small, blurred, noisy photographs")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pictures", type=Path, help="folder for pictures of the hands that went wrong")
    options = parser.parse_args()
    renderer(options.data)  # before the workers part: the drawings come from a browser
    seeds = range(options.seed, options.seed + options.hands)
    with multiprocessing.get_context("fork").Pool(options.workers) as pool:
        outcomes = pool.map(functools.partial(one, options=options), seeds, chunksize=4)
    report("alone", [o for o in outcomes if not o.description["cluttered"]])
    report("among other tiles", [o for o in outcomes if o.description["cluttered"]])
    report("every tile of the hand found and named", [o for o in outcomes if o.clean])


def report(name: str, outcomes: list[Outcome]) -> None:
    """Print the sums of some hands."""
    tally, counts = Tally(), Counter()
    for outcome in outcomes:
        tally.add(outcome.verdict)
        counts.update(outcome.counts)
    print(f"{name}: {len(outcomes)} hands", *tally.lines(), sep="\n    ")
    n, c = max(1, counts["tiles"]), counts
    print(
        f"    names of {n} tiles: {c['seen'] / n:.2%} by the picture, {c['said'] / n:.2%} after the rules "
        f"({c['repaired']} repaired, {c['spoilt']} spoilt, {c['spoilt silently']} of them silently), "
        f"{c['missed']} missed, {c['extra']} extra"
        f"\n    hands: {c['legal']} legal, {c['exact']} right in every part and name; "
        f"tiles left out said in {c['strangers said']} of {c['strangers']}"
    )


if __name__ == "__main__":
    main()
