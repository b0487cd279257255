"""The bundled sample photographs: hands of Hule's own drawn tiles, rendered like the training scenes.

    python -m models.training.samples examples/photos examples/tilesets

Nothing of the training pictures goes into them: faces come from the page's sprite (rasterised by Chromium
through Playwright), tables are drawn.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from vision.classes import BACK
from webui.tileart.draw import sprite

from . import faces
from .blocks import PlacedTile
from .faces import FACE_H, FACE_W, Style
from .scenes import Renderer
from .sources import INDEX, SYMBOLS
from .view import View

CHROMIUM = "/usr/bin/chromium"
FACE = (26.0, 35.0)
CALM = View(elevation=1.1, roll=0.03, upside_down=0.0, objects=0)


def own_style() -> Style:
    """The page's tile drawings as a set of tiles. Raises OSError without Chromium."""
    pictures: dict[int, list[np.ndarray]] = {}
    if not Path(CHROMIUM).exists():
        raise OSError(f"{CHROMIUM} is missing")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 240, "height": 320})
        for symbol in SYMBOLS[:BACK]:
            page.set_content(
                f"<body style='margin:0'>{sprite()}"
                f"<svg width=240 height=320 viewBox='0 0 60 80' style='position:absolute;left:0;top:0'>"
                f"<use href='#t-{symbol}'/></svg>"
            )
            png = np.frombuffer(page.screenshot(), np.uint8)
            image = cv2.imdecode(png, cv2.IMREAD_COLOR)
            image = image[10:-14, 8:-12]
            image = cv2.resize(image, (FACE_W, FACE_H), interpolation=cv2.INTER_AREA)
            pictures[INDEX[symbol]] = [np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])]
        browser.close()
    return Style("hule", pictures, opaque=True, upright=True)


@dataclass(frozen=True)
class Sample:
    """A photograph to make: tiles in rows (x in mm from the left, y away from the viewer)."""

    name: str
    hand: str
    rows: tuple[tuple[float, float, str], ...]
    seed: int
    size: tuple[int, int] = (2016, 1512)


SAMPLES = (
    # a concealed part, the winning tile apart, an exposed chow with the claimed tile turned, two flowers
    Sample(
        "hand",
        "[312m]456m789m22p55s+5s|ae",
        ((0, 0, "4m 5m 6m 7m 8m 9m 2p 2p 5s 5s"), (285, 0, "5s"), (330, 0, "~3m 1m 2m"), (0, 62, "a e")),
        33,
    ),
    Sample(
        "kong",
        "[EEE]{2222s}789p33m67p+5p",
        ((0, 0, "7p 8p 9p 3m 3m 6p 7p"), (205, 0, "5p"), (250, 0, "_ 2s 2s _"), (370, 0, "~E E E")),
        12,
    ),
    Sample(
        "seven-pairs",
        "1122m4477p99sEEC+C",
        ((0, 0, "1m 1m 2m 2m 4p 4p 7p 7p 9s 9s E E C"), (365, 0, "C")),
        35,
    ),
    Sample("plain-row", "123m456p789sEEE55p", ((0, 0, "1m 2m 3m 4p 5p 6p 7s 8s 9s E E E 5p 5p"),), 14),
)


def placed(sample: Sample) -> list[PlacedTile]:
    """The sample's tiles on the table; `~` turns a tile on its side, `_` is a face-down tile."""
    tiles = []
    for x, y, row in sample.rows:
        for word in row.split():
            turned = word.startswith("~")
            width = FACE[1] if turned else FACE[0]
            symbol = word.lstrip("~")
            face = "down" if symbol == "_" else "up"
            tile = INDEX["1m"] if symbol == "_" else INDEX[symbol]
            drop = (FACE[1] - FACE[0]) / 2 if turned else 0.0
            tiles.append(PlacedTile(tile, x + width / 2, y - drop, np.pi / 2 if turned else 0.0, face))
            x += width + 0.3
    return tiles


LAID_OUT = Sample(
    "drawn",
    "",
    tuple(
        (0, -40.0 * row, " ".join(symbols))
        for row, symbols in enumerate(
            (SYMBOLS[:9], SYMBOLS[9:18], SYMBOLS[18:27], SYMBOLS[27:34], SYMBOLS[34:BACK])
        )
    ),
    7,
)
"""The whole set in the order of `hule tileset order`."""


def lay_out(renderer: Renderer, folder: Path) -> None:
    """Render the laid-out set."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(LAID_OUT.seed)
    tiles = placed(LAID_OUT)
    look = faces.random_look(rng)
    scene = renderer.render(rng, tiles, renderer.styles[0], look, *LAID_OUT.size, len(tiles), CALM)
    path = str(folder / f"{LAID_OUT.name}.jpg")
    cv2.imwrite(path, scene.image, [cv2.IMWRITE_JPEG_QUALITY, 85])


def main(out: Path, sets: Path) -> None:
    """Render every sample as a JPEG, with what it shows in `samples.json`, and the laid-out set."""
    out.mkdir(parents=True, exist_ok=True)
    renderer = Renderer([own_style()], [], [])
    lay_out(renderer, sets)
    for sample in SAMPLES:
        rng = np.random.default_rng(sample.seed)
        look = faces.random_look(rng)
        tiles = placed(sample)
        scene = renderer.render(rng, tiles, renderer.styles[0], look, *sample.size, len(tiles), CALM)
        cv2.imwrite(str(out / f"{sample.name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 85])
    shown = {f"{s.name}.jpg": s.hand for s in SAMPLES}
    (out / "samples.json").write_text(json.dumps(shown, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
