"""The report of a training: figures, confusions, and the photographs that went wrong, drawn over."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from models.training import evaluate, report, sources

BOXES = np.array([[20 + 60 * i, 40, 70 + 60 * i, 110] for i in range(3)], np.float32)


def photograph(folder: Path, name: str) -> sources.Photo:
    """Three tiles, 1m 2m 3m, on a grey table."""
    path = folder / name
    cv2.imwrite(str(path), np.full((160, 240, 3), 90, np.uint8))
    return sources.Photo(path, "table", False, BOXES, np.array([0, 1, 2]))


def read(*found: tuple[int, int]) -> evaluate.Read:
    """Tiles as (place, name)."""
    places = np.array([BOXES[i] for i, _ in found], np.float32).reshape(-1, 4)
    corners = np.stack([places[:, pair] for pair in ([0, 1], [2, 1], [2, 3], [0, 3])], axis=1)
    return evaluate.Read(corners, np.array([n for _, n in found], int), np.full(len(found), 0.9))


def test_the_page_shows_what_went_wrong_the_worst_first(tmp_path: Path) -> None:
    result = evaluate.Result()
    evaluate.judge(result, photograph(tmp_path, "good.png"), read((0, 0), (1, 1), (2, 2)))
    evaluate.judge(result, photograph(tmp_path, "one.png"), read((0, 0), (1, 1), (2, 3)))
    evaluate.judge(result, photograph(tmp_path, "three.png"), read((0, 4)))
    report.write(tmp_path / "out", {"table": result})
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert "3 photos, 1 exact (33.3%); 9 tiles, 5 right" in page
    assert "<td>3m read as 4m<td>1" in page
    assert "good.png" not in page
    captions = ["three.png: 1m read as 5m, 2m missed, 3m missed", "one.png: 3m read as 4m"]
    assert [page.index(text) for text in captions] == sorted(page.index(text) for text in captions)
    drawn = cv2.imread(str(tmp_path / "out" / "table-00.jpg"))
    colours = {tuple(c) for c in (drawn[75, 20], drawn[75, 80])}  # the left edges of two tiles
    assert drawn.shape == (160, 240, 3) and (90, 90, 90) not in colours


def test_a_clean_result_has_no_pictures(tmp_path: Path) -> None:
    result = evaluate.Result()
    evaluate.judge(result, photograph(tmp_path, "good.png"), read((0, 0), (1, 1), (2, 2)))
    report.write(tmp_path / "out", {"table": result})
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["index.html"]
