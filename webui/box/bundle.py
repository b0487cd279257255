"""A zip for a helper: what the doctor found, versions, camera, last errors. No photographs unless asked."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from importlib import metadata
from pathlib import Path

from webui.box.backup import cannot_write
from webui.box.findings import Finding, findings_text
from webui.box.settings import SettingsFile

LOG_LINES = 400
PHOTOGRAPHS = 5
# Commands whose output helps; one that is not there is left out.
COMMANDS = {
    "journal.txt": ["journalctl", "-u", "hule", "-n", str(LOG_LINES), "--no-pager", "-o", "short-monotonic"],
    "service.txt": ["systemctl", "show", "hule", "-p", "ActiveState,SubState,NRestarts,MemoryCurrent,Result"],
    "cameras.txt": ["rpicam-hello", "--list-cameras"],
    "video.txt": ["v4l2-ctl", "--list-devices"],
    "usb.txt": ["lsusb"],
    "kernel.txt": ["uname", "-a"],
}
# What might let somebody in; cookies are signed with it, so it never leaves the machine in a bundle.
SECRETS = re.compile(r"(?i)((?:pin of the box|pin|code|secret|password|token|密码)\W{1,3})\S+")


def make_bundle(path: Path, findings: Sequence[Finding], data: Path, photos: bool = False) -> None:
    """Write the zip. Raises `BoxError` (backup_unwritable, disk_full)."""
    waiting = path.with_name(path.name + ".part")
    try:
        with zipfile.ZipFile(waiting, "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr("doctor.txt", findings_text(findings, "en") + "\n")
            bundle.writestr("doctor.zh.txt", findings_text(findings, "zh") + "\n")
            listed = [finding.to_json() for finding in findings]
            bundle.writestr("doctor.json", json.dumps(listed, ensure_ascii=False, indent=1))
            bundle.writestr("packages.txt", packages())
            for name, command in COMMANDS.items():
                bundle.writestr(name, without_secrets(output_of(command)))
            settings = asdict(replace(SettingsFile(data / "box.json").now, pin=None))
            bundle.writestr("box.json", json.dumps(settings))
            for photo in newest_photographs(data) if photos else ():
                bundle.write(photo, f"photos/{photo.name}")
        waiting.replace(path)
    except OSError as error:
        waiting.unlink(missing_ok=True)
        raise cannot_write(error, path) from error


def packages() -> str:
    """Every installed distribution and its version."""
    found = {f"{d.metadata['Name']} {d.version}" for d in metadata.distributions()}
    return "\n".join(sorted(found, key=str.lower)) + "\n"


def output_of(command: Sequence[str]) -> str:
    """What a command prints within ten seconds, or why it did not."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=10, env={**os.environ, "LC_ALL": "C.UTF-8"}
        )
    except FileNotFoundError:
        return f"{command[0]}: not installed\n"
    except (OSError, subprocess.SubprocessError) as error:
        return f"{command[0]}: {error}\n"
    return done.stdout + done.stderr


def without_secrets(text: str) -> str:
    """
    >>> without_secrets("started with --pin 1234")
    'started with --pin ***'
    """
    return SECRETS.sub(r"\1***", text)


def newest_photographs(data: Path) -> list[Path]:
    """The last few, at the size of a phone's page."""
    found: list[tuple[float, Path]] = []
    for path in (data / "photos").rglob("*-page.jpg"):
        with contextlib.suppress(OSError):
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found)[-PHOTOGRAPHS:]]
