"""What can be wrong with a hand: a stable code, where, the facts; and the words for people."""

from __future__ import annotations

from typing import Any

from . import tiles

_MESSAGES: dict[str, tuple[str, str]] = {
    # notation
    "empty": ("没有牌", "there are no tiles"),
    "unknown_character": ("第{at}个字符“{char}”不是牌", "character {at}, '{char}', is not a tile"),
    "digit_without_suit": (
        "第{at}个字符“{char}”后面缺少花色（m 万、p 饼、s 条）",
        "character {at}, '{char}', is a number without a suit (m, p or s)",
    ),
    "suit_without_digit": (
        "第{at}个字符“{char}”前面缺少数字",
        "character {at}, '{char}', is a suit without a number before it",
    ),
    "no_such_honour": (
        "第{at}个字符“{char}”：字牌只有 z1 到 z7",
        "character {at}, '{char}': honours are z1 to z7",
    ),
    "unread_tile": ("第{at}个字符“?”是一张还没认出的牌", "character {at}, '?', is a tile not read yet"),
    "tile_face_down": ("第{at}个字符“_”是一张扣着的牌", "character {at}, '_', is a tile face down"),
    "unclosed_meld": ("第{at}个字符“{char}”没有配对的括号", "character {at}, '{char}', is never closed"),
    "stray_bracket": ("第{at}个字符“{char}”没有配对的括号", "character {at}, '{char}', closes nothing"),
    "not_a_meld": (
        "第{at}个字符起的“{meld}”不是顺子、刻子或杠",
        "'{meld}' at character {at} is neither a chow, a pung nor a kong",
    ),
    "not_a_concealed_kong": (
        "第{at}个字符起的“{meld}”：大括号里只能是暗杠",
        "'{meld}' at character {at}: braces hold a concealed kong, four equal tiles",
    ),
    "repeated_mark": ("第{at}个字符“{char}”出现了两次", "character {at}: '{char}' was already there"),
    "meld_after_mark": (
        "第{at}个字符“{char}”：副露要写在“+”和“|”之前",
        "character {at}, '{char}': melds come before '+' and '|'",
    ),
    "one_winning_tile": (
        "“+”后面应是一张和牌的牌，现在有 {count} 张",
        "one winning tile must follow '+', here are {count}",
    ),
    "not_a_tile": ("“{text}”不是一张牌", "'{text}' is not one tile"),
    # the hand
    "wrong_tile_count": (
        "除和牌的牌外应有13张（杠算3张），现在有 {count} 张",
        "a hand has 13 tiles beside the winning tile (a kong counts as three), here are {count}",
    ),
    "no_winning_tile": (
        "没有标出和牌的牌，请写在“+”后面（现在共 {count} 张）",
        "no winning tile: write it after '+' (here are {count} tiles)",
    ),
    "too_many_of_a_tile": (
        "{tile_zh}有 {count} 张，最多只有4张",
        "{count} of {tile} ({tile_en}): there are only 4",
    ),
    "flower_in_hand": (
        "花牌{tile_zh}不能在手里，请写在“|”后面",
        "the flower {tile} ({tile_en}) cannot stand in the hand: write it after '|'",
    ),
    "not_a_flower": ("{tile_zh}不是花牌，不能写在“|”后面", "{tile} ({tile_en}) after '|' is not a flower"),
    "flower_twice": ("花牌{tile_zh}只有一张", "there is only one flower {tile} ({tile_en})"),
    "not_a_winning_hand": ("这手牌没有和", "this is not a winning hand"),
    # the situation
    "bad_value": ("{field} 不能是“{value}”", "{field} cannot be '{value}'"),
    "unknown_field": ("不认识的项“{field}”", "unknown field '{field}'"),
    "unknown_rules": ("没有规则“{value}”（有：{known}）", "no rules named '{value}' (known: {known})"),
    "unknown_option": (
        "规则没有选项“{value}”（有：{known}）",
        "the rules have no option '{value}' (known: {known})",
    ),
    "bad_json": ("这一行不是 JSON 对象", "this line is not a JSON object"),
    "too_many_flowers": ("花牌有 {count} 张，最多8张", "{count} flowers: there are only 8"),
    "flowers_differ": (
        "牌面有 {shown} 张花牌，却说有 {said} 张",
        "the hand shows {shown} flowers, the situation says {said}",
    ),
    "last_tile_in_hand": (
        "不可能是和绝张：手里还有一张{tile_zh}",
        "not the last tile: another {tile} ({tile_en}) is still in the hand",
    ),
    "robbed_tile_in_hand": (
        "不可能是抢杠：被抢的{tile_zh}其余三张都在别人的碰里，自己却有 {count} 张",
        "no robbing of the kong: the other three {tile} ({tile_en}) lie in the robbed pung, "
        "yet the hand has {count}",
    ),
    "robbed_last_tile": (
        "不可能：海底牌不能开杠，也就不能抢杠",
        "impossible: nobody may kong with the wall's last tile, so it cannot be robbed",
    ),
    "no_kong_to_replace": (
        "不可能是杠上开花：手里没有杠",
        "no kong replacement: the hand has no kong",
    ),
    # settlement and matches
    "below_minimum": (
        "花牌以外只有 {points} 分，不够 {minimum} 分起和",
        "{points} points without flowers: {minimum} are needed",
    ),
    "no_such_player": ("没有第 {value} 位选手（0到3）", "there is no player {value}: they are 0 to 3"),
    "unknown_penalty": ("没有叫“{value}”的处罚", "no penalty is called '{value}'"),
    "match_not_started": ("比赛还没有开始", "the match has not been started"),
    "match_started_twice": ("比赛已经开始了", "the match was started already"),
    "match_over": ("比赛已经结束", "the match is over"),
    "no_such_hand": ("没有第 {value} 盘的结果", "hand {value} has no result yet"),
    "nothing_to_undo": ("没有可以撤回的", "there is nothing to take back"),
    "bad_event": ("不认识的事件“{value}”", "'{value}' is no event of a match"),
    # names
    "unknown_fan": ("没有叫“{value}”的番种", "no fan is called '{value}'"),
    "not_declarable": (
        "这手牌按这套规则不能声明“{value}”",
        "'{value}' cannot be declared with this hand under these rules",
    ),
}


