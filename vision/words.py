"""What the eye tells people: stable codes, and one sentence each in Chinese and English.

A sentence says what to do. `{...}` are facts of the error or the remark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vision.tileset_words import TILESET_WORDS, row_words

WORDS: dict[str, tuple[str, str]] = {
    # pictures that cannot be used
    "empty_file": ("文件是空的，请重新选择照片", "the file is empty: choose the photograph again"),
    "not_an_image": (
        "这种文件读不了，请使用 JPEG、PNG、WebP 或 HEIC",
        "this kind of file cannot be read: use JPEG, PNG, WebP or HEIC",
    ),
    "truncated_image": (
        "照片不完整（可能没有传完），请重新上传",
        "the photograph is cut short (perhaps the transfer stopped): send it again",
    ),
    "too_many_pixels": (
        "照片太大：{width}×{height}，最多 {megapixels} 百万像素，请缩小",
        "the photograph is too large, {width}x{height}: at most {megapixels} megapixels, make it smaller",
    ),
    "too_many_parts": (
        "文件的结构异常（部分太多），请另存为普通 JPEG",
        "this file is made of far too many parts: save it again as an ordinary JPEG",
    ),
    "too_many_bytes": (
        "文件太大：{megabytes} MB，最多 {limit} MB，请缩小",
        "the file is too large, {megabytes} MB: at most {limit} MB, make it smaller",
    ),
    "too_small": (
        "照片太小：{width}×{height}，请用原图",
        "the photograph is too small, {width}x{height}: use the original",
    ),
    "unreadable": ("无法读取 {path}：{reason_zh}", "cannot read {path}: {reason}"),
    "unwritable": ("无法写入 {path}：{reason_zh}", "cannot write {path}: {reason}"),
    # the networks
    "models_missing": (
        "缺少识别模型 {name}（应在 {folder}），请重新安装 hule",
        "the network {name} is missing (expected in {folder}): install hule again",
    ),
    "models_damaged": (
        "识别模型 {name} 与清单不符，请重新安装 hule",
        "the network {name} differs from the manifest: install hule again",
    ),
    # cameras
    "camera_none_found": (
        "没有找到摄像头（{source}），请检查连线",
        "no camera found ({source}): check that it is plugged in",
    ),
    "camera_busy": (
        "摄像头（{source}）正被别的程序使用，请先关掉它",
        "the camera ({source}) is used by another program: close that first",
    ),
    "camera_timeout": (
        "摄像头 {seconds} 秒没有画面，请检查排线两端是否插紧",
        "no picture from the camera for {seconds} s: check both ends of its ribbon cable",
    ),
    "camera_lost": (
        "摄像头（{source}）没有画面了，请检查连线",
        "the camera ({source}) gives no pictures any more: check its cable",
    ),
    "camera_library_missing": (
        "缺少 {name}：请运行 sudo apt install python3-picamera2，并用 --system-site-packages 建立虚拟环境",
        "{name} is missing: sudo apt install python3-picamera2, and a venv made with --system-site-packages",
    ),
    "camera_folder_empty": ("{path} 里没有照片", "there are no pictures in {path}"),
    "camera_unknown": ("没有这种摄像头“{value}”（有：{known}）", "no camera '{value}' (known: {known})"),
    # what was asked
    "winning_tile_not_there": (
        "手里没有{tile_zh}，不能是和的牌",
        "there is no {tile} ({tile_en}) in the hand that could have won",
    ),
    # remarks on a photograph
    "no_tiles": (
        "照片里没有找到牌，请对准牌，靠近些，拿稳再拍",
        "no tiles found: point the camera at the tiles, come closer and hold still",
    ),
    "too_dark": ("照片太暗，请开灯或换个角度", "the photograph is too dark: more light, or another angle"),
    "glare": (
        "牌面反光，请移开灯或换个角度，再拍一次",
        "the light glares on the tiles: move the lamp or take another angle, and photograph again",
    ),
    "blurred": ("照片模糊，请拿稳再拍", "the photograph is blurred: hold still and take it again"),
    "too_far": (
        "牌太小（宽约 {pixels} 像素），请靠近些",
        "the tiles are small (about {pixels} pixels wide): come closer",
    ),
    "cut_off": (
        "牌的{end_zh}被切掉了，请拍到整手牌",
        "the {end} of the hand is cut off: get the whole hand into the picture",
    ),
    "perhaps_cut_off": (
        "牌的{end_zh}紧靠照片边缘，可能没有拍全",
        "the {end} of the hand is at the edge of the picture: perhaps a tile is cut off",
    ),
    "too_many_tiles": (
        "手牌有 {count} 张（杠算3张），多于14张，请检查",
        "{count} tiles in the hand (a kong counts as three), more than 14: check them",
    ),
    "not_enough_tiles": (
        "手牌只有 {count} 张（杠算3张），不足14张，请检查",
        "only {count} tiles in the hand (a kong counts as three) of 14: check them",
    ),
    "overruled": (
        "第 {number} 张看起来像{tile_zh}，按规则读作{read_as_zh}，请核对",
        "tile {number} looks like {tile} ({tile_en}); the rules make it {read_as} ({read_as_en}): check it",
    ),
    "doubtful": (
        "第 {number} 张不太确定：{tile_zh}{instead_zh}，请核对",
        "tile {number} is doubtful: {tile} ({tile_en}){instead_en}, check it",
    ),
    "others_left_out": (
        "另有 {count} 张牌不属于这手牌，没有计入",
        "{count} further tiles do not belong to the hand and were left out",
    ),
    "winning_tile_unknown": (
        "看不出和的是哪张牌，请点一下",
        "nothing shows which tile won: tap it",
    ),
    **TILESET_WORDS,
}


def say(code: str, facts: dict[str, Any], lang: str = "en") -> str:
    """The sentence for a code with its facts, Chinese for `zh`, else English."""
    zh, en = WORDS[code]
    return (zh if lang == "zh" else en).format_map(_with_names(facts))


def _with_names(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts and, for each tile symbol among them, its names."""
    from scorer import tiles

    words = dict(facts)
    for key in ("tile", "read_as"):
        symbol = facts.get(key)
        if symbol is None:
            continue
        known = symbol in tiles.SYMBOLS
        number = tiles.SYMBOLS.index(symbol) if known else 0
        words[f"{key}_zh"] = tiles.name(number, "zh") if known else "未知的牌"
        words[f"{key}_en"] = tiles.name(number, "en") if known else "not known"
    words |= row_words(facts) | _instead_words(facts.get("instead", ()))
    if "end" in facts:
        words["end_zh"] = {"left end": "左端", "right end": "右端", "top": "上边", "bottom": "下边"}[
            facts["end"]
        ]
    return words


def _instead_words(symbols: Sequence[str]) -> dict[str, str]:
    """What else a tile may be, as the end of a clause; nothing when there is nothing."""
    from scorer import tiles

    numbers = [tiles.from_symbol(s) for s in symbols]
    zh = "或".join(tiles.name(n, "zh") for n in numbers)
    en = " or ".join(f"{s} ({tiles.name(n, 'en')})" for s, n in zip(symbols, numbers, strict=True))
    return {"instead_zh": f"，也可能是{zh}" if zh else "", "instead_en": f", or perhaps {en}" if en else ""}
