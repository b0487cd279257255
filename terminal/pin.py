"""`hule pin`: who may set up the box and look through its camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terminal.arguments import add_data, add_output, data_folder
from terminal.output import OK, in_words, print_json, unusable

if TYPE_CHECKING:
    import argparse

    from terminal.arguments import Commands
    from webui.box.settings import SettingsFile

MADE = (
    "主机的密码：{pin}（打牌用不着；设置主机、看摄像头、教牌、备份要用）",
    "PIN of the box: {pin} (not for playing: to set it up, look through its camera, teach it tiles, back up)",
)
THERE = ("主机已有密码；忘了就运行 hule pin --new", "the box has a PIN; forgotten: hule pin --new")
NONE = (
    "主机没有密码：同一网络里的任何人都能设置它、看它的摄像头",
    "the box has no PIN: anybody in this network can set it up and look through its camera",
)
RESTART = (
    "正在运行的服务重启后才知道：sudo systemctl restart hule",
    "a service that runs knows it after: sudo systemctl restart hule",
)


def add_pin(commands: Commands) -> None:
    """`hule pin [--new | --set PIN | --none | --first]`."""
    parser = commands.add_parser("pin", help="who may set up the box and look through its camera")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--new", action="store_true", help="make another PIN and print it")
    what.add_argument("--set", metavar="PIN", dest="chosen", help="use this one")
    what.add_argument("--none", action="store_true", help="take it away: everybody in the network may")
    what.add_argument("--first", action="store_true", help="make one unless somebody has decided already")
    add_data(parser)
    add_output(parser)
    parser.set_defaults(run=run_pin, needs="vision,web")


def run_pin(args: argparse.Namespace) -> int:
    """Prints the PIN where it made one, else whether there is one."""
    from webui.box.errors import BoxError
    from webui.box.settings import SettingsFile

    data = data_folder(args)
    changes = args.new or args.chosen or args.none
    try:
        if changes or args.first:
            data.mkdir(parents=True, exist_ok=True)
        settings = SettingsFile(data / "box.json")
        made = changed(settings, args)
    except OSError:
        return unusable(args, BoxError("disk_full", path=str(data)))
    except BoxError as error:
        return unusable(args, error)
    there = settings.now.pin is not None
    if args.json:
        print_json({"ok": True, "there": there, "pin": made})
        return OK
    print(in_words(MADE if made else THERE if there else NONE, args.lang).format(pin=made))
    if changes:
        print(in_words(RESTART, args.lang))
    return OK


def changed(settings: SettingsFile, args: argparse.Namespace) -> str | None:
    """Does what was asked for; the PIN that holds now, where this made or set it. Raises `BoxError`."""
    from webui.box.pin import first_pin, new_pin, store_pin

    if args.first:
        return first_pin(settings)
    made: str | None = new_pin() if args.new else args.chosen
    if made or args.none:
        store_pin(settings, made)
    return made