class HandError(ValueError):
    """A hand or situation that cannot be scored.

    `code` is stable, `position` the index of the character at fault (from 0) or None, `facts` what was
    found. `message(lang)` says it for people; `str(error)` is the English message.

    >>> error = HandError("unknown_character", position=3, char="x")
    >>> print(error)
    character 4, 'x', is not a tile
    >>> error.message("zh")
    '第4个字符“x”不是牌'
    """

    def __init__(self, code: str, position: int | None = None, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.position = position
        self.facts = facts

    def message(self, lang: str = "en") -> str:
        """One sentence in Chinese (`zh`) or English (anything else)."""
        words = dict(self.facts)
        if self.position is not None:
            words["at"] = self.position + 1
        if "tile" in words:
            tile = tiles.SYMBOLS.index(words["tile"])
            words["tile_zh"], words["tile_en"] = tiles.name(tile, "zh"), tiles.name(tile, "en")
        zh, en = _MESSAGES[self.code]
        return (zh if lang == "zh" else en).format(**words)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The error object of the command line and the page."""
        out: dict[str, Any] = {"code": self.code, "message": self.message(lang)}
        if self.position is not None:
            out["position"] = self.position
        if self.facts:
            out["facts"] = self.facts
        return out

    def __str__(self) -> str:
        return self.message("en")


class NotAWinningHand(HandError):
    """A legal hand that is not complete: four sets and a pair, or one of the special shapes."""

    def __init__(self) -> None:
        super().__init__("not_a_winning_hand")
