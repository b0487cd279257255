"""The PyPI detector beside ours: `PYTHON bench/vision_peer.py` in an environment with `mahjong-detector`.

A program of its own, for comparison only: paths of photographs on standard input, one JSON line each with the
boxes found, milliseconds from file to boxes and of processor time. Nothing of Hule imports it, and it
imports nothing of Hule, so it runs wherever that package is installed (extra `peer`).
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time

NAMES = {"chun": "C", "haku": "P", "hatsu": "F", "nan": "S", "pe": "N", "sha": "W", "tou": "E"}


def main() -> None:
    """Read photographs until the input ends."""
    import onnxruntime
    from mahjong_detector.preprocess import preprocess_image
    from PIL import Image, ImageOps

    predict = importlib.import_module("mahjong_detector.predict")  # the package hides it behind a function
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    predict.threadlocal.session = onnxruntime.InferenceSession(
        predict.model_path, options, providers=["CPUExecutionProvider"]
    )
    for line in sys.stdin:
        began, used = time.perf_counter(), time.process_time()
        with Image.open(line.rstrip("\n")) as opened:
            picture, padding = preprocess_image(ImageOps.exif_transpose(opened))
        found = predict.predict(picture, padding)
        ms, cpu = (time.perf_counter() - began) * 1e3, (time.process_time() - used) * 1e3
        boxes = []
        for d in found:
            name = predict.CLASS_NAMES[d.class_id]
            boxes.append([int(d.x1), int(d.y1), int(d.x2), int(d.y2), NAMES.get(name, name)])
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"boxes": boxes, "ms": ms, "cpu_ms": cpu, "peak_mb": peak}), flush=True)


if __name__ == "__main__":
    main()
