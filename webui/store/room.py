"""Making room: when the photographs outgrow their budget, the oldest go. Records never do."""

from __future__ import annotations

from functools import partial

from sqlalchemy import case, select
from sqlalchemy.orm import Session

from webui.photos import PhotoFiles, over_budget
from webui.store.database import after_commit
from webui.store.models import Photo, PlayTable


def kept_photos(session: Session) -> set[str]:
    """Ids of the photographs whose files are there."""
    return set(session.scalars(select(Photo.id).where(Photo.gone.is_(False))))


def make_room(session: Session, files: PhotoFiles, budget: int, keep: str | None = None) -> list[str]:
    """Mark photographs as gone until the rest fits, and delete their files once that is stored.

    Those of finished matches and of no match go first, oldest first; those of matches still playing only
    when there is nothing else. `keep` is the one just taken.
    """
    playing = case((PlayTable.id.is_(None), 0), (PlayTable.finished.is_not(None), 0), else_=1)
    query = (
        select(Photo.id, Photo.size)
        .join(PlayTable, PlayTable.id == Photo.table_id, isouter=True)
        .where(Photo.gone.is_(False))
        .order_by(playing, Photo.created)
    )
    listed = [(photo_id, size) for photo_id, size in session.execute(query)]
    doomed = [photo_id for photo_id in over_budget(listed, budget) if photo_id != keep]
    for photo_id in doomed:
        photo = session.get_one(Photo, photo_id)
        photo.gone = True
        after_commit(session, partial(files.delete, photo_id))
    return doomed
