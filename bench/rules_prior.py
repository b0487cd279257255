"""The rules as a prior, on real tiles: `python -m bench.rules_prior DATA --models DIR [--hands N]`.

DIR holds networks that never saw the validation families. First their photographs as they are; but hardly one
of them shows a hand that wins. So winning hands are dealt and laid out (`models.training.layouts`), each tile
with the probabilities of a real one of its kind, as the classifier saw it in a validation photograph, and
read from there on as any photograph is. Kinds of which there is no real tile (flowers, backs) keep made-up
probabilities. Printed: names that the rules repaired, that they spoilt, and that they spoilt without a remark
on the tile. `exchanged` are hands that do not win: one concealed tile lies there in another's place.
"""

from __future__ import annotations

import argparse
import collections
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bench.remarks import Change, blurred, darker, farther, labelled, spoilt
from models.training.blocks import PlacedTile
from models.training.evaluate import match
from models.training.layouts import winning_layout
from models.training.sightings import Camera, sight
from models.training.sources import INDEX, VALIDATION_FAMILIES
from scorer.shapes import complete, counts_of
from scorer.tiles import SYMBOLS
from vision import Reader, Reading
from vision.classify import Named
from vision.locate import Located
from vision.onnx import models_dir
from vision.reader import rooms, temperature_of
from vision.seeing import ClassifierLike, LocatorLike, see

SEED = 50_000
SIZE = (1200, 1600)
CONDITIONS: tuple[tuple[str, Change | None, float], ...] = (
    ("as published", None, 0.0),
    ("6 % of the light", darker, 0.06),
    ("blurred by 3 % of a tile", blurred, 0.03),
    ("tiles 14 pixels wide", farther, 14.0),
)
"""How the photographs are spoilt before they are looked at: good ones hardly give a wrong name."""

Pool = dict[int, np.ndarray]
"""Kind of tile to the K×44 probabilities of its real tiles."""


class Told:
    """Locator and classifier that report given tiles (N×4×2 pixels, N×44) in a picture of H×W pixels.

    In another view of it they see nothing, so what is told of the picture itself counts.
    """

    def __init__(self, quads: np.ndarray, probabilities: np.ndarray, shape: tuple[int, ...]) -> None:
        self.quads, self.probabilities = quads.astype(np.float32), probabilities
        self.shape = shape[:2]

    def find(self, image: np.ndarray) -> list[Located]:
        return [Located(q, 0.9) for q in self.quads] if image.shape[:2] == self.shape else []

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
        away = np.abs(quads[:, None] - self.quads[None]).sum(axis=(2, 3))
        return Named(self.probabilities[away.argmin(axis=1)], quads)

    def features(self, crops: np.ndarray) -> None:
        """None: no set is taught here."""


def count(
    reading: Reading, truth: Sequence[str], pairs: dict[int, int], sums: collections.Counter[str]
) -> None:
    """Add one reading to the sums; `pairs` of tiles read and true ones."""
    said_of = {w.facts["number"] for w in reading.warnings if w.code in ("overruled", "doubtful")}
    before = after = True
    for i, j in pairs.items():
        tile = reading.tiles[i]
        seen, said = tile.tile == truth[j], tile.read_as == truth[j]
        before, after = before and seen, after and said
        sums["tiles"] += 1
        sums["wrong"] += not seen
        sums["repaired"] += said and not seen
        sums["spoilt"] += seen and not said
        sums["silently"] += seen and not said and i + 1 not in said_of
        sums["wrong unsaid"] += not said and i + 1 not in said_of
    sums["hands"] += 1
    sums["right before"] += before
    sums["right after"] += after


def line(c: collections.Counter[str]) -> str:
    """The sums for people."""
    return (
        f"{c['tiles']} tiles, {c['wrong']} named wrongly by the picture: {c['repaired']} repaired; "
        f"{c['spoilt']} right ones spoilt, {c['silently']} of them silently; of the wrong names left "
        f"{c['wrong unsaid']} without a remark; all names right in {c['right before']} before and "
        f"{c['right after']} after the rules, of {c['hands']}"
    )


# --- photographs --------------------------------------------------------------------------------------


