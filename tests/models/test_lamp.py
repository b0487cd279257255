"""The lamp over rendered tables."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.lamp import UP, Lamp, random_lamp


def tilted(degrees: float) -> np.ndarray:
    """A unit normal that far from straight up, towards the viewer."""
    return np.array([0.0, -np.sin(np.radians(degrees)), np.cos(np.radians(degrees))])


@pytest.mark.parametrize("seed", range(20))
def test_the_table_has_the_brightness_one_whatever_the_lamp(seed: int) -> None:
    assert random_lamp(np.random.default_rng(seed)).gain(UP) == pytest.approx(1)


def test_under_a_lamp_straight_above_a_surface_is_darker_the_more_it_turns_away() -> None:
    lamp = Lamp(UP, contrast=0.5, sky=0.2)
    gains = [lamp.gain(tilted(angle)) for angle in (0, 30, 60, 90, 180)]
    assert gains == sorted(gains, reverse=True)


def test_a_low_lamp_before_the_tiles_makes_their_fronts_brighter_than_their_tops() -> None:
    lamp = Lamp(tilted(75), contrast=0.5, sky=0.0)
    assert lamp.gain(tilted(90)) > 1
    assert lamp.gain(tilted(-90)) < 0.8
