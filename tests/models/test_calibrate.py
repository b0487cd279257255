"""Probabilities that mean what they say."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from models.training import calibrate
from models.training.calibrate import Named
from vision.classes import CLASSES
from vision.classify import calibrated
from vision.reader import temperature_of


def named(true_temperature: float, tiles: int = 1200, seed: int = 1) -> Named:
    """Tiles whose truth is drawn from probabilities, and what a classifier says of them whose logits are too
    large or too small: dividing them by `true_temperature` gives the probabilities back."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 2.5, (tiles, CLASSES))
    honest = np.exp(logits - logits.max(axis=1, keepdims=True))
    honest /= honest.sum(axis=1, keepdims=True)
    truth = (honest.cumsum(axis=1) < rng.random((tiles, 1))).sum(axis=1).clip(0, CLASSES - 1)
    return Named(calibrated(honest, 1 / true_temperature), truth)


@pytest.mark.parametrize("temperature", [0.7, 1.0, 1.4])
def test_the_temperature_that_spoilt_them_is_found(temperature: float) -> None:
    assert calibrate.fit(named(temperature)) == pytest.approx(temperature, abs=0.08)


def test_fitted_probabilities_come_true_more_nearly() -> None:
    spoilt = named(1.5)
    assert calibrate.ece(spoilt, calibrate.fit(spoilt)) < 0.5 * calibrate.ece(spoilt, 1.0)


def test_a_temperature_changes_no_name_and_keeps_the_sum() -> None:
    p = named(1.0, 50).p
    for temperature in (0.5, 0.82, 2.0):
        q = calibrated(p, temperature)
        assert np.allclose(q.sum(axis=1), 1)
        assert (q.argmax(axis=1) == p.argmax(axis=1)).all()
    assert (calibrated(p, 0.5).max(axis=1) > p.max(axis=1)).all()


def test_both_families_weigh_the_same() -> None:
    many, few = named(1.0, 900), named(1.0, 30, seed=2)
    both = calibrate.together({"many": many, "few": few})
    times = Counter(zip(map(tuple, both.p), both.truth, strict=True))
    assert [times[key] for key in zip(map(tuple, many.p), many.truth, strict=True)] == [1] * 900
    assert [times[key] for key in zip(map(tuple, few.p), few.truth, strict=True)] == [30] * 30
    assert times.total() == 1800


def test_a_family_of_which_nothing_was_read_is_named() -> None:
    with pytest.raises(ValueError, match="of unseen was read"):
        calibrate.report({"seen": named(1.0, 30), "unseen": Named(np.array([]), np.array([], int))})


def test_doubts_count_wrong_and_right_tiles_below_a_threshold() -> None:
    p = np.full((3, CLASSES), 0.3 / (CLASSES - 1))
    p[:, 5] = 0.7
    p[2, :] = 0.01 / (CLASSES - 1)
    p[2, 5] = 0.99
    found = {d: rest for d, *rest in calibrate.doubts(Named(p, np.array([5, 6, 5])), 1.0)}
    assert found[0.9] == [1, 1, 1, 2]


def test_the_manifest_keeps_it_and_the_reader_finds_it(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"models": {"classifier": {"sha256": "0"}}}))
    assert temperature_of(tmp_path) == 1.0
    calibrate.store(manifest, 0.82)
    assert temperature_of(tmp_path) == 0.82
