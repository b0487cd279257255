"""From a photograph to a reading and on to its points, with a stand-in for the two networks."""

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

import hule
import vision.reader
from models.training.blocks import PlacedTile
from models.training.sightings import Camera, sight
from tests.vision.test_arrange import tiles
from vision import Reader, Reading
from vision.classify import Named
from vision.errors import ImageError
from vision.locate import Located
from vision.text import hand_text
from vision.words import say

CAMERA = Camera(elevation=math.radians(70))
HAND = "1m 2m 3m 4m 5m 6m 7p 8p 9p E E"


class Eye:
    """Sees the given tiles in whatever picture is shown; `slip` names one of them wrongly."""

    def __init__(self, *parts: list[PlacedTile], slip: tuple[int, int, float] | None = None) -> None:
        placed = [t for part in parts for t in part]
        self.sighting = sight(placed, CAMERA, np.random.default_rng(3), noise=0.02, errors=0.0)
        if slip:
            tile, looks, sure = slip
            row = next(i for i, t in enumerate(self.sighting.tiles) if t.tile == tile)
            self.sighting.probabilities[row] = 1e-5
            self.sighting.probabilities[row, [looks, tile]] = sure, 1 - sure

    def find(self, image: np.ndarray) -> list[Located]:
        return [Located(q, 0.9) for q in self._quads_in(image)]

    def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
        away = np.abs(quads[:, None] - self._quads_in(image)[None]).sum(axis=(2, 3))
        return Named(self.sighting.probabilities[away.argmin(axis=1)], quads)

    def _quads_in(self, image: np.ndarray) -> np.ndarray:
        return (self.sighting.quads * image.shape[1] / 4000).astype(np.float32)


def photo(width: int = 1000, height: int = 750) -> np.ndarray:
    return np.random.default_rng(0).integers(90, 200, (height, width, 3), np.uint8)


def read(*parts: list[PlacedTile], slip: tuple[int, int, float] | None = None, **size: int) -> Reading:
    eye = Eye(*parts, slip=slip)
    return Reader.of(eye, eye).read(photo(**size))


def codes(reading: Reading) -> set[str]:
    return {remark.code for remark in reading.warnings}


def test_a_whole_hand_in_notation() -> None:
    reading = read(tiles(HAND[:-2]), tiles("C~ C C", x=290), tiles("E", x=60, y=60), tiles("a", x=430))
    assert reading.hand == "[CCC]123456m789pE+E |a"
    assert [t.role for t in reading.tiles].count("meld") == 3
    assert set(reading.ms) == {"decode", "locate", "classify", "arrange", "total"}


def test_a_concealed_kong_face_down_in_part() -> None:
    reading = read(tiles(HAND), tiles("_ F F _", x=320))
    assert reading.hand == "{FFFF}123456m789pEE"
    assert [(t.tile, t.read_as) for t in reading.tiles if t.role == "kong"] == [
        ("_", "F"), ("F", "F"), ("F", "F"), ("_", "F"),
    ]  # fmt: skip
    assert reading.legal
    assert "winning_tile_unknown" in codes(reading)


def test_backs_that_look_like_white_dragons_are_read_as_backs_of_a_kong() -> None:
    eye = Eye(tiles(HAND), tiles("F _ _ F", x=320))
    for i, tile in enumerate(eye.sighting.tiles):
        if tile.face == "down":
            eye.sighting.probabilities[i] = 1e-5
            eye.sighting.probabilities[i, [33, 42]] = 0.9, 0.1
    reading = Reader.of(eye, eye).read(photo())
    assert reading.hand == "{FFFF}123456m789pEE"
    assert [t.tile for t in reading.tiles if t.role == "kong"] == ["F", "_", "_", "F"]
    assert reading.legal


def test_an_overruled_tile_is_shown_both_ways_and_said() -> None:
    reading = read(tiles(HAND + " 2s 3s 4s"), slip=(16, 15, 0.7))
    assert [(t.tile, t.read_as) for t in reading.tiles if t.tile != t.read_as] == [("7p", "8p")]
    remark = next(r for r in reading.warnings if r.code == "overruled")
    assert remark.facts == {"number": 8, "tile": "7p", "read_as": "8p"}


