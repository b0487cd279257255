"""Read the tiles of a photograph, with the doubts the eye has.

python examples/read_a_photo.py photo.jpg
"""

import sys
from pathlib import Path

from vision import Reader

SAMPLE = Path(__file__).parent / "photos" / "hand.jpg"
reading = Reader().read(sys.argv[1] if len(sys.argv) > 1 else SAMPLE)

print(reading.hand)
for tile in reading.tiles:
    doubt = "" if tile.p > 0.8 else f"  or {', '.join(symbol for symbol, _ in tile.alternatives[:3])}"
    print(f"{tile.read_as:3} {tile.role:10} {tile.p:.2f}{doubt}")
for remark in reading.warnings:
    print(remark.text)
