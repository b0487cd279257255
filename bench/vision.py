"""The eye beside the detector on PyPI: `python -m bench.vision [DATA] [--peer PYTHON] [--models DIR]`.

Both read the same photographs in turn, each in a process of its own, two threads, from file to tiles: the
validation families under DATA (see `bench.reading`) and a 12-megapixel JPEG made of a sample. Prints tiles
and photographs right, the ratio of the times, and peak memory. PYTHON is an interpreter that has
`mahjong-detector` (extra `peer`; its weights are AGPL, so it is only ever run, never shipped); without it
ours is measured alone. Our reader also arranges the tiles and decodes them by the rules.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.reading import photographs
from models.training.evaluate import match
from models.training.sources import VALIDATION_FAMILIES

THREADS = 2
TWELVE = (4032, 3024)


class Program:
    """A process that reads a path a line and answers with a line of JSON: boxes, ms, cpu_ms, peak_mb."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self, path: Path) -> dict[str, Any]:
        """The answer for one photograph. Raises `SystemExit` when the program has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a reader ended early: is mahjong-detector in the environment given by --peer?")
        return json.loads(line)

    def close(self) -> None:
        """Let it end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@dataclass
class Sums:
    """What one reader made of a family of photographs."""

    photos: int = 0
    exact: int = 0
    tiles: int = 0
    right: int = 0
    extra: int = 0
    ms: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def add(self, photo: dict[str, Any], answer: dict[str, Any]) -> None:
        """Judge one answer as `bench.reading` does: boxes that overlap by 0.3 are one tile."""
        boxes = np.array([b[:4] for b in photo["boxes"]], float).reshape(-1, 4)
        found = np.array([b[:4] for b in answer["boxes"]], float).reshape(-1, 4)
        corners = np.stack([found[:, [0, 1]], found[:, [2, 1]], found[:, [2, 3]], found[:, [0, 3]]], axis=1)
        pairs = match(corners, boxes)
        right = sum(answer["boxes"][i][4] == photo["boxes"][j][4] for i, j in pairs.items())
        extra = 0 if photo.get("partial") else len(found) - len(pairs)
        self.photos += 1
        self.exact += right == len(boxes) and not extra
        self.tiles += len(boxes)
        self.right += right
        self.extra += extra
        self.ms.append(answer["ms"])
        self.cpu.append(answer["cpu_ms"])

    def line(self) -> str:
        """For people."""
        return (
            f"{self.right} of {self.tiles} tiles right ({self.right / max(1, self.tiles):.1%}), "
            f"{self.extra} extra, {self.exact} of {self.photos} photographs exact, "
            f"median {np.median(self.ms):.0f} ms, {np.median(self.cpu):.0f} ms of processor time"
        )


def serve(models: Path | None) -> None:
    """Our own reader as such a program."""
    from vision import Reader

    cv2.setNumThreads(THREADS)
    reader = Reader(models, threads=THREADS)
    for line in sys.stdin:
        began, used = time.perf_counter(), time.process_time()
        reading = reader.read(line.rstrip("\n"))
        ms, cpu = (time.perf_counter() - began) * 1e3, (time.process_time() - used) * 1e3
        boxes = []
        for tile in reading.tiles:
            if tile.tile != "_":
                xs, ys = zip(*tile.quad, strict=True)
                boxes.append([min(xs), min(ys), max(xs), max(ys), tile.read_as])
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"boxes": boxes, "ms": ms, "cpu_ms": cpu, "peak_mb": peak}), flush=True)


def twelve_megapixels(folder: Path) -> Path:
    """A sample photograph enlarged to what a phone or a Pi camera takes."""
    sample = cv2.imread(str(Path(__file__).parents[1] / "examples/photos/hand.jpg"))
    large = cv2.resize(sample, TWELVE, interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng(1).normal(0, 3, large.shape)  # a camera's JPEG is not that smooth
    path = folder / "twelve.jpg"
    cv2.imwrite(str(path), np.clip(large + noise, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])
    return path


def compare(programs: dict[str, Program], photos: list[tuple[Path, dict[str, Any]]]) -> dict[str, Sums]:
    """Every program on every photograph, turn by turn, so that whatever else the machine does hits both."""
    sums = {name: Sums() for name in programs}
    for path, photo in photos:
        for name, program in programs.items():
            sums[name].add(photo, program.read(path))
    return sums


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--family", action="append", default=[], help="of DATA, in place of those kept out")
    parser.add_argument("--every", type=int, default=1, help="only every n-th photograph of DATA")
    parser.add_argument("--models", type=Path)
    parser.add_argument("--repeats", type=int, default=9, help="readings of the large JPEG")
    parser.add_argument("--peer", help="an interpreter with mahjong-detector 0.0.6")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.data and (options.family or options.every != 1):
        parser.error("--family and --every choose photographs of DATA, which is not given")
    if options.serve:
        serve(options.models)
        return
    ours = [sys.executable, "-m", "bench.vision", "--serve"]
    programs = {"hule": Program(*ours, *(["--models", str(options.models)] if options.models else []))}
    if options.peer:
        peer = str(Path(__file__).with_name("vision_peer.py"))
        programs["peer"] = Program(options.peer, peer, str(THREADS))
    with tempfile.TemporaryDirectory() as folder:
        large = twelve_megapixels(Path(folder))
        for program in programs.values():
            program.read(large)  # the first reading loads things
        answers: dict[str, list[dict[str, Any]]] = {name: [] for name in programs}
        for _ in range(options.repeats):
            for name, program in programs.items():
                answers[name].append(program.read(large))
    print("a 12-megapixel JPEG, file to tiles:")
    for name, given in answers.items():
        ms, cpu = ([a[k] for a in given] for k in ("ms", "cpu_ms"))
        print(
            f"    {name}: median {np.median(ms):.0f} ms, best {min(ms):.0f}; "
            f"of processor time {np.median(cpu):.0f}, best {min(cpu):.0f}; peak {given[-1]['peak_mb']:.0f} MB"
        )
    _ratio(*([a[k] for a in given] for given in answers.values() for k in ("ms", "cpu_ms")))
    for family in (options.family or VALIDATION_FAMILIES) if options.data else ():
        photos = photographs(options.data, [family])[:: options.every]
        sums = compare(programs, [(options.data / p["photo"], p) for p in photos])
        print(f"{family}:", *(f"{name}: {s.line()}" for name, s in sums.items()), sep="\n    ")
        _ratio(*(times for s in sums.values() for times in (s.ms, s.cpu)))
    for program in programs.values():
        program.close()


def _ratio(ms: list[float], cpu: list[float], *peer: list[float]) -> None:
    """Times compared photograph by photograph, so that noise of the machine cancels; where other work keeps
    it busy only processor time means something."""
    if peer:
        wall, used = (
            np.median([a / b for a, b in zip(*p, strict=True)]) for p in ((ms, peer[0]), (cpu, peer[1]))
        )
        print(f"    hule takes {wall:.2f} of the peer's time, {used:.2f} of its processor time (medians)")


if __name__ == "__main__":
    main()
