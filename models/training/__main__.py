"""`python -m models.training`: from pictures to the networks the product loads.

    python -m models.training --data DIR all            everything, a few hours on two cores
    python -m models.training --data DIR scenes         render the pool of scenes
    python -m models.training --data DIR train locator  (or classifier)
    python -m models.training --data DIR average A B    the mean of the weights of trainings
    python -m models.training --data DIR evaluate       read the validation families, write a report
    python -m models.training --data DIR calibrate      fit the temperature of the probabilities, say how good
    python -m models.training --data DIR export         ONNX files and manifest

With `--validation` the validation families and some sets of tiles are kept out, so that `evaluate` means
something: without it nothing is judged. Such networks live in `WORK/validation`, those of everything in
`WORK/everything` (and, once exported, in the product). Every step can be stopped and repeated: it goes on
where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
from pathlib import Path

import torch
from tqdm import tqdm

from vision import reader as vision

from . import average, calibrate, evaluate, export, pool, quantise, report, rooms, sources
from .faces import Style
from .trainings import NETWORKS, place, train, train_both, training_photos, weights

MODELS = Path(__file__).resolve().parents[1]


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
    p.add_argument("--validation", action="store_true", help="keep the validation families and sets out")
    p.add_argument(
        "--threads",
        type=int,
        default=os.cpu_count() or 1,
        help="for rendering, training and reading; ONNX Runtime takes all cores while it makes 8-bit numbers",
    )
    sub = p.add_subparsers(dest="step", required=True)
    train = sub.add_parser("train")
    train.add_argument("network", choices=list(NETWORKS))
    whole = sub.add_parser("all")
    for step in (sub.add_parser("scenes"), whole):
        step.add_argument("--scenes", type=int, default=10_000, help="how many")
    for step in (train, whole):
        step.add_argument("--hours", type=float, default=1.0, help="training time of each network")
        step.add_argument("--rate", type=float, default=3e-3)
        step.add_argument("--start", type=Path, help="folder with weights to go on from")
    judge = sub.add_parser("evaluate")
    temper = sub.add_parser("calibrate")
    for step in (judge, temper, whole):
        step.add_argument("--families", nargs="+", default=list(sources.VALIDATION_FAMILIES))
    temper.add_argument("--models", type=Path, help="folder of ONNX networks (default: the weights kept)")
    temper.add_argument("--store", type=Path, help="manifest.json to write the temperature into")
    sub.add_parser("export")
    mean = sub.add_parser("average")
    mean.add_argument(
        "folders", type=Path, nargs="+", help="with the weights of trainings that went on from one"
    )
    return p


def render(args: argparse.Namespace) -> None:
    """Fill the pool of scenes."""
    out = place(args) / "scenes"
    pool.build(args.data, out, args.scenes, args.seed, args.validation, own(), args.threads)


def own() -> Style | None:
    """Hule's own drawn tiles, where Chromium can paint them: the bundled samples show them."""
    try:
        from .samples import own_style

        return own_style()
    except (ImportError, OSError) as problem:
        print(f"without Hule's own drawn tiles (the bundled samples may be misread): {problem}")
        return None


def averaged(args: argparse.Namespace) -> None:
    """The mean of both networks' weights in several folders."""
    for kept in zip(*map(weights, args.folders), strict=True):
        average.average(kept, place(args) / kept[0].name)


def photographs(args: argparse.Namespace) -> dict[str, list[sources.Photo]]:
    """The photographs of each family asked for. Ends the program when one of them has none."""
    photos = sources.photos(args.data)
    families = {f: [p for p in photos if p.family == f] for f in args.families}
    unknown = [f for f, found in families.items() if not found]
    if unknown:
        known = ", ".join(sorted({p.family for p in photos}))
        raise SystemExit(f"no photographs of the family {unknown[0]} in {args.data}; there are: {known}")
    return families


def judge(args: argparse.Namespace) -> None:
    """Read families of photographs and the sets kept out; print figures, write a report with pictures."""
    find, name = rooms.networks(*weights(place(args)))
    results = {}
    for family, photos in photographs(args).items():
        result = results[family] = evaluate.Result()
        for photo in tqdm(photos, desc=family, unit="photo"):
            evaluate.judge(result, photo, evaluate.read(find, name, photo.load()))
        print(f"{family}: {result.line()}")
    crops = [c for c in sources.crops(args.data) if c.group in sources.HELD_OUT_SETS]
    sets = evaluate.judge_crops(name, crops)
    print(f"single tiles of other sets: {sets.line()}")
    report.write(place(args) / "report", results | {"single tiles": sets})
    facts = {family: result.facts() for family, result in results.items()}
    (place(args) / "accuracy.json").write_text(json.dumps(facts, indent=2))


def write_networks(args: argparse.Namespace) -> None:
    """ONNX files: into the product, or beside the weights when something was kept out of the training.

    The product's manifest carries what the networks that saw less reached: the only honest figures. The
    temperature fitted for the networks before is gone from it; the command that fits it anew is printed.
    """
    trained = weights(place(args))
    measured = args.work / "validation" / "accuracy.json"
    accuracy = json.loads(measured.read_text()) if measured.exists() else {}
    out = place(args) / "onnx" if args.validation else MODELS
    out.mkdir(exist_ok=True)
    seen = quantise.some(training_photos(args), args.seed)
    facts = {"accuracy": accuracy}
    export.export(*trained, out, facts, seen)
    where = shlex.join(["--data", str(args.data), "--work", str(args.work)])
    store = shlex.join(["--store", str(out / "manifest.json")])
    print("the probabilities of these networks are not calibrated yet; next:")
    print(f"python -m models.training {where} --validation calibrate {store}")


def calibrated(args: argparse.Namespace) -> None:
    """Print how good the probabilities are; store the temperature where that is wanted."""
    if args.models:
        find, name = vision.rooms(args.models, args.threads)
    else:
        find, name = rooms.networks(*weights(place(args)))
    named = {
        family: calibrate.collect(find, name, tqdm(photos, desc=family, unit="photo"))
        for family, photos in photographs(args).items()
    }
    try:
        text, temperature = calibrate.report(named)
    except ValueError as problem:
        raise SystemExit(str(problem)) from None
    print(text)
    if args.store:
        calibrate.store(args.store, temperature)


def main() -> None:
    """Parse and do."""
    args = parser().parse_args()
    if not (args.data / "photos.jsonl").is_file():
        raise SystemExit(
            f"there is no photos.jsonl in {args.data}: see docs/models.md for what belongs there"
        )
    if args.step == "evaluate" and not args.validation:
        raise SystemExit(
            "evaluate needs --validation: networks of everything have seen all there is to judge by"
        )
    torch.set_num_threads(args.threads)
    if args.step in ("scenes", "all"):
        render(args)
    if args.step == "train":
        train(args, args.network, args.threads)
    if args.step == "all":
        train_both(args)
    if args.step == "average":
        averaged(args)
    if args.validation and args.step in ("evaluate", "all"):
        judge(args)
    if args.step == "calibrate":
        calibrated(args)
    if args.step in ("export", "all"):
        write_networks(args)


if __name__ == "__main__":
    main()
