"""Without the packages of the eye and the page a command says what to install, in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BARE = """
import sys, hule
class Bare:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "cv2", "onnxruntime", "PIL", "flask", "sqlalchemy", "waitress"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Bare())
sys.exit(hule.main(sys.argv[1:]))
"""


def run_bare(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BARE, *words],
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("words", "extras"),
    [
        (["read", "x.jpg"], "vision"),
        (["photo", "x.jpg"], "vision"),
        (["bench"], "vision"),
        (["tileset", "list"], "vision"),
        (["pin"], "vision,web"),
        (["serve"], "vision,web"),
    ],
    ids=lambda value: str(value[0]),
)
def test_what_to_install_is_said(words: list[str], extras: str) -> None:
    done = run_bare(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and f"pip install 'hule[{extras}]'" in done.stderr


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["score", "123456789m1235p+5p"], 0),
        (["waits", "123456789m1235p"], 0),
        (["doctor", "--camera", "none", "--port", "9"], 1),
        (["backup", "evening.tar"], 2),
    ],
    ids=lambda value: str(value[0]) if isinstance(value, list) else None,
)
def test_what_needs_none_of_them_works(tmp_path: Path, words: list[str], status: int) -> None:
    data = ["--data", str(tmp_path)] if words[0] in ("doctor", "backup") else []
    done = run_bare(*words, *data)
    assert done.returncode == status and "pip install" not in done.stderr
