"""The installer's scripts and unit, as far as they can be checked in a moment.

The scripts beside this file install and photograph for real, in Debian folders; see conftest.py.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from hule import build_parser
from tests.pi.conftest import Beside

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "deploy" / "hule.service"
UNITS = sorted((ROOT / "deploy").glob("*.service"))
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


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_the_services_exposure_is_low(unit: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed")
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", str(unit)], capture_output=True, text=True
    )
    found = re.search(rf"exposure level for {unit.name}: ([\d.]+)", done.stdout)
    if not found:
        pytest.skip(f"systemd-analyze is too old: {done.stderr}")
    assert 0 < float(found[1]) <= 3.0


def test_an_update_notices_a_change_in_every_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    packages = {name.rstrip("*") for name in settings["packages"]["find"]["include"]}
    counted = re.search(r'"\$SOURCE"/\{([\w,]+)\}', (ROOT / "deploy" / "lib.sh").read_text("utf-8"))
    assert counted is not None and set(counted[1].split(",")) == packages


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


# They ask nobody for root: without it, they are skipped. HULE_PI_TESTS=0 leaves them out, =all takes each.
ASKED = os.environ.get("HULE_PI_TESTS", "")
FOR_REAL = [
    pytest.param(name, marks=pytest.mark.beside(name) if wanted else pytest.mark.skip(reason))
    for name, wanted, reason in (
        ("test-install.sh", ASKED != "0", "left out by HULE_PI_TESTS=0"),
        ("test-camera.sh", ASKED != "0", "left out by HULE_PI_TESTS=0"),
        ("test-arm64.sh", ASKED == "all", "takes 15 minutes, asked for by HULE_PI_TESTS=all"),
    )
]


@pytest.mark.parametrize("script", FOR_REAL)
def test_for_real(script: str, beside: Beside) -> None:
    status, said = beside.result()
    if status == SKIPPED:
        pytest.skip(said.strip().splitlines()[-1].removeprefix("skipped: "))
    assert status == 0, said[-6000:]
