"""From an uploaded file to a stored, read photograph: decode, keep, read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from werkzeug.datastructures import FileStorage

from vision import images
from vision.reading import Reading
from webui.access import Hule
from webui.errors import Problem
from webui.photos import Seen
from webui.store.hands import new_id
from webui.store.models import Photo

# Writing the files to a slow card takes as long as reading the tiles: both at once.
_writers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="photo")


def decoded(hule: Hule, content: bytes) -> images.Photo:
    """The picture in an uploaded file. Raises `vision.errors.ImageError` for what is no usable photograph."""
    limits = replace(images.LIMITS, max_bytes=hule.config.photo_bytes, max_pixels=hule.config.photo_pixels)
    return images.decode(content, limits)


def take_in(hule: Hule, picture: images.Photo, seen: Seen) -> tuple[Photo, Reading]:
    """The photograph as a row (not yet in the database), its files written, and its reading. `seen` is told
    its id, from another thread, while it is being read."""
    photo_id, files = new_id(), hule.photos
    writing = _writers.submit(files.save, photo_id, picture.array, seen)
    try:
        reading = hule.eye.read(picture)
        stored = writing.result()
    except Exception:
        writing.exception()  # wait for it
        files.delete(photo_id)
        raise
    row = Photo(
        id=photo_id,
        width=picture.width,
        height=picture.height,
        sha256=stored.sha256,
        size=stored.size,
        reading=reading.to_json(),
    )
    return row, reading


def photograph(hule: Hule, seen: Seen) -> tuple[Photo, Reading]:
    """A photograph of the camera above the table, stored and read. Raises `vision.camera.CameraError`."""
    with hule.box.at_work():
        photo, reading = take_in(hule, images.from_array(hule.box.lookout.still()), seen)
        hule.box.saw(reading)
        return photo, reading


def content_of(upload: FileStorage | None) -> bytes:
    """The bytes of the file that was sent."""
    if upload is None:
        raise Problem("no_file")
    return upload.read()
