"""What a table does to its match: agree a hand, enter a draw or a penalty, correct, undo, end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

import scorer
from scorer import HandError
from scorer import match as game
from scorer.settle import penalty, preset
from webui.errors import Problem
from webui.evening.ledger import (
    EXCHANGED,
    PARDONED,
    UNDONE,
    all_entries,
    append,
    entries,
    match_of,
    rows_of,
    standing,
)
from webui.evening.rows import PENALTY, TIMEOUT
from webui.evening.scoresheet import rows as sheet_rows
from webui.evening.view import history, names_of, put_away, setting_of
from webui.hand.draft import Draft, notation
from webui.hand.judge import judge, situation_of, to_hand
from webui.people import Person
from webui.rights import Rights
from webui.store.hands import create_hand
from webui.store.models import HandRow, PlayTable, now
from webui.store.tables import drop_open_hands, open_hand, seats_of, swap_seats

Facts = Mapping[str, Any]


def act(
    session: Session, table: PlayTable, me: Person, rights: Rights, kind: str, facts: Facts
) -> tuple[str, ...]:
    """Do it; the parts of the table that changed by it."""
    action = ACTIONS.get(kind)
    if action is None:
        raise Problem("unknown_action", kind=kind[:20])
    _not_late(session, table, kind, facts)
    changed = action(session, table, me, rights, facts)
    over = match_of(entries(rows_of(session, table.id))).over
    if over != (table.finished is not None):
        table.finished = now() if over else None
        changed = (*changed, "options")
    return changed


CLEARING = ("draw", "cut", "end", "reopen", "drop")  # these put away the hand on the table


def _not_late(session: Session, table: PlayTable, kind: str, facts: Facts) -> None:
    """What was pressed on an older sheet is told what came since: two may enter the same drawn hand.

    `seen` is the number of the last event, `lying` the hand on the table (None: none), both as they were on
    the screen; either may be left out.
    """
    stored = rows_of(session, table.id)
    if facts.get("seen", stored[-1].number) != stored[-1].number:
        last = history(stored, names_of(seats_of(session, table.id)))[-1]
        raise Problem("match_changed", status=409, by=last["by"] or "?", what=last["text"])
    there = open_hand(session, table.id) if kind in CLEARING else None
    if there and facts.get("lying", there.id) != there.id:
        raise Problem("hand_laid", status=409)


def agree(session: Session, table: PlayTable, me: Person, rights: Rights, facts: Facts) -> tuple[str, ...]:
    """One more seat agrees with the hand as it was on its screen; enough of them put it into the match."""
    row = session.get(HandRow, str(facts.get("hand")))
    if row is None or row.table_id != table.id:
        raise Problem("not_found", status=404)
    if row.status == "agreed":
        return ()  # another phone was a moment faster: both meant the same
    if row.status != "open" or facts.get("version") != row.version:
        raise Problem("hand_changed", status=409)
    draft = Draft.from_json(row.draft)
    chair = -1 if rights.chair is None else rights.chair
    draft = replace(draft, agreed_by=tuple(dict.fromkeys((*draft.agreed_by, chair))))
    row.draft = draft.to_json()
    if len(draft.agreed_by) < _how_many(session, table) and not rights.referee:
        return ("hand",)
    _into_match(session, table, me, row, draft)
    return ("hand", "match")


def _how_many(session: Session, table: PlayTable) -> int:
    """How many must agree: no more than there are phones to agree with."""
    phones = sum(seat.person is not None for seat in seats_of(session, table.id))
    return int(min(table.options["agree"], max(1, phones)))


def _into_match(session: Session, table: PlayTable, me: Person, row: HandRow, draft: Draft) -> None:
    setting = setting_of(session, table, row.corrects)
    verdict = judge(draft, setting, "en")
    gap = verdict["missing"] or verdict["ready"]
    if gap:
        raise Problem("hand_not_ready", status=409, why=gap["code"])
    score = verdict["score"]
    won = game.HandWon(
        winner=draft.winner,  # type: ignore[arg-type]  # judged ready: it is there
        points=score["total"],
        discarder=None if draft.situation.self_draw else draft.discarder,
        flowers=score["total"] - score["points_without_flowers"],
        hand=notation(draft),
    )
    event: game.Event = won if row.corrects is None else game.Amended(row.corrects, won)
    fans = [[fan["key"], fan["points"], fan["count"]] for fan in score["fans"]]
    said = {"reason": draft.reason} if draft.reason else {}
    append(session, table, {**game.event_to_json(event), "fans": fans, **said}, me, row.id)
    row.status = "agreed"


def draw(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    append(session, table, game.event_to_json(game.HandDrawn()), me)
    drop_open_hands(session, table.id)
    return ("hand", "match")


def cut(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    append(session, table, game.event_to_json(game.HandCut()), me)
    drop_open_hands(session, table.id)
    return ("hand", "match")


def end(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    append(session, table, game.event_to_json(game.MatchEnded(reason=_reason(facts))), me)
    drop_open_hands(session, table.id)
    return ("hand", "match")


def penalise(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    """A usual penalty by its key, or any number of points."""
    chair = _chair(facts, "chair")
    if facts.get("preset"):
        found = preset(str(facts["preset"]))
        deltas, key = found.deltas(chair), found.key
    else:
        points = facts.get("points")
        if not isinstance(points, int) or isinstance(points, bool) or not 0 < points <= 1000:
            raise Problem("bad_points")
        deltas, key = penalty(chair, points, bool(facts.get("shared"))), ""
    append(session, table, game.event_to_json(game.Penalised(chair, deltas, _reason(facts), key)), me)
    return ("match",)


def pardon(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    """An earlier penalty was wrong; what came after it stays."""
    row = next(
        (r for r in _rows(session, table) if r.kind == PENALTY and r.event == facts.get("event")), None
    )
    if row is None:
        raise Problem("no_such_penalty", status=409)
    append(session, table, {"event": PARDONED, "penalty": row.event, "reason": _reason(facts)}, me)
    return ("match",)


def undo(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    """Take the last entry back; a hand comes back on the table, to be put right."""
    kept = standing(rows_of(session, table.id))
    if len(kept) < 2:
        raise HandError("nothing_to_undo")
    last = kept[-1]
    if facts.get("event") not in (None, last.number):
        raise Problem("hand_changed", status=409)  # somebody else has undone it already
    if last.hand_id and open_hand(session, table.id):
        raise Problem("hand_in_the_way", status=409)
    append(session, table, {"event": UNDONE, "reason": _reason(facts)}, me)
    if last.body["event"] == EXCHANGED:
        swap_seats(session, table, last.body["one"], last.body["other"])
    if last.hand_id:
        _back_on_the_table(session.get_one(HandRow, last.hand_id))
    return ("hand", "match", "seats")


def _back_on_the_table(row: HandRow) -> None:
    row.status = "open"
    row.version += 1
    row.draft = replace(Draft.from_json(row.draft), agreed_by=()).to_json()


def reopen(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    """Lay an earlier hand on the table again, as a copy; agreeing to it corrects the match."""
    number = _hand_number(session, table, facts)
    latest = next(r for r in _rows(session, table) if r.number == number + 1)
    if latest.kind == TIMEOUT:
        raise Problem("cut_by_time", status=409)
    old = session.get(HandRow, latest.hand) if latest.hand else None
    drop_open_hands(session, table.id)
    draft = replace(Draft.from_json(old.draft) if old else Draft(), agreed_by=(), reason=_reason(facts))
    photo = old.photo_id if old else None
    row = create_hand(session, draft, table_id=table.id, photo_id=photo, owner=me.id)
    row.corrects = number
    return ("hand",)


def void(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    """An earlier hand was no win after all."""
    amended = game.Amended(_hand_number(session, table, facts), game.HandDrawn())
    append(session, table, {**game.event_to_json(amended), "reason": _reason(facts)}, me)
    return ("match",)


def exchange(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    """Two players sat in each other's seats: results stay with people, winds change, all is counted anew."""
    one, other = _chair(facts, "one"), _chair(facts, "other")
    if one == other:
        raise Problem("no_such_seat", seat=str(one))
    found = all_entries(rows_of(session, table.id))
    places = {one: other, other: one}
    number, bodies = 0, []
    for entry in found:
        body = _moved(entry.body, places)
        if entry.row.hand_id:
            body = _recounted(session, table, entry.row.hand_id, body, places, number)
        number += entry.body["event"] in ("HandWon", "HandDrawn")
        bodies.append(body)
    append(session, table, {"event": EXCHANGED, "one": one, "other": other, "events": bodies}, me)
    swap_seats(session, table, one, other)
    return ("hand", "match", "seats")


