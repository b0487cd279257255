"""`hule serve`: the page for a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terminal.arguments import add_data, data_folder
from terminal.output import refuse

if TYPE_CHECKING:
    import argparse

    from terminal.arguments import Commands


def add_serve(commands: Commands) -> None:
    """`hule serve`."""
    parser = commands.add_parser("serve", help="the page for a table, on every phone")
    add = parser.add_argument
    add("--host", default="0.0.0.0", metavar="H", help="address to listen on (0.0.0.0: the whole LAN)")
    add("--port", type=int, default=8080, metavar="N", help="port to listen on (8080)")
    add("--camera", default="auto", metavar="C", help="auto, picamera2, usb, folder:DIR or none (auto)")
    add_data(parser)
    add("--photo", metavar="FILE", help="a photograph that the page offers to try")
    add("--name", action="append", default=[], metavar="HOST", help="a further host name of this machine")
    add("--button", type=int, metavar="PIN", help="BCM number of the pin with a button to ground")
    add("--lamp", type=int, metavar="PIN", help="BCM number of the pin with a lamp")
    add("--mdns", metavar="NAME", help="be found on the LAN as NAME.local (hule; needs zeroconf)")
    parser.set_defaults(run=run_serve, needs="vision,web")


def run_serve(args: argparse.Namespace) -> int:
    """Serves until it is stopped."""
    from pathlib import Path

    from webui.box.errors import BoxError

    photo = Path(args.photo) if args.photo else None
    if photo and not photo.is_file():
        return refuse((f"没有照片 {photo}", f"there is no photograph {photo}"))
    if not 0 < args.port < 65536:
        return refuse((f"{args.port} 不是端口：1 到 65535", f"{args.port} is no port: 1 to 65535"))
    from webui.config import Config
    from webui.serve import serve

    config = Config(
        data=data_folder(args),
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
        return refuse((error.message("zh"), error.message("en")))
