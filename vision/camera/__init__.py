"""Cameras behind one small protocol: picamera2, USB and network streams, folders and files.

`open_camera("auto")` gives the first that is there; see `vision.camera.base.Camera` for what it can do.
Nothing here imports OpenCV or picamera2 before a camera is opened.
"""

from __future__ import annotations

from vision.camera.base import Camera, CameraError, Description
from vision.camera.choose import open_camera

__all__ = ["Camera", "CameraError", "Description", "open_camera"]
