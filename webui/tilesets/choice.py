"""Which taught set lies on a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.tilesets import Tileset, TilesetError
from webui.store.tables import find_table

if TYPE_CHECKING:
    from webui.access import Hule
    from webui.store.models import PlayTable


def tileset_of(hule: Hule, table: PlayTable) -> Tileset | None:
    """The table's set; None when it has none, or when the one it had was forgotten."""
    chosen = table.options.get("tileset")
    try:
        return hule.tilesets.get(chosen) if chosen else None
    except TilesetError:
        return None


def tileset_at(hule: Hule, table_id: str | None) -> Tileset | None:
    """The same by the table's id; None without a table."""
    if table_id is None:
        return None
    with hule.database.reading() as session:
        return tileset_of(hule, find_table(session, table_id))


def known_tileset(hule: Hule, set_id: str | None) -> None:
    """Raise `TilesetError` (tileset_unknown, tileset_damaged) for a set that cannot be chosen."""
    if set_id is not None:
        hule.tilesets.get(set_id)
