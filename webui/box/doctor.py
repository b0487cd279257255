"""`hule doctor`: looks at everything that has to be right, and never stops at the first thing that is not."""

from __future__ import annotations

import contextlib
import getpass
import importlib
import json
import os
import platform
import shutil
import socket
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Callable
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any

from webui.box.backup import DATABASE, version
from webui.box.clock import kernel_is_synchronised
from webui.box.findings import BROKEN, DOUBTFUL, Finding

MIB = 1024 * 1024
LIBRARIES = {
    "numpy": "numpy", "cv2": "opencv-python-headless", "onnxruntime": "onnxruntime", "PIL": "pillow",
    "flask": "flask", "flask_babel": "flask-babel", "flask_smorest": "flask-smorest",
    "sqlalchemy": "sqlalchemy", "alembic": "alembic", "waitress": "waitress", "segno": "segno",
}  # fmt: skip
LOW_DISK = 500  # MiB; an evening of photographs is about 100
LOW_MEMORY = 150  # MiB that the service wants besides what it has
HOT = 80.0  # degrees Celsius, where a Pi begins to slow down
UNDERVOLTAGE = {0: "now", 16: "since start"}  # bits of `vcgencmd get_throttled`


def examine(data: Path, camera: str = "auto", port: int = 8080) -> list[Finding]:
    """Everything, in the order in which one would mend it."""
    checks: tuple[Callable[[], Finding], ...] = (
        machine, libraries, models, lambda: camera_state(camera, port), lambda: data_state(data),
        lambda: disk(data), memory, power, address, lambda: service(port), lambda: clock(data), gpio,
    )  # fmt: skip
    return [check() for check in checks]


def machine() -> Finding:
    arch = platform.machine()
    if arch.startswith("armv") or platform.architecture()[0] != "64bit":
        return Finding("machine_32_bit", BROKEN, {"arch": arch})
    facts = {"model": _model(), "os": _os(), "python": platform.python_version(), "hule": version()}
    return Finding("machine", facts=facts)


def _model() -> str:
    """What the Pi says it is; the architecture elsewhere."""
    with contextlib.suppress(OSError):
        return Path("/proc/device-tree/model").read_text("utf-8").strip("\0\n")
    return platform.machine()


def _os() -> str:
    with contextlib.suppress(OSError):
        return platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    return platform.system()


def libraries() -> Finding:
    found, missing = [], []
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # as in vision/onnx.py, which may not be loadable
    for module, package in LIBRARIES.items():
        try:
            importlib.import_module(module)
            found.append(f"{package} {metadata.version(package)}")
        except (ImportError, metadata.PackageNotFoundError, OSError):
            missing.append(package)
    if missing:
        return Finding("libraries_missing", BROKEN, {"missing": ", ".join(missing)})
    return Finding("libraries", facts={"found": ", ".join(found)})


def models() -> Finding:
    began = time.monotonic()
    try:
        from vision import Reader
        from vision.errors import VisionError
    except ImportError as error:
        return Finding("models_broken", BROKEN, _reason(str(error), str(error)))
    try:
        Reader()
    except VisionError as error:
        return Finding("models_broken", BROKEN, _reason(error.message("zh"), error.message("en")))
    return Finding("models", facts={"seconds": round(time.monotonic() - began, 1)})


def _reason(zh: str, en: str) -> dict[str, str]:
    return {"reason_zh": zh, "reason": en}


def camera_state(spec: str, port: int) -> Finding:
    """The camera, asked of the service that holds it, or opened here when none does."""
    if spec == "none":
        return Finding("camera_none")
    held = _ask(port, "camera")
    if held is not None and held["state"] not in ("none", "looking"):
        return _held_camera(held)
    try:
        from vision.camera import open_camera
        from vision.errors import VisionError
    except ImportError as error:
        return Finding("camera_trouble", DOUBTFUL, _reason(str(error), str(error)))
    try:
        opened = open_camera(spec)
        assert opened is not None
        with contextlib.closing(opened):
            opened.preview()
            said = asdict(opened.describe())
    except VisionError as error:
        return Finding("camera_trouble", DOUBTFUL, _reason(error.message("zh"), error.message("en")))
    return _good_camera(said)


def _good_camera(said: dict[str, Any]) -> Finding:
    key = "camera_switches" if said["switches"] else "camera"
    return Finding(key, facts={fact: said[fact] for fact in ("name", "width", "height")})


