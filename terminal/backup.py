"""`hule backup` and `hule restore`: everything in one file, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from terminal.arguments import add_data, add_output, data_folder
from terminal.output import OK, tell, unusable

if TYPE_CHECKING:
    import argparse

    from terminal.arguments import Commands
    from webui.box.backup import Summary

BACKED_UP = (
    "已备份到 {path}：{tables} 桌，{hands} 手牌，{photos} 张照片",
    "backed up to {path}: {tables} tables, {hands} hands, {photos} photographs",
)
RESTORED = (
    "已恢复：{tables} 桌，{hands} 手牌，{photos} 张照片",
    "restored: {tables} tables, {hands} hands, {photos} photographs",
)
OLD_KEPT = ("原来的数据在 {path}", "what was there before is in {path}")


def add_backup(commands: Commands) -> None:
    """`hule backup FILE`."""
    parser = commands.add_parser("backup", help="everything in one file, also while the service runs")
    parser.add_argument("file", metavar="FILE", help="the file to write, such as /media/stick/hule.tar")
    parser.add_argument("--no-photos", action="store_true", help="the records only")
    add_data(parser)
    add_output(parser)
    parser.set_defaults(run=run_backup)


def run_backup(args: argparse.Namespace) -> int:
    """Writes the file and says what is in it."""
    from pathlib import Path

    from webui.box.backup import make_backup
    from webui.box.errors import BoxError

    try:
        summary = make_backup(data_folder(args), Path(args.file), photos=not args.no_photos)
    except BoxError as error:
        return unusable(args, error)
    tell(args, BACKED_UP, path=args.file, **facts_of(summary))
    return OK


def add_restore(commands: Commands) -> None:
    """`hule restore FILE`."""
    parser = commands.add_parser("restore", help="put a backup back; what was there is kept aside")
    parser.add_argument("file", metavar="FILE", help="a file that hule backup wrote")
    add_data(parser)
    add_output(parser)
    parser.set_defaults(run=run_restore)


def run_restore(args: argparse.Namespace) -> int:
    """Puts the file back and says where the old data went."""
    from pathlib import Path

    from webui.box.backup import restore
    from webui.box.errors import BoxError

    try:
        summary, old = restore(Path(args.file), data_folder(args))
    except BoxError as error:
        return unusable(args, error)
    tell(args, RESTORED, before=str(old) if old else None, **facts_of(summary))
    if old and not args.json:
        tell(args, OLD_KEPT, path=str(old))
    return OK


def facts_of(summary: Summary) -> dict[str, Any]:
    """What a backup holds, for words and JSON."""
    return {name: getattr(summary, name) for name in ("tables", "hands", "photos", "bytes", "hule", "made")}
