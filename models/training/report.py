"""A page that shows how well the eye reads: figures, confusions, the photographs that went wrong."""

from __future__ import annotations

import html
from pathlib import Path

import cv2

from .evaluate import Result, draw

SHOWN = 24


def write(out: Path, results: dict[str, Result]) -> None:
    """Write `index.html` and its pictures into the folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    parts = [
        "<!doctype html><meta charset=utf-8><title>Hule's eye</title>",
        "<style>body{font:15px sans-serif;margin:2em} img{max-width:31%;margin:.4em}</style>",
    ]
    for family, result in results.items():
        parts.append(f"<h2>{html.escape(family)}</h2><p>{result.line()}</p><table>")
        parts += [f"<tr><td>{a} read as {b}<td>{n}" for (a, b), n in result.confusions.most_common(20)]
        parts.append("</table>")
        worst = sorted(result.failures, key=lambda f: -(len(f[2]) + len(f[3]) + len(f[4])))[:SHOWN]
        for n, failure in enumerate(worst):
            name = f"{family}-{n:02d}.jpg"
            cv2.imwrite(str(out / name), draw(failure[0].load(), failure))
            parts.append(f"<img src='{name}' alt='{html.escape(failure[0].path.name)}'>")
    (out / "index.html").write_text("\n".join(parts))
