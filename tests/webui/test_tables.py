"""Four phones at a table: who may do what, and that all hear of it in order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.webui.conftest import Phone, picture


@pytest.fixture
def table(app: Flask) -> tuple[Phone, Phone, dict[str, Any]]:
    """Anna opened a table and sits East; Ben sits South."""
    anna, ben = Phone(app, "Anna"), Phone(app, "Ben")
    opened = anna.post("/api/v1/tables", {"name": "One"}).json
    for chair, phone in enumerate((anna, ben)):
        assert phone.put(f"/api/v1/tables/{opened['id']}/seats/{chair}", {"name": ""}).status_code == 200
    return anna, ben, anna.get(f"/api/v1/tables/{opened['id']}").json


class Listener:
    """An event stream as a phone hears it."""

    def __init__(self, app: Flask, table_id: str, lang: str = "en", phone: Phone | None = None) -> None:
        client = phone.client if phone else app.test_client()
        answer = client.get(f"/api/v1/tables/{table_id}/events?lang={lang}", buffered=False)
        assert answer.mimetype == "text/event-stream"
        self._answer = answer
        self._lines: Iterator[bytes] = iter(answer.response)
        next(self._lines)  # how soon to come back

    def hear(self) -> tuple[str, dict[str, Any]]:
        for chunk in self._lines:
            fields = dict(line.split(": ", 1) for line in chunk.decode().strip().split("\n") if ": " in line)
            if fields.get("event", "beat") != "beat":
                return fields["event"], json.loads(fields["data"])
        raise AssertionError("the stream ended")

    def close(self) -> None:
        self._answer.close()


def test_a_stream_begins_with_the_whole_table_and_follows_every_change(app: Flask, table: Any) -> None:
    anna, ben, state = table
    listener = Listener(app, state["id"])
    kind, first = listener.hear()
    assert (kind, first["version"]) == ("table", state["version"])
    hand = anna.post("/api/v1/hands", {"hand": "1112345678999m+5m", "table": state["id"]}).json
    ben.edit(hand, "set_people", winner=1, discarder=0)
    heard = [listener.hear()[1] for _ in range(2)]
    assert [h["version"] for h in heard] == [first["version"] + 1, first["version"] + 2]
    assert [h["by"] for h in heard] == ["Anna", "Ben"]
    assert heard[1]["hand"]["winner"] == 1
    listener.close()
    assert app.extensions["hule"].hub.count() == 0


def test_each_phone_hears_its_own_language(app: Flask, table: Any) -> None:
    anna, _, state = table
    listeners = {lang: Listener(app, state["id"], lang) for lang in ("zh", "en")}
    for listener in listeners.values():
        listener.hear()
    anna.post("/api/v1/hands", {"hand": "123m", "table": state["id"]})
    words = {lang: listener.hear()[1]["hand"]["missing"]["text"] for lang, listener in listeners.items()}
    assert words["en"].isascii() and not words["zh"].isascii()
    for listener in listeners.values():
        listener.close()


def test_a_photograph_is_announced_before_it_is_read(app: Flask, table: Any) -> None:
    anna, _, state = table
    listener = Listener(app, state["id"])
    listener.hear()
    anna.send(picture(), f"/api/v1/photos?table={state['id']}")
    assert [listener.hear()[1]["what"] for _ in range(3)] == ["reading", "reading", "hand"]
    anna.send(b"nothing", f"/api/v1/photos?table={state['id']}")
    assert [listener.hear()[1]["what"] for _ in range(2)] == ["reading", "unread"]
    listener.close()


def test_who_watches_may_not_act(app: Flask, table: Any) -> None:
    anna, _, state = table
    carl = Phone(app, "Carl")
    hand = anna.post("/api/v1/hands", {"hand": "123m", "table": state["id"]}).json
    refused = [
        carl.edit(hand, "set_tile", id=0, symbol="9m"),
        carl.post("/api/v1/hands", {"hand": "1m", "table": state["id"]}),
        carl.send(picture(), f"/api/v1/photos?table={state['id']}"),
    ]
    assert [(a.status_code, a.json["error"]["code"]) for a in refused] == [(403, "only_players")] * 3


def test_a_code_keeps_strangers_from_sitting_down(app: Flask) -> None:
    anna, carl = Phone(app, "Anna"), Phone(app, "Carl")
    state = anna.post("/api/v1/tables", {"name": "", "code": "plum"}).json
    seat = f"/api/v1/tables/{state['id']}/seats/1"
    assert carl.put(seat, {"name": "Carl"}).json["error"]["code"] == "code_needed"
    assert carl.post(f"/api/v1/tables/{state['id']}/code", {"secret": "orchid"}).status_code == 403
    assert carl.post(f"/api/v1/tables/{state['id']}/code", {"secret": "plum"}).status_code == 204
    assert carl.put(seat, {"name": "Carl"}).status_code == 200
    assert "plum" not in json.dumps(state) and state["options"]["code"] is True


def test_the_referee_locks_and_unlocks(app: Flask) -> None:
    anna, judge = Phone(app, "Anna"), Phone(app, "Judge")
    state = judge.post("/api/v1/tables", {"name": "", "pin": "4711"}).json
    path = f"/api/v1/tables/{state['id']}"
    anna.put(f"{path}/seats/0", {"name": "Anna"})
    assert (
        anna.client.patch(f"{path}/options", json={"locked": True}, headers=anna.headers).status_code == 403
    )
    assert (
        judge.client.patch(f"{path}/options", json={"locked": True}, headers=judge.headers).status_code == 200
    )
    late = anna.post("/api/v1/hands", {"hand": "1m", "table": state["id"]})
    assert late.json["error"]["code"] == "table_locked"
    assert judge.post("/api/v1/hands", {"hand": "1m", "table": state["id"]}).status_code == 201


def test_a_dead_phones_seat_is_taken_over_with_its_name(app: Flask, table: Any) -> None:
    _, ben, state = table
    dora = Phone(app, "Dora")
    after = dora.put(f"/api/v1/tables/{state['id']}/seats/0", {"name": ""}).json
    assert [s["name"] for s in after["seats"][:2]] == ["Anna", "Ben"]
    assert dora.get(f"/api/v1/tables/{state['id']}/me").json["chair"] == 0
    assert ben.get(f"/api/v1/tables/{state['id']}/me").json["chair"] == 1


def test_nobodys_own_number_is_shown_to_others(app: Flask, table: Any) -> None:
    anna, ben, state = table
    with anna.client.session_transaction() as cookie:
        secret = cookie["person"]
    assert secret not in json.dumps(ben.get(f"/api/v1/tables/{state['id']}").json)


def test_a_blind_table_hides_the_count_until_the_winner_declares(app: Flask) -> None:
    anna = Phone(app, "Anna")
    state = anna.post("/api/v1/tables", {"name": "", "blind": True}).json
    anna.put(f"/api/v1/tables/{state['id']}/seats/0", {"name": "Anna"})
    hand = anna.post("/api/v1/hands", {"hand": "1112345678999m+5m", "table": state["id"]}).json
    assert (hand["score"], hand["range"], hand["what_if"]) == (None, None, {})
    assert hand["missing"]["code"] == "claim_first"
    told = anna.edit(hand, "set_claim", fans=["full_flush", "all_pungs"]).json
    claimed = told["claimed"]
    assert claimed["missed"][0]["key"] == "nine_gates"
    assert {f["key"] for f in claimed["falls"]} == {"full_flush", "all_pungs"}
    assert told["score"]["total"] == 91


@pytest.mark.parametrize(
    ("fans", "why"),
    [
        ([], "claim_below_minimum"),
        (["all_pungs"], "claim_below_minimum"),  # it does not stand
        (["concealed_hand"], "claim_below_minimum"),  # stands nowhere beside Nine Gates
        (["nine_gates"], None),
    ],
)
def test_a_claim_below_the_minimum_is_a_false_win_whatever_the_hand_is_worth(
    app: Flask, fans: list[str], why: str | None
) -> None:
    anna = Phone(app, "Anna")
    table = anna.post("/api/v1/tables", {"name": "", "blind": True}).json["id"]
    anna.put(f"/api/v1/tables/{table}/seats/0", {"name": "Anna"})
    hand = anna.post("/api/v1/hands", {"hand": "1112345678999m+5m", "table": table}).json
    anna.edit(hand, "set_people", winner=0, discarder=1)
    hand = anna.edit(anna.get(f"/api/v1/hands/{hand['id']}").json, "set_claim", fans=fans).json
    assert hand["score"]["total"] >= 88
    assert (hand["ready"] or {}).get("code") == why
    asked = {"kind": "agree", "facts": {"hand": hand["id"], "version": hand["version"]}}
    answer = anna.post(f"/api/v1/tables/{table}/match", asked)
    assert answer.status_code == (409 if why else 200)
    if why:
        assert answer.json["error"]["facts"]["why"] == why
        again = anna.edit(hand, "set_claim", fans=None).json
        assert again["missing"]["code"] == "claim_first"


def test_too_many_streams_are_told_to_poll(app: Flask, table: Any) -> None:
    _, ben, state = table
    hub = app.extensions["hule"].hub
    streams = [hub.open("x", "") for _ in range(app.extensions["hule"].config.streams)]
    answer = ben.get(f"/api/v1/tables/{state['id']}/events")
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "too_many_streams")
    for stream in streams:
        hub.close("x", stream)


def test_who_follows_is_told_to_all(app: Flask, table: Any) -> None:
    anna, ben, state = table
    listener = Listener(app, state["id"], phone=anna)
    _, first = listener.hear()
    assert first["here"] == [first["seats"][0]["who"]]
    other = Listener(app, state["id"], phone=ben)
    assert listener.hear() == ("here", sorted(seat["who"] for seat in first["seats"][:2]))
    other.close()
    assert listener.hear() == ("here", [first["seats"][0]["who"]])
    listener.close()


def test_what_is_said_of_a_photograph_changes_nothing_else(app: Flask, table: Any) -> None:
    """A part that came along would take the progress away from the other phones."""
    anna, _, state = table
    listener = Listener(app, state["id"])
    listener.hear()
    anna.send(picture(), f"/api/v1/photos?table={state['id']}")
    coming, seen = listener.hear()[1], listener.hear()[1]
    assert set(coming) == {"version", "what", "by"}
    assert anna.get(seen["photo"]).status_code == 200  # while it is being read
    listener.close()


def test_who_photographs_with_his_own_phone_is_taken_for_the_winner(app: Flask, table: Any) -> None:
    anna, ben, state = table
    path = f"/api/v1/photos?table={state['id']}"
    assert ben.send(picture(), path).json["winner"] == 1
    # A phone that keeps the score for all four says nothing about who won.
    ben.delete(f"/api/v1/tables/{state['id']}/seats/1")
    assert anna.send(picture(), path).json["winner"] is None