def _moved(body: dict[str, Any], places: dict[int, int]) -> dict[str, Any]:
    """An event with its players' places exchanged."""
    moved = dict(body)
    for name in ("winner", "discarder", "player"):
        if moved.get(name) is not None:
            moved[name] = places.get(moved[name], moved[name])
    if "deltas" in moved:
        moved["deltas"] = [moved["deltas"][places.get(chair, chair)] for chair in range(4)]
    if "result" in moved:
        moved["result"] = _moved(moved["result"], places)
    return moved


def _recounted(
    session: Session,
    table: PlayTable,
    hand_id: str,
    body: dict[str, Any],
    places: dict[int, int],
    number: int,
) -> dict[str, Any]:
    """A win with the points that it has under the winds of its new seat."""
    amended = body["event"] == "Amended"
    result = body["result"] if amended else body
    if result["event"] != "HandWon":
        return body
    setting = setting_of(session, table, body["hand_number"] if amended else number)
    draft = replace(Draft.from_json(session.get_one(HandRow, hand_id).draft), winner=result["winner"])
    filled = setting.fill(draft)
    score = scorer.score(to_hand(filled), situation_of(filled), setting.rules)
    points = {"points": score.total, "flowers": score.total - score.points_without_flowers}
    fans = [[fan.key, fan.points, fan.count] for fan in score.fans]
    if amended:
        return {**body, "result": {**result, **points}, "fans": fans}
    return {**body, **points, "fans": fans}


