"""Times our engine and PyMahjongGB on the same mixed hands in one run.

    python bench/scorer_speed.py --hands 20000 --seed 1

First each hand in its turn by each engine, then as many other hands in a row by each: the second flatters
both, C++ more. Prints mean, median and 99th percentile in microseconds, the ratios, and memory.
"""

from __future__ import annotations

import argparse
import gc
import resource
import statistics
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import scorer_peer as peer
from MahjongGB import MahjongFanCalculator
from scorer_hands import hands

from scorer import Hand, Score, Situation, score


def timed(call: Callable[[], Any]) -> float:
    """Microseconds of processor time of one call, so that other work on the machine does not count."""
    start = time.thread_time_ns()
    call()
    return (time.thread_time_ns() - start) / 1000


def line(name: str, times: list[float]) -> str:
    """The figures of one way of counting."""
    cuts = statistics.quantiles(times, n=100)
    return f"{name:34s} mean {statistics.mean(times):7.1f}  median {cuts[49]:7.1f}  p99 {cuts[98]:7.1f} µs"


def main() -> None:
    """Runs the bench."""
    parser = argparse.ArgumentParser(description="Speed of our engine beside PyMahjongGB.")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    mixed = list(hands(args.seed, args.hands))
    gc.collect()
    gc.freeze()  # the hands are ours, not the engine's, to be looked through
    ways: dict[str, list[float]] = {name: [] for name in ("total", "total and fans", "text to fans", "peer")}
    for hand, situation in mixed:
        text, theirs = str(hand), peer.arguments(hand, situation)
        ways["total"].append(timed(lambda: score(hand, situation)))  # noqa: B023
        ways["total and fans"].append(timed(lambda: score(hand, situation).fans))  # noqa: B023
        ways["text to fans"].append(timed(lambda: score(Hand.parse(text), situation).fans))  # noqa: B023
        ways["peer"].append(timed(lambda: MahjongFanCalculator(*theirs)))  # noqa: B023
    print(f"{args.hands} mixed hands, seed {args.seed}")
    for name, times in ways.items():
        print(line("PyMahjongGB, fans" if name == "peer" else f"scorer, {name}", times))
    for name in ("total", "total and fans"):
        ratio = statistics.mean(ways[name]) / statistics.mean(ways["peer"])
        medians = statistics.median(ways[name]) / statistics.median(ways["peer"])
        print(f"ratio, {name}: {ratio:.1f} of the means, {medians:.1f} of the medians")
    fresh = list(hands(args.seed + 1, args.hands))
    ours, theirs_in_a_row = in_a_row(fresh)
    print(f"other hands in a row, total: scorer {ours:.1f}, PyMahjongGB {theirs_in_a_row:.1f} µs")
    print(f"ratio in a row: {ours / theirs_in_a_row:.1f}")
    print(f"peak memory of the process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    print(f"tables the engine keeps after {args.hands} hands: {kept(args.seed, args.hands):.1f} MiB")


def in_a_row(mixed: list[tuple[Hand, Situation]]) -> tuple[float, float]:
    """Mean microseconds a hand when each engine does all of them without a pause."""
    calls = [peer.arguments(hand, situation) for hand, situation in mixed]
    start = time.thread_time_ns()
    for hand, situation in mixed:
        score(hand, situation)
    between = time.thread_time_ns()
    for call in calls:
        MahjongFanCalculator(*call)
    end = time.thread_time_ns()
    return (between - start) / 1000 / len(mixed), (end - between) / 1000 / len(mixed)


def kept(seed: int, count: int) -> float:
    """MiB that the engine holds on to after scoring that many fresh hands."""
    from scorer import divide, shapes, table

    for cache in (divide._splits, shapes._fills, table._of_rules, table._of_text):
        cache.cache_clear()
    mixed = list(hands(seed, count))
    tracemalloc.start()
    result: Score | None = None
    for hand, situation in mixed:
        result = score(hand, situation)
    del result
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / 2**20


if __name__ == "__main__":
    main()
