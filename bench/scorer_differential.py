"""Compares our engine with PyMahjongGB on random winning hands.

    python bench/scorer_differential.py --hands 1000000 --seed 2026

A hand is `same` when fans and total agree, a `tie` when the totals agree and the fans are another reading of
the same worth, else a `difference`: printed, and the exit status is 1. Every difference found has to be
explained in docs/rules.md by an option, or mended.
"""

from __future__ import annotations

import argparse
from collections import Counter

import scorer_peer as peer
from scorer_hands import hands

from scorer import Hand, Situation, score


def verdict(hand: Hand, situation: Situation, rules: str = "mcr") -> tuple[str, str]:
    """`same`, `tie` or `difference`, and what each side alone counts."""
    result = score(hand, situation, rules)
    ours = {fan.zh: (fan.points, fan.count) for fan in result.fans}
    theirs = peer.fans(hand, situation)
    if ours == theirs:
        return "same", ""
    only_ours = sorted(f"{fan}×{times[1]}" for fan, times in ours.items() if theirs.get(fan) != times)
    only_theirs = sorted(f"{fan}×{times[1]}" for fan, times in theirs.items() if ours.get(fan) != times)
    total = sum(points * times for points, times in theirs.values())
    detail = f"we count {' '.join(only_ours) or 'nothing'}, they count {' '.join(only_theirs) or 'nothing'}"
    return ("tie" if total == result.total else "difference"), detail


def main() -> int:
    """Runs the comparison; 1 when a total differs."""
    parser = argparse.ArgumentParser(description="Compares our engine with PyMahjongGB.")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="mcr")
    args = parser.parse_args()
    verdicts: Counter[str] = Counter()
    ties: Counter[str] = Counter()
    fans: Counter[str] = Counter()
    for hand, situation in hands(args.seed, args.hands):
        kind, detail = verdict(hand, situation, args.rules)
        verdicts[kind] += 1
        fans.update(list(peer.fans(hand, situation)))
        if kind == "tie":
            ties[detail] += 1
        elif kind == "difference":
            print(f"{hand} {situation}: {detail}")
    print(f"{args.hands} hands, seed {args.seed}: {dict(verdicts)}; {len(fans)} of the fans occurred")
    for detail, times in ties.most_common(12):
        print(f"  tie {times}: {detail}")
    print("rarest:", ", ".join(f"{fan} {times}" for fan, times in fans.most_common()[-12:]))
    return 1 if verdicts["difference"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
