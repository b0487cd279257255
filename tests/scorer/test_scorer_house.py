"""The room keeps to itself: the standard library only, nothing of ours, no I/O, quick to load."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import scorer
from tests.fixtures.imports import imported

ROOM = Path(scorer.__file__).parent
MODULES = sorted(ROOM.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_standard_library_only(path):
    assert imported(path) <= sys.stdlib_module_names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_input_or_output(path):
    tree = ast.parse(path.read_text("utf-8"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "print", "input"}
    assert not imported(path) & {"os", "sys", "pathlib", "socket", "time", "random", "datetime"}


def test_files_stay_readable():
    assert max(len(path.read_text("utf-8").splitlines()) for path in MODULES) <= 450


def test_a_score_loads_what_it_needs_and_no_more():
    code = (
        "import sys, scorer; scorer.score('19m19p19sESWNCFP+E');"
        "print([m for m in ('scorer.claim', 'scorer.match', 'scorer.explain', 'json') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_everything_public_is_there():
    assert all(getattr(scorer, name) is not None for name in scorer.__all__)
    with pytest.raises(AttributeError):
        scorer.nothing  # noqa: B018
