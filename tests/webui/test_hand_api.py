"""From a photograph to its fans over the API, and every bad input on the way."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask
from PIL import Image

from tests.fixtures.eye import ToldReader, concealed
from tests.webui.conftest import Phone, picture
from vision.reading import Remark


def ids(hand: dict[str, Any], symbol: str) -> list[int]:
    return [t["id"] for t in hand["tiles"] if t["symbol"] == symbol]


def test_a_photograph_becomes_a_scored_hand(phone: Phone) -> None:
    answer = phone.send(picture())
    assert answer.status_code == 201
    hand = answer.json
    assert hand["hand"].endswith("+5s")
    assert hand["score"]["fans"][0]["key"] == "pure_straight"
    assert hand["photo"]["width"] == 640


def test_correcting_a_tile_changes_the_score(phone: Phone) -> None:
    hand = phone.send(picture()).json
    after = phone.edit(hand, "set_tile", id=ids(hand, "9m")[0], symbol="W").json
    assert after["missing"]["code"] == "not_a_winning_hand"
    assert (
        phone.edit(after, "set_tile", id=ids(after, "W")[0], symbol="9m").json["score"]["total"]
        == hand["score"]["total"]
    )


def test_without_a_winning_tile_the_range_is_given(phone: Phone, reader: ToldReader) -> None:
    reader.placed = concealed("2m 2m 3m 3m 4m 4m 5p 6p 7p 3s 4s 5s 8p 8p")
    hand = phone.send(picture()).json
    assert hand["missing"]["code"] == "winning_tile_unknown"
    choices = {c["tile"]: c["total"] for c in hand["range"]["choices"]}
    assert hand["range"]["best"]["total"] == max(choices.values())
    assert hand["range"]["worst"]["total"] == min(choices.values())
    for choice in hand["range"]["choices"]:
        told = phone.edit(hand, "set_winning", id=choice["id"]).json
        assert told["score"]["total"] == choice["total"]
        hand = phone.edit(told, "set_winning", id=None).json


def test_what_if_tells_what_a_tap_would_give(phone: Phone) -> None:
    hand = phone.send(picture()).json
    promised = hand["what_if"]["self_draw"]
    after = phone.edit(hand, "set_situation", self_draw=True).json
    assert after["score"]["total"] == promised != hand["score"]["total"]


def test_flowers_that_people_count_replace_those_in_the_picture(phone: Phone, reader: ToldReader) -> None:
    reader.placed.append(("a", "flower", 5))
    hand = phone.send(picture()).json
    assert hand["flowers"] == 1
    more = phone.edit(hand, "set_situation", flowers=3).json
    assert more["score"]["total"] == hand["score"]["total"] + 2


def truncated() -> bytes:
    out = io.BytesIO()
    Image.effect_noise((800, 600), 60).convert("RGB").save(out, "JPEG")
    return out.getvalue()[: len(out.getvalue()) // 2]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b"this is no picture at all", "not_an_image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not_an_image"),
        (truncated(), "truncated_image"),
        (picture(10_000, 10_000, "PNG"), "too_many_pixels"),
        (picture(4, 4), "too_small"),
    ],
    ids=["empty", "text", "svg", "truncated", "100 megapixels", "tiny"],
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_unusable_uploads_are_named_in_the_users_language(
    app: Flask, content: bytes, code: str, lang: str
) -> None:
    answer = Phone(app, lang=lang).send(content)
    assert answer.status_code == 422
    error = answer.json["error"]
    assert error["code"] == code
    chinese = any("\u4e00" <= c <= "\u9fff" for c in error["message"])
    assert chinese == (lang == "zh")


def test_a_file_over_the_limit_is_refused_before_it_is_read(app: Flask, reader: ToldReader) -> None:
    answer = Phone(app).send(b"\xff\xd8\xff" + bytes(33 * 1024 * 1024))
    assert (answer.status_code, answer.json["error"]["code"]) == (413, "too_large_bytes")
    assert answer.json["error"]["facts"] == {"most": 32, "megapixels": 80}
    assert "32 MB" in answer.json["error"]["message"]
    assert reader.seen == 0


def test_no_file_at_all(phone: Phone) -> None:
    answer = phone.client.post("/api/v1/photos", data={}, headers=phone.headers)
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "no_file")


def test_a_photograph_without_tiles_says_so_and_can_be_filled_by_hand(
    phone: Phone, reader: ToldReader
) -> None:
    reader.placed, reader.remarks = [], (Remark("no_tiles", "no tiles found"),)
    hand = phone.send(picture()).json
    assert hand["photo"]["warnings"][0]["code"] == "no_tiles"
    assert hand["missing"]["code"] == "no_tiles_yet"
    assert phone.edit(hand, "add_tile", symbol="1m").json["hand"] == "1m"


def test_what_is_served_is_our_own_encoding_without_the_cameras_notes(phone: Phone) -> None:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "the place where I live"
    Image.new("RGB", (300, 200)).save(out, "JPEG", exif=exif)
    hand = phone.send(out.getvalue()).json
    for size in ("page", "thumb", "full"):
        served = phone.get(hand["photo"]["url"].replace("page", size))
        assert served.status_code == 200 and served.mimetype == "image/jpeg"
        assert b"place where" not in served.data


@pytest.mark.parametrize(
    "path",
    [
        "/photos/../secret/page.jpg",
        "/photos/%2e%2e/page.jpg",
        "/photos/" + "a" * 32 + "/page.jpg",
        "/s/x/../../app.py",
        "/s/x/%2e%2e/app.py",
    ],
)
def test_no_way_out_of_the_folders(phone: Phone, path: str) -> None:
    assert phone.get(path).status_code in (400, 404)


def test_two_people_change_different_tiles_and_both_count(app: Flask) -> None:
    anna, ben = Phone(app, "Anna"), Phone(app, "Ben")
    hand = anna.send(picture()).json
    anna.edit(hand, "set_tile", id=0, symbol="2m")
    after = ben.edit(hand, "set_tile", id=1, symbol="3m")
    assert after.status_code == 200
    assert [t["symbol"] for t in after.json["tiles"][:2]] == ["2m", "3m"]
    assert [t["by"] for t in after.json["tiles"][:2]] == ["Anna", "Ben"]


def test_two_people_change_the_same_tile_and_the_late_one_is_told(app: Flask) -> None:
    anna, ben = Phone(app, "Anna"), Phone(app, "Ben")
    hand = anna.send(picture()).json
    anna.edit(hand, "set_tile", id=0, symbol="2m")
    late = ben.edit(hand, "set_tile", id=0, symbol="3m")
    assert late.status_code == 409
    assert late.json["error"]["code"] == "changed_meanwhile"
    assert late.json["error"]["message"].startswith("Anna changed")
    assert late.json["error"]["facts"]["change"] == {"id": 0, "symbol": "2m"}
    now = ben.get(f"/api/v1/hands/{hand['id']}").json
    assert ben.edit(now, "set_tile", id=0, symbol="3m").status_code == 200


def test_every_edit_is_kept(phone: Phone) -> None:
    hand = phone.send(picture()).json
    phone.edit(phone.edit(hand, "set_tile", id=0, symbol="2m").json, "set_tile", id=0, symbol="1m")
    kept = phone.get(f"/api/v1/hands/{hand['id']}/edits").json
    assert [(e["kind"], e["facts"]["symbol"]) for e in kept] == [("set_tile", "2m"), ("set_tile", "1m")]


def test_typed_hands_point_at_the_character(phone: Phone) -> None:
    answer = phone.post("/api/v1/hands", {"hand": "123mx"})
    assert answer.status_code == 422
    assert (answer.json["error"]["code"], answer.json["error"]["facts"]["position"]) == (
        "unknown_character",
        4,
    )


def test_the_eye_failing_to_load_leaves_the_rest_working(tmp_path: Any) -> None:
    from webui import Config, create_app

    def broken() -> ToldReader:
        raise RuntimeError("no models")

    phone = Phone(create_app(Config(data=tmp_path, reader=broken, limits=False)))
    answer = phone.send(picture())
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "eye_unavailable")
    assert phone.post("/api/v1/hands", {"hand": "123m"}).status_code == 201
