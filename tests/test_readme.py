"""The two commands of the README are those of the Makefile, and the first does what it says."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def test_the_readme_names_the_commands_of_the_makefile():
    commands = re.findall(r"^make (\w+)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
    assert commands == ["run", "test"]
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert set(commands) <= set(targets)


def test_ci_runs_the_readmes_second_command():
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_make_run_scores_the_sample_and_serves_it(tmp_path):
    """From nothing it also makes the virtual environment, which takes a minute or two."""
    port = free_port()
    log = tmp_path / "log"
    environment = os.environ | {"HOME": str(tmp_path), "LANG": "C.UTF-8"}
    with log.open("w") as file:
        make = subprocess.Popen(
            ["make", "run", f"PORT={port}"],
            cwd=ROOT,
            stdout=file,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + 600
        while "和了 Hule" not in log.read_text(encoding="utf-8"):
            assert make.poll() is None, log.read_text(encoding="utf-8")
            assert time.monotonic() < deadline, log.read_text(encoding="utf-8")
            time.sleep(0.3)
        said = log.read_text(encoding="utf-8")
        assert "Pure Straight" in said or "清龙" in said
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as page:
            text = page.read().decode()
        assert page.status == 200
        assert "sample" in text
    finally:
        os.killpg(make.pid, signal.SIGTERM)
        make.wait(20)
