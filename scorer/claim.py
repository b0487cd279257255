"""A winner's claim, fan by fan: what stands, what does not and why, and what was missed.

>>> report = explain_claim("123456789m1235p+5p", "青龙 门清 断幺九 单钓")
>>> [fan.key for fan in report.stands]
['pure_straight', 'concealed_hand', 'single_wait']
>>> [(fall.claimed, fall.text_en) for fall in report.falls]
[('断幺九', 'the hand does not fit All Simples: No 1, 9 or honor')]
>>> [fan.key for fan in report.missed], report.points, report.reaches_minimum
(['all_chows', 'mixed_double_chow', 'one_voided_suit'], 19, True)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import shapes
from .count import Tally
from .errors import HandError
from .explain import Reason
from .facts import Facts, waiting_counts
from .fan import Fan
from .hand import Hand, Situation
from .kinds import tiles_of
from .ruleset import Ruleset
from .score import CountedFan, Score, score
from .table import Table, table
from .tiles import SYMBOLS, compact

ALIASES = {
    "pure_straight": "青龙, 一条龙, 一气通贯",
    "two_terminal_chows": "老少配, 老少",
    "concealed_hand": "门清, 门前",
    "all_simples": "断幺九, 断么, 断么九",
    "lesser_honors_and_knitted_tiles": "十三不靠, 不靠",
    "greater_honors_and_knitted_tiles": "七星",
    "thirteen_orphans": "国士无双, 十三么, 十三太保",
    "closed_wait": "嵌张, 卡张, 坎当, 嵌当",
    "single_wait": "单钓, 单吊, 单吊将, 单骑",
    "edge_wait": "边",
    "double_pung": "二同刻",
    "all_pungs": "对对和, 对对胡, 碰碰胡, 大对子, all triplets",
    "seven_pairs": "七小对, 七对子, 小七对",
    "seven_shifted_pairs": "连七, seven consecutive pairs",
    "full_flush": "清色",
    "half_flush": "混色",
    "four_pure_shifted_chows": "四步高, 四连顺",
    "four_pure_shifted_pungs": "四节高, 四连刻",
    "quadruple_chow": "四同顺",
    "mixed_triple_chow": "三色同顺, 三相逢",
    "mixed_kongs": "明杠暗杠, 一明一暗",
    "four_kongs": "十八罗汉, 四杠子",
    "three_kongs": "三杠子",
    "prevalent_wind": "圈风",
    "seat_wind": "门风",
    "pung_of_terminals_or_honors": "么九刻, 幺九",
    "fully_concealed_hand": "门清自摸, 门前清自摸",
    "self_drawn": "自摸和, self draw",
    "last_tile": "绝张, 胡绝张",
    "last_tile_draw": "妙手",
    "last_tile_claim": "海底, 海底捞",
    "out_with_replacement_tile": "杠开, 杠上花",
    "robbing_the_kong": "抢杠, 抢杠胡",
    "chicken_hand": "无番胡, 鸡和, 鸡胡",
    "melded_hand": "全求",
    "outside_hand": "全带么, 带幺",
    "no_honors": "无字牌, no honours",
    "all_honors": "全字, all honours",
    "all_terminals_and_honors": "混么九, 混老头, all terminals and honours",
    "all_terminals": "清么九, 清老头",
    "pure_terminal_chows": "双龙会",
    "flower_tiles": "花, flowers, flower",
    "tile_hog": "四归",
    "reversible_tiles": "reversible",
    "knitted_straight": "组龙",
    "all_types": "五门",
}
"""Other names that players use."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A claimed fan that does not count: as it was `claimed`, its key (None for no such fan), and why."""

    claimed: str
    key: str | None
    kind: str
    by: str | None
    text_zh: str
    text_en: str

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The entry as an object; `because` has the shape of `not_counted`."""
        text = self.text_zh if lang == "zh" else self.text_en
        return {
            "claimed": self.claimed,
            "key": self.key,
            "because": {"kind": self.kind, "by": self.by, "text": text},
        }


@dataclass(frozen=True, slots=True)
class ClaimReport:
    """What a claim is worth.

    `stands` are the claimed fans that count, `falls` those that do not, `missed` those nobody claimed.
    `points` of what stands, flowers apart; `reaches_minimum` whether these alone are enough; `score` the
    hand as it should have been counted.
    """

    stands: tuple[CountedFan, ...]
    falls: tuple[Fall, ...]
    missed: tuple[CountedFan, ...]
    points: int
    reaches_minimum: bool
    score: Score

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The report as an object."""
        return {
            "ok": True,
            "stands": [fan.to_json(lang) for fan in self.stands],
            "falls": [fall.to_json(lang) for fall in self.falls],
            "missed": [fan.to_json(lang) for fan in self.missed],
            "points": self.points,
            "minimum": self.score.minimum,
            "reaches_minimum": self.reaches_minimum,
            "total": self.score.total,
        }


def _plain(text: str) -> str:
    """Without what people write differently: spaces, case, honour and honor, 么 and 幺."""
    return re.sub(r"[\s_\-'’]+", "", text).lower().replace("honour", "honor").replace("么", "幺")


def find_fan(text: str, rules: str | Ruleset = "mcr") -> Fan:
    """The fan called `text`: its key, Chinese or English name, or a common alias.

    >>> find_fan("青龙").key, find_fan("all pungs").zh
    ('pure_straight', '碰碰和')

    Raises `HandError` (`unknown_fan`).
    """
    book = table(rules)
    wanted = _plain(text)
    for fan in book.fans:
        names = [fan.key, fan.zh, fan.en, *ALIASES.get(fan.key, "").split(", ")]
        if wanted and wanted in map(_plain, names):
            return fan
    raise HandError("unknown_fan", value=text)