def test_a_doubtful_tile_is_said_with_what_else_it_may_be() -> None:
    reading = read(tiles(HAND + " 2s 3s 4s"), slip=(16, 13, 0.3))
    remark = next(r for r in reading.warnings if r.code == "doubtful")
    assert remark.facts == {"number": 8, "tile": "8p", "instead": ["5p"]}
    assert "8p (8 of dots), or perhaps 5p (5 of dots)" in say(remark.code, remark.facts, "en")
    assert "八饼，也可能是五饼" in say(remark.code, remark.facts, "zh")


def test_whatever_the_rules_change_is_said() -> None:
    """Hands in which any tile may be taken for any other, more or less surely."""
    changed = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        eye = Eye(tiles(HAND[:-2]), tiles("C~ C C", x=290), tiles("E", x=60, y=60), tiles("a b", x=430))
        p = eye.sighting.probabilities
        for row in rng.choice(len(p), 3, replace=False):
            p[row, rng.choice(42, 3, replace=False)] += rng.dirichlet([0.3] * 3)
        p /= p.sum(axis=1, keepdims=True)
        reading = Reader.of(eye, eye).read(photo())
        said = {r.facts["number"] for r in reading.warnings if r.code in ("overruled", "doubtful")}
        other = {n for n, t in enumerate(reading.tiles, 1) if t.read_as != t.tile}
        assert other <= said
        changed += len(other)
    assert changed > 10


def test_quads_are_in_pixels_of_the_photograph_however_it_was_shrunk(tmp_path: Path) -> None:
    from vision.images import Limits

    path = tmp_path / "large.jpg"
    cv2.imwrite(str(path), photo(2000, 1500))
    eye = Eye(tiles(HAND + " 2s 3s 4s"))
    whole = Reader.of(eye, eye).read(path)
    shrunk = Reader.of(eye, eye, Limits(working_pixels=1_000_000)).read(path)
    assert (shrunk.width, shrunk.height) == (2000, 1500)
    assert np.allclose([t.quad for t in whole.tiles], [t.quad for t in shrunk.tiles], atol=1.0)


