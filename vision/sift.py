"""Which located faces are tiles: doubles, odd sizes, sides of tiles and lonely doubtful ones are dropped.

The locator would rather report too much; the classifier has named everything; what the two say together,
and how the other tiles lie, decides. Thresholds were chosen on the validation families and on rendered scenes
of sets kept out of training (docs/models.md).
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.classes import BACK, FLOWERS, NOT_A_TILE, WHITE

ONE_FLOWER, ANY_FLOWER = 0.18, 0.87
"""Whichever flower it may be, it is a tile, if one of the eight is at least so likely, or all together: any
picture looks like all of them a little, and those of a strange set like all of them very much. Both times the
locator's score."""
MOST_OF_A_KIND = 8
"""Two sets have eight of each tile: more of one are no tiles but a pattern."""
DOUBLE = 0.5
"""Faces whose centres lie within this part of the smaller one's size are one tile."""
UNDER = 0.55
"""A face of which more lies under a better one of its size is a part of that one, or hidden too far."""
PART = 2.5
"""Tiles of a row are smaller than what looks like one tile and is the whole row, by more than this."""
SURE, CERTAIN = 0.8, 0.9
"""From SURE on a face speaks for others; from CERTAIN on it needs no other face to speak for it."""
DOUBTFUL, HOPELESS = 0.6, 0.3
"""Where few sure tiles are about, a face counts from DOUBTFUL on; below HOPELESS none ever does."""
FAR = 3.5
"""Sure faces within so many sizes of each other, which differ by at most TOGETHER, keep company."""
COMPANY, TOGETHER = 5, 0.8
"""So many in company are tiles and speak for others: fewer may be letters on a book. What sizes differ by is
the logarithm of their quotient, here and below."""
LONE = 0.25
"""What a sure face without company counts where the size of tiles is told: it may be large print."""
ALONE = 0.9
"""With COMPANY sure tiles in the picture, a face that lies beside none of them needs this."""
CERTAIN_AFAR = 0.98
"""The same, for a face further than FAR sizes from all of them: letters on a book look like tiles."""
APART, CERTAIN_APART = 6.0, 0.95
"""As large as the nearest, and no further than APART, it needs only this: parts of a hand lie apart."""
ODD = 0.4
"""A face that differs this much from the nearest sure one needs CERTAIN_AFAR, too."""
SMALLEST, LARGEST = 0.42, 2.4
"""Size (sqrt of area) against the typical sure tile. A long row seen aslant spans a factor of two."""
MENDED = 0.75
"""A face may turn out larger than it was located, by the inverse of this at most."""
BESIDE, ALIKE = 1.9, 0.25
"""Neighbours lie within BESIDE sizes and differ by at most ALIKE in the logarithm of their size."""
BACK_FROM, BACK_ALIKE = 0.5, 0.15
"""A back has nothing on it, like a white dragon: the two names together need this, and beside it a tile of
very much its size, which may be such a back."""
SEEN, FAINT = 0.9, 0.02
"""A face that the locator is sure of from SEEN on may be a blank white dragon, if the classifier gives that
name at least FAINT and no other name more."""
WHOLE, TOUCHING, OPPOSITE = 0.85, 1.2, -0.9
"""A face that the locator is sure of from WHOLE on is a tile when sure tiles touch it (within TOUCHING sizes)
on two sides, at an angle of this cosine at most."""
MORE_THAN_NOT = 0.5
"""Beside one sure tile it is one if all names of tiles together have this."""


