"""Naming with examples: they speak where a tile looks like one of them, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scorer.tiles import SYMBOLS
from vision.classes import CLASSES, NOT_A_TILE
from vision.classify import BATCH, HEIGHT, WIDTH, Classifier, Named
from vision.learnt import Learnt, blend
from vision.tilesets import TilesetError, Tilesets


def network(**names: float) -> np.ndarray:
    """Probabilities of one tile: `t5=0.9` gives tile 5 nine tenths; the rest is spread."""
    p = np.full(CLASSES, (1 - sum(names.values())) / CLASSES, np.float32)
    for name, share in names.items():
        p[int(name[1:])] += share
    return p[None] / p.sum()


def alike(**likeness: float) -> np.ndarray:
    found = np.full((1, CLASSES), -1.0)
    for name, cosine in likeness.items():
        found[0, int(name[1:])] = cosine
    return found


def test_far_from_all_examples_nothing_changes() -> None:
    sure = network(t5=0.95)
    assert np.abs(blend(sure, alike(t7=0.7, t8=0.6)) - sure).max() < 1e-4
    assert np.allclose(blend(sure, alike()), sure)


def test_a_tile_the_network_has_no_idea_of_is_named_by_its_example() -> None:
    assert blend(network(t5=0.2, t43=0.3), alike(t7=0.93, t5=0.6)).argmax() == 7


def test_a_certain_network_yields_only_to_a_nearly_equal_picture() -> None:
    certain = network(t5=0.99)
    assert blend(certain, alike(t7=0.93)).argmax() == 5
    assert blend(certain, alike(t7=0.995)).argmax() == 7


def test_what_is_certainly_no_tile_stays_none_unless_it_looks_like_an_example() -> None:
    nothing = network(t43=0.97)
    assert blend(nothing, alike(t7=0.97)).argmax() == NOT_A_TILE
    assert blend(nothing, alike(t7=0.999)).argmax() == 7


def test_examples_that_contradict_each_other_leave_doubt() -> None:
    both = blend(network(t5=0.3), alike(t7=0.96, t8=0.96))[0]
    assert both[7] == pytest.approx(both[8]) and both[7] < 0.55


class Shades:
    """Features of a picture: its mean shade in the upper half and in the lower half."""

    def features(self, crops: np.ndarray) -> np.ndarray:
        halves = [crops[:, : HEIGHT // 2], crops[:, HEIGHT // 2 :]]
        return np.stack([half.mean(axis=(1, 2, 3)) for half in halves], axis=1).astype(np.float32)


def test_a_tile_on_its_head_is_the_same_tile(tmp_path: Path) -> None:
    crop = np.full((HEIGHT, WIDTH, 3), 20, np.uint8)
    crop[HEIGHT // 2 :] = 240
    store = Tilesets(tmp_path)
    known = store.learn(store.create("Jade").id, [("3s", crop)])
    learnt = Learnt.of(Shades(), known)
    seen = Shades().features(np.stack([crop, crop[::-1, ::-1]]))
    assert learnt.likeness(seen)[:, 20] == pytest.approx([1, 1], abs=1e-4)
    assert (np.delete(learnt.likeness(seen), 20, axis=1) == -1).all()


def test_the_examples_of_a_full_set_go_through_the_network_a_batch_at_a_time(tmp_path: Path) -> None:
    batches = []

    def network(x: np.ndarray) -> list[np.ndarray]:
        """The features of a crop are its mean colour."""
        batches.append(len(x))
        empty = np.zeros((len(x), 0), np.float32)
        return [empty, empty, empty, x.mean(axis=(2, 3))]

    crops = np.random.default_rng(1).integers(0, 255, (60, 1, 1, 3), np.uint8)
    crops = np.broadcast_to(crops, (60, HEIGHT, WIDTH, 3))
    store = Tilesets(tmp_path)
    known = store.learn(store.create("Jade").id, [(SYMBOLS[i % 34], crop) for i, crop in enumerate(crops)])
    learnt = Learnt.of(Classifier(network), known)
    assert sum(batches) == 120 and max(batches) <= BATCH
    seen = crops[:, 0, 0, ::-1].astype(np.float32)
    assert np.allclose(learnt.likeness(seen)[range(60), np.arange(60) % 34], 1)


def test_a_network_without_features_says_so(tmp_path: Path) -> None:
    class Older:
        def features(self, crops: np.ndarray) -> None:
            return None

    store = Tilesets(tmp_path)
    known = store.learn(store.create("Jade").id, [("3s", np.zeros((HEIGHT, WIDTH, 3), np.uint8))])
    with pytest.raises(TilesetError) as error:
        Learnt.of(Older(), known)
    assert error.value.code == "set_needs_features"
    named = Named(network(t5=0.9), np.zeros((1, 4, 2), np.float32))
    assert Learnt(np.zeros((0, 2)), np.zeros(0, int)).mend(named) is named
