"""What a draft is worth now, what is still to be asked, and what would change the number."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import scorer
from scorer import Hand, HandError
from scorer.table import table
from scorer.tiles import SYMBOLS
from webui.errors import Problem
from webui.hand.draft import UNREAD, Draft, notation

TOGGLES = ("self_draw", "last_tile", "wall_last", "kong")
WINDS = "ESWN"


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a hand is judged: the rules, and what a match knows that nobody needs to say."""

    rules: str = "mcr"
    round: str | None = None
    winds: tuple[str, ...] | None = None  # the seat wind of each chair; None without a match
    blind: bool = False

    def fill(self, draft: Draft) -> Draft:
        """The draft with the winds that the match knows."""
        if self.winds is None:
            return draft
        seat = None if draft.winner is None else self.winds[draft.winner]
        return replace(draft, situation=replace(draft.situation, seat=seat, round=self.round))


def judge(draft: Draft, setting: Setting, lang: str) -> dict[str, Any]:
    """Score, or what is missing, in the words of `lang`.

    `score` is the object of `hule score`; `missing` the one thing to do next (code and facts); `range` the
    best and the worst when nobody has said which tile won; `what_if` the totals that a tap would give;
    `claimed` the winner's claim beside the count; `ready` why it cannot go into the match yet.
    """
    draft, rules = setting.fill(draft), setting.rules
    verdict: dict[str, Any] = dict.fromkeys(("score", "missing", "range", "claimed", "ready"))
    verdict["what_if"] = {}
    gap = gap_of(draft)
    hidden = setting.blind and draft.claim is None
    if gap:
        verdict["missing"] = {"code": gap.code, "facts": gap.facts}
        if gap.code == "winning_tile_unknown" and not hidden:
            verdict["range"] = range_of(draft, rules, lang)
        return verdict
    try:
        hand = to_hand(draft)
        score = scorer.score(hand, situation_of(draft), rules)
    except HandError as error:
        verdict["missing"] = {"code": error.code, "facts": error.facts, "text": error.message(lang)}
        return verdict
    if hidden:  # nobody sees the count before the winner has declared
        verdict["missing"] = {"code": "claim_first", "facts": {}}
        return verdict
    verdict["score"] = score.to_json(lang)
    verdict["what_if"] = what_if(draft, hand, rules)
    if draft.claim is not None:
        verdict["claimed"] = claimed(draft, hand, rules, lang)
    if setting.winds:
        verdict["ready"] = not_ready(draft, score, verdict["claimed"] if setting.blind else None)
    return verdict


def claimed(draft: Draft, hand: Hand, rules: str, lang: str) -> dict[str, Any]:
    """The claim beside the count; what falls is named in both languages too, as it was picked by its key."""
    report = scorer.explain_claim(hand, draft.claim or (), situation_of(draft), rules).to_json(lang)
    names = {fan.key: fan for fan in table(rules).fans}
    for fall in report["falls"]:
        fan = names.get(fall["key"] or "")
        fall |= {"zh": fan.zh if fan else fall["claimed"], "en": fan.en if fan else fall["claimed"]}
    return report


def not_ready(
    draft: Draft, score: scorer.Score, claimed: dict[str, Any] | None = None
) -> dict[str, Any] | None:
    """Why a counted hand cannot go into the match yet.

    Where the winner must declare, what stands of the `claimed` fans has to reach the minimum: fans that
    nobody declared do not save a false win."""
    if draft.winner is None:
        return {"code": "winner_unknown", "facts": {}}
    if draft.discarder is None and not draft.situation.self_draw:
        return {"code": "discarder_unknown", "facts": {}}
    if not score.can_win:
        return {"code": "below_minimum", "facts": {"minimum": score.minimum}}
    if claimed and not claimed["reaches_minimum"]:
        return {"code": "claim_below_minimum", "facts": {k: claimed[k] for k in ("points", "minimum")}}
    return None


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


def to_hand(draft: Draft) -> Hand:
    """The hand to score. A number of flowers that people gave takes the place of those in the picture."""
    if draft.situation.flowers is not None:
        draft = replace(draft, tiles=tuple(t for t in draft.tiles if t.role != "flower"))
    return Hand.parse(notation(draft))


def range_of(draft: Draft, rules: str, lang: str) -> dict[str, Any] | None:
    """Best and worst over all tiles that may have won, each with its total; None if none of them wins."""
    ids = {tile.symbol: tile.id for tile in reversed(draft.tiles) if tile.role == "concealed"}
    some = next((tile for tile in draft.tiles if tile.role == "concealed"), None)
    if some is None:
        return None
    guess = to_hand(draft.with_tile(replace(some, role="winning")))
    try:
        ranked = scorer.each_winning_tile(guess, situation_of(draft), rules)
    except HandError:
        return None
    choices = [
        {"tile": SYMBOLS[tile], "id": ids[SYMBOLS[tile]], "total": score.total} for tile, score in ranked
    ]
    return {"best": ranked[0][1].to_json(lang), "worst": ranked[-1][1].to_json(lang), "choices": choices}


def what_if(draft: Draft, hand: Hand, rules: str) -> dict[str, int | None]:
    """The total if one thing about the win were otherwise; None where that is impossible."""
    now = situation_of(draft)
    otherwise: dict[str, dict[str, Any]] = {name: {name: not getattr(now, name)} for name in TOGGLES}
    otherwise |= {f"{name}:{wind}": {name: wind} for name in ("seat", "round") for wind in WINDS}
    return {name: _total(hand, replace(now, **change), rules) for name, change in otherwise.items()}


def _total(hand: Hand, situation: scorer.Situation, rules: str) -> int | None:
    try:
        return scorer.score(hand, situation, rules).total
    except HandError:
        return None