class _Faces:
    """Arrays of all located faces."""

    def __init__(self, quads: np.ndarray, scores: np.ndarray, probabilities: np.ndarray):
        self.named = probabilities.argmax(axis=1)
        best = probabilities[:, :NOT_A_TILE].max(axis=1)
        flowers = probabilities[:, FLOWERS].sum(axis=1)
        flower = np.isin(self.named, FLOWERS)
        flower &= (best * scores >= ONE_FLOWER) | (flowers * scores >= ANY_FLOWER)
        self.confidence = np.where(flower, flowers, best)
        self.quality = self.confidence * scores
        self.tile = 1 - probabilities[:, NOT_A_TILE]
        self.bare = probabilities[:, BACK] + probabilities[:, WHITE]
        self.quads = quads.astype(np.float32)
        self.centres = quads.mean(axis=1)
        areas = [abs(cv2.contourArea(q.astype(np.float32))) for q in quads]
        self.sizes = np.sqrt(np.array(areas) + 1e-6)

    def distances(self, i: int, others: list[int]) -> np.ndarray:
        """From face `i` to the others, centre to centre, in pixels."""
        return np.linalg.norm(self.centres[others] - self.centres[i], axis=1)

    def on(self, i: int, others: list[int]) -> list[int]:
        """Which of the others have their middle on face `i`."""
        points = [(j, tuple(map(float, self.centres[j]))) for j in others]
        return [j for j, point in points if cv2.pointPolygonTest(self.quads[i], point, False) > 0]

    def under(self, i: int, other: int) -> float:
        """How much of face `i` lies under another, 0 to 1."""
        return float(cv2.intersectConvexConvex(self.quads[i], self.quads[other])[0] / self.sizes[i] ** 2)

    def alike(self, i: int, others: list[int], least: float = ALIKE) -> np.ndarray:
        """Which of the others are of face `i`'s size."""
        return np.abs(np.log(self.sizes[others] / self.sizes[i])) < least


def sift(quads: np.ndarray, scores: np.ndarray, probabilities: np.ndarray) -> list[int]:
    """Indices of the faces to keep, best first.

    quads N×4×2 in pixels, scores N of the locator (0 to 1), probabilities N×44 of the classifier.
    """
    if not len(quads):
        return []
    faces = _Faces(quads, scores, probabilities)
    apart = _without_doubles(faces, _rows(faces))
    kept = _without_patterns(apart, faces)
    sure = _sure(kept, faces)
    if not sure:
        # backs prove nothing by themselves: any card or lid may look like one
        return [i for i in kept if faces.confidence[i] >= DOUBTFUL and faces.named[i] != BACK]
    speakers = _company(sure, kept, faces)
    typical = _typical(faces.sizes[sure], np.where(np.isin(sure, speakers), 1.0, LONE))
    kept = [i for i in kept if SMALLEST < faces.sizes[i] / typical < LARGEST]
    sure = [i for i in sure if i in kept]
    speakers = _company(sure, kept, faces) or sure
    backs = [i for i in kept if faces.named[i] == BACK and faces.bare[i] >= BACK_FROM]
    kept = [i for i in kept if faces.named[i] != BACK and _is_believed(i, speakers, faces)]
    kept += _beside(backs, kept, faces)
    kept += [i for i in _bare_sets(apart, sure, faces) if i not in kept]
    kept += _blank(faces, scores, probabilities, speakers, kept)
    return kept + _between(faces, scores, kept)


def smallest(quads: np.ndarray, probabilities: np.ndarray) -> float:
    """Size (pixels) below which no further face can be a tile beside those in company; 0 without any."""
    faces = _Faces(quads, np.ones(len(quads)), probabilities)
    kept = _without_patterns(_without_doubles(faces, _rows(faces)), faces)
    speakers = _company(_sure(kept, faces), kept, faces)
    return MENDED * SMALLEST * _typical(faces.sizes[speakers], np.ones(len(speakers))) if speakers else 0.0


def _sure(kept: list[int], faces: _Faces) -> list[int]:
    """Faces that speak for others."""
    return [i for i in kept if faces.confidence[i] > SURE and faces.named[i] not in (BACK, WHITE)]


def _typical(sizes: np.ndarray, weights: np.ndarray) -> float:
    """The size that half of the sure faces' summed size lies below: the dots of a tablecloth are many but
    small."""
    order = np.argsort(sizes)
    share = np.cumsum((sizes * weights)[order])
    return float(sizes[order][np.searchsorted(share, share[-1] / 2)])


