"""From an uploaded file to a stored, read photograph: decode, keep, read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from werkzeug.datastructures import FileStorage

from vision import images
from vision.reading import Reading
from webui.access import Hule
from webui.errors import Problem
from webui.store.hands import new_id
from webui.store.models import Photo

# Writing the files to a slow card takes as long as reading the tiles: both at once.
_writers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="photo")


def take_in(hule: Hule, content: bytes) -> tuple[Photo, Reading]:
    """The photograph as a row (not yet in the database), its files written, and its reading.

    Raises `vision.errors.ImageError` for bytes that are no usable photograph.
    """
    limits = replace(images.LIMITS, max_bytes=hule.config.photo_bytes, max_pixels=hule.config.photo_pixels)
    return keep_and_read(hule, images.decode(content, limits))


def keep_and_read(hule: Hule, picture: images.Photo) -> tuple[Photo, Reading]:
    """The same for a decoded photograph, such as one of the table camera's."""
    photo_id = new_id()
    writing = _writers.submit(hule.photos.save, photo_id, picture.array)
    try:
        reading = hule.eye.read(picture)
    finally:
        writing.exception()
    stored = writing.result()
    row = Photo(
        id=photo_id,
        width=picture.width,
        height=picture.height,
        sha256=stored.sha256,
        size=stored.size,
        reading=reading.to_json(),
    )
    return row, reading


def photograph(hule: Hule) -> tuple[Photo, Reading]:
    """A photograph of the camera above the table. Raises `vision.camera.CameraError`."""
    with hule.box.at_work():
        image = hule.box.lookout.still()
        photo, reading = keep_and_read(hule, images.Photo(image, image.shape[1], image.shape[0]))
        hule.box.saw(reading)
        return photo, reading


def content_of(upload: FileStorage | None) -> bytes:
    """The bytes of the file that was sent."""
    if upload is None:
        raise Problem("no_file")
    return upload.read()
