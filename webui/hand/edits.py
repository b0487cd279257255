"""Edits of a draft: each a kind and its facts, applied by one small function.

Every edit also says what it touches, so that two people who edit different things at once both win, and
two who edit the same thing are told of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from webui.errors import Problem
from webui.hand.draft import FLOWERS, ROLES, SETS, Draft, DraftTile, Situation

SYMBOLS = frozenset([f"{n}{s}" for s in "mps" for n in range(1, 10)] + [*"ESWNCFP", *"abcdefgh", "_", "?"])
MOST_TILES = 40  # fourteen, four kongs and eight flowers make 26; a photograph may show a few more
SITUATION_FIELDS = frozenset(f.name for f in fields(Situation))
WINDS = frozenset("ESWN")


@dataclass(frozen=True, slots=True)
class Edit:
    """What somebody changed: `kind` and the facts, and who (a name, for people to read)."""

    kind: str
    facts: Mapping[str, Any]
    by: str | None = None


def apply_edit(draft: Draft, edit: Edit) -> Draft:
    """The draft after the edit; a `Problem` says what is wrong with it. Any change calls off agreement."""
    change = CHANGES.get(edit.kind)
    if change is None:
        raise Problem("unknown_edit", kind=edit.kind)
    return replace(change(draft, edit), agreed_by=())


def touches(edit: Edit) -> frozenset[str]:
    """Names of what an edit changes; `*` is the whole hand."""
    match edit.kind:
        case "set_tile" | "place_tile" | "remove_tile":
            return frozenset([f"tile:{edit.facts.get('id')}"])
        case "set_group":
            return frozenset(f"tile:{i}" for i in edit.facts.get("ids", ()))
        case "set_winning":
            return frozenset(["winning"])
        case "set_situation":
            return frozenset(f"situation:{k}" for k in edit.facts)
        case "set_people" | "set_claim":
            return frozenset([edit.kind])
        case "add_tile":
            return frozenset()
    return frozenset("*")


def _set_tile(draft: Draft, edit: Edit) -> Draft:
    tile = _existing(draft, edit)
    symbol = _symbol(edit)
    role = tile.role
    if symbol in FLOWERS:
        role = "flower"
    elif role == "flower" or (role == "other" and symbol not in "?_"):
        role = "concealed"
    return draft.with_tile(replace(tile, corrected=symbol, role=role, by=edit.by))


def _place_tile(draft: Draft, edit: Edit) -> Draft:
    tile = _existing(draft, edit)
    role = _role(edit)
    group = edit.facts.get("group")
    if group is None and role in SETS:
        group = _fresh_group(draft)
    return draft.with_tile(replace(tile, role=role, group=_number(group)))


def _set_group(draft: Draft, edit: Edit) -> Draft:
    """Lay some tiles together as one set, or take a set back among the concealed tiles."""
    ids = set(edit.facts.get("ids", ()))
    unknown = ids - {t.id for t in draft.tiles}
    if unknown or not ids:
        raise Problem("no_such_tile", id=min(unknown, default=0))
    role = _role(edit)
    group = _fresh_group(draft)
    tiles = tuple(replace(t, role=role, group=group) if t.id in ids else t for t in draft.tiles)
    return replace(draft, tiles=tiles)


def _add_tile(draft: Draft, edit: Edit) -> Draft:
    if len(draft.tiles) >= MOST_TILES:
        raise Problem("too_many_tiles", most=MOST_TILES)
    symbol = _symbol(edit)
    role = "flower" if symbol in FLOWERS else _role(edit, default="concealed")
    tile = DraftTile(
        id=max((t.id for t in draft.tiles), default=-1) + 1,
        corrected=symbol,
        role=role,
        group=_number(edit.facts.get("group")),
        by=edit.by,
    )
    if role == "winning":
        draft = _without_winning(draft)
    return replace(draft, tiles=(*draft.tiles, tile))


def _remove_tile(draft: Draft, edit: Edit) -> Draft:
    tile = _existing(draft, edit)
    if tile.quad is None:
        return replace(draft, tiles=tuple(t for t in draft.tiles if t.id != tile.id))
    return draft.with_tile(replace(tile, role="other"))  # it stays on the photograph, and can come back


def _set_winning(draft: Draft, edit: Edit) -> Draft:
    draft = _without_winning(draft)
    if edit.facts.get("id") is None:
        return draft
    return draft.with_tile(replace(_existing(draft, edit), role="winning"))


def _without_winning(draft: Draft) -> Draft:
    tiles = tuple(replace(t, role="concealed") if t.role == "winning" else t for t in draft.tiles)
    return replace(draft, tiles=tiles)


def _set_situation(draft: Draft, edit: Edit) -> Draft:
    for name, value in edit.facts.items():
        if name not in SITUATION_FIELDS or not _situation_value_ok(name, value):
            raise Problem("bad_situation", field=str(name)[:40], value=str(value)[:40])
    discarder = None if edit.facts.get("self_draw") else draft.discarder
    return replace(draft, situation=replace(draft.situation, **edit.facts), discarder=discarder)


def _situation_value_ok(name: str, value: object) -> bool:
    if name in ("seat", "round"):
        return value is None or (isinstance(value, str) and value in WINDS)
    if name == "flowers":
        return value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 8)
    return isinstance(value, bool)


def _set_people(draft: Draft, edit: Edit) -> Draft:
    """Who won, and off whom: `discarder` null says self-drawn, left out it says nothing."""
    winner = edit.facts.get("winner", draft.winner)
    told = "discarder" in edit.facts
    discarder = edit.facts["discarder"] if told else draft.discarder
    for chair in (winner, discarder):
        if chair is not None and (isinstance(chair, bool) or chair not in range(4)):
            raise Problem("no_such_seat", seat=str(chair)[:20])
    if discarder is not None and winner == discarder:
        if told:
            raise Problem("winner_is_discarder")
        discarder = None
    situation = replace(draft.situation, self_draw=discarder is None) if told else draft.situation
    return replace(draft, winner=winner, discarder=discarder, situation=situation)


def _set_claim(draft: Draft, edit: Edit) -> Draft:
    claim = edit.facts.get("fans")
    return replace(draft, claim=None if claim is None else tuple(str(key)[:40] for key in claim[:30]))


def _set_hand(draft: Draft, edit: Edit) -> Draft:
    from webui.hand.typed import typed_tiles

    return replace(draft, tiles=typed_tiles(str(edit.facts.get("hand", "")), edit.by))


def _existing(draft: Draft, edit: Edit) -> DraftTile:
    tile_id = edit.facts.get("id")
    tile = draft.tile(tile_id) if isinstance(tile_id, int) else None
    if tile is None:
        raise Problem("no_such_tile", id=str(tile_id)[:20])
    return tile


def _symbol(edit: Edit) -> str:
    symbol = edit.facts.get("symbol")
    if not isinstance(symbol, str) or symbol not in SYMBOLS:
        raise Problem("unknown_tile", symbol=str(symbol)[:20])
    return symbol


def _role(edit: Edit, default: str | None = None) -> str:
    role = edit.facts.get("role", default)
    if role not in ROLES:
        raise Problem("unknown_role", role=str(role)[:20])
    return str(role)


def _number(group: object) -> int:
    return group if isinstance(group, int) and 0 <= group <= MOST_TILES else 0


def _fresh_group(draft: Draft) -> int:
    return max((t.group for t in draft.tiles), default=0) + 1


CHANGES: dict[str, Callable[[Draft, Edit], Draft]] = {
    "set_tile": _set_tile,
    "place_tile": _place_tile,
    "set_group": _set_group,
    "add_tile": _add_tile,
    "remove_tile": _remove_tile,
    "set_winning": _set_winning,
    "set_situation": _set_situation,
    "set_people": _set_people,
    "set_claim": _set_claim,
    "set_hand": _set_hand,
}