def test_remarks_on_poor_photographs() -> None:
    row = tiles(HAND + " 2s 3s 4s")
    eye = Eye(row)
    dark = Reader.of(eye, eye).read(photo() // 8)
    assert "too_dark" in codes(dark)
    assert "too_far" in codes(read(row, width=200, height=150))
    assert "not_enough_tiles" in codes(read(tiles("1m 2m 3m 4m")))
    assert "too_many_tiles" in codes(read(tiles(HAND + " 2s 3s 4s 5s 5s")))
    cut = read(tiles(HAND + " 2s 3s", x=160))
    assert [r.facts for r in cut.warnings if r.code == "cut_off"] == [{"end": "right end"}]
    assert "cut_off" not in codes(read(tiles(HAND + " 2s 3s 4s", x=160)))
    near = read(tiles(HAND + " 2s 3s", x=100))  # half a tile may have been beyond its last one
    assert [r.facts for r in near.warnings if r.code == "perhaps_cut_off"] == [{"end": "right end"}]
    assert not codes(read(tiles(HAND + " 2s 3s 4s", x=80))) & {"cut_off", "perhaps_cut_off"}
    assert "perhaps_cut_off" not in codes(read(tiles(HAND + " 2s 3s", x=60)))


def test_a_little_blur_is_said_only_where_tiles_are_missing() -> None:
    sharp = np.kron(photo(125, 94)[..., :1], np.ones((8, 8, 3))).astype(np.uint8)
    soft = cv2.GaussianBlur(sharp, (0, 0), 0.7)
    whole, part = Eye(tiles(HAND + " 2s 3s 4s")), Eye(tiles(HAND + " 2s 3s"))
    assert "blurred" not in codes(Reader.of(whole, whole).read(soft))
    assert "blurred" in codes(Reader.of(part, part).read(soft))
    assert "blurred" not in codes(Reader.of(part, part).read(sharp))


def test_nothing_to_see() -> None:
    class Blind:
        def find(self, image: np.ndarray) -> list[Located]:
            return []

        def name(self, image: np.ndarray, quads: np.ndarray) -> Named:
            return Named(np.zeros((0, 44)), quads)

    reading = Reader.of(Blind(), Blind()).read(photo())
    assert (reading.hand, reading.tiles, reading.legal) == ("", (), False)
    assert codes(reading) == {"no_tiles"}
    with pytest.raises(ImageError):
        Reader.of(Blind(), Blind()).read(b"a letter")


def test_the_hand_can_be_parsed_again() -> None:
    from scorer import Hand

    reading = read(tiles(HAND[:-2]), tiles("C~ C C", x=290), tiles("E", x=60, y=60), tiles("a", x=430))
    assert str(Hand.parse(hand_text(reading.tiles))) == reading.hand


@pytest.fixture
def camera_roll(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A photograph, and `hule` seeing fourteen tiles in it whatever it shows."""
    eye = Eye(tiles("2m 3m 4m 5m 6m 7m 2p 3p 4p 6p 7p 8p 5s 5s"))
    monkeypatch.setattr(vision.reader.Reader, "__init__", lambda self, models=None: self._furnish(eye, eye, vision.reader.LIMITS, 1.0))  # fmt: skip  # noqa: E501
    path = tmp_path / "hand.jpg"
    cv2.imwrite(str(path), photo())
    return path


def ran(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = hule.main([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_hule_read_prints_one_json_line_a_photo(
    camera_roll: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = camera_roll.parent / "drawn"
    status, out, _ = ran(capsys, "read", camera_roll, camera_roll, "--json", "--overlay", folder)
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [line["hand"] for line in lines] == ["234567m234678p55s"] * 2
    assert lines[0]["photo"] == str(camera_roll)
    assert cv2.imread(str(folder / "hand-read.jpg")).shape == (750, 1000, 3)


def test_a_photograph_too_long_to_be_drawn_on_is_read_all_the_same(
    camera_roll: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """`capfd`: a line of OpenCV's own would be one too many."""
    folder, path = camera_roll.parent, camera_roll.parent / "long.png"
    cv2.imwrite(str(path), np.full((20, 65_600, 3), 120, np.uint8))
    status, out, err = ran(capfd, "read", path, camera_roll, "--overlay", folder, "--lang", "en")
    assert status == 2
    named = [line.split(": ")[0] for line in out.splitlines() if not line.startswith("  ")]
    assert named == [str(path), str(camera_roll)]
    assert len(err.splitlines()) == 1
    assert "long-read.jpg" in err
    assert (folder / "hand-read.jpg").is_file()


def test_hule_photo_asks_which_tile_won_and_gives_the_range(
    camera_roll: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = ran(capsys, "photo", camera_roll, "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["winning_tile"] is None
    assert answer["score"]["error"]["code"] == "winning_tile_unknown"
    best, worst = answer["range"]["best"], answer["range"]["worst"]
    assert best["total"] > worst["total"]
    asked = {t["tile"] for t in answer["range"]["tiles"]}
    assert asked == {"2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "6p", "7p", "8p", "5s"}


def test_hule_photo_scores_the_tile_that_is_named(
    camera_roll: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from scorer import score

    status, out, _ = ran(capsys, "photo", camera_roll, "--win", "3m", "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["winning_tile"] == "3m"
    assert answer["range"] is None
    assert answer["score"]["total"] == score("24567m234678p55s+3m").total
    assert answer["reading"]["hand"] == "234567m234678p55s"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["photo", "{}", "--win", "C"], "red dragon"),
        (["photo", "{}", "--win", "x"], "x"),
        (["photo", "{}", "--seat", "Q"], "Q"),
        (["photo", "{}", "--rules", "bridge"], "bridge"),
        (["read", "/no/such/photo.jpg"], "/no/such/photo.jpg"),
        (["read", "/"], "directory"),
    ],
)
def test_unusable_input_gives_one_line_and_status_two(
    camera_roll: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], word: str
) -> None:
    status, out, err = ran(capsys, *(a.format(camera_roll) for a in arguments), "--lang", "en")
    assert status == 2
    assert len(err.splitlines()) == 1
    assert word in err
    assert out == ""


def test_without_networks_the_command_says_which_is_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, _, err = ran(capsys, "read", "x.jpg", "--models", tmp_path, "--lang", "en")
    assert status == 2
    assert "locator.onnx" in err
