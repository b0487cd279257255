"""Which camera: by name, or whatever is there."""

from __future__ import annotations

from pathlib import Path

from vision.camera.base import Camera, CameraError

V4L = Path("/sys/class/video4linux")
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
        return _usb(_number(rest, spec) if rest else next(iter(usb_numbers()), 0))
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
    found = usb_numbers()
    if not found:
        raise CameraError("camera_none_found", source="auto")
    return _usb(found[0])


def usb_numbers() -> list[int]:
    """The N of each `/dev/videoN` that is a camera on USB, lowest first.

    A Pi has a dozen such devices for its codecs, and a USB camera a second one for its metadata.
    """
    found = []
    for entry in V4L.glob("video*"):
        on_usb = "/usb" in str((entry / "device").resolve())
        if on_usb and _text(entry / "index") in ("", "0"):
            found.append(int(entry.name.removeprefix("video")))
    return sorted(found)


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except OSError:
        return ""


def _pi(number: int) -> Camera:
    from vision.camera.pi import PiCamera

    return PiCamera(number)


def _usb(number: int) -> Camera:
    from vision.camera.opencv import OpenCvCamera

    return OpenCvCamera(number)
