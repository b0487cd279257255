"""The tables of the house: which are playing, and a new one."""

from __future__ import annotations

from typing import Any

from webui.access import hule
from webui.evening.ledger import start
from webui.people import person
from webui.rights import remember
from webui.store.tables import digest, open_table, open_tables, seats_of, set_options


def table_lines() -> list[dict[str, Any]]:
    """One line for each table still playing."""
    with hule().database.reading() as session:
        return [
            {
                "id": table.id,
                "name": table.name,
                "players": [seat.name for seat in seats_of(session, table.id)],
                "watchers": hule().hub.count(table.id),
            }
            for table in open_tables(session)
        ]


def create_table(name: str, code: str | None, pin: str | None, **options: Any) -> str:
    """Open a table and let this phone in; its id."""
    with hule().database.writing() as session:
        table = open_table(session, name, **options)
        start(session, table, person())
        given = {kind: secret for kind, secret in (("code", code), ("pin", pin)) if secret}
        set_options(table, **{kind: digest(secret, table.id) for kind, secret in given.items()})
    for kind in given:
        remember({"code": "codes", "pin": "referee"}[kind], table.id)
    return table.id
