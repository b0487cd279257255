"""The rules as a prior: the likeliest reading of an arranged hand that can exist.

The classifier's alternatives are combined best first until the hand obeys the rules: melds are sets, at
most four of a tile, every flower once, and fourteen tiles that win. A confident picture is not overruled:
a legal reading that is too much less likely than what the picture says is turned down, and the hand stays
as seen, illegal.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from scorer.shapes import complete, counts_of
from vision.arrange import Arrangement
from vision.classes import BACK, FLOWERS, KINDS
from vision.evidence import CHOWS, ORDERS
from vision.segments import FULL, HIDDEN_KONG, KONG, MELD, count_of

DEAREST = 5.5
"""Log probability at most given up for a legal hand: an alternative 250 times less likely than the name the
picture gives. Hands laid out wrongly, or not won at all, are about that rare."""

FAINTEST = 3e-4
CHOICES = 6
"""Alternatives considered for a tile: the likeliest six, none below 0.03 %."""

TRIES = 400
"""Readings looked at before giving up; about 8 ms."""

ILLEGAL = 0.03
"""How often a hand as laid out is not legal after all; only used for the confidence."""

Assignment = tuple[tuple[int, int], ...]  # (index of the tile, what it is)


@dataclass(frozen=True, slots=True)
class Decoded:
    """What the rules made of the tiles.

    `read_as` has a tile number for each tile, `BACK` where it only shows its back. `legal`: the hand can
    exist, and wins if it has fourteen tiles. `confidence` 0 to 1 that every tile of the hand is right.
    """

    read_as: tuple[int, ...]
    legal: bool
    confidence: float


def decode(arrangement: Arrangement, probabilities: np.ndarray) -> Decoded:
    """The likeliest legal reading; `probabilities` (N, 44) as the classifier gave them."""
    p = np.asarray(probabilities, np.float64)
    seen = [int(name) for name in p.argmax(axis=1)]
    factors = _factors(arrangement, p)
    if not factors:
        return Decoded(tuple(seen), False, 0.0)
    as_seen = math.fsum(_as_seen(choices, p) for choices in factors)
    whole = count_of(arrangement.parts) == FULL
    best: tuple[float, dict[int, int]] | None = None
    legal_mass = illegal_mass = 0.0
    for tried, (score, reading) in enumerate(_best_first(factors)):
        if tried >= TRIES or score < as_seen - DEAREST or (best and score < best[0] - 7):
            break
        if not _possible(arrangement, reading, whole):
            illegal_mass += math.exp(score - as_seen)
            continue
        legal_mass += math.exp(score - as_seen)
        best = best or (score, reading)
    if best is None:
        return Decoded(tuple(seen), False, 0.5 * math.exp(as_seen))
    score, reading = best
    read_as = tuple(reading.get(t, seen[t]) for t in range(len(seen)))
    if not whole:
        return Decoded(read_as, True, math.exp(min(0.0, score)))
    confidence = math.exp(score - as_seen) / (legal_mass + ILLEGAL * illegal_mass)
    return Decoded(read_as, True, min(1.0, confidence))


def _factors(arrangement: Arrangement, p: np.ndarray) -> list[list[tuple[float, Assignment]]]:
    """Independent choices, each a list of (log probability, tiles) from the likeliest down."""
    log = np.log(np.maximum(p, 1e-9))
    factors = []
    for part in arrangement.of(MELD, KONG, HIDDEN_KONG):
        choices = _meld_choices(part.kind, part.tiles, log)
        if choices:
            factors.append(choices)
        else:  # no set at all: read tile by tile
            factors += [_tile_choices(t, p, log, range(KINDS)) for t in part.tiles]
    singles = [*arrangement.concealed, *([] if arrangement.winning is None else [arrangement.winning])]
    factors += [_tile_choices(t, p, log, range(KINDS)) for t in singles]
    factors += [_tile_choices(t, p, log, FLOWERS) for t in arrangement.flowers]
    return factors


def _as_seen(choices: list[tuple[float, Assignment]], p: np.ndarray) -> float:
    """Log probability of what the picture says by itself of the tiles of one choice.

    A single tile is what its place makes it, a flower or not, without asking for that.
    """
    best, assignment = choices[0]
    if len(assignment) == 1:
        return best
    return math.fsum(math.log(max(float(p[t].max()), 1e-9)) for t, _ in assignment)


def _tile_choices(tile: int, p: np.ndarray, log: np.ndarray, among: range) -> list[tuple[float, Assignment]]:
    if p[tile].argmax() == BACK:  # nobody can say what it is
        return [(float(log[tile, BACK]), ((tile, BACK),))]
    names = np.array(among)
    order = names[np.argsort(-p[tile, names])][:CHOICES]
    kept = [int(n) for n in order if p[tile, n] >= FAINTEST] or [int(order[0])]
    return [(float(log[tile, n]), ((tile, n),)) for n in kept]


def _meld_choices(kind: str, tiles: tuple[int, ...], log: np.ndarray) -> list[tuple[float, Assignment]]:
    """The sets that three or four tiles may be, as far as their pictures allow."""
    down = [t for t in tiles if log[t].argmax() == BACK]
    up = [t for t in tiles if t not in down]
    if not up:
        return [(0.0, tuple((t, BACK) for t in tiles))]
    least = math.log(FAINTEST)
    choices: list[tuple[float, Assignment]] = []
    for n in np.flatnonzero((log[up, :KINDS] >= least).all(axis=0)):
        choices.append((float(log[up, n].sum()), tuple((t, int(n)) for t in tiles)))
    if kind == MELD and len(tiles) == 3 and not down:
        choices += _chows(tiles, log, least)
    return sorted(choices, reverse=True)[:CHOICES]


def _chows(tiles: tuple[int, ...], log: np.ndarray, least: float) -> list[tuple[float, Assignment]]:
    found = []
    for order in ORDERS:
        scores = np.stack([log[tiles[order[k]], CHOWS + k] for k in range(3)])
        for chow in np.flatnonzero((scores >= least).all(axis=0)):
            first = int(CHOWS[chow])
            assignment = tuple((tiles[order[k]], first + k) for k in range(3))
            found.append((float(scores[:, chow].sum()), assignment))
    return found


def _best_first(factors: list[list[tuple[float, Assignment]]]) -> Iterator[tuple[float, dict[int, int]]]:
    """All combinations of one choice a factor, the likeliest first.

    Each state may only move on the factor it moved last or a later one, so none comes twice. Factors with
    a single choice are taken once and for all; the others are sorted by what their second choice costs.
    """
    fixed = [f[0] for f in factors if len(f) == 1]
    open_ = sorted((f for f in factors if len(f) > 1), key=lambda f: f[0][0] - f[1][0])
    start = math.fsum(f[0][0] for f in factors)
    base = {t: n for _, assignment in fixed for t, n in assignment}
    heap: list[tuple[float, tuple[int, ...], int]] = [(-start, (0,) * len(open_), 0)]
    while heap:
        cost, picks, moved = heapq.heappop(heap)
        reading = dict(base)
        for factor, pick in zip(open_, picks, strict=True):
            reading.update(factor[pick][1])
        yield -cost, reading
        for place in range(moved, len(open_)):
            pick = picks[place] + 1
            if pick < len(open_[place]):
                dearer = cost + open_[place][pick - 1][0] - open_[place][pick][0]
                heapq.heappush(heap, (dearer, (*picks[:place], pick, *picks[place + 1 :]), place))


def _possible(arrangement: Arrangement, reading: dict[int, int], whole: bool) -> bool:
    """Whether a hand with these tiles can lie on a table, and wins when it has fourteen."""
    counts = Counter(n for n in reading.values() if n != BACK)
    if any(count > (1 if n >= KINDS else 4) for n, count in counts.items()):
        return False
    if not whole:
        return True
    free = [reading[t] for t in arrangement.concealed]
    if arrangement.winning is not None:
        free.append(reading[arrangement.winning])
    return all(n < KINDS for n in free) and complete(counts_of(free))


__all__ = ["Decoded", "decode"]