def drop(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    drop_open_hands(session, table.id)
    return ("hand",)


def bring_back(session: Session, table: PlayTable, me: Person, _: Rights, facts: Facts) -> tuple[str, ...]:
    """The hand that was put away last lies on the table again."""
    row = put_away(session, table, rows_of(session, table.id))
    if row is None or open_hand(session, table.id):
        raise Problem("none_put_away", status=409)
    _back_on_the_table(row)
    return ("hand",)


def _rows(session: Session, table: PlayTable) -> list[Any]:
    found = entries(rows_of(session, table.id))
    return list(sheet_rows(match_of(found), found))


def _hand_number(session: Session, table: PlayTable, facts: Facts) -> int:
    """The hand (from 0) whose row on the sheet has this event number."""
    for row in _rows(session, table):
        if row.event == facts.get("event") and row.number:
            return int(row.number) - 1
    raise HandError("no_such_hand", value=str(facts.get("event"))[:20])


def _chair(facts: Facts, name: str) -> int:
    chair = facts.get(name)
    if not isinstance(chair, int) or isinstance(chair, bool) or chair not in range(4):
        raise Problem("no_such_seat", seat=str(chair)[:20])
    return chair


def _reason(facts: Facts) -> str:
    return str(facts.get("reason") or "")[:200]


ACTIONS: dict[str, Callable[[Session, PlayTable, Person, Rights, Facts], tuple[str, ...]]] = {
    "agree": agree,
    "draw": draw,
    "cut": cut,
    "end": end,
    "penalty": penalise,
    "pardon": pardon,
    "undo": undo,
    "reopen": reopen,
    "void": void,
    "exchange": exchange,
    "drop": drop,
    "bring_back": bring_back,
}
