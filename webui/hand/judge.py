"""What a draft is worth now, what is still to be asked, and what would change the number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import scorer
from scorer import Hand, HandError
from webui.errors import Problem
from webui.hand.draft import UNREAD, Draft, notation

TOGGLES = ("self_draw", "last_tile", "wall_last", "kong")
WINDS = "ESWN"


def judge(draft: Draft, rules: str, lang: str) -> dict[str, Any]:
    """Score, or what is missing, in the words of `lang`.

    `score` is the object of `hule score`; `missing` the one thing to do next (code and facts); `range` the
    best and the worst when nobody has said which tile won; `what_if` the totals that a tap would give.
    """
    verdict: dict[str, Any] = {"score": None, "missing": None, "range": None, "what_if": {}}
    gap = gap_of(draft)
    if gap:
        verdict["missing"] = {"code": gap.code, "facts": gap.facts}
        if gap.code == "winning_tile_unknown":
            verdict["range"] = range_of(draft, rules, lang)
        return verdict
    try:
        hand = _hand(draft)
        score = scorer.score(hand, situation_of(draft), rules)
    except HandError as error:
        verdict["missing"] = {"code": error.code, "facts": error.facts, "text": error.message(lang)}
        return verdict
    verdict["score"] = score.to_json(lang)
    verdict["what_if"] = what_if(draft, hand, rules)
    return verdict


def gap_of(draft: Draft) -> Problem | None:
    """The first thing that keeps the tiles from being a hand at all."""
    own = [t for t in draft.tiles if t.role not in ("flower", "other")]
    if not own:
        return Problem("no_tiles_yet")
    unread = sum(t.symbol == UNREAD for t in own)
    if unread:
        return Problem("tiles_unread", count=unread)
    if any(t.symbol == "_" and t.role != "kong" for t in own):
        return Problem("tile_face_down")
    kongs = _kongs(draft)
    if len(own) != 14 + kongs:
        return Problem("tile_count", count=len(own), want=14 + kongs)
    if draft.winning is None:
        return Problem("winning_tile_unknown")
    return None


def _kongs(draft: Draft) -> int:
    sizes: dict[tuple[str, int], int] = {}
    for tile in draft.tiles:
        if tile.role in ("meld", "kong"):
            key = (tile.role, tile.group)
            sizes[key] = sizes.get(key, 0) + 1
    return sum(size == 4 for size in sizes.values())


def situation_of(draft: Draft) -> scorer.Situation:
    """The situation to score: what nobody said is an East seat in the East round."""
    said = draft.situation
    return scorer.Situation(
        self_draw=said.self_draw,
        seat=said.seat or "E",
        round=said.round or "E",
        last_tile=said.last_tile,
        wall_last=said.wall_last,
        kong=said.kong,
        flowers=said.flowers or 0,
    )


def _hand(draft: Draft) -> Hand:
    """The hand to score. A number of flowers that people gave takes the place of those in the picture."""
    if draft.situation.flowers is not None:
        draft = replace(draft, tiles=tuple(t for t in draft.tiles if t.role != "flower"))
    return Hand.parse(notation(draft))


def range_of(draft: Draft, rules: str, lang: str) -> dict[str, Any] | None:
    """Best and worst over all tiles that may have won, and the total of each; None if none wins."""
    choices: dict[str, tuple[int, int, dict[str, Any]]] = {}
    for tile in draft.tiles:
        if tile.role != "concealed" or tile.symbol in choices:
            continue
        guess = draft.with_tile(replace(tile, role="winning"))
        try:
            score = scorer.score(_hand(guess), situation_of(guess), rules)
        except HandError:
            continue
        choices[tile.symbol] = (score.total, tile.id, score.to_json(lang))
    if not choices:
        return None
    ranked = sorted(choices.items(), key=lambda item: -item[1][0])
    return {
        "best": ranked[0][1][2],
        "worst": ranked[-1][1][2],
        "choices": [
            {"tile": symbol, "id": tile_id, "total": total} for symbol, (total, tile_id, _) in ranked
        ],
    }


def what_if(draft: Draft, hand: Hand, rules: str) -> dict[str, int | None]:
    """The total if one thing about the win were otherwise; None where that is impossible."""
    now = situation_of(draft)
    totals: dict[str, int | None] = {
        name: _total(hand, replace(now, **{name: not getattr(now, name)}), rules) for name in TOGGLES
    }
    for name in ("seat", "round"):
        totals |= {f"{name}:{wind}": _total(hand, replace(now, **{name: wind}), rules) for wind in WINDS}
    return totals


def _total(hand: Hand, situation: scorer.Situation, rules: str) -> int | None:
    try:
        return scorer.score(hand, situation, rules).total
    except HandError:
        return None