def look(
    data: Path, eye: tuple[LocatorLike, ClassifierLike], temperature: float, change: Change | None, by: float
) -> tuple[Pool, collections.Counter[str]]:
    """The labelled tiles of the validation photographs as they are named, and what the rules did to them."""
    kinds: dict[int, list[np.ndarray]] = collections.defaultdict(list)
    sums: collections.Counter[str] = collections.Counter()
    photos = labelled(data, VALIDATION_FAMILIES)
    for image, photo in spoilt(photos, change, by) if change else photos:
        image = np.ascontiguousarray(image)
        quads, p = see(image, *eye)
        truth = [b[4] for b in photo["boxes"]]
        boxes = np.array([b[:4] for b in photo["boxes"]], float).reshape(-1, 4)
        for i, j in match(quads, boxes).items():
            kinds[INDEX[truth[j]]].append(p[i])
        if not len(quads):
            continue
        told = Told(quads, p, image.shape)
        reading = Reader.of(told, told, temperature=temperature).read(image)
        read = np.array([t.quad for t in reading.tiles]).reshape(-1, 4, 2)
        count(reading, truth, match(read, boxes), sums)
    return {kind: np.array(rows) for kind, rows in kinds.items()}, sums


# --- hands --------------------------------------------------------------------------------------------


def hands(pool: Pool, temperature: float, seeds: range, exchanged: bool) -> collections.Counter[str]:
    """What the rules did to hands laid out with tiles of the pool."""
    sums: collections.Counter[str] = collections.Counter()
    table = np.random.default_rng(0).integers(90, 200, (*SIZE, 3), np.uint8)
    for seed in seeds:
        rng = np.random.default_rng(seed)
        laid = winning_layout(rng).tiles
        if exchanged:
            laid = spoil(rng, laid)
        shown = sight(laid, Camera.random(rng), rng, errors=0.0)
        p = np.stack(list(real(rng, pool, shown.tiles, shown.probabilities)))
        quads = shown.quads * [SIZE[1] / 4000, SIZE[0] / 3000]
        told = Told(quads, p, table.shape)
        reading = Reader.of(told, told, temperature=temperature).read(table)
        truth = [SYMBOLS[t.tile] for t in shown.tiles]
        faces = [i for i, t in enumerate(shown.tiles) if t.face != "down"]
        count(reading, truth, {i: j for i, j in nearest(reading, quads) if j in faces}, sums)
    return sums


def spoil(rng: np.random.Generator, tiles: Sequence[PlacedTile]) -> tuple[PlacedTile, ...]:
    """The same tiles with one of the concealed ones exchanged, so that the hand does not win."""
    free = [i for i, t in enumerate(tiles) if t.role in ("concealed", "winning")]
    while True:
        place, tile = int(rng.choice(free)), int(rng.integers(34))
        changed = tuple(replace(t, tile=tile) if i == place else t for i, t in enumerate(tiles))
        if sum(t.tile == tile for t in changed) <= 4 and not complete(
            counts_of([changed[i].tile for i in free])
        ):
            return changed  # fmt: skip


def real(
    rng: np.random.Generator, pool: Pool, tiles: Sequence[PlacedTile], made_up: np.ndarray
) -> Iterator[np.ndarray]:
    """The probabilities of a real tile for each that shows its face, where there is one of its kind."""
    for tile, p in zip(tiles, made_up, strict=True):
        known = tile.face != "down" and tile.tile in pool
        yield pool[tile.tile][int(rng.integers(len(pool[tile.tile])))] if known else p


def nearest(reading: Reading, quads: np.ndarray) -> Iterator[tuple[int, int]]:
    """Each tile of a reading with the tile laid there."""
    centres = quads.mean(axis=1)
    for i, tile in enumerate(reading.tiles):
        yield i, int(np.abs(centres - np.mean(tile.quad, axis=0)).sum(axis=1).argmin())


def main() -> None:
    """Look, deal and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--models", type=Path, required=True, help="networks that never saw the families")
    parser.add_argument("--temperature", type=float, default=temperature_of(models_dir()))
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    eye = rooms(options.models)
    seeds = range(options.seed, options.seed + options.hands)
    for title, change, by in CONDITIONS:
        pool, sums = look(options.data, eye, options.temperature, change, by)
        wrong = sum(int((rows.argmax(axis=1) != kind).sum()) for kind, rows in pool.items())
        print(f"{title}: {sum(map(len, pool.values()))} real tiles of {len(pool)} kinds, {wrong} misnamed")
        print("    photographs:", line(sums))
        print("    winning hands:", line(hands(pool, options.temperature, seeds, exchanged=False)))
        print("    exchanged:", line(hands(pool, options.temperature, seeds, exchanged=True)), flush=True)


if __name__ == "__main__":
    main()
