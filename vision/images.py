"""Photographs from bytes: any common format, upright, within limits checked before anything is decoded.

JPEG goes through OpenCV (50 ms for 12 megapixels on one core, Pillow takes 87 ms) and is decoded at half
or quarter size when it is larger than anyone needs; HEIC goes through libheif, everything else through
Pillow.
"""

from __future__ import annotations

import io
import re
import struct
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from vision.errors import ImageError

ORIENTATION = 0x0112
DECODER_ERRORS = (
    OSError,
    ValueError,
    SyntaxError,
    RuntimeError,
    EOFError,
    LookupError,
    TypeError,
    struct.error,
)
"""What Pillow's and libheif's readers raise on damaged files (found by mutating some thousands)."""
HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
AVIF_BRANDS = (b"avif", b"avis")
"""Not read: its decoder takes the size from the picture and not from the header, so memory has no bound."""
MOST_SCANS = 100
"""Passes of a JPEG over its picture: cameras write 1, programs at most 20 or so. Each costs time whatever it
holds, and an empty one takes 30 bytes: 0.6 MB with 20,000 of them kept a core busy for 13 s."""
MOST_PARTS = 50_000
"""Segments of a JPEG, chunks of a PNG: a large photograph has some thousands. Pillow steps through them and
keeps them: 32 MB of empty ones took 10 s and 1.1 GB."""
LONGEST_JPEG = 65_500
"""Pixels of a side that the JPEG library writes at most."""
SHORTEST_SIDE = 20
"""Pixels; a tile face of 20 pixels is about the smallest that the classifier can name."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a photograph may be. `working_pixels` is how much of it is kept: larger ones are shrunk by a whole
    factor. The default keeps 24-megapixel photographs whole and bounds the array at 78 MB."""

    max_bytes: int = 64 * 2**20
    max_pixels: int = 120_000_000
    working_pixels: int = 26_000_000


LIMITS = Limits()


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photograph, upright: `array` (H, W, 3) BGR uint8, `width` and `height` of the whole photograph.

    The array is smaller than width x height by the factor `scale` (1.0 or less) when it had to be shrunk.
    """

    array: np.ndarray
    width: int
    height: int

    @property
    def scale(self) -> float:
        """Array pixels per pixel of the photograph."""
        return self.array.shape[1] / self.width


@dataclass(frozen=True, slots=True)
class _Header:
    format: str
    width: int
    height: int
    orientation: int


def read(path: str | Path, limits: Limits = LIMITS) -> Photo:
    """The photograph in a file. Raises `ImageError`, `unreadable` when there is no such file."""
    return decode(read_bytes(path, limits), limits)


def read_bytes(path: str | Path, limits: Limits = LIMITS) -> bytes:
    """The bytes of a file, within the limit. Raises `ImageError` (unreadable, too_many_bytes, empty_file)."""
    path = Path(path)
    if path.is_dir():
        raise _unreadable(path, "it is a directory", "这是一个文件夹")
    if not path.exists():
        raise _unreadable(path, "there is no such file", "没有这个文件")
    if not path.is_file():
        raise _unreadable(path, "it is not a plain file", "这不是普通文件")
    try:
        _check_bytes(path.stat().st_size, limits)
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "it cannot be opened").lower()
        raise _unreadable(path, reason, "文件打不开（请检查权限）") from None


def decode(data: bytes, limits: Limits = LIMITS) -> Photo:
    """The photograph in `data`: JPEG, PNG, WebP or HEIC; grey, alpha (laid on white), CMYK and 16 bits too.

    Raises `ImageError`: empty_file, too_many_bytes, not_an_image, too_many_parts, too_many_pixels, too_small
    (all before decoding), truncated_image.
    """
    _check_bytes(len(data), limits)
    header = _header(data, limits)
    factor = _shrink_factor(header.width * header.height, limits)
    pixels = _decoder(header.format, factor)
    array = _upright(pixels(data, header.format, factor), header.orientation)
    width, height = header.width, header.height
    if header.orientation >= 5:
        width, height = height, width
    return Photo(np.ascontiguousarray(array), width, height)


def from_array(array: np.ndarray) -> Photo:
    """A `Photo` around pixels that are there already: (H, W, 3) BGR, (H, W) grey or (H, W, 4) BGRA, uint8."""
    if array.dtype != np.uint8 or array.ndim not in (2, 3) or array.size == 0:
        raise ImageError("not_an_image")
    if array.ndim == 2:
        array = cv2.cvtColor(array, cv2.COLOR_GRAY2BGR)
    elif array.shape[2] == 4:
        array = cv2.cvtColor(array, cv2.COLOR_BGRA2BGR)
    elif array.shape[2] != 3:
        raise ImageError("not_an_image")
    _check_side(array.shape[1], array.shape[0])
    return Photo(np.ascontiguousarray(array), array.shape[1], array.shape[0])


def write(path: str | Path, array: np.ndarray) -> None:
    """Write a BGR picture as a JPEG, its folder made when needed. Raises `ImageError` (unwritable)."""
    path = Path(path)
    if max(array.shape[:2]) > LONGEST_JPEG:  # asked first: OpenCV would write a line of its own to stderr
        reason = f"a JPEG has at most {LONGEST_JPEG} pixels a side"
        raise _unwritable(path, reason, f"JPEG 每边最多 {LONGEST_JPEG} 像素")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".jpg", array, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
    except OSError as error:
        raise _unwritable(path, (error.strerror or "").lower(), "请检查权限和磁盘空间") from None


def _unwritable(path: Path, reason: str, reason_zh: str) -> ImageError:
    return ImageError("unwritable", path=str(path), reason=reason, reason_zh=reason_zh)


def _unreadable(path: Path, reason: str, reason_zh: str) -> ImageError:
    return ImageError("unreadable", path=str(path), reason=reason, reason_zh=reason_zh)


def _check_bytes(count: int, limits: Limits) -> None:
    if count == 0:
        raise ImageError("empty_file")
    if count > limits.max_bytes:
        megabytes, limit = round(count / 1e6, 1), round(limits.max_bytes / 1e6)
        raise ImageError("too_many_bytes", megabytes=megabytes, limit=limit)


def _check_side(width: int, height: int) -> None:
    if min(width, height) < SHORTEST_SIDE:
        raise ImageError("too_small", width=width, height=height)


def _format(data: bytes) -> str:
    """Pillow's name for the format, told from the first bytes; "" when it is none that is read here."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    brands = data[8:64] if data[4:8] == b"ftyp" else b""
    if any(brand in brands for brand in AVIF_BRANDS):  # which names mif1 too
        return ""
    return "HEIF" if any(brand in brands for brand in HEIF_BRANDS) else ""


