"""`hule score` and `hule waits`: what they print, how they refuse, and what they do not load."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import hule
from terminal.output import language

STRAIGHT = "123456789m1235p+5p"  # 清龙 16, 门前清 2, 平和 2, 喜相逢 1, 缺一门 1, 单钓将 1


def run(capsys, *args):
    status = hule.main(args)
    out, err = capsys.readouterr()
    return status, out, err


def test_json_has_the_fields_of_the_contract(capsys):
    status, out, _ = run(capsys, "score", STRAIGHT, "--json")
    result = json.loads(out)
    assert status == 0
    assert list(result) == [
        "ok", "rules", "hand", "total", "points_without_flowers", "can_win", "minimum", "fans", "not_counted",
        "division", "payments",
    ]  # fmt: skip
    assert (result["ok"], result["rules"], result["total"], result["can_win"]) == (True, "mcr", 23, True)
    assert set(result["fans"][0]) == {"key", "zh", "en", "points", "count", "tiles", "rule"}
    assert result["fans"][0]["key"] == "pure_straight" and len(result["fans"][0]["tiles"]) == 9
    assert set(result["not_counted"][0]) == {"key", "zh", "en", "points", "because"}
    assert set(result["not_counted"][0]["because"]) == {"kind", "by", "text"}
    assert result["payments"] == {
        "discard": {"discarder": 31, "others": 8, "winner": 47},
        "self_draw": {"each": 31, "winner": 93},
    }


def test_every_option_reaches_the_score(capsys):
    # 杠上开花 on the wall's last tile: 8 + 8, and the winds of seat and round each 2.
    options = [
        "--self-draw",
        "--wall-last",
        "--kong",
        "--seat",
        "S",
        "--round",
        "W",
        "--flowers",
        "2",
        "--json",
    ]
    _, out, _ = run(capsys, "score", "{1111m}SSSWWW23p99s+4p", *options)
    fans = {fan["zh"]: fan["count"] for fan in json.loads(out)["fans"]}
    assert {"妙手回春", "杠上开花", "门风刻", "圈风刻"} <= set(fans)
    assert fans["花牌"] == 2 and "自摸" not in fans


def test_last_tile_and_robbing(capsys):
    _, out, _ = run(capsys, "score", "123456m12399p46s+5s", "--last-tile", "--json")
    assert "last_tile" in [fan["key"] for fan in json.loads(out)["fans"]]
    _, out, _ = run(capsys, "score", "123456m12399p46s+5s", "--last-tile", "--kong", "--json")
    result = json.loads(out)
    assert "robbing_the_kong" in [fan["key"] for fan in result["fans"]]
    assert {"key": "last_tile", "by": "robbing_the_kong"} in [
        {"key": reason["key"], "by": reason["because"]["by"]} for reason in result["not_counted"]
    ]


@pytest.mark.parametrize(("lang", "word"), [("zh", "清龙"), ("en", "Pure Straight")])
def test_readable_in_both_languages(capsys, lang, word):
    status, out, err = run(capsys, "score", STRAIGHT, "--lang", lang)
    assert (status, err) == (0, "")
    assert word in out and "23" in out


@pytest.mark.parametrize(
    ("environment", "lang"),
    [({"LANG": "zh_CN.UTF-8"}, "zh"), ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"), ({}, "en")],
)
def test_language_of_the_environment(monkeypatch, environment, lang):
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert language() == lang


def test_not_a_winning_hand_is_an_answer(capsys):
    status, out, err = run(capsys, "score", "123456789m1235p+6p", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "ok": False,
        "error": {"code": "not_a_winning_hand", "message": "this is not a winning hand"},
    }
    assert run(capsys, "score", "123456789m1235p+6p", "--lang", "zh") == (0, "这手牌没有和\n", "")


REFUSED = [
    (["123m"], "13", "3"),
    (["11111m222333444s+5p"], "5 of 1m", "4"),
    (["123456789m12x5p+5p"], "character 13", "'x'"),
    (["[124m]123456789p55s+5s"], "[124m]", "character 1"),
    (["123456789m1235p"], "no winning tile", "13"),
    (["123456789m1235p5p"], "no winning tile", "14"),
    (["/tmp"], "character 1", "'/'"),
    ([""], "no tiles", ""),
    (["123456789m12?5p+5p"], "not read yet", "character 13"),
    (["123456789m1235p+5p", "--seat", "Q"], "seat", "'Q'"),
    (["123456789m1235p+5p", "--flowers", "nine"], "flowers", "'nine'"),
    (["123456789m1235p+5p", "--flowers", "9"], "9 flowers", "8"),
    (["123456789m1235p+5p |aa"], "only one flower", "a"),
    (["123456789m1235p+5p", "--rules", "riichi"], "riichi", "mcr-1998"),
    (["123456789m1235p+5p", "--kong", "--self-draw"], "no kong", ""),
    ([], "HAND", ""),
]


@pytest.mark.parametrize(("args", "says", "too"), REFUSED, ids=lambda value: str(value)[:30])
def test_bad_input_is_one_line_and_status_2(capsys, args, says, too):
    try:
        status = hule.main(["score", *args, "--lang", "en"])
    except SystemExit as stop:
        status = stop.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and says in err and too in err


def test_bad_input_as_json(capsys):
    status, out, err = run(capsys, "score", "12x", "--json")
    assert status == 2 and err.count("\n") == 1
    assert json.loads(out)["error"] == {
        "code": "unknown_character",
        "message": "character 3, 'x', is not a tile",
        "position": 2,
        "facts": {"char": "x"},
    }


def test_json_lines_go_on_after_a_bad_one(tmp_path):
    lines = [
        b'{"hand": "19m19p19sESWNCFP+E", "self_draw": true, "id": "a"}',
        b"not json",
        b'{"hand": "11111m"}',
        b"\xff\xfe",
        b"[]",
        b'{"hand": 5}',
        b'{"hand": "123456789m1235p+5p", "seat": ["E"]}',
        b'{"hand": "123456789m1235p+5p", "self_draw": "yes"}',
        b"",
        '{"hand": "一二三四五六七八九万１２３５饼＋５ｐ", "seat": "南", "wind": 1}'.encode(),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "hule", "score", "-"], input=b"\n".join(lines), capture_output=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, *[False] * 7, True]
    assert (answers[0]["total"], answers[0]["id"]) == (89, "a")
    assert answers[2]["error"]["code"] == "too_many_of_a_tile" and answers[2]["error"]["line"] == 3
    assert answers[-1]["total"] == 23 and answers[-1]["ignored"] == ["wind"]


def test_waits(capsys):
    _, out, _ = run(capsys, "waits", "1112346778999s", "--json")
    result = json.loads(out)
    assert [wait["tile"] for wait in result["waits"]] == ["5s", "7s", "8s"]
    assert all(wait["discard"]["can_win"] for wait in result["waits"])


def test_waits_count_what_lies_open(capsys):
    _, out, _ = run(capsys, "waits", "234m35s88899pEEE", "--visible", "444s", "--json")
    (wait,) = json.loads(out)["waits"]
    # 坎张 1, 和绝张 4 once three lie open: E is both winds 4, 缺一门 no, 门前清 2, 双暗刻 2.
    assert (wait["tile"], wait["left"]) == ("4s", 1)
    _, out, _ = run(capsys, "waits", "234m35s88899pEEE", "--json")
    (hidden,) = json.loads(out)["waits"]
    assert wait["discard"]["total"] == hidden["discard"]["total"] + 4


def test_waits_take_no_way_of_winning(capsys):
    """Each wait is priced both ways, so to say one would change nothing."""
    with pytest.raises(SystemExit):
        hule.main(["waits", "1112346778999s", "--self-draw"])
    assert "--self-draw" in capsys.readouterr().err


def test_claim_on_the_command_line(capsys):
    status, out, _ = run(capsys, "score", STRAIGHT, "--claim", "青龙 门清 断幺九", "--json")
    claim = json.loads(out)["claim"]
    assert status == 0
    assert [fan["zh"] for fan in claim["stands"]] == ["清龙", "门前清"]
    assert [fall["claimed"] for fall in claim["falls"]] == ["断幺九"]
    assert (claim["points"], claim["reaches_minimum"]) == (18, True)


def test_a_typed_hand_loads_nothing_heavy():
    code = (
        "import sys, hule; hule.main(['score', '123456789m1235p+5p', '--json']); "
        "print(sorted(m for m in ('numpy', 'cv2', 'onnxruntime', 'flask', 'PIL', 'vision', 'webui') "
        "if m in sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ}
    )
    assert done.stderr.strip() == "[]"


def test_a_closed_pipe_is_no_error():
    done = subprocess.run(
        f'yes \'{{"hand": "{STRAIGHT}"}}\' | head -2000 | {sys.executable} -m hule score - | head -1',
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == "" and json.loads(done.stdout)["total"] == 23
