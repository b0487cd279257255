"""The whole eye on labelled photographs: `python -m bench.reading DATA [--family F...] [--models DIR]`.

DATA holds `photos.jsonl` (photo, width, height, family, partial, boxes [[x1, y1, x2, y2, label]...], rows).
Prints, for each family: tiles right by the picture alone and after the rules, how often the rules repaired
and how often they spoilt a tile, photographs completely right with nothing extra, rows read in order, tiles
called "other", and milliseconds by step.
"""

from __future__ import annotations

import argparse
import collections
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from models.training.evaluate import match
from vision import Reader, Reading


def main() -> None:
    """Read every photograph of the families and print the sums."""
    parser = arguments(__doc__)
    parser.add_argument("--show", action="store_true", help="print the photographs that are not right")
    options = parser.parse_args()
    reader = Reader(options.models)
    sums: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for photo in photographs(options.data, options.family)[:: options.every]:
        reading = reader.read(options.data / photo["photo"])
        wrong = judge(photo, reading, sums[photo["family"]])
        if wrong and options.show:
            print(photo["photo"], reading.hand, "legal" if reading.legal else "", *wrong)
    for family, counts in sums.items():
        print(family, line(counts), sep=": ")


def arguments(text: str) -> argparse.ArgumentParser:
    """What to read, and with which networks; `text` is the module's own."""
    parser = argparse.ArgumentParser(description=text.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--family", action="append", default=[])
    parser.add_argument("--models", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every n-th photograph")
    return parser


def photographs(data: Path, families: Collection[str] = ()) -> list[dict[str, Any]]:
    """The lines of `photos.jsonl`, of some families or of all."""
    photos = map(json.loads, (data / "photos.jsonl").read_text("utf-8").splitlines())
    return [photo for photo in photos if not families or photo["family"] in families]


def judge(photo: dict[str, Any], reading: Reading, counts: collections.Counter[str]) -> list[str]:
    """Add one photograph to the sums; what was wrong with it."""
    faces = [t for t in reading.tiles if t.tile != "_"]
    boxes = np.array([b[:4] for b in photo["boxes"]], float).reshape(-1, 4)
    pairs = match(np.array([t.quad for t in faces], float).reshape(-1, 4, 2), boxes)
    wrong = []
    for i, j in pairs.items():
        truth = photo["boxes"][j][4]
        seen, said = faces[i].tile == truth, faces[i].read_as == truth
        counts["seen"] += seen
        counts["said"] += said
        counts["repaired"] += said and not seen
        counts["spoilt"] += seen and not said
        if not said:
            wrong.append(f"{truth}:{faces[i].tile}>{faces[i].read_as}")
    extra = 0 if photo.get("partial") else len(faces) - len(pairs)
    missed = len(boxes) - len(pairs)
    counts["photos"] += 1
    counts["tiles"] += len(boxes)
    counts["missed"] += missed
    counts["extra"] += extra
    counts["others"] += sum(t.role == "other" for t in faces)
    counts["exact"] += not (wrong or missed or extra)
    counts["doubtful"] += any(w.code == "doubtful" for w in reading.warnings)
    for remark in {w.code for w in reading.warnings}:
        counts["remark " + remark] += 1
    order = photo.get("rows") or []
    if len(order) == 1 and len(order[0]["tiles"]) == len(faces) and not (wrong or missed or extra):
        counts["rows"] += 1
        counts["in order"] += [t.read_as for t in faces] == order[0]["tiles"]
    for step, ms in reading.ms.items():
        counts["ms " + step] += ms
    return wrong + ([f"{missed} missed"] if missed else []) + ([f"{extra} extra"] if extra else [])


def line(c: collections.Counter[str]) -> str:
    """The sums of one family for people."""
    n, photos = max(1, c["tiles"]), max(1, c["photos"])
    steps = ", ".join(f"{k[3:]} {v / photos:.0f}" for k, v in c.items() if k.startswith("ms "))
    remarks = ", ".join(f"{k[7:]} {v}" for k, v in sorted(c.items()) if k.startswith("remark "))
    return (
        f"{c['photos']} photos, {c['exact']} exact ({c['exact'] / photos:.1%}); {c['tiles']} tiles, "
        f"{c['seen'] / n:.2%} seen right, {c['said'] / n:.2%} after the rules ({c['repaired']} repaired, "
        f"{c['spoilt']} spoilt), {c['missed']} missed, {c['extra']} extra, {c['others']} called other; "
        f"{c['in order']} of {c['rows']} rows in order"
        f"\n    remarks on photographs: {remarks}\n    ms: {steps}"
    )


if __name__ == "__main__":
    main()
