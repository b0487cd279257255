"""Teaching a set, measured: `python -m bench.learning photographs DATA`, `strange`, `settle DATA`.

`photographs`: tiles of the first photographs of a family are taught (as labelled: nobody laid these sets
out), the other photographs are read without and with them, and another family with them too (harm).
`strange`: rendered sets that resemble no real one (`models/training/strange.py`), taught from photographs of
the laid-out set as `hule tileset learn` does.
`settle`: the numbers of `vision/learnt.py`, by cross-validation over strange sets and training families;
never on what the other two report.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.reading import judge, line
from bench.reading import photographs as labelled
from models.training.blocks import PlacedTile
from models.training.evaluate import match
from models.training.layouts import winning_layout
from models.training.scenes import Renderer, Scene
from models.training.strange import strange_set
from models.training.view import View
from scorer.tiles import SYMBOLS
from vision import Reader, images
from vision.classes import NOT_A_TILE
from vision.classify import Classifier, Named, Pyramid, areas, cut
from vision.layout import LayoutError
from vision.learnt import Learnt, blend
from vision.locate import Located, Locator
from vision.onnx import Network
from vision.reader import temperature_of
from vision.tilesets import Tileset, Tilesets

VISIBLE = 0.7
SETTLING, MEASURING = range(6), range(100, 106)


class Once:
    """Locator and classifier that look at each picture once; the same picture is read with several sets."""

    def __init__(self, models: Path) -> None:
        locator, classifier = (Network(models / f"{name}.onnx") for name in ("locator", "classifier"))
        self.locator, self.classifier = Locator(lambda x: locator.run(x)[0]), Classifier(classifier.run)
        self.features = self.classifier.features
        self._models = models
        self._image: np.ndarray | None = None
        self._seen: dict[bytes, Any] = {}

    def reader(self) -> Reader:
        """A reader with these rooms, its probabilities calibrated as those of the folder's networks."""
        return Reader.of(self, self, temperature=temperature_of(self._models))

    def find(self, image: np.ndarray) -> list[Located]:
        return self._once(image, b"find", lambda: self.locator.find(image))

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
        return self._once(image, quads.tobytes(), lambda: self.classifier.name(image, quads))

    def _once(self, image: np.ndarray, what: bytes, look: Callable[[], Any]) -> Any:
        if self._image is not image:
            self._image, self._seen = image, {}
        if what not in self._seen:
            self._seen[what] = look()
        return self._seen[what]


def faces_of(eye: Once, image: np.ndarray) -> Named:
    """All located faces with their names and features."""
    quads = np.array([f.quad for f in eye.find(image)], np.float32).reshape(-1, 4, 2)
    return eye.name(image, quads)


# --- photographs --------------------------------------------------------------------------------------


def photographs(options: argparse.Namespace) -> None:
    """Teach a family's first photographs, read the rest of it and another family."""
    families: dict[str, list[dict[str, Any]]] = collections.defaultdict(list)
    for row in labelled(options.data):
        families[row["family"]].append(row)
    eye = Once(options.models)
    reader = eye.reader()
    with tempfile.TemporaryDirectory() as folder:
        store = Tilesets(folder)
        taught = families[options.family][: options.learn]
        tileset = teach_labels(eye, store, options.data, taught, options.each)
        print(
            f"{options.family}: taught {len(tileset.used)} examples of {42 - len(tileset.missing)} tiles "
            f"from {options.learn} photographs"
        )
        report(reader, options.data, families[options.family][options.learn :], tileset, options.family)
        for other in options.other:
            report(reader, options.data, families[other][:: options.every], tileset, f"harm on {other}")


def teach_labels(
    eye: Once, store: Tilesets, data: Path, photos: Sequence[dict[str, Any]], each: int
) -> Tileset:
    """A set with at most `each` examples of a tile: located faces under a labelled box, whole ones only."""
    shown: list[tuple[str, np.ndarray]] = []
    count: collections.Counter[str] = collections.Counter()
    for photo in photos:
        image = images.read(data / photo["photo"]).array
        named = faces_of(eye, image)
        pairs = match(named.quads, np.array([b[:4] for b in photo["boxes"]], float).reshape(-1, 4))
        sizes = np.sqrt(areas(named.quads))
        typical = float(np.median(sizes[list(pairs)])) if pairs else 1.0
        crops, _ = cut(Pyramid(image), named.quads)
        for face, box in pairs.items():
            symbol = photo["boxes"][box][4]
            if count[symbol] < each and 0.8 < sizes[face] / typical < 1.25:
                count[symbol] += 1
                shown.append((symbol, crops[face]))
    return store.learn(store.create("taught").id, shown)


def report(
    reader: Reader, data: Path, photos: Sequence[dict[str, Any]], tileset: Tileset, title: str
) -> None:
    """Sums of the whole reader without and with the set."""
    before: collections.Counter[str] = collections.Counter()
    after: collections.Counter[str] = collections.Counter()
    for photo in photos:
        picture = images.read(data / photo["photo"])
        judge(photo, reader.read(picture), before)
        judge(photo, reader.read(picture, tileset=tileset), after)
    for word, counts in (("before", before), ("after", after)):
        named = counts["tiles"] - counts["missed"]
        wrong = named - counts["seen"]
        print(f"{title}, {word}: {wrong} of {named} tiles found are named wrongly; {line(counts)}")


