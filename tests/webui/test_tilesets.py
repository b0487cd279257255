"""Tile sets on the page: taught after a look, chosen by a table, taught by corrections, undone."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask import Flask
from PIL import Image

from tests.fixtures.eye import ToldReader, concealed
from tests.webui.conftest import Phone, picture
from vision.classify import HEIGHT, WIDTH
from vision.layout import ORDER, LaidTile, Layout, LayoutError
from vision.tilesets import Tilesets
from webui import Config, create_app
from webui.box.backup import make_backup, restore

SETS = "/api/v1/tilesets"


@dataclass
class TeachableReader(ToldReader):
    """Also lays out the rows it is told, and remembers with which set it read."""

    sets: list[str | None] = field(default_factory=list)
    wrong: bool = False

    def read(self, photo: Any, tileset: Any = None) -> Any:
        self.sets.append(tileset.name if tileset else None)
        return super().read(photo)

    def layout(self, photo: Any, rows: str | None = None) -> Layout:
        if self.wrong:
            raise LayoutError([("layout_gap", {"row": "p", "found": 8, "wanted": 9, "after": [3]})])
        crop = np.full((HEIGHT, WIDTH, 3), 77, np.uint8)
        quad = np.array([[10, 10], [40, 10], [40, 50], [10, 50]], np.float32)
        tiles = [
            LaidTile(
                symbol,
                row,
                i + 1,
                quad + np.array([40 * i, 60 * r]),
                crop,
                "9s" if symbol == "1m" else symbol,
                0.97,
            )
            for r, row in enumerate(rows or "mpszf")
            for i, symbol in enumerate(ORDER[row])
        ]
        facts = {"row": "m", "number": 1, "tile": "1m", "read_as": "9s"}
        return Layout(tuple(tiles), rows or "mpszf", False, (("layout_looks", facts),), 2)


@pytest.fixture
def reader() -> TeachableReader:
    return TeachableReader(concealed("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s", winning="5s"))


@pytest.fixture
def app(tmp_path: Path, reader: TeachableReader) -> Any:
    app = create_app(Config(data=tmp_path / "data", reader=lambda: reader, limits=False))
    app.testing = False
    yield app
    app.extensions["hule"].database.close()


def patch(phone: Phone, path: str, body: Any) -> Any:
    return phone.client.patch(path, json=body, headers=phone.headers)


def new_set(phone: Phone, name: str = "Bone") -> dict[str, Any]:
    made = phone.post(SETS, {"name": name})
    assert made.status_code == 201, made.json
    return made.json


def seated_table(phone: Phone, **options: Any) -> str:
    table = phone.post("/api/v1/tables", {"name": "One", **options}).json["id"]
    assert phone.put(f"/api/v1/tables/{table}/seats/0", {"name": "Li"}).status_code == 200
    return table


def test_a_set_is_taught_after_somebody_has_looked(phone: Phone) -> None:
    made = new_set(phone)
    assert (made["tiles"], made["examples"]) == (0, 0)
    seen = phone.send(picture(), SETS + "/layouts")
    assert seen.status_code == 201
    assert len(seen.json["tiles"]) == 42 and seen.json["tiles"][0]["quad"][0] == [10, 10]
    assert [r["code"] for r in seen.json["remarks"]] == ["layout_looks", "layout_left_out"]
    shown = phone.get(seen.json["url"])
    assert Image.open(io.BytesIO(shown.data)).size == (640, 480)
    assert phone.get(f"{SETS}/{made['id']}").json["pictures"] == []  # nothing is kept yet

    taught = phone.post(f"{SETS}/{made['id']}/layouts", {"token": seen.json["token"], "without": [0]})
    assert taught.status_code == 201
    assert (taught.json["tiles"], taught.json["missing"]) == (41, ["1m"])
    pictures = phone.get(f"{SETS}/{made['id']}").json["pictures"]
    assert {p["source"] for p in pictures} == {"photo"} and len(pictures) == 41
    crop = phone.get(pictures[0]["url"])
    assert Image.open(io.BytesIO(crop.data)).size == (WIDTH, HEIGHT)

    again = phone.post(f"{SETS}/{made['id']}/layouts", {"token": seen.json["token"]})
    assert (again.status_code, again.json["error"]["code"]) == (422, "looked_up")


def test_a_photograph_may_show_some_rows(phone: Phone) -> None:
    seen = phone.send(picture(), SETS + "/layouts?rows=zf")
    assert [t["tile"] for t in seen.json["tiles"]] == [*ORDER["z"], *ORDER["f"]]
    assert phone.send(picture(), SETS + "/layouts?rows=fz").status_code == 422


@pytest.mark.parametrize(("lang", "words"), [("en", "row 2 (dots): 8 tiles of 9"), ("zh", "第2行（饼）")])
def test_a_wrong_layout_is_told_in_words(app: Flask, reader: TeachableReader, lang: str, words: str) -> None:
    reader.wrong = True
    answer = Phone(app, lang=lang).send(picture(), SETS + "/layouts")
    assert answer.status_code == 422
    assert answer.json["error"]["code"] == "layout_wrong"
    assert words in answer.json["error"]["message"]


def test_a_table_reads_with_its_set_and_others_without(phone: Phone, reader: TeachableReader) -> None:
    known = new_set(phone)
    table, other = seated_table(phone), seated_table(phone)
    assert patch(phone, f"/api/v1/tables/{table}/options", {"tileset": known["id"]}).json["options"][
        "tileset"
    ]
    for where in (f"?table={table}", f"?table={other}", ""):
        assert phone.send(picture(), "/api/v1/photos" + where).status_code == 201
    assert reader.sets == ["Bone", None, None]
    unknown = patch(phone, f"/api/v1/tables/{table}/options", {"tileset": "abc"})
    assert (unknown.status_code, unknown.json["error"]["code"]) == (422, "tileset_unknown")
    assert phone.post("/api/v1/tables", {"tileset": "abc"}).status_code == 422
    phone.delete(f"{SETS}/{known['id']}")
    assert phone.send(picture(), f"/api/v1/photos?table={table}").status_code == 201
    assert reader.sets[-1] is None


def corrections(phone: Phone, set_id: str) -> list[tuple[str, str, str | None, bool]]:
    found = phone.get(f"{SETS}/{set_id}").json["pictures"]
    return [(p["seen"], p["tile"], p["by"], p["undone"]) for p in found if p["source"] == "correction"]


def test_corrections_teach_the_tables_set_and_can_be_undone(app: Flask) -> None:
    phone = Phone(app, "Li")
    known = new_set(phone)
    table = seated_table(phone, tileset=known["id"])
    hand = phone.send(picture(), f"/api/v1/photos?table={table}").json
    first, second = hand["tiles"][:2]
    hand = phone.edit(hand, "set_tile", id=first["id"], symbol="7s").json
    hand = phone.edit(hand, "set_tile", id=second["id"], symbol="8s").json
    assert corrections(phone, known["id"]) == [("2m", "8s", "Li", False), ("1m", "7s", "Li", False)]

    hand = phone.edit(hand, "set_tile", id=first["id"], symbol="9s").json  # the last word counts
    assert corrections(phone, known["id"])[0][:2] == ("1m", "9s")
    assert len(corrections(phone, known["id"])) == 2
    phone.edit(hand, "set_tile", id=first["id"], symbol="1m")  # and so does taking it back
    assert [c[:2] for c in corrections(phone, known["id"])] == [("2m", "8s")]

    example = phone.get(f"{SETS}/{known['id']}").json["pictures"][0]
    crop = Image.open(io.BytesIO(phone.get(example["url"]).data)).convert("RGB")
    assert (
        crop.size == (WIDTH, HEIGHT) and abs(crop.getpixel((28, 36))[1] - 90) < 6
    )  # the picture's own green
    undone = patch(phone, f"{SETS}/{known['id']}/examples/{example['id']}", {"undone": True})
    assert undone.json["pictures"][0]["undone"] and undone.json["corrections"] == 0
    again = patch(phone, f"{SETS}/{known['id']}/examples/{example['id']}", {"undone": False})
    assert again.json["corrections"] == 1


def test_what_teaches_nothing(phone: Phone) -> None:
    known = new_set(phone)
    with_set, without = seated_table(phone, tileset=known["id"]), seated_table(phone)
    for table in (without, None):
        hand = phone.send(picture(), "/api/v1/photos" + (f"?table={table}" if table else "")).json
        phone.edit(hand, "set_tile", id=0, symbol="7s")
    hand = phone.send(picture(), f"/api/v1/photos?table={with_set}").json
    hand = phone.edit(hand, "set_tile", id=0, symbol="?").json
    hand = phone.edit(hand, "set_tile", id=1, symbol="2m").json  # what the picture says
    hand = phone.edit(hand, "add_tile", symbol="7s", role="concealed").json
    phone.edit(hand, "set_tile", id=hand["tiles"][-1]["id"], symbol="8s")  # never was on the photograph
    assert corrections(phone, known["id"]) == []


def test_a_piece_of_a_tile_teaches_nothing(phone: Phone, reader: TeachableReader) -> None:
    from dataclasses import replace

    known = new_set(phone)
    table = seated_table(phone, tileset=known["id"])
    whole = reader.read

    def halved(photo: Any, tileset: Any = None) -> Any:
        reading = whole(photo, tileset)
        a, b, c, d = reading.tiles[0].quad
        middle = (a[1] + d[1]) / 2
        half = replace(reading.tiles[0], quad=(a, b, (c[0], middle), (d[0], middle)))
        return replace(reading, tiles=(half, *reading.tiles[1:]))

    reader.read = halved  # type: ignore[method-assign]
    hand = phone.send(picture(), f"/api/v1/photos?table={table}").json
    phone.edit(hand, "set_tile", id=0, symbol="4p")
    assert corrections(phone, known["id"]) == []


def test_who_only_watches_changes_no_set(app: Flask) -> None:
    player, stranger = Phone(app), Phone(app)
    known = new_set(player)
    seated_table(player)
    refused = [
        stranger.post(SETS, {"name": "Mine"}),
        stranger.delete(f"{SETS}/{known['id']}"),
        patch(stranger, f"{SETS}/{known['id']}", {"name": "Mine"}),
        stranger.send(picture(), SETS + "/layouts"),
    ]
    assert [answer.status_code for answer in refused] == [403] * 4
    assert [s["name"] for s in stranger.get(SETS).json] == ["Bone"]
    assert player.delete(f"{SETS}/{known['id']}").status_code == 204


def test_sets_are_in_the_backup(app: Flask, tmp_path: Path) -> None:
    phone = Phone(app)
    known = new_set(phone)
    token = phone.send(picture(), SETS + "/layouts").json["token"]
    phone.post(f"{SETS}/{known['id']}/layouts", {"token": token})
    make_backup(tmp_path / "data", tmp_path / "evening.tar")
    restore(tmp_path / "evening.tar", tmp_path / "elsewhere")
    found = Tilesets(tmp_path / "elsewhere" / "tilesets").named("Bone")
    assert len(found.crops()[1]) == 42


def test_the_page_and_its_words(app: Flask) -> None:
    for lang, words in (("en", "Tile sets"), ("zh", "牌具")):
        page = Phone(app, lang=lang).get("/tilesets")
        assert page.status_code == 200 and words in page.text
        assert "/tilesets" in Phone(app, lang=lang).get("/").text
