"""What is said of taught sets and their layouts; see `vision.words`."""

from __future__ import annotations

from typing import Any

ROWS = {
    "m": ("第1行（万）", "row 1 (characters)"),
    "p": ("第2行（饼）", "row 2 (dots)"),
    "s": ("第3行（条）", "row 3 (bamboo)"),
    "z": ("第4行（字牌）", "row 4 (winds and dragons)"),
    "f": ("第5行（花牌）", "row 5 (flowers)"),
}

TILESET_WORDS: dict[str, tuple[str, str]] = {
    # sets
    "tileset_unknown": (
        "没有叫“{name}”的牌具（有：{known}）",
        "there is no tile set '{name}' (known: {known})",
    ),
    "tileset_exists": (
        "已有叫“{name}”的牌具，请换个名字，或给它加照片",
        "there is a tile set '{name}' already: choose another name, or add photographs to it",
    ),
    "tileset_name": ("请给牌具起个名字", "give the tile set a name"),
    "tileset_damaged": (
        "牌具文件 {path} 已损坏，请从备份恢复，或删除它的文件夹后重新教",
        "the tile set's file {path} is damaged: restore a backup, or delete its folder and teach it again",
    ),
    "tileset_unwritable": ("无法写入 {path}：{reason}", "cannot write {path}: {reason}"),
    "no_such_example": (
        "牌具“{name}”里没有样本 {example}",
        "the tile set '{name}' has no example {example}",
    ),
    "no_such_tile": ("没有“{symbol}”这种牌", "there is no tile '{symbol}'"),
    "set_needs_features": (
        "这个识别模型不支持自定义牌具，请更新 hule 的模型",
        "this classifier cannot use taught sets (no `features`): update the networks of hule",
    ),
    "bad_rows": (
        "“{value}”不是行名：用 m 万、p 饼、s 条、z 字牌、f 花牌，从上到下",
        "'{value}' names no rows: m characters, p dots, s bamboo, z winds and dragons, f flowers, from the top",
    ),
    "looked_up": (
        "照片已过期，请重新拍摄",
        "this photograph was looked at too long ago: take it again",
    ),
    # layouts
    "layout_no_tiles": (
        "照片里没有找到牌，请对准摆好的牌，从上方拍",
        "no tiles found: photograph the laid-out set from above",
    ),
    "layout_rows": (
        "找到 {found} 行牌（{counts}），应是 4 行（万、饼、条、字牌），有花牌则 5 行；只拍一部分时请说明是哪几行",
        "{found} rows of tiles found ({counts}): lay 4 (characters, dots, bamboo, winds and dragons), 5 with flowers; "
        "or say which rows a photograph shows",
    ),
    "layout_rows_named": (
        "找到 {found} 行牌（{counts}），应是 {wanted} 行",
        "{found} rows of tiles found ({counts}), {wanted} expected",
    ),
    "layout_gap": (
        "{row_zh}：找到 {found} 张，应是 {wanted} 张，第 {after_text} 张后面有空位",
        "{row_en}: {found} tiles of {wanted}, there is room after tile {after_text}",
    ),
    "layout_left": (
        "{row_zh}：找到 {found} 张，应是 {wanted} 张，缺最左边一张",
        "{row_en}: {found} tiles of {wanted}, the first one at the left is missing",
    ),
    "layout_right": (
        "{row_zh}：找到 {found} 张，应是 {wanted} 张，缺最右边一张",
        "{row_en}: {found} tiles of {wanted}, the last one at the right is missing",
    ),
    "layout_short": (
        "{row_zh}：找到 {found} 张，应是 {wanted} 张，看不出缺哪张，请对照图样检查",
        "{row_en}: {found} tiles of {wanted}, and no gap to be seen: compare with the order",
    ),
    "layout_long": (
        "{row_zh}：找到 {found} 张，应是 {wanted} 张，请拿走多余的牌",
        "{row_en}: {found} tiles of {wanted}: take away what does not belong there",
    ),
    "layout_sideways": (
        "{row_zh}：第 {number} 张横着，请竖放",
        "{row_en}: tile {number} lies on its side: stand it up",
    ),
    "layout_exchanged": (
        "{row_zh}看起来是{looks_zh}：请按图样的顺序摆",
        "{row_en} looks like {looks_en}: lay the rows in the shown order",
    ),
    "layout_backwards": (
        "{row_zh}看起来是从右往左摆的：请从左往右摆",
        "{row_en} seems to run from right to left: lay it from left to right",
    ),
    "layout_looks": (
        "{row_zh}第 {number} 张应是{tile_zh}，看起来像{read_as_zh}，请核对",
        "{row_en}, tile {number} should be {tile} ({tile_en}) but looks like {read_as} ({read_as_en}): check it",
    ),
    "layout_no_face": (
        "{row_zh}第 {number} 张的位置看不到牌面（空着或扣着？），没有学这张",
        "{row_en}, place {number} shows no face (a hole, or a tile face down?): that tile was left out",
    ),
    "layout_left_out": (
        "另有 {count} 个不在行里的图形，没有使用",
        "{count} further shapes beside the rows were left out",
    ),
}


def row_words(facts: dict[str, Any]) -> dict[str, Any]:
    """The names of the rows among the facts, and gaps as text."""
    words: dict[str, Any] = {}
    for key in ("row", "looks"):
        if facts.get(key) in ROWS:
            words[f"{key}_zh"], words[f"{key}_en"] = ROWS[facts[key]]
    if "after" in facts:
        words["after_text"] = ", ".join(map(str, facts["after"]))
    return words
