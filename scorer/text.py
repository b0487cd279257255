"""Scores, waits and claims in words, Chinese or English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .score import CountedFan, Score
from .tiles import FIRST_WIND, SYMBOLS, name
from .waits import Wait

if TYPE_CHECKING:
    from .claim import ClaimReport


def score_text(result: Score, lang: str = "en") -> str:
    """A score on several lines: the division, each fan, the total, who pays, and what does not count."""
    zh = lang == "zh"
    lines = [result.division, *(_fan_line(fan, zh) for fan in result.fans), *_total_lines(result, zh)]
    if result.not_counted:
        lines.append("不计：" if zh else "Not counted:")
        for reason in result.not_counted:
            text = reason.text_zh if zh else reason.text_en
            lines.append(f"  {reason.zh if zh else reason.en} ({reason.points})  {text}")
    return "\n".join(lines)


def _fan_line(fan: CountedFan, zh: bool) -> str:
    times = f" ×{fan.count}" if fan.count > 1 else ""
    names = fan.zh if zh else f"{fan.en} {fan.zh}"
    return f"{fan.points * fan.count:4d}  {names}{times}"


def _total_lines(result: Score, zh: bool) -> list[str]:
    pay = result.payments
    discard, draw = pay["discard"], pay["self_draw"]
    bare, least = result.points_without_flowers, result.minimum
    if zh:
        verdict = "可以和" if result.can_win else "不能和"
        lines = [f"{result.total:4d}  分（花牌以外{bare}分，{least}分起和：{verdict}）"]
        by_draw = f"三家各付{draw['each']}，共得{draw['winner']}"
        by_discard = f"放和者付{discard['discarder']}，另两家各付{discard['others']}，共得{discard['winner']}"
    else:
        verdict = "enough" if result.can_win else "not enough"
        lines = [f"{result.total:4d}  points ({bare} without flowers, {least} needed: {verdict})"]
        by_draw = f"Each of the three pays {draw['each']}, in all {draw['winner']}"
        others = f"the other two {discard['others']} each"
        by_discard = f"The discarder pays {discard['discarder']}, {others}, in all {discard['winner']}"
    return [*lines, by_draw if result.situation.self_draw else by_discard]


def waits_text(found: Sequence[Wait], lang: str = "en") -> str:
    """One line for each tile that completes a hand."""
    zh = lang == "zh"
    if not found:
        return "没有听牌" if zh else "The hand is not waiting for any tile."
    return "\n".join(_wait_line(wait, zh) for wait in found)


def _wait_line(wait: Wait, zh: bool) -> str:
    tile = f"{SYMBOLS[wait.tile]:3s}{name(wait.tile, 'zh' if zh else 'en')}"
    discard, draw = (
        f"{way.total}{'' if way.can_win else ('（不够）' if zh else ' (not enough)')}"
        for way in (wait.discard, wait.self_draw)
    )
    if zh:
        return f"{tile}  剩{wait.left}张  点和{discard}  自摸{draw}"
    padding = " " * (18 - len(name(wait.tile)) if wait.tile >= FIRST_WIND else 4)
    return f"{tile}{padding}{wait.left} left   by discard {discard}   self-drawn {draw}"


def claim_text(report: ClaimReport, lang: str = "en") -> str:
    """A claim, fan by fan."""
    zh = lang == "zh"
    lines = ["成立：" if zh else "Stands:", *(_fan_line(fan, zh) for fan in report.stands)]
    if report.falls:
        lines.append("不成立：" if zh else "Does not stand:")
        lines += [f"  {fall.claimed}  {fall.text_zh if zh else fall.text_en}" for fall in report.falls]
    if report.missed:
        lines.append("漏报：" if zh else "Missed:")
        lines += [_fan_line(fan, zh) for fan in report.missed]
    least = report.score.minimum
    if zh:
        verdict = "够" if report.reaches_minimum else "不够"
        lines.append(f"所报成立{report.points}分，{least}分起和：{verdict}（应计{report.score.total}分）")
    else:
        verdict = "enough" if report.reaches_minimum else "not enough"
        lines.append(f"The claim is worth {report.points}, {least} needed: {verdict}")
        lines.append(f"The hand is worth {report.score.total}")
    return "\n".join(lines)
