"""`hule serve`: the page for a table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from terminal.output import UNUSABLE, say_unusable

if TYPE_CHECKING:
    from terminal.output import Commands


def add_serve(commands: Commands) -> None:
    """`hule serve`."""
    parser = commands.add_parser("serve", help="the page for a table, on every phone")
    add = parser.add_argument
    add("--host", default="0.0.0.0", metavar="H", help="address to listen on (0.0.0.0: the whole LAN)")
    add("--port", type=int, default=8080, metavar="N", help="port to listen on (8080)")
    add("--camera", default="auto", metavar="C", help="auto, picamera2, usb, folder:DIR or none (auto)")
    add("--data", metavar="DIR", help="where matches and photographs are kept (~/.local/share/hule)")
    add("--photo", metavar="FILE", help="a photograph that the page offers to try")
    add("--name", action="append", default=[], metavar="HOST", help="a further host name of this machine")
    add("--button", type=int, metavar="PIN", help="BCM number of the pin with a button to ground")
    add("--lamp", type=int, metavar="PIN", help="BCM number of the pin with a lamp")
    add("--mdns", metavar="NAME", help="be found on the LAN as NAME.local (hule; needs zeroconf)")
    parser.set_defaults(run=run_serve)


def run_serve(args: argparse.Namespace) -> int:
    """Serves until it is stopped."""
    from pathlib import Path

    from webui.box.errors import BoxError

    photo = Path(args.photo) if args.photo else None
    if photo and not photo.is_file():
        say_unusable(f"没有照片 {photo}", f"there is no photograph {photo}")
        return UNUSABLE
    if not 0 < args.port < 65536:
        say_unusable(f"{args.port} 不是端口：1 到 65535", f"{args.port} is no port: 1 to 65535")
        return UNUSABLE
    try:
        from webui.config import Config
        from webui.serve import serve
    except ModuleNotFoundError as error:
        how = "pip install 'hule[vision,web]'"
        say_unusable(f"缺少 {error.name}：{how}", f"{error.name} is missing; {how}")
        return UNUSABLE
    data = Path(args.data) if args.data else Path.home() / ".local" / "share" / "hule"
    config = Config(
        data=data,
        camera=args.camera,
        sample=photo,
        host_names=tuple(args.name),
        button=args.button,
        lamp=args.lamp,
        mdns=args.mdns,
    )
    try:
        serve(args.host, args.port, config)
    except BoxError as error:
        say_unusable(error.message("zh"), error.message("en"))
        return UNUSABLE
