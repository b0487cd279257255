"""Frames as cameras give them, to pictures; the sharpest of several."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.camera.base import PREVIEW_WIDTH

PACKED = {
    # libcamera names formats by their bits from the highest down, so the bytes in memory run the other way.
    "RGB888": (3, None),
    "BGR888": (3, cv2.COLOR_RGB2BGR),
    "XRGB8888": (4, cv2.COLOR_BGRA2BGR),
    "XBGR8888": (4, cv2.COLOR_RGBA2BGR),
    "YUYV": (2, cv2.COLOR_YUV2BGR_YUYV),
    "UYVY": (2, cv2.COLOR_YUV2BGR_UYVY),
}
PLANAR = {
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
}


def to_bgr(buffer: np.ndarray, form: str, size: tuple[int, int], stride: int) -> np.ndarray:
    """The picture in a camera's buffer.

    `buffer` is one-dimensional uint8, `form` libcamera's name of the pixel format, `size` (width, height)
    in pixels, `stride` bytes a row. Raises `ValueError` for a format that is not known or too little data.
    """
    width, height = size
    if form == "MJPEG":
        array = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
        if array is None:
            raise ValueError("damaged MJPEG frame")
        return array
    if form in PACKED:
        channels, conversion = PACKED[form]
        rows = buffer[: height * stride].reshape(height, stride)[:, : width * channels]
        array = np.ascontiguousarray(rows).reshape(height, width, channels)
        return array if conversion is None else cv2.cvtColor(array, conversion)
    if form in PLANAR:
        return cv2.cvtColor(_planes(buffer, form, width, height, stride), PLANAR[form])
    raise ValueError(f"pixel format {form} is not known")


def to_grey(buffer: np.ndarray, form: str, size: tuple[int, int], stride: int) -> np.ndarray:
    """The same picture in grey; of the planar formats a view of the buffer, which costs nothing."""
    if form in PLANAR:
        return _luma(buffer, *size, stride)
    return cv2.cvtColor(to_bgr(buffer, form, size, stride), cv2.COLOR_BGR2GRAY)


def _luma(buffer: np.ndarray, width: int, height: int, stride: int) -> np.ndarray:
    return buffer[: height * stride].reshape(height, stride)[:, :width]


def _planes(buffer: np.ndarray, form: str, width: int, height: int, stride: int) -> np.ndarray:
    """Luma and chroma without padding, as OpenCV wants them: (1.5 H, W)."""
    if stride == width:
        return buffer[: height * width * 3 // 2].reshape(height * 3 // 2, width)
    luma = _luma(buffer, width, height, stride)
    rest = buffer[height * stride : height * stride * 3 // 2]
    if form.startswith("NV"):
        chroma = rest.reshape(height // 2, stride)[:, :width]
    else:  # two planes at half the width
        chroma = rest.reshape(height, stride // 2)[:, : width // 2]
    return np.concatenate([luma.reshape(-1), chroma.reshape(-1)]).reshape(height * 3 // 2, width)


def shrunk(array: np.ndarray, width: int = PREVIEW_WIDTH) -> np.ndarray:
    """A picture at most `width` pixels wide."""
    if array.shape[1] <= width:
        return array
    height = max(1, round(array.shape[0] * width / array.shape[1]))
    return cv2.resize(array, (width, height), interpolation=cv2.INTER_AREA)


def sharpness(array: np.ndarray) -> float:
    """How sharp a picture (BGR or grey) is beside others of the same scene: variance of its Laplacian at
    1280 wide."""
    small = shrunk(array, 1280)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return float(cv2.Laplacian(grey, cv2.CV_32F).var())


def sharpest(arrays: Iterable[np.ndarray]) -> np.ndarray:
    """The sharpest of a burst; of a burst that is still being taken only two are ever held."""
    return max(arrays, key=sharpness)
