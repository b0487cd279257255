"""From an uploaded file to a stored, read photograph: decode, keep, read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from werkzeug.datastructures import FileStorage

from vision import images
from vision.camera.look import remarks_on
from vision.reading import Reading, Remark
from vision.words import say
from webui.access import Hule
from webui.errors import Problem
from webui.photos import Seen
from webui.store.hands import new_id
from webui.store.models import Photo
from webui.tilesets.choice import tileset_at

# Writing the files to a slow card takes as long as reading the tiles: both at once.
_writers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="photo")


def decoded(hule: Hule, content: bytes) -> images.Photo:
    """The picture in an uploaded file. Raises `vision.errors.ImageError` for what is no usable photograph."""
    limits = replace(images.LIMITS, max_bytes=hule.config.photo_bytes, max_pixels=hule.config.photo_pixels)
    return images.decode(content, limits)


def take_in(
    hule: Hule, picture: images.Photo, seen: Seen, table_id: str | None = None, *, of_camera: bool = False
) -> tuple[Photo, Reading]:
    """The photograph as a row (not yet in the database), its files written, and its reading with the set
    that the table plays with. `seen` is told its id, from another thread, while it is being read."""
    photo_id, files = new_id(), hule.photos
    writing = _writers.submit(files.save, photo_id, picture.array, seen)
    try:
        reading = hule.eye.read(picture, tileset_at(hule, table_id))
        stored = writing.result()
    except Exception:
        writing.exception()  # wait for it
        files.delete(photo_id)
        raise
    if of_camera:
        reading = with_remarks(reading, picture.array)
    row = Photo(
        id=photo_id,
        width=picture.width,
        height=picture.height,
        sha256=stored.sha256,
        size=stored.size,
        reading=reading.to_json(),
    )
    return row, reading


def with_remarks(reading: Reading, still: np.ndarray) -> Reading:
    """A reading that also says what was wrong with the camera's still: one can press again."""
    quads = np.array([tile.quad for tile in reading.tiles], np.float32)
    known = {remark.code for remark in reading.warnings}
    found = [code for code in remarks_on(still, quads) if code not in known]
    if not found:
        return reading
    said = tuple(Remark(code, say(code, {})) for code in found)
    return replace(reading, warnings=(*said, *reading.warnings))


def photograph(hule: Hule, seen: Seen, table_id: str | None = None) -> tuple[Photo, Reading]:
    """A photograph of the camera above the table, stored and read. Raises `vision.camera.CameraError`."""
    with hule.box.at_work():
        still = images.from_array(hule.box.lookout.still())
        photo, reading = take_in(hule, still, seen, table_id, of_camera=True)
        hule.box.saw(reading)
        return photo, reading


def content_of(upload: FileStorage | None) -> bytes:
    """The bytes of the file that was sent."""
    if upload is None:
        raise Problem("no_file")
    return upload.read()
