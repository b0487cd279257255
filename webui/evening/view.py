"""The match as phones see it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from flask_babel import gettext
from sqlalchemy.orm import Session

from scorer import match as game
from scorer.settle import PRESETS
from webui.evening.dates import all_certain, shown
from webui.evening.ledger import EXCHANGED, PARDONED, UNDONE, Entry, entries, match_of, rows_of, standing
from webui.evening.picture import minus
from webui.evening.rows import Sheet
from webui.evening.scoresheet import is_undone, make_sheet, overtaking, rows, standings
from webui.evening.wording import kind_name, penalty_name
from webui.hand.draft import Draft
from webui.hand.judge import Setting
from webui.store.models import EventRow, HandRow, PlayTable, Seat
from webui.store.tables import last_hand, seats_of


def match_view(seats: list[Seat], stored: list[EventRow]) -> dict[str, Any]:
    found = entries(stored)
    match = match_of(found)
    names = names_of(seats)
    return {
        "number": match.hand_number + 1,
        "hands": match.start.hands,
        "round": match.round_wind,
        "title": title(match),
        "winds": list(match.seats),
        "dealer": match.dealer,
        "totals": list(match.scores),
        "over": match.over,
        "dates_certain": all_certain(row.at for row in stored),
        "rows": [{**asdict(row), "what": kind_name(row)} for row in rows(match, found)],
        "standings": [asdict(place) for place in standings(match)],
        "overtake": [] if match.over else overtaking(match),
        "history": history(stored, names),
    }


def title(match: game.Match) -> str:
    rounds = {"E": gettext("East"), "S": gettext("South"), "W": gettext("West"), "N": gettext("North")}
    facts = {"round": rounds[match.round_wind], "n": match.hand_number + 1, "all": match.start.hands}
    return gettext("%(round)s round · hand %(n)s of %(all)s", **facts)


def names_of(seats: list[Seat]) -> list[str]:
    return [seat.name or fallback_name(seat.chair) for seat in seats]


def fallback_name(chair: int) -> str:
    return gettext("Player %(n)s", n=chair + 1)


def setting_of(session: Session, table: PlayTable, corrects: int | None = None) -> Setting:
    """What the match knows of its present hand, or of an earlier one that is being corrected."""
    match = match_of(entries(rows_of(session, table.id)))
    number = match.hand_number if corrects is None else corrects
    change = match.start.change_seats
    return Setting(
        rules=match.start.rules,
        round=game.WINDS[number // 4 % 4],
        winds=tuple(game.seat_wind(player, number, change) for player in range(4)),
        blind=bool(table.options["blind"]) and corrects is None,
    )


ENDS_A_HAND = ("HandWon", "HandDrawn", "HandCut", "MatchEnded", "Amended")


def put_away(session: Session, table: PlayTable, stored: list[EventRow]) -> HandRow | None:
    """The hand that was put away in the hand being played, if that can still be brought back."""
    row = last_hand(session, table.id)
    if row is None or row.status != "dropped" or not Draft.from_json(row.draft).tiles:
        return None
    ended = [event.at for event in standing(stored) if event.body["event"] in ENDS_A_HAND]
    return row if all(row.created > at for at in ended) else None


def sheet_of(session: Session, table: PlayTable) -> Sheet:
    names = [fallback_name(chair) for chair in range(4)]
    seats, stored = seats_of(session, table.id), rows_of(session, table.id)
    sheet = make_sheet(table, seats, entries(stored), names)
    return replace(sheet, history=tuple(history(stored, names_of(seats))))


def history(stored: list[EventRow], names: list[str]) -> list[dict[str, Any]]:
    """Everything that was ever entered, undone or not."""
    kept = standing(stored)
    pardoned = {row.body["penalty"] for row in kept if row.body["event"] == PARDONED}
    return [
        {
            "event": row.number,
            "text": _told(row.body, names),
            "by": row.by,
            "at": shown(row.at),
            "reason": row.body.get("reason", ""),
            "undone": row.body["event"] != UNDONE and (is_undone(row, kept) or row.number in pardoned),
        }
        for row in stored
    ]


def _told(body: dict[str, Any], names: list[str]) -> str:
    kind = body["event"]
    if kind == "Amended":
        facts = {"n": body["hand_number"] + 1, "what": _told(body["result"], names)}
        return gettext("Hand %(n)s corrected: %(what)s", **facts)
    if kind == "HandWon":
        return _told_win(body, names)
    if kind == "Penalised":
        facts = {"name": names[body["player"]], "n": minus(body["deltas"][body["player"]])}
        return gettext("Penalty for %(name)s: %(n)s", **facts) + _of_preset(body.get("preset", ""))
    if kind == EXCHANGED:
        return gettext("%(a)s and %(b)s exchanged seats", a=names[body["one"]], b=names[body["other"]])
    words = {
        "MatchStarted": gettext("The match began"),
        "HandDrawn": gettext("Drawn hand"),
        "HandCut": gettext("Cut by time"),
        "MatchEnded": gettext("The match was ended"),
        UNDONE: gettext("The last entry was taken back"),
        PARDONED: gettext("A penalty was taken back"),
    }
    return words[kind]


def _of_preset(key: str) -> str:
    return f" ({penalty_name(key)})" if key else ""


def _told_win(body: dict[str, Any], names: list[str]) -> str:
    facts = {"name": names[body["winner"]], "n": body["points"]}
    if body["discarder"] is None:
        return gettext("%(name)s won %(n)s, self-drawn", **facts)
    return gettext("%(name)s won %(n)s off %(other)s", other=names[body["discarder"]], **facts)


def penalties(lang: str) -> list[dict[str, Any]]:
    """The usual penalties, to choose from."""
    return [
        {"key": p.key, "name": p.zh if lang == "zh" else p.en, "points": p.points, "shared": p.shared}
        for p in PRESETS
    ]


def entry_of_hand(found: list[Entry], number: int) -> Entry | None:
    """The entry that first told of a hand (from 0)."""
    told = [entry for entry in found if isinstance(entry.event, game.HandWon | game.HandDrawn)]
    return told[number] if 0 <= number < len(told) else None
