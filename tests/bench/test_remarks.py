"""Bad photographs: only those that were made bad count."""

from __future__ import annotations

import numpy as np

from bench.remarks import Labelled, darker, farther, spoilt


def photograph(width: float) -> Labelled:
    """Of one tile so wide, in pixels."""
    box = [100.0, 100.0, 100 + width, 100 + width / 0.74, "1m"]
    return np.full((300, 300, 3), 90, np.uint8), {"boxes": [box]}


def test_a_photograph_whose_tiles_are_small_already_is_left_out() -> None:
    large, small = photograph(60), photograph(12)
    ((_, photo),) = spoilt([large, small], farther, 18)
    x1, _, x2, _, _ = photo["boxes"][0]
    assert 17 < x2 - x1 < 19
    assert len(list(spoilt([large, small], darker, 0.5))) == 2
