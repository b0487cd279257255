"""The two trainings as the command line starts them: what each sees, and where its weights are kept."""

from __future__ import annotations

import argparse
import multiprocessing
from pathlib import Path

import cv2
import torch

from . import pool, sources, train_classifier, train_locator

NETWORKS = {"locator": train_locator, "classifier": train_classifier}


def place(args: argparse.Namespace) -> Path:
    """The folder of this training."""
    folder: Path = args.work / ("validation" if args.validation else "everything")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def weights(folder: Path) -> tuple[Path, Path]:
    """The weights of the locator and of the classifier there. Ends the program when they are not."""
    paths = folder / "locator.pt", folder / "classifier.pt"
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise SystemExit(f"{missing[0]} is missing: train it first (the step `train {missing[0].stem}`)")
    return paths


def training_photos(args: argparse.Namespace) -> list[sources.Photo]:
    """The photographs that this training may see."""
    kept_out = sources.VALIDATION_FAMILIES if args.validation else ()
    return [p for p in sources.photos(args.data) if p.family not in kept_out]


def train(args: argparse.Namespace, network: str, threads: int) -> None:
    """Train one network, unless that has been done."""
    torch.set_num_threads(threads)
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    photos = training_photos(args)
    scenes = pool.load(place(args) / "scenes")
    if not scenes:
        raise SystemExit(f"no scenes in {place(args) / 'scenes'}: render them first (the step `scenes`)")
    room = NETWORKS[network]
    sampler = room.Sampler(scenes, photos, args.seed)
    start = args.start and args.start / f"{network}.pt"
    room.train(sampler, place(args) / f"{network}.pt", args.hours * 3600, args.rate, start)


def train_both(args: argparse.Namespace) -> None:
    """Both networks at once, each on half of the threads: faster than one after the other on all."""
    if args.threads < 2 or torch.cuda.is_available():
        for network in NETWORKS:
            train(args, network, args.threads)
        return
    context = multiprocessing.get_context("spawn")
    jobs = [context.Process(target=train, args=(args, n, args.threads // 2)) for n in NETWORKS]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    if any(job.exitcode for job in jobs):
        raise SystemExit("a training failed; what it said stands above")
