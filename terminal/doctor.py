"""`hule doctor`: what is wrong with this machine, and how to mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from terminal.arguments import add_data, add_output, data_folder
from terminal.output import OK, in_words, print_json, unusable

if TYPE_CHECKING:
    import argparse

    from terminal.arguments import Commands

ILL = 1
BUNDLED = ("诊断文件：{path}（不含照片）", "diagnostics: {path} (no photographs in it)")
BUNDLED_WITH_PHOTOS = ("诊断文件：{path}（含照片）", "diagnostics: {path} (with photographs)")


def add_doctor(commands: Commands) -> None:
    """`hule doctor [--bundle FILE]`."""
    parser = commands.add_parser("doctor", help="checks camera, models, disk, address, clock; how to mend")
    add = parser.add_argument
    add("--camera", default="auto", metavar="C", help="the camera to try, as for hule serve (auto)")
    add("--port", type=int, default=8080, metavar="N", help="the port of the service (8080)")
    add("--bundle", metavar="FILE", help="write a zip that a helper can read")
    add("--photos", action="store_true", help="put the last five photographs into the bundle too")
    add_data(parser)
    add_output(parser)
    parser.set_defaults(run=run_doctor)


def run_doctor(args: argparse.Namespace) -> int:
    """Prints every finding; `ILL` when something is broken."""
    from pathlib import Path

    from webui.box.doctor import examine
    from webui.box.errors import BoxError
    from webui.box.findings import BROKEN, findings_text

    findings = examine(data_folder(args), args.camera, args.port)
    if args.json:
        print_json([finding.to_json(args.lang) for finding in findings])
    else:
        print(findings_text(findings, args.lang))
    if args.bundle:
        from webui.box.bundle import make_bundle

        try:
            make_bundle(Path(args.bundle), findings, data_folder(args), photos=args.photos)
        except BoxError as error:
            return unusable(args, error)
        if not args.json:
            said = BUNDLED_WITH_PHOTOS if args.photos else BUNDLED
            print(in_words(said, args.lang).format(path=args.bundle))
    return ILL if any(finding.state == BROKEN for finding in findings) else OK
