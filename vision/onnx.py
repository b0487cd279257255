"""A network behind ONNX Runtime: the one place that loads one, checks it and sets its threads."""

from __future__ import annotations

import hashlib
import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np

from vision.errors import ModelError

# ONNX Runtime from 1.32 on gives the machine a number and sends home how it is used; nothing leaves this one.
# It asks for this when it is imported, so this stands before that.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

MANIFEST = "manifest.json"
MOST_THREADS = 4
"""More threads than this make networks of this size slower, not faster."""


def models_dir() -> Path:
    """Where the networks lie: the installed package `models`."""
    import models

    return Path(models.__file__).parent


def manifest(folder: Path) -> dict[str, dict[str, Any]]:
    """What `manifest.json` says of each network in a folder, by its name; {} without one.

    `sha256` is always there; `temperature`, above 0, may be. Raises `ModelError` (models_damaged) when it is
    not as `models/training/export.py` writes it.
    """
    path = folder / MANIFEST
    if not path.is_file():
        return {}
    try:
        networks = json.loads(path.read_text("utf-8"))["models"]
        sound = all(
            said["sha256"] and 0 < said.get("temperature", 1.0) < math.inf for said in networks.values()
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise ModelError("models_damaged", name=MANIFEST, folder=str(folder))
    return networks


class Network:
    """An ONNX network, ready to run.

    Raises `ModelError`: models_missing when there is no such file, models_damaged when it is not the one
    whose sha256 the manifest beside it gives, or cannot be loaded.
    """

    def __init__(self, path: str | Path, threads: int | None = None) -> None:
        self.path = Path(path)
        _check(self.path)
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or min(MOST_THREADS, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Every look has another shape; remembered memory plans would pile up (35 MB after a few photographs)
        # and save no time.
        options.enable_cpu_mem_arena = False
        options.enable_mem_pattern = False
        # Threads that spin between two photographs would cost a Raspberry Pi its idle time.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(
                str(self.path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # ONNX Runtime has an exception class of its own for every kind of damage
            raise ModelError("models_damaged", name=self.path.name, folder=str(self.path.parent)) from error
        self.inputs = [i.name for i in self._session.get_inputs()]
        self.outputs = [o.name for o in self._session.get_outputs()]

    def run(self, *arrays: np.ndarray) -> list[np.ndarray]:
        """The outputs for these inputs, in the network's own order."""
        return self._session.run(None, dict(zip(self.inputs, arrays, strict=True)))


def _check(path: Path) -> None:
    if not path.is_file():
        raise ModelError("models_missing", name=path.name, folder=str(path.parent))
    said = manifest(path.parent).get(path.stem)
    if said and hashlib.sha256(path.read_bytes()).hexdigest() != said["sha256"]:
        raise ModelError("models_damaged", name=path.name, folder=str(path.parent))
