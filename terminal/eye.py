"""What photographs are read with: networks, and the taught set that lies on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terminal.arguments import add_data, add_models, data_folder

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from vision import Reading
    from vision.tilesets import Tilesets


def add_eye(parser: argparse.ArgumentParser) -> None:
    """`--models`, `--tileset` and the folder where that is kept."""
    add_models(parser)
    parser.add_argument("--tileset", metavar="NAME", help="the taught set that lies on the table")
    add_data(parser)


def eye_of(args: argparse.Namespace) -> Callable[[str], Reading]:
    """What reads a photograph. Raises `VisionError`."""
    from functools import partial

    from vision import Reader

    tileset = tilesets_of(args).named(args.tileset) if args.tileset else None
    return partial(Reader(args.models).read, tileset=tileset)


def tilesets_of(args: argparse.Namespace) -> Tilesets:
    """The sets of the data folder."""
    from vision.tilesets import Tilesets

    return Tilesets(data_folder(args) / "tilesets")