def told(probabilities: np.ndarray) -> np.ndarray:
    """Probabilities N×44 of faces that were kept: where "no tile" came first, it is ruled out."""
    p = probabilities.copy()
    ruled_out = p.argmax(axis=1) == NOT_A_TILE
    p[ruled_out, NOT_A_TILE] = 0
    return p / p.sum(axis=1, keepdims=True)


def _blank(
    faces: _Faces, scores: np.ndarray, probabilities: np.ndarray, sure: list[int], kept: list[int]
) -> list[int]:
    """Blank white dragons. By itself such a crop is any white thing, and the classifier calls it no tile; but
    the locator sees a whole face, and sure tiles of its size lie about it."""
    found: list[int] = []
    for i in map(int, np.flatnonzero((faces.named == NOT_A_TILE) & (scores >= SEEN))):
        names = probabilities[i, :NOT_A_TILE]
        if names.argmax() != WHITE or names[WHITE] < FAINT:
            continue
        if (faces.distances(i, kept + found) < DOUBLE * faces.sizes[i]).any():
            continue
        near = faces.distances(i, sure) < BESIDE * faces.sizes[i]
        if (near & faces.alike(i, sure)).any():
            found.append(i)
    return found


def _between(faces: _Faces, scores: np.ndarray, kept: list[int]) -> list[int]:
    """Whole faces in a gap of a row, whatever they are named: what lies between two tiles is a tile.

    At the end of a row one called no tile is a tile, too, if it looks more like some tile than like none.
    """
    sure = _sure(kept, faces)
    found: list[int] = []
    for i in map(int, np.flatnonzero(scores >= WHOLE)):
        if i in kept or (faces.distances(i, kept + found) < DOUBLE * faces.sizes[i]).any():
            continue
        larger = np.maximum(faces.sizes[sure], faces.sizes[i])
        near = (faces.distances(i, sure) < TOUCHING * larger) & faces.alike(i, sure)
        ways = (faces.centres[sure] - faces.centres[i])[near]
        ways /= np.linalg.norm(ways, axis=1, keepdims=True)
        unsure = faces.named[i] == NOT_A_TILE and faces.tile[i] >= MORE_THAN_NOT
        if (ways @ ways.T < OPPOSITE).any() or (unsure and near.any()):
            found.append(i)
    return found


def _without_patterns(apart: list[int], faces: _Faces) -> list[int]:
    """Of faces the ones that are no dots and checks that repeat over a cloth."""
    names, counts = np.unique(faces.named[apart], return_counts=True)
    repeated = names[(counts > MOST_OF_A_KIND) & (names < FLOWERS.start) & (names != WHITE)]
    return [i for i in apart if faces.named[i] not in repeated]


def _rows(faces: _Faces) -> list[int]:
    """Faces that are whole rows: COMPANY sure faces of three names lie on them. A tile may show dots and
    flowers, but its parts are not as many different tiles."""
    sure = _sure(list(range(len(faces.sizes))), faces)
    rows = []
    for i in map(int, np.flatnonzero(faces.named != NOT_A_TILE)):
        small = [j for j in sure if PART * faces.sizes[j] < faces.sizes[i]]
        if len(small) < COMPANY:
            continue
        on = faces.on(i, small)
        if len(on) >= COMPANY and len(set(faces.named[on].tolist())) >= 3:
            rows.append(i)
    return rows


def _without_doubles(faces: _Faces, rows: list[int]) -> list[int]:
    kept: list[int] = []
    for i in np.argsort(-faces.quality):
        if faces.named[i] == NOT_A_TILE or faces.sizes[i] < 5 or i in rows:
            continue
        smaller = np.minimum(faces.sizes[kept], faces.sizes[i])
        away = faces.distances(i, kept)
        if (away < DOUBLE * np.maximum(smaller, 0.9 * faces.sizes[kept])).any():
            continue
        close = (away < faces.sizes[i]) & faces.alike(i, kept, ODD)
        if all(faces.under(i, kept[j]) < UNDER for j in np.flatnonzero(close)):
            kept.append(int(i))
    return kept


