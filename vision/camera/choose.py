"""Which camera: by name, or whatever is there."""

from __future__ import annotations

from pathlib import Path

from vision.camera.base import Camera, CameraError

KINDS = "auto, picamera2, usb, folder:DIR, http://…, none"


def open_camera(spec: str = "auto") -> Camera | None:
    """The camera that `spec` names; None for `none`.

    `auto` takes a Pi camera, else a USB camera. `picamera2` and `usb` take a number after a colon
    (`usb:1`); `folder:DIR` a folder or a file; an address (`http://`, `rtsp://`) is a stream. Raises
    `CameraError`.
    """
    if spec == "none":
        return None
    kind, _, rest = spec.partition(":")
    if kind == "auto":
        return _whatever_is_there()
    if kind == "picamera2":
        return _pi(_number(rest, spec))
    if kind == "usb":
        return _usb(_number(rest, spec))
    if kind == "folder" and rest:
        from vision.camera.files import FolderCamera

        return FolderCamera(Path(rest).expanduser())
    if kind in ("http", "https", "rtsp"):
        from vision.camera.opencv import OpenCvCamera

        return OpenCvCamera(spec)
    raise CameraError("camera_unknown", value=spec, known=KINDS)


def _number(text: str, spec: str) -> int:
    if text and not text.isdecimal():
        raise CameraError("camera_unknown", value=spec, known=KINDS)
    return int(text or 0)


def _whatever_is_there() -> Camera:
    try:
        return _pi(0)
    except CameraError as error:
        if error.code not in ("camera_library_missing", "camera_none_found"):
            raise
    if not any(Path("/dev").glob("video*")):
        raise CameraError("camera_none_found", source="auto")
    return _usb(0)


def _pi(number: int) -> Camera:
    from vision.camera.pi import PiCamera

    return PiCamera(number)


def _usb(number: int) -> Camera:
    from vision.camera.opencv import OpenCvCamera

    return OpenCvCamera(number)
