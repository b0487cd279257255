"""Whether probabilities mean what they say: a temperature fitted on photographs that nobody trained on.

Counted are the tiles that the reader keeps and that overlap a labelled box; a wrong name is then the
classifier's fault. Fitted on one family and judged on the others, for a family's own temperature flatters.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.classify import Classifier, calibrated
from vision.locate import Locator
from vision.seeing import see

from . import sources
from .evaluate import match

BINS = 10
TEMPERATURES = np.round(np.arange(0.4, 2.01, 0.01), 2)
DOUBTS = (0.7, 0.8, 0.9, 0.95, 0.97, 0.98)


@dataclass(frozen=True)
class Named:
    """N×44 probabilities as the classifier gives them (temperature 1) and the N true classes."""

    p: np.ndarray
    truth: np.ndarray

    def at(self, temperature: float) -> np.ndarray:
        """The probabilities at a temperature."""
        return calibrated(self.p, temperature)


def collect(find: Locator, name: Classifier, photos: Iterable[sources.Photo]) -> Named:
    """The labelled tiles of photographs as the reader names them."""
    rows, truths = [], []
    for photo in photos:
        quads, p = see(photo.load(), find, name)
        for i, j in match(quads, photo.boxes).items():
            rows.append(p[i])
            truths.append(photo.tiles[j])
    return Named(np.array(rows), np.array(truths, int))


def nll(named: Named, temperature: float) -> float:
    """Mean negative log likelihood of the truth, in nats."""
    p = named.at(temperature)[np.arange(len(named.truth)), named.truth]
    return float(-np.log(np.maximum(p, 1e-9)).mean())


def fit(named: Named) -> float:
    """The temperature at which the truth is likeliest."""
    return float(min(TEMPERATURES, key=lambda t: nll(named, float(t))))


def together(families: Mapping[str, Named]) -> Named:
    """All families as one, each with the same weight: the small one's tiles are repeated."""
    most = max(len(n.truth) for n in families.values())
    picks = {f: np.arange(most) % len(n.truth) for f, n in families.items()}
    return Named(
        np.concatenate([n.p[picks[f]] for f, n in families.items()]),
        np.concatenate([n.truth[picks[f]] for f, n in families.items()]),
    )


def reliability(named: Named, temperature: float) -> list[tuple[float, float, int]]:
    """For each tenth of probability: mean probability of the name given, share right, number of tiles."""
    p = named.at(temperature)
    said, right = p.max(axis=1), p.argmax(axis=1) == named.truth
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    inside = [place == b for b in range(BINS)]
    return [(float(said[m].mean()), float(right[m].mean()), int(m.sum())) for m in inside if m.any()]


def ece(named: Named, temperature: float) -> float:
    """Expected calibration error: how far probability and share right lie apart, over the tenths."""
    bins = reliability(named, temperature)
    return sum(abs(said - right) * n for said, right, n in bins) / sum(n for *_, n in bins)


def doubts(named: Named, temperature: float) -> list[tuple[float, int, int, int, int]]:
    """For each threshold of doubt: wrong tiles flagged, wrong tiles, right ones flagged, right ones."""
    p = named.at(temperature)
    said, right = p.max(axis=1), p.argmax(axis=1) == named.truth
    return [
        (
            d,
            int((said < d)[~right].sum()),
            int((~right).sum()),
            int((said < d)[right].sum()),
            int(right.sum()),
        )
        for d in DOUBTS
    ]


def report(families: Mapping[str, Named]) -> tuple[str, float]:
    """The figures for people, and the temperature fitted on all families.

    Raises ValueError when of some family no tile was read.
    """
    empty = [family for family, named in families.items() if not len(named.truth)]
    if empty:
        raise ValueError(f"no labelled tile of {', '.join(empty)} was read: there is nothing to fit on")
    chosen = fit(together(families))
    lines = [f"temperature fitted on all families alike: {chosen:.2f}"]
    for family, named in families.items():
        others = {f: n for f, n in families.items() if f != family}
        across = fit(together(others)) if others else 1.0
        lines.append(
            f"{family}: {len(named.truth)} tiles, {np.mean(named.p.argmax(1) == named.truth):.2%} right"
        )
        for label, t in (("as trained", 1.0), ("fitted on the others", across), ("fitted on all", chosen)):
            lines.append(f"    {label} ({t:.2f}): NLL {nll(named, t):.4f}, ECE {ece(named, t):.4f}")
        lines += [f"    said {s:.3f}, right {r:.3f} of {n}" for s, r, n in reliability(named, chosen)]
        lines += [
            f"    below {d}: {wf} of {w} wrong tiles, {rf} of {r} right ones"
            for d, wf, w, rf, r in doubts(named, chosen)
        ]
    return "\n".join(lines), chosen


def store(manifest: Path, temperature: float) -> None:
    """Write the temperature beside the classifier's entry of a manifest."""
    said = json.loads(manifest.read_text("utf-8"))
    said["models"]["classifier"]["temperature"] = temperature
    manifest.write_text(json.dumps(said, indent=2, ensure_ascii=False) + "\n", "utf-8")