def _header(data: bytes, limits: Limits) -> _Header:
    """Size, format and orientation, read without decoding any pixel."""
    form = _format(data)
    if not form:
        raise ImageError("not_an_image")
    if form == "JPEG":
        _check_jpeg(data)
    if form == "PNG":
        _check_png(data)
    if form == "WEBP":
        _check_pixels(*_webp_size(data), limits)  # Pillow reserves the canvas when it opens the file
    try:
        with _open(data, form) as image:
            width, height = image.size
            header = _Header(form, width, height, _orientation(image))
    except Image.DecompressionBombError:
        raise ImageError("too_many_pixels", **_pixel_facts("?", "?", limits)) from None
    except DECODER_ERRORS:
        raise ImageError("truncated_image") from None
    _check_pixels(width, height, limits)
    _check_side(width, height)
    return header


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height from the first chunk of a WebP file; (0, 0) when it makes no sense."""
    chunk, body = data[12:16], data[20:30]
    if len(body) < 10:
        return 0, 0
    if chunk == b"VP8X":
        return int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
    if chunk == b"VP8L":
        bits = int.from_bytes(body[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF


def _check_pixels(width: int, height: int, limits: Limits) -> None:
    if width * height > limits.max_pixels:
        raise ImageError("too_many_pixels", **_pixel_facts(width, height, limits))


def _pixel_facts(width: int | str, height: int | str, limits: Limits) -> dict[str, int | str]:
    return {"width": width, "height": height, "megapixels": limits.max_pixels // 1_000_000}


def _open(data: bytes, form: str) -> Image.Image:
    """Pillow's lazy image. Its own bomb warning is quiet: our limit is checked by the callers."""
    if form == "HEIF":
        import pillow_heif

        pillow_heif.register_heif_opener(thumbnails=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Image.open(io.BytesIO(data), formats=(form,))


def _orientation(image: Image.Image) -> int:
    """EXIF orientation 1..8; HEIF turns its pictures itself. A broken EXIF block counts as upright."""
    if image.format == "HEIF":
        return 1
    if image.format == "PNG" and "exif" not in image.info:
        return 1  # asking further would decode the whole picture
    try:
        value = image.getexif().get(ORIENTATION, 1)
    except DECODER_ERRORS:  # damaged metadata must not lose a good photograph
        return 1
    return value if value in range(1, 9) else 1


def _shrink_factor(pixels: int, limits: Limits) -> int:
    """The whole factor (1, 2, 4 or 8, as JPEG can) by which each side is divided."""
    return next((f for f in (1, 2, 4) if pixels <= limits.working_pixels * f * f), 8)


def _decoder(form: str, factor: int) -> Callable[[bytes, str, int], np.ndarray]:
    """What decodes a format at 1/`factor` of its size with the least memory."""
    if form == "JPEG" or (factor > 1 and form in ("PNG", "WEBP")):
        return _decode_opencv
    return _decode_heif if form == "HEIF" else _decode_pillow


def _decode_opencv(data: bytes, form: str, factor: int) -> np.ndarray:
    """JPEG, and what is too large for Pillow's four bytes a pixel (transparency is not asked for then)."""
    flags = {
        1: cv2.IMREAD_COLOR,
        2: cv2.IMREAD_REDUCED_COLOR_2,
        4: cv2.IMREAD_REDUCED_COLOR_4,
        8: cv2.IMREAD_REDUCED_COLOR_8,
    }[factor]
    try:
        array = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        array = None
    return _decode_pillow(data, form, factor) if array is None else array


def _check_jpeg(data: bytes) -> None:
    """Raises `ImageError` when the end marker is not there, or too much is before it.

    Decoders fill a cut photograph with grey and say nothing, and decode whatever scans there are.
    """
    scans = parts = 0
    at = 2
    while found := _MARKER.search(data, at):
        marker = data[found.end() - 1]
        if marker == _END and scans:
            return
        scans += marker == _SCAN
        parts += 1 if scans else 1 + found.start() - at  # padding before the picture is read byte by byte
        if scans > MOST_SCANS or parts > MOST_PARTS:
            raise ImageError("too_many_parts")
        at = found.end()
        if marker not in _BARE:  # what a segment holds (a thumbnail, say) is stepped over
            at += int.from_bytes(data[at : at + 2], "big")
    raise ImageError("truncated_image")


_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]")
"""A marker of a JPEG that stands for more than itself: no restart between two rows of blocks."""
_END, _SCAN = 0xD9, 0xDA
_BARE = {0xD8, _END}
"""Those without a length."""


