"""`hule backup`, `hule restore`, `hule doctor` and `hule pin`: what an owner types on the Pi."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from webui.box.errors import BoxError

OK, UNUSABLE = 0, 2
DATA = "~/.local/share/hule"
SAID = {
    "backed_up": (
        "已备份到 {path}：{tables} 桌，{hands} 手牌，{photos} 张照片",
        "backed up to {path}: {tables} tables, {hands} hands, {photos} photographs",
    ),
    "restored": (
        "已恢复：{tables} 桌，{hands} 手牌，{photos} 张照片",
        "restored: {tables} tables, {hands} hands, {photos} photographs",
    ),
    "old_kept": ("原来的数据在 {path}", "what was there before is in {path}"),
    "pin_new": (
        "主机的密码：{pin}（打牌用不着；设置主机、看摄像头、教牌、备份要用）",
        "PIN of the box: {pin} (not for playing: to set it up, look through its camera, teach it tiles, "
        "back up)",
    ),
    "pin_there": (
        "主机已有密码；忘了就运行 hule pin --new",
        "the box has a PIN; forgotten: hule pin --new",
    ),
    "pin_none": (
        "主机没有密码：同一网络里的任何人都能设置它、看它的摄像头",
        "the box has no PIN: anybody in this network can set it up and look through its camera",
    ),
    "pin_restart": (
        "正在运行的服务重启后才知道：sudo systemctl restart hule",
        "a service that runs knows it after: sudo systemctl restart hule",
    ),
    "bundled": ("诊断文件：{path}（不含照片）", "diagnostics: {path} (no photographs in it)"),
    "bundled_with": ("诊断文件：{path}（含照片）", "diagnostics: {path} (with photographs)"),
}


def terminal_language() -> str:
    """`zh` or `en`, as the terminal's locale says."""
    lang = next((os.environ[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(v)), "en")
    return "zh" if lang.lower().startswith("zh") else "en"


def tell(said: Mapping[str, tuple[str, str]], args: argparse.Namespace, code: str, **facts: Any) -> None:
    """Print a sentence of `said`, Chinese and English, in the language asked for; with `--json` the facts."""
    if args.json:
        print(json.dumps({"ok": True, **facts}, ensure_ascii=False))
        return
    zh, en = said[code]
    print((zh if args.lang == "zh" else en).format_map(facts))


def unusable(args: argparse.Namespace, error: Any, photo: str = "") -> int:
    """Print what is wrong, with the photograph where there are several; the exit status."""
    if args.json:
        print(json.dumps({"ok": False, "error": error.to_json(args.lang)}, ensure_ascii=False))
    where = f"{photo}: " if photo else ""
    print(f"hule: {where}{' '.join(error.message(args.lang).split())}", file=sys.stderr)
    return UNUSABLE


_tell = partial(tell, SAID)


def default_data() -> Path:
    """The folder of `--data`: $HULE_DATA where the service sets it, else the user's own."""
    return Path(os.environ.get("HULE_DATA") or DATA).expanduser()


def add_backup(commands: Any) -> None:
    """`hule backup [FILE]`."""
    parser = commands.add_parser("backup", help="everything in one file, also while the service runs")
    parser.add_argument("file", metavar="FILE", help="the file to write, such as /media/stick/hule.tar")
    parser.add_argument("--no-photos", action="store_true", help="the records only")
    add_common(parser)
    parser.set_defaults(run=run_backup)


def run_backup(args: argparse.Namespace) -> int:
    from webui.box.backup import make_backup

    target = Path(args.file)
    try:
        summary = make_backup(_data(args), target, photos=not args.no_photos)
    except BoxError as error:
        return unusable(args, error)
    _tell(args, "backed_up", path=str(target), **_facts(summary))
    return OK


def add_restore(commands: Any) -> None:
    """`hule restore FILE`."""
    parser = commands.add_parser("restore", help="put a backup back; what was there is kept aside")
    parser.add_argument("file", metavar="FILE", help="a file that hule backup wrote")
    add_common(parser)
    parser.set_defaults(run=run_restore)


def run_restore(args: argparse.Namespace) -> int:
    from webui.box.backup import restore

    try:
        summary, old = restore(Path(args.file), _data(args))
    except BoxError as error:
        return unusable(args, error)
    _tell(args, "restored", before=str(old) if old else None, **_facts(summary))
    if old and not args.json:
        _tell(args, "old_kept", path=str(old))
    return OK


def add_pin(commands: Any) -> None:
    """`hule pin [--new | --set PIN | --none | --first]`."""
    parser = commands.add_parser("pin", help="who may set up the box and look through its camera")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--new", action="store_true", help="make another PIN and print it")
    what.add_argument("--set", metavar="PIN", dest="chosen", help="use this one")
    what.add_argument("--none", action="store_true", help="take it away: everybody in the network may")
    what.add_argument("--first", action="store_true", help="make one unless somebody has decided already")
    add_common(parser)
    parser.set_defaults(run=run_pin)


def run_pin(args: argparse.Namespace) -> int:
    """Prints the PIN where it made one, else whether there is one."""
    from webui.box.pin import first_pin, new_pin, store_pin
    from webui.box.settings import SettingsFile

    data = _data(args)
    changes = args.new or args.chosen or args.none
    try:
        if changes or args.first:
            data.mkdir(parents=True, exist_ok=True)
        settings = SettingsFile(data / "box.json")
        made = first_pin(settings) if args.first else args.chosen or (new_pin() if args.new else None)
        if changes:
            store_pin(settings, made)
    except OSError:
        return unusable(args, BoxError("disk_full", path=str(data)))
    except BoxError as error:
        return unusable(args, error)
    there = settings.now.pin is not None
    if args.json:
        print(json.dumps({"ok": True, "there": there, "pin": made}))
        return OK
    _tell(args, "pin_new" if made else "pin_there" if there else "pin_none", pin=made)
    if changes:
        _tell(args, "pin_restart")
    return OK


def add_doctor(commands: Any) -> None:
    """`hule doctor [--bundle FILE]`."""
    parser = commands.add_parser("doctor", help="checks camera, models, disk, address, clock; how to mend")
    add = parser.add_argument
    add("--camera", default="auto", metavar="C", help="the camera to try, as for hule serve (auto)")
    add("--port", type=int, default=8080, metavar="N", help="the port of the service (8080)")
    add("--bundle", metavar="FILE", help="write a zip that a helper can read")
    add("--photos", action="store_true", help="put the last five photographs into the bundle too")
    add_common(parser)
    parser.set_defaults(run=run_doctor)


def run_doctor(args: argparse.Namespace) -> int:
    """Prints every finding; 0 when nothing is broken, 1 when something is."""
    from webui.box.doctor import examine
    from webui.box.findings import BROKEN, findings_text

    findings = examine(_data(args), args.camera, args.port)
    if args.json:
        print(json.dumps([finding.to_json(args.lang) for finding in findings], ensure_ascii=False))
    else:
        print(findings_text(findings, args.lang))
    if args.bundle:
        from webui.box.bundle import make_bundle

        try:
            make_bundle(Path(args.bundle), findings, _data(args), photos=args.photos)
        except BoxError as error:
            return unusable(args, error)
        if not args.json:
            _tell(args, "bundled_with" if args.photos else "bundled", path=args.bundle)
    return 1 if any(finding.state == BROKEN for finding in findings) else OK


def add_common(parser: argparse.ArgumentParser) -> None:
    """`--data`, `--json` and `--lang`."""
    parser.add_argument("--data", metavar="DIR", help=f"where matches and photographs are kept ({DATA})")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--lang", choices=("zh", "en"), default=terminal_language(),
        help="language of the words",
    )  # fmt: skip


def _data(args: argparse.Namespace) -> Path:
    return Path(args.data).expanduser() if args.data else default_data()


def _facts(summary: Any) -> dict[str, Any]:
    return {name: getattr(summary, name) for name in ("tables", "hands", "photos", "bytes", "hule", "made")}
