"""What installs and photographs for real: scripts beside this file, running at the back of the other tests.

They begin when the collection is done, at the lowest priority, and are asked for at the very end. What needs
libcamera is run by test-camera.sh, where there is one.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import IO

import pytest

HERE = Path(__file__).parent
MOST_SECONDS = 20 * 60
"""That a script may take when the other tests are done; then it has failed."""
collect_ignore = ["check_picamera2.py", "virtualcam.py", "virtual_hule.py"]


class Beside:
    """A script that runs while other tests do; `result` waits for it."""

    def __init__(self, name: str) -> None:
        self._log: IO[str] = tempfile.TemporaryFile("w+")  # noqa: SIM115  (as long as it runs)
        self._process = subprocess.Popen(
            ["nice", "-n", "19", str(HERE / name)],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            process_group=0,  # not a session: niceness counts only within one
        )

    def result(self) -> tuple[int, str]:
        """Its exit status and what it said; killed when it takes too long."""
        with contextlib.suppress(OSError):  # there is nothing left to leave the machine to
            os.setpriority(os.PRIO_PGRP, self._process.pid, 0)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(MOST_SECONDS)
        self.stop()
        self._log.seek(0)
        return self._process.returncode, self._log.read()

    def stop(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)  # unshare would sit SIGTERM out
            self._process.wait()


def script_of(item: pytest.Item) -> str | None:
    """The script that a test waits for."""
    mark = item.get_closest_marker("beside")
    return mark.args[0] if mark else None


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "beside(script): waits for a script that runs beside the other tests")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: script_of(item) is not None)  # the rest stays in order


RUNNING: dict[str, Beside] = {}


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.collectonly:
        return
    for item in session.items:
        script = script_of(item)
        if script and not any(mark.name == "skip" for mark in item.iter_markers()):
            RUNNING[script] = Beside(script)


def pytest_sessionfinish() -> None:
    for script in RUNNING.values():
        script.stop()


@pytest.fixture
def beside(request: pytest.FixtureRequest) -> Beside:
    """The script that the test is marked with, running since the tests began."""
    return RUNNING[script_of(request.node)]