def _check_png(data: bytes) -> None:
    """Raises `ImageError` when there are too many chunks."""
    at, parts = 8, 0
    while at < len(data):
        parts += 1
        if parts > MOST_PARTS:
            raise ImageError("too_many_parts")
        at += 12 + int.from_bytes(data[at : at + 4], "big")


def _decode_heif(data: bytes, form: str, factor: int) -> np.ndarray:
    """HEIC without Pillow's four bytes a pixel; transparent ones do go there."""
    import pillow_heif

    try:
        image = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        if image.mode != "BGR":
            return _decode_pillow(data, form, factor)
        array = np.asarray(image)
    except DECODER_ERRORS:
        raise ImageError("truncated_image") from None
    if factor == 1:
        return array
    size = (-(-array.shape[1] // factor), -(-array.shape[0] // factor))
    return cv2.resize(array, size, interpolation=cv2.INTER_AREA)


def _decode_pillow(data: bytes, form: str, factor: int) -> np.ndarray:
    """PNG, WebP and HEIC in every mode, and what OpenCV refuses."""
    try:
        with _open(data, form) as image:
            image.load()
            rgb = _to_rgb(image)
    except DECODER_ERRORS:
        raise ImageError("truncated_image") from None
    if factor > 1:
        rgb = rgb.reduce(factor)
    return cv2.cvtColor(np.asarray(rgb), cv2.COLOR_RGB2BGR)


def _to_rgb(image: Image.Image) -> Image.Image:
    """Eight-bit RGB of any mode; transparent parts become white."""
    if image.mode.startswith("I"):
        values = np.asarray(image, np.float32) * (255.0 / 65535.0)
        return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8)).convert("RGB")
    if "A" in image.getbands() or "transparency" in image.info:
        layer = image.convert("RGBA")
        ground = Image.new("RGBA", layer.size, "white")
        return Image.alpha_composite(ground, layer).convert("RGB")
    return image if image.mode == "RGB" else image.convert("RGB")


def _upright(array: np.ndarray, orientation: int) -> np.ndarray:
    """The picture as it should be seen, from EXIF's orientation (1 to 8)."""
    turned = {
        3: cv2.ROTATE_180,
        4: cv2.ROTATE_180,
        5: cv2.ROTATE_90_CLOCKWISE,
        6: cv2.ROTATE_90_CLOCKWISE,
        7: cv2.ROTATE_90_COUNTERCLOCKWISE,
        8: cv2.ROTATE_90_COUNTERCLOCKWISE,
    }
    if orientation in turned:
        array = cv2.rotate(array, turned[orientation])
    return cv2.flip(array, 1) if orientation in (2, 4, 5, 7) else array
