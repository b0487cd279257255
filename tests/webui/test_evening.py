"""An evening at a table: hands into the match, corrections, exchanges, the sheet."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from typing import Any
from zoneinfo import available_timezones

import pytest
from flask import Flask

from tests.webui.conftest import Phone, picture
from webui.evening.dates import day

NINE_GATES = "1112345678999m+5m"  # 91 points by discard
EAST_PUNG = "[EEE][789m][123p][SSS]9s+9s"  # its winds decide


class Table:
    """Four phones at a table."""

    def __init__(self, app: Flask, **options: Any) -> None:
        self.phones = [Phone(app, name) for name in ("Anna", "Ben", "Carl", "Dora")]
        self.id = self.phones[0].post("/api/v1/tables", {"name": "One", **options}).json["id"]
        for chair, phone in enumerate(self.phones):
            phone.put(f"/api/v1/tables/{self.id}/seats/{chair}", {"name": ""})

    @property
    def state(self) -> dict[str, Any]:
        return self.phones[0].get(f"/api/v1/tables/{self.id}").json

    @property
    def totals(self) -> list[int]:
        return self.state["match"]["totals"]

    def do(self, kind: str, by: int = 0, **facts: Any) -> Any:
        return self.phones[by].post(f"/api/v1/tables/{self.id}/match", {"kind": kind, "facts": facts})

    def lay(self, hand: str, winner: int, discarder: int | None, **situation: bool) -> dict[str, Any]:
        phone = self.phones[winner]
        laid = phone.post("/api/v1/hands", {"hand": hand, "table": self.id}).json
        if situation:
            laid = phone.edit(laid, "set_situation", **situation).json
        return phone.edit(laid, "set_people", winner=winner, discarder=discarder).json

    def agree(self, hand: dict[str, Any], by: int = 0) -> Any:
        return self.do("agree", by, hand=hand["id"], version=hand["version"])

    def win(self, hand: str, winner: int, discarder: int | None) -> Any:
        return self.agree(self.lay(hand, winner, discarder))


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def test_an_agreed_hand_is_paid_and_the_deal_passes(table: Table) -> None:
    after = table.win(NINE_GATES, 1, 0).json
    assert after["match"]["totals"] == [-99, 115, -8, -8]
    assert (after["match"]["number"], after["match"]["dealer"], after["hand"]) == (2, 1, None)
    row = after["match"]["rows"][0]
    assert (row["winner"], row["discarder"], row["points"], row["by"]) == (1, 0, 91, "Anna")
    assert row["fans"][0] == ["nine_gates", 88, 1]


def test_two_phones_agree_at_once_and_it_counts_once(table: Table) -> None:
    hand = table.lay(NINE_GATES, 1, None)
    assert [table.agree(hand, by).status_code for by in (0, 1)] == [200, 200]
    assert len(table.state["match"]["rows"]) == 1


def test_what_changed_in_the_meantime_is_not_agreed(table: Table) -> None:
    hand = table.lay(NINE_GATES, 1, 0)
    table.phones[2].edit(hand, "set_people", winner=1, discarder=2)
    late = table.agree(hand)
    assert (late.status_code, late.json["error"]["code"]) == (409, "hand_changed")
    assert table.totals == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("hand", "winner", "discarder", "why"),
    [
        ("123m", 0, 1, "tile_count"),
        ("123456m789p11s23s+9p", 0, 1, "not_a_winning_hand"),
        ("[123m]456m789p234s5s+5s", 0, 1, "below_minimum"),
    ],
)
def test_only_a_real_win_can_be_agreed(
    table: Table, hand: str, winner: int, discarder: int, why: str
) -> None:
    answer = table.win(hand, winner, discarder)
    assert (answer.status_code, answer.json["error"]["facts"]["why"]) == (409, why)


def test_who_won_must_be_said(table: Table) -> None:
    hand = table.phones[0].post("/api/v1/hands", {"hand": NINE_GATES, "table": table.id}).json
    assert hand["ready"]["code"] == "winner_unknown"
    assert table.agree(hand).json["error"]["facts"]["why"] == "winner_unknown"


def test_the_winds_come_from_the_match(table: Table) -> None:
    table.do("draw")
    hand = table.lay(EAST_PUNG, 1, 2)
    assert (hand["situation"]["seat"], hand["situation"]["round"]) == ("E", "E")
    assert "seat_wind" in {fan["key"] for fan in hand["score"]["fans"]}


def test_all_four_must_agree_where_the_table_says_so(app: Flask) -> None:
    table = Table(app, agree=4)
    hand = table.lay(NINE_GATES, 1, 0)
    for by in range(3):
        assert table.agree(hand, by).json["hand"]["agreed_by"] == list(range(by + 1))
    assert table.agree(hand, 3).json["hand"] is None
    assert table.totals[1] == 115


def test_a_change_after_agreeing_asks_everybody_anew(app: Flask) -> None:
    table = Table(app, agree=2)
    hand = table.lay(NINE_GATES, 1, 0)
    table.agree(hand)
    changed = table.phones[1].edit(hand, "set_situation", last_tile=False).json
    assert changed["agreed_by"] == []


def test_undo_lays_the_hand_back_on_the_table_and_keeps_both(table: Table) -> None:
    table.win(NINE_GATES, 1, 0)
    after = table.do("undo", by=2, reason="it was Carl's discard").json
    assert after["match"]["totals"] == [0, 0, 0, 0]
    assert after["hand"]["status"] == "open"
    again = table.phones[0].edit(after["hand"], "set_people", winner=1, discarder=2).json
    assert table.agree(again).json["match"]["totals"] == [-8, 115, -99, -8]
    told = table.state["match"]["history"]
    assert [(h["undone"], h["by"]) for h in told[1:]] == [(True, "Anna"), (False, "Carl"), (False, "Anna")]
    assert told[2]["reason"] == "it was Carl's discard"


def test_an_earlier_hand_is_opened_again_and_corrected(table: Table) -> None:
    table.win(NINE_GATES, 1, 0)
    table.win(NINE_GATES, 2, None)
    event = table.state["match"]["rows"][0]["event"]
    opened = table.do("reopen", event=event).json["hand"]
    assert opened["corrects"] == 0 and opened["situation"]["seat"] == "S"
    changed = table.phones[0].edit(opened, "set_people", winner=1, discarder=3).json
    after = table.agree(changed).json["match"]
    assert [row["discarder"] for row in after["rows"]] == [3, None]
    assert (after["rows"][0]["corrected"], after["number"]) == (True, 3)
    assert after["rows"][0]["deltas"] == [-8, 115, -8, -99]


def test_a_hand_that_was_no_win_is_voided_with_a_reason(table: Table) -> None:
    table.win(NINE_GATES, 1, 0)
    table.do("draw")
    event = table.state["match"]["rows"][0]["event"]
    after = table.do("void", event=event, reason="false win").json["match"]
    assert [row["kind"] for row in after["rows"]] == ["draw", "draw"]
    assert after["totals"] == [0, 0, 0, 0]
    assert after["rows"][0]["reason"] == "false win"


def test_penalties_need_no_arithmetic(table: Table) -> None:
    table.do("penalty", chair=1, preset="false_win")
    assert table.totals == [10, -30, 10, 10]
    table.do("penalty", chair=0, points=5)
    assert table.totals == [5, -30, 10, 10]


@pytest.mark.parametrize(
    ("shared", "totals"), [(True, [7, 7, -21, 7]), (False, [0, 0, -7, 0])], ids=["to each", "to nobody"]
)
def test_a_penalty_of_any_amount(table: Table, shared: bool, totals: list[int]) -> None:
    after = table.do("penalty", chair=2, points=7, shared=shared, reason="late")
    assert after.json["match"]["totals"] == totals


def test_the_sheet_names_the_penalty(table: Table) -> None:
    after = table.do("penalty", chair=2, preset="not_ready").json["match"]
    called = "Win called on a hand not ready"
    assert after["rows"][0]["what"] == called and called in after["history"][-1]["text"]
    for form in ("sheet.csv", "sheet.svg"):
        assert called in table.phones[0].get(f"/api/v1/tables/{table.id}/{form}").data.decode()
    assert called in table.phones[0].get(f"/t/{table.id}/print").data.decode()


def test_an_earlier_penalty_is_taken_back_and_what_came_after_it_stays(table: Table) -> None:
    event = table.do("penalty", chair=0, preset="false_win").json["match"]["rows"][0]["event"]
    table.win(NINE_GATES, 1, 0)
    after = table.do("pardon", event=event, reason="it was Ben's").json["match"]
    assert after["totals"] == [-99, 115, -8, -8] and [row["kind"] for row in after["rows"]] == ["win"]
    told = {entry["event"]: entry for entry in after["history"]}
    assert told[event]["undone"] and after["history"][-1]["reason"] == "it was Ben's"
    assert table.do("pardon", event=event).json["error"]["code"] == "no_such_penalty"
    swapped = table.do("exchange", one=0, other=1).json["match"]
    assert swapped["totals"][2:] == [-8, -8] and sorted(swapped["totals"][:2]) == [-99, 115]
    table.do("undo")
    assert table.do("undo").json["match"]["totals"] == [-129, 125, 2, 2]  # the penalty stands again


def test_players_in_the_wrong_seats_exchange_and_all_is_settled_anew(table: Table) -> None:
    """Anna won with an East pung as East; had she sat South, her own wind would not have counted."""
    assert table.win("[EEE][789m][123p][999s]9m+9m", 0, 1).status_code == 200
    before = table.state
    after = table.do("exchange", one=0, other=1).json
    names = [seat["name"] for seat in after["seats"]]
    assert names == ["Ben", "Anna", "Carl", "Dora"]
    row = after["match"]["rows"][0]
    assert (row["winner"], row["discarder"]) == (1, 0)
    assert row["points"] < before["match"]["rows"][0]["points"]
    back = table.do("undo").json
    assert back["match"]["rows"] == before["match"]["rows"]
    assert [seat["name"] for seat in back["seats"]] == ["Anna", "Ben", "Carl", "Dora"]


def test_sixteen_hands_end_the_match_with_places(table: Table) -> None:
    table.win(NINE_GATES, 0, 1)
    for _ in range(15):
        table.do("draw")
    state = table.state
    assert state["match"]["over"] and state["options"]["finished"]
    assert [(p["place"], p["chair"], p["table_points"]) for p in state["match"]["standings"]] == [
        (1, 0, 4.0), (2, 2, 1.5), (2, 3, 1.5), (4, 1, 0.0)]  # fmt: skip
    assert table.do("draw").json["error"]["code"] == "match_over"
    assert not table.do("undo").json["match"]["over"]


def test_a_hand_cut_by_time_ends_the_match_uncounted(table: Table) -> None:
    after = table.do("cut").json["match"]
    row = after["rows"][0]
    assert (after["over"], row["kind"], after["totals"]) == (True, "timeout", [0, 0, 0, 0])
    refused = table.do("reopen", event=row["event"])
    assert refused.json["error"]["code"] == "cut_by_time" and table.state["hand"] is None
    assert not table.do("undo").json["match"]["over"]


def test_what_it_takes_to_overtake(table: Table) -> None:
    table.win(NINE_GATES, 1, 0)  # -99, 115, -8, -8
    ways = {(row["chair"], row["passes"]): [row[way] for way in ("gap", "self_draw", "off_them", "off_other")]
            for row in table.state["match"]["overtake"]}  # fmt: skip
    # Self-drawn, the gap closes by four times eight and the points; off the one ahead by 32 and twice the
    # points; off another by 32 and the points.
    assert ways == {
        (2, 1): [123, 23, 46, 92],
        (3, 1): [123, 23, 46, 92],
        (0, 1): [214, 46, 92, 183],
        (0, 2): [91, 15, 30, 60],
        (0, 3): [91, 15, 30, 60],
    }


def test_the_sheet_as_files(table: Table) -> None:
    table.phones[0].put(f"/api/v1/tables/{table.id}/seats/2", {"name": "=cmd|' /C calc'!A0", "me": False})
    table.win(NINE_GATES, 1, 0)
    path = f"/api/v1/tables/{table.id}/sheet"
    lines = list(csv.reader(io.StringIO(table.phones[0].get(f"{path}.csv").data.decode("utf-8-sig"))))
    assert lines[1][1:3] == ["Ben", "Anna"] and lines[1][-4:] == ["-99", "115", "-8", "-8"]
    assert lines[0][-2].startswith("'="), "a name must not become a formula"
    book = zipfile.ZipFile(io.BytesIO(table.phones[0].get(f"{path}.xlsx").data))
    page = book.read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in page and "<v>115</v>" in page
    told = json.loads(table.phones[0].get(f"{path}.json").data)
    assert told["rows"][0]["totals"] == [-99, 115, -8, -8]
    assert [entry["by"] for entry in told["history"]] == ["Anna", "Anna"] and told["history"][0]["at"]
    picture = table.phones[0].get(f"{path}.svg").data.decode()
    assert ">115<" in picture and "<script" not in picture
    paper = table.phones[0].get(f"/t/{table.id}/print").data.decode()
    assert "Nine Gates 88" in paper


def test_an_evening_survives_a_restart(table: Table, app: Flask, tmp_path: Any) -> None:
    from tests.fixtures.eye import ToldReader
    from webui import Config, create_app

    table.win(NINE_GATES, 1, 0)
    before = table.state
    app.extensions["hule"].database.close()
    again = create_app(Config(data=tmp_path / "data", reader=ToldReader, limits=False))
    assert Phone(again).get(f"/api/v1/tables/{table.id}").json == before


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("dance", {}),
        ("penalty", {"chair": 7, "preset": "false_win"}),
        ("penalty", {"chair": 1, "preset": "nothing"}),
        ("penalty", {"chair": 1, "points": -5}),
        ("exchange", {"one": 1, "other": 1}),
        ("void", {"event": 99}),
        ("undo", {}),
        ("agree", {"hand": "nothing"}),
    ],
)
def test_what_makes_no_sense_is_refused(table: Table, kind: str, facts: dict[str, Any]) -> None:
    answer = table.do(kind, **facts)
    assert 400 <= answer.status_code < 500 and answer.json["error"]["message"]
    assert table.totals == [0, 0, 0, 0]


def test_what_was_begun_on_an_older_sheet_is_told_what_came_since(table: Table) -> None:
    seen = table.state["match"]["history"][-1]["event"]
    assert table.do("draw", seen=seen).status_code == 200
    late = table.do("draw", by=1, seen=seen)
    assert (late.status_code, late.json["error"]["code"]) == (409, "match_changed")
    assert "Anna" in late.json["error"]["message"] and "Drawn hand" in late.json["error"]["message"]
    assert table.do("draw", by=1, seen=seen + 1).status_code == 200
    assert len(table.state["match"]["rows"]) == 2


def test_a_drawn_hand_does_not_sweep_away_a_hand_just_laid(table: Table) -> None:
    hand = table.lay(NINE_GATES, 1, 0)
    late = table.do("draw", by=2, lying=None)
    assert (late.status_code, late.json["error"]["code"]) == (409, "hand_laid")
    assert table.agree(hand).json["match"]["totals"] == [-99, 115, -8, -8]


def test_no_more_must_agree_than_there_are_phones(app: Flask) -> None:
    table = Table(app, agree=4)
    for chair in (2, 3):
        table.phones[chair].delete(f"/api/v1/tables/{table.id}/seats/{chair}")
    hand = table.lay(NINE_GATES, 1, 0)
    assert table.agree(hand, by=0).json["match"]["rows"] == []
    assert len(table.agree(hand, by=1).json["match"]["rows"]) == 1


def test_a_correction_keeps_its_reason_and_the_history_shows_both(table: Table) -> None:
    row = table.win(NINE_GATES, 1, 0).json["match"]["rows"][0]
    again = table.do("reopen", event=row["event"], reason="it was Carl who discarded").json["hand"]
    assert again["corrects"] == 0
    after = table.agree(table.phones[0].edit(again, "set_people", winner=1, discarder=2).json).json["match"]
    assert after["totals"] == [-8, 115, -99, -8]
    first, second = after["history"][-2:]
    assert (first["undone"], second["reason"]) == (False, "it was Carl who discarded")
    assert after["rows"][0]["reason"] == "it was Carl who discarded"


def test_a_hand_put_away_can_be_brought_back(table: Table) -> None:
    hand = table.lay(NINE_GATES, 1, 0)
    away = table.do("drop", lying=hand["id"]).json
    assert away["hand"] is None and away["put_away"]
    late = table.phones[2].edit(hand, "set_people", winner=1, discarder=3).json["error"]
    assert late["code"] == "hand_put_away"
    back = table.do("bring_back", by=2).json
    assert (back["hand"]["id"], back["hand"]["winner"], back["put_away"]) == (hand["id"], 1, False)
    assert table.agree(back["hand"]).json["match"]["totals"] == [-99, 115, -8, -8]
    assert table.do("bring_back").json["error"]["code"] == "none_put_away"


def test_a_hand_of_the_last_deal_is_not_brought_back_into_the_next(table: Table) -> None:
    table.lay(NINE_GATES, 1, 0)
    assert not table.do("draw").json["put_away"]
    assert table.do("undo").json["put_away"], "the drawn hand was a mistake: its hand is there again"


def test_putting_away_asks_when_another_hand_lies_there(table: Table) -> None:
    old = table.lay(NINE_GATES, 1, 0)
    new = table.lay(EAST_PUNG, 2, 0)
    assert table.do("drop", lying=old["id"]).json["error"]["code"] == "hand_laid"
    assert table.state["hand"]["id"] == new["id"]


def test_undo_does_not_sweep_away_the_hand_being_counted(table: Table) -> None:
    first = table.lay(NINE_GATES, 1, 0)
    table.agree(first)
    second = table.lay(EAST_PUNG, 2, 0)
    assert table.do("undo").json["error"]["code"] == "hand_in_the_way"
    assert table.state["hand"]["id"] == second["id"] and table.totals == [-99, 115, -8, -8]
    table.do("drop")
    assert table.do("undo").json["hand"]["id"] == first["id"]


def test_a_typed_hand_does_not_sweep_away_one_laid_meanwhile(table: Table) -> None:
    first = table.lay(NINE_GATES, 1, 0)
    late = table.phones[2].post("/api/v1/hands", {"hand": EAST_PUNG, "table": table.id, "lying": ""})
    assert (late.status_code, late.json["error"]["code"]) == (409, "hand_first")
    assert table.state["hand"] == first
    told = {"hand": EAST_PUNG, "table": table.id, "lying": first["id"]}
    assert table.phones[2].post("/api/v1/hands", told).status_code == 201


def test_a_late_photograph_leaves_the_hand_and_no_files(table: Table, app: Flask) -> None:
    first = table.lay(NINE_GATES, 1, 0)
    late = table.phones[2].send(picture(), f"/api/v1/photos?table={table.id}&lying=")
    assert (late.status_code, late.json["error"]["code"]) == (409, "hand_first")
    assert table.state["hand"] == first
    folder = app.extensions["hule"].photos.folder
    assert [path for path in folder.rglob("*") if path.is_file()] == []


@pytest.mark.skipif("Asia/Shanghai" not in available_timezones(), reason="no time zones on this system")
@pytest.mark.parametrize(
    ("lang", "zone", "text"),
    [
        ("en", "Asia/Shanghai", "December 1, 2026"),
        ("zh", "Asia/Shanghai", "2026年12月1日"),
        ("en", "America/New_York", "November 30, 2026"),
    ],
)
def test_a_day_is_that_of_the_phones_clock(app: Flask, lang: str, zone: str, text: str) -> None:
    with app.test_request_context(headers={"Accept-Language": lang}):
        assert day("2026-11-30T20:30:00", zone) == text


@pytest.mark.parametrize("zone", ["../../etc/passwd", "Nowhere/Atlantis", "%00", ""])
def test_an_unknown_zone_does_no_harm(table: Table, zone: str) -> None:
    assert table.phones[0].get(f"/t/{table.id}/print?zone={zone}").status_code == 200
    assert table.phones[0].get(f"/api/v1/tables/{table.id}/sheet.svg?zone={zone}").status_code == 200


def test_the_address_to_type_is_the_one_in_the_code(table: Table, app: Flask) -> None:
    """On the machine itself the page is 127.0.0.1, which no other phone can use."""
    app.config["ADDRESS"] = "http://192.0.2.7:8080/"
    page = table.phones[0].client.get(f"/t/{table.id}", base_url="http://127.0.0.1").data.decode()
    assert f'data-address="http://192.0.2.7:8080/t/{table.id}"' in page