def _company(sure: list[int], kept: list[int], faces: _Faces) -> list[int]:
    """Of the sure faces those that lie with COMPANY others: two words on a book may be sure of each other.

    White dragons and backs do not speak, but what lies at both ends of them lies together.
    """
    links = [i for i in kept if faces.confidence[i] > SURE and faces.named[i] in (BACK, WHITE)]

    def together(i: int, others: list[int]) -> np.ndarray:
        least = ALIKE if i in links else TOGETHER
        return (faces.distances(i, others) < FAR * faces.sizes[i]) & faces.alike(i, others, least)

    groups = _groups(sure + links, together)
    speaking = [[i for i in g if i in sure] for g in groups]
    return [i for g in speaking if len(g) >= COMPANY for i in g]


def _beside(backs: list[int], kept: list[int], faces: _Faces) -> list[int]:
    """The backs beside a tile of `kept`, or beside such a back, and so on, as many as a kong has.

    No further, for a checked cloth is all backs.
    """
    found: list[int] = []
    for _ in range(4):
        tiles = kept + found
        near = [faces.distances(i, tiles) < BESIDE * faces.sizes[i] for i in backs]
        alike = [faces.alike(i, tiles, BACK_ALIKE) for i in backs]
        found = [i for i, n, a in zip(backs, near, alike, strict=True) if (n & a).any()]
    return found


def _bare_sets(apart: list[int], sure: list[int], faces: _Faces) -> list[int]:
    """Three or four white dragons or backs in contact, near the sure tiles as parts of a hand are.

    One white thing is a card, and a long row of backs is a wall.
    """

    def together(i: int, others: list[int]) -> np.ndarray:
        return (faces.distances(i, others) < TOUCHING * faces.sizes[i]) & faces.alike(i, others, BACK_ALIKE)

    bare = [i for i in apart if faces.named[i] in (WHITE, BACK) and faces.bare[i] >= BACK_FROM]
    groups = _groups(bare, together)
    return [i for g in groups if len(g) in (3, 4) and any(_is_apart(j, sure, faces) for j in g) for i in g]


def _groups(faces: list[int], together: Callable[[int, list[int]], np.ndarray]) -> list[list[int]]:
    """Faces that are together with one of their group, which `together` says of one and some others."""
    groups: list[list[int]] = []
    for i in faces:
        near = [g for g in groups if together(i, g).any()]
        groups = [g for g in groups if g not in near] + [[i, *(j for g in near for j in g)]]
    return groups


def _is_apart(i: int, sure: list[int], faces: _Faces) -> bool:
    """Whether the face lies near enough to be a part of the sure tiles' hand, and is as large as they are."""
    away = faces.distances(i, sure) / faces.sizes[i]
    return bool(away.min() < APART and faces.alike(i, [sure[int(away.argmin())]])[0])


def _is_believed(i: int, sure: list[int], faces: _Faces) -> bool:
    """Whether the face is certain of itself, or the sure tiles about it speak for it."""
    confidence = float(faces.confidence[i])
    others = [j for j in sure if j != i]
    if confidence < HOPELESS or not others:
        return confidence >= DOUBTFUL
    away = faces.distances(i, others) / faces.sizes[i]
    near = away < BESIDE
    if faces.named[i] == WHITE:  # the white top of a standing tile is small, and its face lies further off
        near |= faces.distances(i, others) < BESIDE * faces.sizes[others]
    if near.any():
        if confidence >= CERTAIN and faces.named[i] != WHITE:
            return True
        # the side of a standing or thick tile touches its face, but is lower than any face beside it
        return bool((near & faces.alike(i, others)).any())
    if len(sure) < COMPANY:
        return confidence >= DOUBTFUL
    nearest = [others[int(away.argmin())]]
    if away.min() > FAR or not faces.alike(i, nearest, ODD)[0]:
        return confidence >= (CERTAIN_APART if _is_apart(i, others, faces) else CERTAIN_AFAR)
    return confidence >= (DOUBTFUL if faces.named[i] in FLOWERS else ALONE)
