"""The classes that the classifier tells apart: tiles by their numbers (`scorer.tiles`), a back, no tile."""

KINDS = 34
"""Tiles from 0 on that are no flowers."""
WHITE = 33
"""The white dragon, which may be blank: any white side or card looks like it."""
FLOWERS = range(34, 42)
BACK, NOT_A_TILE, CLASSES = 42, 43, 44
