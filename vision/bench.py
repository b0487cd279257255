"""How quick the eye is on this machine, and what it costs: for `hule bench`."""

from __future__ import annotations

import os
import platform
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vision.reading import Reading

SAMPLE = Path(__file__).with_name("sample.jpg")
STEPS = {
    "decode": ("解码", "decode"),
    "locate": ("找牌", "locate"),
    "classify": ("认牌", "classify"),
    "arrange": ("分组", "arrange"),
    "fans": ("算番", "fans"),
    "total": ("合计", "total"),
}


@dataclass(frozen=True, slots=True)
class Bench:
    """`ms`: median milliseconds by step, `total` the whole from file to fans; `load_seconds`: importing and
    loading the networks. Memory: the most MiB that the process had, once they were loaded and at the end.
    """

    machine: str
    cores: int
    python: str
    width: int
    height: int
    tiles: int
    readings: int
    load_seconds: float
    first_ms: float
    ms: dict[str, float]
    memory_loaded: float
    memory_most: float

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def measure(
    score: Callable[[Reading], object], photo: Path = SAMPLE, readings: int = 5, models: str | None = None
) -> Bench:
    """Read `photo` so many times, after a first one that is told apart, and score what was read.

    Raises `vision.errors.VisionError`.
    """
    began = time.perf_counter()
    from vision import Reader

    reader = Reader(models)
    loaded, memory_loaded = time.perf_counter() - began, _highest_memory()
    runs = [_timed(reader, photo, score) for _ in range(1 + readings)]
    reading, (first, *rest) = runs[0][0], [ms for _, ms in runs]
    return Bench(
        machine=_machine(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        python=platform.python_version(),
        width=reading.width,
        height=reading.height,
        tiles=len(reading.tiles),
        readings=readings,
        load_seconds=round(loaded, 2),
        first_ms=round(first["total"], 1),
        ms={step: round(statistics.median(ms[step] for ms in rest), 1) for step in first},
        memory_loaded=round(memory_loaded),
        memory_most=round(_highest_memory()),
    )


def _timed(reader: Any, photo: Path, score: Callable[[Reading], object]) -> tuple[Reading, dict[str, float]]:
    began = time.perf_counter()
    reading: Reading = reader.read(photo)
    read = time.perf_counter()
    score(reading)
    done = time.perf_counter()
    steps = {step: ms for step, ms in reading.ms.items() if step != "total"}
    return reading, {**steps, "fans": 1e3 * (done - read), "total": 1e3 * (done - began)}


def _highest_memory() -> float:
    """MiB that this process had at the most."""
    unit = 1 if sys.platform == "darwin" else 1024  # macOS counts bytes, Linux KiB
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20


def _machine() -> str:
    """What a Pi says it is; the architecture elsewhere."""
    try:
        return Path("/proc/device-tree/model").read_text("utf-8").strip("\0\n")
    except OSError:
        return f"{platform.system()} {platform.machine()}"


def bench_text(found: Bench, lang: str = "en") -> str:
    """On a few lines."""
    zh = lang == "zh"
    size = f"{found.width}×{found.height}"
    lines = [
        f"{found.machine}，{found.cores} 核，Python {found.python}"
        if zh
        else f"{found.machine}, {found.cores} cores, Python {found.python}",
        f"载入模型 {found.load_seconds:.2f} 秒" if zh else f"networks loaded in {found.load_seconds:.2f} s",
        f"照片 {size}，{found.tiles} 张牌，{found.readings} 次的中位数（第一次 {found.first_ms:.0f} 毫秒）："
        if zh
        else f"photograph {size}, {found.tiles} tiles, median of {found.readings} readings "
        f"(the first took {found.first_ms:.0f} ms):",
    ]
    for step, ms in found.ms.items():
        name = STEPS[step][0 if zh else 1] if step in STEPS else step
        lines.append(f"  {name:<10}{ms:8.1f} {'毫秒' if zh else 'ms'}")
    memory = (f"{found.memory_loaded:.0f}", f"{found.memory_most:.0f}")
    lines.append(
        "内存：载入后 {} MiB，最多 {} MiB".format(*memory)
        if zh
        else "memory: {} MiB with the networks loaded, {} MiB at the most".format(*memory)
    )
    return "\n".join(lines)
