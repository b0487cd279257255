"""Photographs come in upright, in any common format, and hostile files leave with a code."""

import io
import random
import struct
import time
import zlib
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image, features

from vision.errors import ImageError
from vision.images import Limits, decode, from_array, read, write

WIDTH, HEIGHT = 96, 64


def picture() -> Image.Image:
    """Red on the top left, green top right, blue bottom left, white bottom right."""
    pixels = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    pixels[:32, :48], pixels[:32, 48:], pixels[32:, :48] = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    return Image.fromarray(pixels)


def encoded(image: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def corners(array: np.ndarray) -> list[str]:
    """The colours of the four quarters, in reading order."""
    h, w = array.shape[:2]
    names = {(0, 0, 255): "red", (0, 255, 0): "green", (255, 0, 0): "blue", (255, 255, 255): "white"}
    spots = [(h // 4, w // 4), (h // 4, 3 * w // 4), (3 * h // 4, w // 4), (3 * h // 4, 3 * w // 4)]
    return [names[tuple(int(v > 128) * 255 for v in array[spot])] for spot in spots]


@pytest.mark.parametrize(("form", "mode"), [
    ("JPEG", "RGB"), ("JPEG", "CMYK"), ("PNG", "RGB"), ("PNG", "RGBA"), ("PNG", "P"), ("WEBP", "RGB"),
    ("WEBP", "RGBA"), ("HEIF", "RGB"), ("HEIF", "RGBA"),
])  # fmt: skip
def test_every_format_gives_the_same_picture(form: str, mode: str) -> None:
    pillow_heif.register_heif_opener()
    photo = decode(encoded(picture().convert(mode), form))
    assert (photo.width, photo.height, photo.array.shape) == (WIDTH, HEIGHT, (HEIGHT, WIDTH, 3))
    assert corners(photo.array) == ["red", "green", "blue", "white"]


# Where the four quarters go when a picture is stored with each orientation (EXIF 2.32, tag 0x0112).
STORED = {
    1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270,
}  # fmt: skip


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_is_seen_upright(orientation: int, form: str) -> None:
    pillow_heif.register_heif_opener()
    turn = STORED[orientation]
    stored = picture().transpose(turn) if turn is not None else picture()
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = decode(encoded(stored, form, exif=exif.tobytes()))
    assert (photo.width, photo.height) == (WIDTH, HEIGHT)
    assert corners(photo.array) == ["red", "green", "blue", "white"]


def test_sixteen_bits_and_grey_become_eight_bit_colour() -> None:
    ramp = np.tile(np.linspace(0, 65535, 64).astype(np.uint16), (64, 1))
    deep = decode(cv2.imencode(".png", ramp)[1].tobytes()).array
    grey = decode(cv2.imencode(".png", (ramp >> 8).astype(np.uint8))[1].tobytes()).array
    colour = decode(cv2.imencode(".png", np.dstack([ramp] * 3))[1].tobytes()).array
    assert np.abs(deep.astype(int) - grey).max() <= 1
    assert np.abs(colour.astype(int) - grey).max() <= 1


def test_transparent_becomes_white() -> None:
    clear = Image.new("RGBA", (64, 64), (255, 0, 0, 0))
    assert decode(encoded(clear, "PNG")).array.min() == 255


def test_a_large_photograph_is_shrunk_but_keeps_its_own_size() -> None:
    photo = decode(encoded(picture().resize((960, 640)), "JPEG"), Limits(working_pixels=200_000))
    assert (photo.width, photo.height) == (960, 640)
    assert photo.array.shape == (320, 480, 3)
    assert photo.scale == 0.5


def code_of(data: bytes, limits: Limits | None = None) -> str:
    with pytest.raises(ImageError) as caught:
        decode(data, limits or Limits())
    return caught.value.code


def bomb(width: int, height: int) -> bytes:
    """A PNG that says it is huge, with hardly a byte of picture."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(bytes(99)))
        + chunk(b"IEND", b"")
    )


def test_what_is_wrong_is_named() -> None:
    jpeg, png = encoded(picture(), "JPEG"), encoded(picture(), "PNG")
    webp = encoded(picture(), "WEBP")
    assert code_of(b"") == "empty_file"
    assert code_of(b"hello, this is a letter") == "not_an_image"
    assert code_of(b"GIF89a" + bytes(100)) == "not_an_image"
    for whole in (jpeg, png, webp):
        assert code_of(whole[: len(whole) // 2]) == "truncated_image"
        assert code_of(whole[:40]) == "truncated_image"
    assert code_of(jpeg, Limits(max_bytes=100)) == "too_many_bytes"
    assert code_of(encoded(picture().resize((400, 8)), "PNG")) == "too_small"
    assert code_of(bomb(40_000, 40_000)) == "too_many_pixels"
    assert code_of(bomb(12_000, 11_000)) == "too_many_pixels"


def test_a_cut_jpeg_is_not_saved_by_the_end_marker_of_its_thumbnail() -> None:
    exif = Image.Exif()
    exif[0x010E] = "x"
    thumbnail = encoded(picture().resize((32, 32)), "JPEG")
    whole = encoded(picture(), "JPEG", exif=b"Exif\0\0" + exif.tobytes()[6:] + thumbnail)
    assert decode(whole).width == WIDTH
    assert b"\xff\xd9" in whole[:-40]
    assert code_of(whole[:-40]) == "truncated_image"


def many_scans(side: int, scans: int) -> bytes:
    """A sound progressive JPEG, all grey, that goes over its picture again and again with nothing to add."""

    def segment(marker: int, body: bytes) -> bytes:
        return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body

    def packed(bits: str) -> bytes:
        bits += "1" * (-len(bits) % 8)
        return int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\x00")

    blocks = (side // 8) ** 2
    size = blocks.bit_length() - 1
    run = packed(f"{size:04b}" + f"{blocks - (1 << size):0{size}b}")  # so many blocks in which nothing is new
    tables = segment(0xDB, b"\0" + b"\1" * 64)
    tables += segment(0xC4, b"\x00" + bytes([1, *[0] * 15]) + b"\0")
    tables += segment(0xC4, b"\x10" + bytes([0, 0, 0, 15, *[0] * 12]) + bytes(r << 4 for r in range(15)))
    frame = segment(0xC2, struct.pack(">BHHB", 8, side, side, 1) + b"\1\x11\0")
    first = segment(0xDA, b"\1\1\0\0\0\0") + packed("0" * blocks)
    more = segment(0xFE, b"\xff\xd9") + segment(0xDA, b"\1\1\0\1\x3f\0") + run
    return b"\xff\xd8" + tables + frame + first + more * scans + b"\xff\xd9"


def test_a_jpeg_of_endless_scans_is_refused_before_it_is_decoded() -> None:
    assert decode(many_scans(1024, 20)).width == 1024
    began = time.process_time()
    assert code_of(many_scans(1024, 100_000)) == "too_many_parts"
    assert time.process_time() - began < 1


@pytest.mark.parametrize("filler", [b"\xff\xe5\x00\x02", b"\xff\xfe\x00\x02", b"\xff\xc4\x00\x02", b"\xff"])
def test_a_jpeg_of_endless_segments_is_refused(filler: bytes) -> None:
    whole = encoded(picture(), "JPEG")
    assert decode(whole[:2] + filler * 100 + whole[2:]).width == WIDTH
    began = time.process_time()
    assert code_of(whole[:2] + filler * 4_000_000 + whole[2:]) == "too_many_parts"
    assert time.process_time() - began < 1


@pytest.mark.parametrize("kind", [b"prVt", b"tEXt", b"IDAT"])
def test_a_png_of_endless_chunks_is_refused(kind: bytes) -> None:
    whole = encoded(picture(), "PNG")
    body = b"a\0b" if kind == b"tEXt" else b""
    chunk = struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    assert decode(whole[:33] + chunk * 10 + whole[33:]).width == WIDTH
    began = time.process_time()
    assert code_of(whole[:33] + chunk * 1_000_000 + whole[33:]) == "too_many_parts"
    assert time.process_time() - began < 1


def test_other_kinds_of_picture_are_told_from_damaged_ones() -> None:
    kinds = ["GIF", "TIFF", "BMP", *(["AVIF"] if features.check("avif") else [])]
    for kind in kinds:
        assert code_of(encoded(picture(), kind)) == "not_an_image"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.jpg"):
        with pytest.raises(ImageError) as caught:
            read(path)
        assert caught.value.code == "unreadable"
        assert str(path) in caught.value.message("en")
        assert str(path) in caught.value.message("zh")


@pytest.mark.parametrize("shape", [(20, 65_501, 3), (65_501, 20, 3)])
def test_a_picture_too_long_for_a_jpeg_is_refused_in_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], shape: tuple[int, int, int]
) -> None:
    with pytest.raises(ImageError) as caught:
        write(tmp_path / "long.jpg", np.zeros(shape, np.uint8))
    assert caught.value.code == "unwritable"
    assert "65500" in caught.value.message("en") and "65500" in caught.value.message("zh")
    assert capfd.readouterr().err == ""
    assert list(tmp_path.iterdir()) == []
    write(tmp_path / "long.jpg", np.zeros((20, 65_500, 3), np.uint8))
    assert read(tmp_path / "long.jpg").width == 65_500


def test_a_folder_that_cannot_be_made_is_said_with_what_to_check(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(ImageError) as caught:
        write(tmp_path / "taken" / "read.jpg", np.zeros((20, 20, 3), np.uint8))
    assert caught.value.code == "unwritable"
    assert "taken" in caught.value.message("en") and "权限" in caught.value.message("zh")


def test_every_error_says_something_in_both_languages() -> None:
    for data in (b"", b"text", encoded(picture(), "PNG")[:50], bomb(30_000, 30_000)):
        with pytest.raises(ImageError) as caught:
            decode(data)
        assert caught.value.message("zh") != caught.value.message("en")
        assert "{" not in caught.value.message("zh") + caught.value.message("en")


def test_arrays_from_a_camera_are_taken_as_they_are() -> None:
    grey = np.full((40, 50), 7, np.uint8)
    assert from_array(grey).array.shape == (40, 50, 3)
    assert from_array(np.dstack([grey] * 4)).array.shape == (40, 50, 3)
    with pytest.raises(ImageError):
        from_array(np.zeros((40, 50), np.float32))


def mutated(rng: random.Random, data: bytes) -> bytes:
    """A copy with bytes changed, cut out, doubled or cut off."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(out))
        kind = rng.randrange(5)
        if kind == 0:
            out[at] = rng.randrange(256)
        elif kind == 1:
            out[at : at + 4] = rng.randbytes(4)
        elif kind == 2:
            del out[at : at + rng.randint(1, 20)]
        elif kind == 3:
            out[at:at] = out[at : at + rng.randint(1, 20)]
        else:
            at = rng.randrange(min(64, len(out)))
            out[at] = rng.choice((0, 0x7F, 0xFF))
        if len(out) < 2:
            break
    return bytes(out if rng.random() < 0.8 else out[: rng.randrange(1, len(out) + 1)])


def deep_png() -> bytes:
    ramp = np.tile(np.linspace(0, 65535, WIDTH).astype(np.uint16), (HEIGHT, 1))
    return cv2.imencode(".png", np.dstack([ramp] * 4))[1].tobytes()


def kinds(form: str) -> list[bytes]:
    """The same picture in the ways that a format knows."""
    pillow_heif.register_heif_opener()
    exif = Image.Exif()
    exif[0x0112] = 6
    colour, clear = picture(), picture().convert("RGBA")
    if form == "JPEG":
        more = [encoded(colour.convert("CMYK"), form), encoded(colour, form, progressive=True)]
    elif form == "PNG":
        more = [encoded(colour.convert("P"), form), encoded(clear, form), deep_png()]
    elif form == "WEBP":
        more = [
            encoded(clear, form, lossless=True),
            encoded(colour, form, save_all=True, append_images=[clear]),
        ]
    else:
        more = [encoded(clear, form)]
    return [encoded(colour, form), encoded(colour, form, exif=exif.tobytes()), *more]


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_damaged_files_give_a_picture_or_an_error_with_a_code(form: str) -> None:
    rng, ways = random.Random(form), kinds(form)
    limits = Limits(max_pixels=4_000_000)
    for case in range(480):
        began = time.process_time()
        try:
            photo = decode(mutated(rng, ways[case % len(ways)]), limits)
        except ImageError as error:
            assert error.message("zh")
            continue
        finally:
            assert time.process_time() - began < 5
        assert photo.array.dtype == np.uint8
        assert photo.width * photo.height <= limits.max_pixels