def _held_camera(held: dict[str, Any]) -> Finding:
    if held["camera"]:
        return _good_camera(held["camera"])
    problem = held["problem"]
    from vision.words import say

    words = [say(problem["code"], problem["facts"], lang) for lang in ("zh", "en")]
    return Finding("camera_trouble", DOUBTFUL, _reason(*words))


def _ask(port: int, what: str) -> dict[str, Any] | None:
    """What the running service says; None when it does not."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/{what}", timeout=5) as answer:
            said: dict[str, Any] = json.load(answer)
            return said
    except (OSError, ValueError):
        return None


def data_state(data: Path) -> Finding:
    path = data / DATABASE
    try:
        if not path.is_file():
            return Finding("data_none", facts={"path": str(data)})
        size = sum(p.stat().st_size for p in data.rglob("*") if p.is_file())
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)) as base:
            sound = base.execute("PRAGMA quick_check").fetchone()[0] == "ok"
            hands = base.execute("SELECT count(*) FROM hand WHERE status = 'agreed'").fetchone()[0]
    except (PermissionError, sqlite3.OperationalError):
        return Finding("data_foreign", DOUBTFUL, {"path": str(data)})
    except sqlite3.DatabaseError:
        return Finding("data_broken", BROKEN, {"path": str(path)})
    if not sound:
        return Finding("data_broken", BROKEN, {"path": str(path)})
    return Finding("data", facts={"path": str(data), "hands": hands, "megabytes": round(size / MIB, 1)})


def disk(data: Path) -> Finding:
    place = next(p for p in (data, *data.absolute().parents) if p.exists())
    free = shutil.disk_usage(place).free // MIB
    return Finding(
        "disk_low" if free < LOW_DISK else "disk", DOUBTFUL if free < LOW_DISK else "good", {"free": free}
    )


def memory() -> Finding:
    lines = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text("ascii").splitlines())
    free, whole = (int(lines[key].split()[0]) // 1024 for key in ("MemAvailable", "MemTotal"))
    low = free < LOW_MEMORY
    return Finding(
        "memory_low" if low else "memory", DOUBTFUL if low else "good", {"free": free, "all": whole}
    )


def power() -> Finding:
    """Undervoltage is the commonest trouble of a Pi, and looks like anything else."""
    degrees = _celsius()
    celsius = f"{degrees:.0f} °C" if degrees is not None else "? °C"
    bits = _throttled()
    flags = [words for bit, words in UNDERVOLTAGE.items() if bits >> bit & 1]
    if flags:
        return Finding("power_low", DOUBTFUL, {"flags": ", ".join(flags)})
    if degrees is not None and degrees >= HOT:
        return Finding("too_hot", DOUBTFUL, {"celsius": celsius})
    return Finding("power", facts={"celsius": celsius})


def _celsius() -> float | None:
    with contextlib.suppress(OSError, ValueError):
        return int(Path("/sys/class/thermal/thermal_zone0/temp").read_text("ascii")) / 1000
    return None


def _throttled() -> int:
    """The bits of `vcgencmd get_throttled`; 0 where there is no such program."""
    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError, IndexError):
        done = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5)
        return int(done.stdout.strip().split("=")[1], 16)
    return 0


def address() -> Finding:
    try:
        from webui.addresses import lan_addresses
    except ImportError:
        return Finding("address_none", DOUBTFUL)
    found = lan_addresses()
    if not found:
        return Finding("address_none", DOUBTFUL)
    return Finding("address", facts={"address": " / ".join([*found, f"{socket.gethostname()}.local"])})


def service(port: int) -> Finding:
    answers = _ask(port, "eye") is not None
    return Finding(
        "service" if answers else "service_silent", "good" if answers else DOUBTFUL, {"port": port}
    )


def clock(data: Path) -> Finding:
    if kernel_is_synchronised():
        return Finding("clock", facts={"how": "NTP"})
    from webui.box.clock import Clock

    if Clock(data / "clock.json").certain:
        return Finding("clock", facts={"how": "phone"})
    return Finding("clock_unsure", DOUBTFUL)


def gpio() -> Finding:
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not chips:
        return Finding("gpio_none")
    if any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Finding("gpio")
    return Finding("gpio_closed", DOUBTFUL, {"user": getpass.getuser()})
