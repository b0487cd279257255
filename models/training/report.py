"""A page that shows how well the eye reads: figures, confusions, the photographs that went wrong."""

from __future__ import annotations

import html
from pathlib import Path

import cv2

from . import sources
from .evaluate import Failure, Result, draw

SHOWN = 24
HEAD = """<!doctype html><meta charset=utf-8><title>Hule's eye</title>
<style>body{font:15px sans-serif;margin:2em}
figure{display:inline-block;width:31%;margin:.4em;vertical-align:top} img{width:100%}</style>
<p>Green: read right. Red: read wrongly, or no tile of the labels. Yellow: missed.</p>"""


def write(out: Path, results: dict[str, Result]) -> None:
    """Write `index.html` and its pictures into the folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    parts = [HEAD]
    for family, result in results.items():
        parts.append(f"<h2>{html.escape(family)}</h2><p>{result.line()}</p><table>")
        parts += [f"<tr><td>{a} read as {b}<td>{n}" for (a, b), n in result.confusions.most_common(20)]
        parts.append("</table>")
        worst = sorted(result.failures, key=lambda f: -(len(f[2]) + len(f[3]) + len(f[4])))[:SHOWN]
        for n, failure in enumerate(worst):
            name = f"{family}-{n:02d}.jpg"
            cv2.imwrite(str(out / name), draw(failure[0].load(), failure))
            parts.append(
                f"<figure><img src='{name}' alt=''><figcaption>{caption(failure)}</figcaption></figure>"
            )
    (out / "index.html").write_text("\n".join(parts), "utf-8")


def caption(failure: Failure) -> str:
    """Which photograph it is, and what went wrong."""
    photo, got, wrong, missed, extra = failure
    names = [f"{sources.SYMBOLS[photo.tiles[j]]} read as {sources.SYMBOLS[got.tiles[i]]}" for i, j in wrong]
    names += [f"{sources.SYMBOLS[photo.tiles[j]]} missed" for j in missed]
    names += [f"{sources.SYMBOLS[got.tiles[i]]} too many" for i in extra]
    return html.escape(f"{photo.path.name}: {', '.join(names)}")