Claimed = tuple[str, Fan | None, int]


def parse_claim(claim: str | Iterable[str], rules: str | Ruleset = "mcr") -> list[Claimed]:
    """Claimed names with their fan (None when unknown) and how often: `"青龙、喜相逢×2"`.

    Names are split at commas, 、, ; and +, and at spaces beside Chinese. Points behind a name are ignored.
    """
    if isinstance(claim, str):
        text = re.sub(r"\s*[×*]\s*(?=\d)", "×", claim)
        claim = re.split(r"[,，、;；+＋\n]+|(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])", text)
    out: list[Claimed] = []
    for text in claim:
        word = text.strip()
        if not re.sub(r"[\d\s番分]", "", word):
            continue
        times = re.search(r"[×xX*]\s*(\d)$", word)
        bare = re.sub(r"\s*([×xX*]\s*\d|\d+\s*[番分]?)$", "", word)
        try:
            fan = find_fan(bare, rules)
        except HandError:
            fan = None
        out.append((word, fan, int(times[1]) if times else 1))
    return out


def explain_claim(
    hand: Hand | str,
    claim: str | Iterable[str],
    situation: Situation | None = None,
    rules: str | Ruleset = "mcr",
) -> ClaimReport:
    """Compares the fans a winner announced with the hand.

    Where several divisions are possible, the claim is held against the one that bears it out best. Raises
    what `score` raises.
    """
    result = score(hand, situation, rules)
    claims = parse_claim(claim, rules)
    wanted = {fan.key: 0 for _, fan, _ in claims if fan}
    for _, fan, times in claims:
        if fan:
            wanted[fan.key] += times
    view = _view(result, wanted)
    counted = {fan.key: fan for fan in view.fans}
    stands = tuple(fan for fan in view.fans if fan.key in wanted)
    falls = [
        _fall(view, word, fan, times, counted)
        for word, fan, times in _merged(claims)
        if fan is None or times > (counted[fan.key].count if fan.key in counted else 0)
    ]
    missed = tuple(fan for fan in view.fans if fan.key not in wanted)
    points = sum(fan.points * min(fan.count, wanted[fan.key]) for fan in stands if fan.key != "flower_tiles")
    return ClaimReport(stands, tuple(falls), missed, points, points >= result.minimum, result)


def _merged(claims: list[Claimed]) -> list[Claimed]:
    out: dict[str, Claimed] = {}
    for word, fan, times in claims:
        key = fan.key if fan else word
        known = out.get(key)
        out[key] = (known[0], fan, known[2] + times) if known else (word, fan, times)
    return list(out.values())


def _view(result: Score, wanted: dict[str, int]) -> Score:
    """The score of the division that bears the claim out best."""
    book: Table = result._book

    def borne_out(tally: Tally) -> tuple[int, int]:
        standing = [(book.fans[fan].key, book.points[fan], times) for fan, times in tally.standing]
        return sum(points * min(times, wanted.get(key, 0)) for key, points, times in standing), tally.total

    chosen = max(result._counted, key=borne_out)
    lower = [tally for tally in result._counted if tally is not chosen and tally.total <= chosen.total]
    return Score(book, result._facts, [chosen, *lower])


def _fall(view: Score, word: str, fan: Fan | None, times: int, counted: dict[str, CountedFan]) -> Fall:
    if fan is None:
        error = HandError("unknown_fan", value=word)
        return Fall(word, None, "unknown", None, error.message("zh"), error.message("en"))
    reasons = [reason for reason in view.not_counted if reason.key == fan.key]
    if reasons:
        reason: Reason = reasons[0]
        return Fall(word, fan.key, reason.kind, reason.by, reason.text_zh, reason.text_en)
    if fan.key in counted:
        have = counted[fan.key].count
        return Fall(word, fan.key, "fewer", None, f"只有{have}个", f"it is there only {have} time(s)")
    return Fall(word, fan.key, "absent", None, *_absent(view._facts, view._counted[0], fan))


def _absent(facts: Facts, tally: Tally, fan: Fan) -> tuple[str, str]:
    """Why a fan is not there at all."""
    if fan.key.endswith("_wait"):
        kinds = tiles_of(shapes.waits(waiting_counts(facts)))
        if len(kinds) > 1:
            text = compact(kinds)
            return f"听{text}，不止一种", f"the hand waited for {text}, more than one kind"
    if fan.key in ("concealed_hand", "fully_concealed_hand") and not facts.concealed:
        melds = " ".join(str(meld) for meld in facts.hand.melds if not meld.concealed)
        return f"有副露 {melds}", f"{melds} is exposed"
    if fan.key.endswith("concealed_pungs"):
        return _pungs(facts, tally)
    return f"不符合“{fan.zh}”：{fan.rule_zh}", f"the hand does not fit {fan.en}: {fan.rule_en}"


def _pungs(facts: Facts, tally: Tally) -> tuple[str, str]:
    division = tally.division
    zh, en = f"暗刻只有{division.hidden}副", f"the concealed pungs are {division.hidden}"
    if division.hidden < facts.concealed_kongs + len(division.own_pungs):
        tile = SYMBOLS[facts.winning]
        return f"{zh}：{tile}的刻子由别人的牌完成，算明刻", f"{en}: another's {tile} completed an exposed one"
    return zh, en