# --- strange sets ---------------------------------------------------------------------------------------


def laid_out(rng: np.random.Generator) -> list[PlacedTile]:
    """42 tiles in order, in rows laid by hand."""
    tiles = itertools.count()
    return [
        PlacedTile(
            next(tiles), i * 28 + rng.normal(0, 0.6), -r * 40 + rng.normal(0, 0.6), rng.normal(0, 0.02), "up"
        )
        for r, n in enumerate((9, 9, 9, 7, 8))
        for i in range(n)
    ]


@dataclass
class StrangeSet:
    """Rendered photographs of one set: the laid-out set, and hands."""

    layouts: list[Scene]
    hands: list[Scene]

    @classmethod
    def render(cls, seed: int, hands: int = 10, dark: bool = False) -> StrangeSet:
        style, look = strange_set(seed, dark)
        renderer, rng = Renderer([style], [], []), np.random.default_rng([99, seed])

        def photograph(tiles: list[PlacedTile], low: float, over: float, objects: int, tilt: float) -> Scene:
            view = View(float(np.radians(rng.uniform(low, 88))), rng.normal(0, tilt), over, objects)
            return renderer.render(rng, tiles, style, look, 1600, 1200, len(tiles), view)

        layouts = [photograph(laid_out(rng), 60, 0.0, 0, 0.05) for _ in range(2)]
        played = [
            photograph(list(winning_layout(rng).tiles), 40, 0.12, int(rng.integers(0, 5)), 0.1)
            for _ in range(hands)
        ]
        return cls(layouts, played)


def truths(scene: Scene, quads: np.ndarray) -> np.ndarray:
    """The true class of each of N quadrilaterals, -1 for what is no whole visible face."""
    found = np.full(len(quads), -1)
    if not len(quads):
        return found
    sizes = np.sqrt(areas(scene.quads))
    away = np.linalg.norm(quads.mean(axis=1)[:, None] - scene.quads.mean(axis=1)[None], axis=2)
    for j in np.flatnonzero((scene.visible > VISIBLE) & (scene.tiles < 42)):
        i = int(away[:, j].argmin())
        if away[i, j] < 0.3 * sizes[j] and 0.8 < np.sqrt(areas(quads[i : i + 1])[0]) / sizes[j] < 1.25:
            found[i] = scene.tiles[j]
    return found


def strange(options: argparse.Namespace) -> None:
    """Teach each set as the product does, read its hands without and with it."""
    eye = Once(options.models)
    reader = eye.reader()
    sums: collections.Counter[str] = collections.Counter()
    for seed in MEASURING:
        shot = StrangeSet.render(seed, dark=options.dark)
        with tempfile.TemporaryDirectory() as folder:
            store = Tilesets(folder)
            tileset = store.create("strange")
            for scene in shot.layouts:
                sums["layouts"] += 1
                try:
                    layout = reader.layout(scene.image)
                except LayoutError as error:
                    print(f"  {seed}: {error}")
                    continue
                sums["layouts read"] += 1
                off = truths(scene, np.array([t.quad for t in layout.tiles]))
                names = np.array([SYMBOLS.index(t.tile) for t in layout.tiles])
                sums["laid wrong"] += int(((off >= 0) & (off != names)).sum())
                if not tileset.examples:  # one photograph, as people will do it
                    tileset = store.learn(tileset.id, [(t.tile, t.crop) for t in layout.tiles])
            for scene in shot.hands:
                read_strange(reader, scene, tileset, sums)
        print(seed, dict(sums), flush=True)


def read_strange(reader: Reader, scene: Scene, tileset: Tileset, sums: collections.Counter[str]) -> None:
    """Add one hand to the sums: visible tiles, and how many are in the reading under their own name."""
    picture = images.from_array(scene.image)
    sums["tiles"] += int(((scene.visible > VISIBLE) & (scene.tiles < 42)).sum())
    for word, reading in (("before", reader.read(picture)), ("after", reader.read(picture, tileset=tileset))):
        truth = truths(scene, np.array([t.quad for t in reading.tiles], np.float32).reshape(-1, 4, 2))
        named = [t.tile for t in reading.tiles]
        sums[f"right {word}"] += sum(k >= 0 and SYMBOLS[k] == n for k, n in zip(truth, named, strict=True))
        sums[f"wrong {word}"] += sum(k >= 0 and SYMBOLS[k] != n for k, n in zip(truth, named, strict=True))


# --- settling the numbers -------------------------------------------------------------------------------


