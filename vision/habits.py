"""How people lay hands out, as log probabilities: gaps, claimed tiles turned or not, where the winner lies.

Estimates, settled on 3,000 layouts of `models.training.layouts` with seeds that neither `bench/arrange.py`
nor the tests use. Gaps are in tile heights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

UNMARKED = math.log(0.2)
"""Nothing shows which tile won."""

WON_BESIDE, WON_APART, WON_TURNED = math.log(0.35), math.log(0.3), math.log(0.14)
CONCEALED_SIDEWAYS, CONCEALED_ASKEW, CONCEALED_DOWN = -5.0, -2.0, -6.0
MORE_CONCEALED = (0.0, -3.5, -5.5, -8.0)
"""By how many concealed runs there were before: one row, two rows, or hardly ever more."""

FOUR_ALIKE = math.log(8.0)
"""Four equal neighbours are seldom anything but a kong."""

HIDDEN = math.log(0.15)
STRANGER = -2.5
"""How seldom a row of the hand goes on with tiles that are not of it."""

LONG_RUN = -3.5
"""More than three touching tiles in a hand that is laid out in sets."""


@dataclass(frozen=True, slots=True)
class Style:
    """How the concealed part is spread: weights of touching, loose and parted neighbours, and a log prior."""

    name: str
    prior: float
    touching: float
    loose: float
    parted: float

    def within(self, gap: float) -> float:
        """Log density of a gap between two concealed neighbours."""
        return math.log(
            self.touching * touch(gap)
            + self.loose * flat(gap, -0.05, 0.16)
            + self.parted * flat(gap, 0.09, 0.42)
            + 0.001
        )


STYLES = (
    Style("solid", math.log(0.5), 0.97, 0.02, 0.01),
    Style("loose", math.log(0.15), 0.1, 0.88, 0.02),
    Style("sets", math.log(0.2), 0.7, 0.0, 0.3),
)


@dataclass(frozen=True, slots=True)
class Claims:
    """Whether this table turns claimed tiles: log probability of a meld with no, one, more turned tiles."""

    prior: float
    by_turned: tuple[float, float, float]


TURNS = Claims(math.log(0.65), (math.log(0.015), math.log(0.5), -8.0))
KEEPS = Claims(math.log(0.35), (math.log(0.25), math.log(0.01), -9.0))


def touch(gap: float) -> float:
    """Density of the gap between touching tiles: noise of 0.057."""
    return 7.0 * math.exp(-0.5 * (gap / 0.057) ** 2)


def flat(gap: float, low: float, high: float) -> float:
    """A uniform density with edges softened by the noise of a gap."""
    rise = 1 / (1 + math.exp(-max(-30.0, min(30.0, (gap - low) / 0.02))))
    fall = 1 / (1 + math.exp(-max(-30.0, min(30.0, (high - gap) / 0.02))))
    return rise * fall / (high - low)


def inside_set(gap: float) -> float:
    """Log density of a gap inside a meld."""
    return math.log(0.9 * touch(gap) + 0.1 * flat(gap, -0.1, 0.2) + 1e-3)


def beside_winner(gap: float, turned: bool) -> float:
    """Log density of the gap beside the winning tile; one on its side may touch the hand."""
    if turned:
        return math.log(0.5 * touch(gap) + 0.5 * flat(gap, 0.15, 1.9) + 1e-4)
    return math.log(flat(gap, 0.17, 1.9) + 1e-4)


def beside_concealed(gap: float) -> float:
    """Log density of the gap between a meld and the concealed part."""
    return math.log(0.02 * touch(gap) + 0.98 * flat(gap, 0.17, 1.9) + 1e-4)


def between_melds(gap: float) -> float:
    """Log density of the gap between two melds."""
    return math.log(0.13 * touch(gap) + 0.8 * flat(gap, 0.07, 0.5) + 0.07 * flat(gap, 0.4, 1.9) + 1e-4)


def beside_stranger(gap: float) -> float:
    """Log odds of the gap between the hand and a tile on its level that is not of it: discards, a wall."""
    return STRANGER + math.log(flat(gap, 0.6, 1.9) + 1e-6)
