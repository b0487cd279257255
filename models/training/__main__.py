"""`python -m models.training`: from pictures to the networks the product loads.

    python -m models.training --data DIR all            everything, a few hours on two cores
    python -m models.training --data DIR scenes         render the pool of scenes
    python -m models.training --data DIR train locator  (or classifier)
    python -m models.training --data DIR evaluate       read the validation families, write a report
    python -m models.training --data DIR calibrate      fit the temperature of the probabilities, say how good
    python -m models.training --data DIR export         ONNX files and manifest into models/

Every step can be stopped and repeated; scenes that are rendered and weights that are saved are kept.
With `--validation` the validation families are kept out of training, so that `evaluate` means something.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

import cv2
import torch

from vision import reader as vision

from . import calibrate, evaluate, export, pool, report, rooms, sources, train_classifier, train_locator

HERE = Path(__file__).resolve().parents[1]


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = argparse.ArgumentParser(
        prog="python -m models.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("--data", type=Path, required=True, help="folder with photos.jsonl, crops.jsonl, art/")
    p.add_argument("--work", type=Path, default=Path("runs"), help="where scenes and weights are kept")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--validation", action="store_true", help="keep the validation families out of training")
    p.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    sub = p.add_subparsers(dest="step", required=True)
    scenes = sub.add_parser("scenes")
    scenes.add_argument("--count", type=int, default=10_000)
    train = sub.add_parser("train")
    train.add_argument("network", choices=("locator", "classifier"))
    for step in (train, sub.add_parser("all")):
        step.add_argument("--hours", type=float, default=1.0, help="training time of each network")
        step.add_argument("--rate", type=float, default=3e-3)
        step.add_argument("--start", type=Path, help="weights to go on from")
    judge = sub.add_parser("evaluate")
    judge.add_argument("--families", nargs="*", default=list(sources.VALIDATION_FAMILIES))
    temper = sub.add_parser("calibrate")
    temper.add_argument("--families", nargs="*", default=list(sources.VALIDATION_FAMILIES))
    temper.add_argument("--models", type=Path, help="folder of ONNX networks (default: the weights kept)")
    temper.add_argument("--store", type=Path, help="manifest.json to write the temperature into")
    sub.add_parser("export")
    return p


def weights(args: argparse.Namespace, network: str) -> Path:
    """Where a network's weights are kept."""
    return args.work / f"{network}{'-validation' if args.validation else ''}.pt"


def train(args: argparse.Namespace, network: str) -> None:
    """Train one network for a while."""
    photos = [
        p
        for p in sources.photos(args.data)
        if not (args.validation and p.family in sources.VALIDATION_FAMILIES)
    ]
    room = {"locator": train_locator, "classifier": train_classifier}[network]
    sampler = room.Sampler(pool.load(args.work / "scenes"), photos, args.seed)
    room.train(sampler, weights(args, network), args.hours * 3600, args.rate, args.start)


def judge(args: argparse.Namespace, families: list[str]) -> dict[str, evaluate.Result]:
    """Read families of photographs; print a line for each and write a report with pictures."""
    find, name = rooms.networks(weights(args, "locator"), weights(args, "classifier"))
    results = {}
    for family in families:
        result = results[family] = evaluate.Result()
        for photo in (p for p in sources.photos(args.data) if p.family == family):
            evaluate.judge(result, photo, evaluate.read(find, name, photo.load()))
        print(f"{family}: {result.line()}")
    report.write(args.work / "report", results)
    return results


def calibrated(args: argparse.Namespace) -> None:
    """Print how good the probabilities are; store the temperature where that is wanted."""
    if args.models:
        find, name = vision.rooms(args.models, args.threads)
    else:
        find, name = rooms.networks(weights(args, "locator"), weights(args, "classifier"))
    photos = sources.photos(args.data)
    families = {f: [p for p in photos if p.family == f] for f in args.families}
    text, temperature = calibrate.report({f: calibrate.collect(find, name, p) for f, p in families.items()})
    print(text)
    if args.store:
        calibrate.store(args.store, temperature)


def main() -> None:
    """Parse and do."""
    args = parser().parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    args.work.mkdir(parents=True, exist_ok=True)
    if args.step in ("scenes", "all"):
        count = getattr(args, "count", 10_000)
        pool.build(args.data, args.work / "scenes", count, args.seed, args.validation, args.threads)
    if args.step == "train":
        train(args, args.network)
    if args.step == "all":
        train(args, "locator")
        train(args, "classifier")
    if args.step in ("evaluate", "all"):
        results = judge(args, getattr(args, "families", list(sources.VALIDATION_FAMILIES)))
        facts = {family: result.facts() for family, result in results.items()}
        (args.work / "accuracy.json").write_text(json.dumps(facts, indent=2))
    if args.step == "calibrate":
        calibrated(args)
    if args.step in ("export", "all"):
        measured = args.work / "accuracy.json"
        accuracy = json.loads(measured.read_text()) if measured.exists() else {}
        export.export(weights(args, "locator"), weights(args, "classifier"), HERE, {"accuracy": accuracy})


if __name__ == "__main__":
    main()
