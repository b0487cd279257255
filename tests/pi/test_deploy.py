"""The installer's scripts and unit, as far as they can be checked in a moment.

The scripts beside this file install and photograph for real; they need root and minutes, so they run only
when HULE_PI_TESTS=1 asks for them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hule import build_parser

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "deploy" / "hule.service"
SCRIPTS = sorted([*(ROOT / "deploy").glob("*.sh"), *(ROOT / "tests" / "pi").glob("*.sh")])
SKIPPED = 77


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shellcheck_finds_nothing(script: Path) -> None:
    if not shutil.which("shellcheck"):
        pytest.skip("shellcheck is not installed (apt-get install shellcheck)")
    done = subprocess.run(["shellcheck", "-x", str(script)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_bash_can_read_it(script: Path) -> None:
    assert subprocess.run(["bash", "-n", str(script)]).returncode == 0


def test_the_services_exposure_is_low() -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed")
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", str(UNIT)], capture_output=True, text=True
    )
    found = re.search(r"exposure level for hule.service: ([\d.]+)", done.stdout)
    if not found:
        pytest.skip(f"systemd-analyze is too old: {done.stderr}")
    assert 0 < float(found[1]) <= 3.0


def test_the_command_of_the_service_is_one_that_hule_knows() -> None:
    line = re.search(r"^ExecStart=\S+/hule (.*)$", UNIT.read_text("utf-8"), re.M)
    assert line is not None
    words = line[1].replace("${HULE_PORT}", "80").replace("${HULE_DATA}", "/var/lib/hule")
    words = re.sub(r"\$\{HULE_(\w+)\}", lambda name: name[1].lower(), words).replace("$HULE_OPTIONS", "")
    told = build_parser().parse_args([*words.split(), "--button", "17", "--lamp", "27"])
    assert (told.port, told.data, told.button, told.lamp) == (80, "/var/lib/hule", 17, 27)


@pytest.mark.parametrize("script", ["install.sh", "update.sh", "hotspot.sh", "https.sh"])
def test_without_root_the_scripts_say_so_and_change_nothing(script: str) -> None:
    if os.getuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("setpriv is missing")
    words = {"hotspot.sh": ["on"], "https.sh": ["on"]}.get(script, [])
    command = ["bash", str(ROOT / "deploy" / script), *words]
    if os.getuid() == 0:
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    if done.returncode == 126 or "Permission denied" in done.stderr:
        pytest.skip("the checkout cannot be read by others")
    assert done.returncode != 0
    assert "sudo" in done.stderr


@pytest.mark.parametrize("script", ["test-install.sh", "test-camera.sh", "test-arm64.sh"])
def test_for_real(script: str) -> None:
    if os.environ.get("HULE_PI_TESTS") != "1":
        pytest.skip(f"takes minutes and root: HULE_PI_TESTS=1, or sudo tests/pi/{script}")
    done = subprocess.run([str(ROOT / "tests" / "pi" / script)], capture_output=True, text=True)
    if done.returncode == SKIPPED:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