@dataclass
class Trial:
    """Faces read with a set that is not theirs or is: probabilities, likenesses, true classes."""

    p: np.ndarray
    alike: np.ndarray
    truth: np.ndarray

    def right(self, sharp: float, reserves: tuple[float, float, float]) -> float:
        """Share of true tiles named right."""
        known = self.truth >= 0
        named = blend(self.p, self.alike, sharp, reserves).argmax(axis=1)
        return float((named == self.truth)[known].mean())

    def unmoved(self, sharp: float, reserves: tuple[float, float, float]) -> float:
        """Share of what is no tile, and was called so, that is called so still."""
        nothing = (self.truth < 0) & (self.p.argmax(axis=1) == NOT_A_TILE)
        named = blend(self.p, self.alike, sharp, reserves).argmax(axis=1)
        return float((named == NOT_A_TILE)[nothing].mean())


def settle(options: argparse.Namespace) -> None:
    """Leave one set out: the best numbers on the others, and what they give on it."""
    eye = Once(options.models)
    known = list(known_faces(eye, options.data))
    gains, harms = [], []
    for seed in SETTLING:
        shot = StrangeSet.render(seed)
        learnt = taught_by_truth(eye, shot.layouts[0])
        own = [(faces_of(eye, s.image), s) for s in shot.hands]
        faces = [(n, truths(s, n.quads)) for n, s in own]
        gains.append(trial(learnt, faces))
        harms.append(trial(learnt, known))
    grid = list(
        itertools.product(
            (40.0, 60.0, 100.0),
            itertools.product((0.75, 0.8, 0.85), (0.9, 0.95, 0.97, 1.0), (0.9, 0.93, 0.95, 0.97, 1.0)),
        )
    )
    scores = np.array(
        [
            [(g.right(*c), h.right(*c), (g.unmoved(*c) + h.unmoved(*c)) / 2) for c in grid]
            for g, h in zip(gains, harms, strict=True)
        ]
    )
    for i in range(len(gains)):
        best = int(np.delete(scores, i, axis=0).mean(axis=0).sum(axis=1).argmax())
        print(f"without set {i}: {grid[best]}; on it {told(scores[i, best])}")
    best = int(scores.mean(axis=0).sum(axis=1).argmax())
    print(f"all: {grid[best]}: {told(scores[:, best].mean(axis=0))}")


def told(score: np.ndarray) -> str:
    """Three shares in words."""
    own, others, unmoved = score
    return (
        f"{own:.1%} of its tiles right, {others:.2%} of other sets', {unmoved:.2%} of no tiles told so still"
    )


def taught_by_truth(eye: Once, scene: Scene) -> Learnt:
    """The located faces of a layout under their true names."""
    named = faces_of(eye, scene.image)
    truth = truths(scene, named.quads)
    crops = cut(Pyramid(scene.image), named.quads[truth >= 0])[0]
    both = np.concatenate([crops, crops[:, ::-1, ::-1]])
    features = eye.features(both)
    assert features is not None
    return Learnt(features, np.tile(truth[truth >= 0], 2))


def known_faces(eye: Once, data: Path) -> Iterator[tuple[Named, np.ndarray]]:
    """Every sixth photograph of the training families, with the labels of its faces."""
    own = labelled(data, ("cmd-fb-table", "cmd-hand", "cmd-small-set-tray"))
    for row in [r for r in own if not r["augmented"]][5::6]:
        image = cv2.imread(str(data / row["photo"]))
        named = faces_of(eye, image)
        truth = np.full(len(named.quads), -1)
        for face, box in match(
            named.quads, np.array([b[:4] for b in row["boxes"]], float).reshape(-1, 4)
        ).items():
            truth[face] = SYMBOLS.index(row["boxes"][box][4]) if row["boxes"][box][4] in SYMBOLS else -1
        yield named, truth


def trial(learnt: Learnt, faces: Sequence[tuple[Named, np.ndarray]]) -> Trial:
    """All faces of some photographs beside one set."""
    faces = [(n, t) for n, t in faces if len(t)]
    p = np.concatenate([n.probabilities for n, _ in faces])
    alike = np.concatenate([learnt.likeness(n.features) for n, _ in faces if n.features is not None])
    assert p.shape[1] == NOT_A_TILE + 1
    return Trial(p, alike, np.concatenate([t for _, t in faces]))


def main() -> None:
    """Parse and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    sub = parser.add_subparsers(dest="what", required=True)
    real = sub.add_parser("photographs")
    real.add_argument("data", type=Path)
    real.add_argument("--family", required=True)
    real.add_argument("--learn", type=int, default=15, help="so many first photographs are taught")
    real.add_argument("--each", type=int, default=2, help="examples of a tile at most")
    real.add_argument("--other", action="append", default=[], help="families to look for harm in")
    real.add_argument("--every", type=int, default=1, help="only every n-th photograph of those")
    real.set_defaults(run=photographs)
    made = sub.add_parser("strange")
    made.add_argument("--dark", action="store_true", help="dark bodies with pale ink")
    made.set_defaults(run=strange)
    numbers = sub.add_parser("settle")
    numbers.add_argument("data", type=Path)
    numbers.set_defaults(run=settle)
    for one in (real, made, numbers):
        one.add_argument("--models", type=Path, default=Path("models"))
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
