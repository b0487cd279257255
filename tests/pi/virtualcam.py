"""Lets the real picamera2 run over libcamera's virtual pipeline, on a machine without a camera. For tests.

Three things of a real machine are missing there, and only they are replaced: the dma-heap that frames are
allocated from (memfd instead), the list of raw modes (the virtual pipeline has none), and `pykms`, which
draws on a screen. Import it before anything imports picamera2; product code stays as it is.
"""

from __future__ import annotations

import mmap
import os
import sys
import types
from typing import Any


class _AnyName(type):
    def __getattr__(cls, name: str) -> str:
        return name


if "pykms" not in sys.modules:
    kms: Any = types.ModuleType("pykms")
    kms.PixelFormat = _AnyName("PixelFormat", (), {})
    sys.modules["pykms"] = kms

import libcamera  # noqa: E402
import picamera2.picamera2 as module  # noqa: E402
from picamera2 import Picamera2  # noqa: E402
from picamera2.allocators.allocator import Allocator  # noqa: E402


class MemfdAllocator(Allocator):
    """One memfd a frame, holding both planes of NV12, the only format that the virtual pipeline gives."""

    def __init__(self) -> None:
        super().__init__()
        self.frame_buffers: dict[Any, list[Any]] = {}
        self.mapped_buffers: dict[Any, mmap.mmap] = {}
        self._fds: list[int] = []
        self.sync = self.Sync

    def allocate(self, libcamera_config: Any, _use_case: Any) -> None:
        self.close()
        for config in libcamera_config:
            assert str(config.pixel_format) == "NV12"
            luma = config.size.width * config.size.height
            buffers = []
            for number in range(config.buffer_count):
                fd = os.memfd_create(f"frame-{number}")
                os.ftruncate(fd, config.frame_size)
                self._fds.append(fd)
                planes = [libcamera.FrameBuffer.Plane(), libcamera.FrameBuffer.Plane()]
                for plane, offset, length in zip(planes, (0, luma), (luma, luma // 2), strict=True):
                    plane.fd, plane.offset, plane.length = fd, offset, length
                buffer = libcamera.FrameBuffer(planes)
                buffers.append(buffer)
                self.mapped_buffers[buffer] = mmap.mmap(fd, config.frame_size)
            self.frame_buffers[config.stream] = buffers

    def buffers(self, stream: Any) -> list[Any]:
        return self.frame_buffers[stream]

    def close(self) -> None:
        self.mapped_buffers.clear()
        for fd in self._fds:
            os.close(fd)
        self._fds, self.frame_buffers = [], {}

    class Sync:
        def __init__(self, allocator: MemfdAllocator, buffer: Any, _write: bool) -> None:
            self.mapped = allocator.mapped_buffers[buffer]

        def __enter__(self) -> mmap.mmap:
            return self.mapped

        def __exit__(self, *_: object) -> None:
            pass


def _raw_modes(self: Any) -> list[dict[str, Any]]:
    formats = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
    largest = [(str(pixels), formats.range(pixels).max) for pixels in formats.pixel_formats]
    return [{"format": pixels, "size": (size.width, size.height)} for pixels, size in largest]


module.DmaAllocator = MemfdAllocator
Picamera2._get_raw_modes = _raw_modes
