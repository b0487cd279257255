"""`hule read`: the tiles and melds of photographs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terminal.arguments import add_output
from terminal.eye import add_eye, eye_of
from terminal.output import OK, print_json, unusable

if TYPE_CHECKING:
    import argparse

    from terminal.arguments import Commands
    from vision import Reading


def add_read(commands: Commands) -> None:
    """`hule read PHOTO...`."""
    parser = commands.add_parser("read", help="the tiles and melds of photographs")
    parser.add_argument("photos", metavar="PHOTO", nargs="+", help="JPEG, PNG, WebP or HEIC")
    parser.add_argument("--overlay", metavar="DIR", help="draw what was read into pictures there")
    add_eye(parser)
    add_output(parser)
    parser.set_defaults(run=run_read, needs="vision")


def run_read(args: argparse.Namespace) -> int:
    """Reads each photograph; one that cannot be used, or not be drawn on, does not stop the rest."""
    from vision.errors import VisionError

    try:
        read = eye_of(args)
    except VisionError as error:
        return unusable(args, error)
    status = OK
    for path in args.photos:
        try:
            reading = read(path)
            print_reading(args, path, reading)
            if args.overlay:
                draw_overlay(path, reading, args.overlay)
        except VisionError as error:
            status = unusable(args, error)
    return status


def print_reading(args: argparse.Namespace, path: str, reading: Reading) -> None:
    """Prints what was read, after the photograph's name where there are several."""
    from vision.text import reading_text

    if args.json:
        print_json(reading.to_json())
    else:
        print(f"{path}: " if len(args.photos) > 1 else "", reading_text(reading, args.lang), sep="")


def draw_overlay(path: str, reading: Reading, folder: str) -> None:
    """Writes the photograph with what was read drawn on it. Raises `ImageError`."""
    from pathlib import Path

    from vision import images
    from vision.draw import draw

    target = Path(folder) / f"{Path(path).stem}-read.jpg"
    images.write(target, draw(images.read(path).array, reading))
