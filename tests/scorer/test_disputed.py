"""Where sources differ, each answer is the one its option gives; the default is today's practice."""

from __future__ import annotations

import pytest
from published import complaint, counted, rows

from scorer import HandError

DISPUTED = {row["id"]: row for row in rows("cases") if row.get("disputed")}


def tagged(tag):
    return [row for row in DISPUTED.values() if row["disputed"] == tag]


WAIT_FANS = {"边张", "坎张", "单钓将"}


@pytest.mark.parametrize("row", tagged("knitted_wait"), ids=lambda row: row["id"])
def test_wait_on_a_tile_of_the_knitted_body(row):
    on, points = counted(row)
    off, fewer = counted(row, "mcr:knitted_body_wait=no")
    assert len(WAIT_FANS & set(on)) == 1 and not WAIT_FANS & set(off)
    assert points == fewer + 1
    assert complaint(row) == "" or complaint(row, "mcr:knitted_body_wait=no") == ""
    assert counted(row, "wmo-2006")[0].keys() & WAIT_FANS == set()


@pytest.mark.parametrize("row", tagged("last_tile_auto"), ids=lambda row: row["id"])
def test_last_tile_seen_in_own_melds(row):
    assert complaint(row) == ""
    fans, total = counted(row, "mcr:last_tile_from_own_melds=no")
    assert "和绝张" not in fans and total == row["total"] - 4


@pytest.mark.parametrize(("key", "wait"), [("si-107", "单钓将"), ("xy-123", "边张")])
def test_a_wait_exhausted_in_ones_own_hand(key, wait):
    row = DISPUTED[key]
    assert complaint(row) == ""
    assert wait in counted(row, "mcr:exhausted_tile_is_wait=no")[0]


@pytest.mark.parametrize("row", tagged("upper_four_all_big"), ids=lambda row: row["id"])
def test_all_big_with_upper_four(row):
    assert complaint(row, "mcr-1998") == ""
    assert not {"大于五", "小于五"} & set(counted(row)[0])


def test_terminals_and_honors_with_all_pungs():
    row = DISPUTED["r98-050"]
    assert complaint(row, "mcr-1998:terminals_and_honors_with_all_pungs=yes") == ""
    assert "碰碰和" not in counted(row)[0]


def test_reversible_tiles_overlooked_by_the_book():
    row = DISPUTED["r98-020"]
    assert complaint(row, "mcr-1998:reversible_with_one_voided_suit=yes") == ""
    fans, _ = counted(row)
    assert "推不倒" in fans and "缺一门" not in fans


@pytest.mark.parametrize("key", ["si-040", "qs-030"])
def test_last_tile_with_a_copy_in_the_hand_is_refused(key):
    row = DISPUTED[key]
    with pytest.raises(HandError) as caught:
        counted(row)
    assert caught.value.code == "last_tile_in_hand"
    row = {**row, "last_tile": False}
    assert "和绝张" not in counted(row)[0]
    assert key != "si-040" or complaint(row) == ""


def test_rows_that_a_source_has_wrong():
    # The notes of the rows say why: 清一色 goes with 断幺, 平和 brings 无字, four 白 are a 四归一.
    assert "断幺" in counted(DISPUTED["qs-019"])[0]
    assert "无字" not in counted(DISPUTED["qs-020"])[0]
    assert counted(DISPUTED["vc-19"]) == ({"七对": 1, "混一色": 1, "四归一": 1}, 32)
    assert counted(DISPUTED["vc-20"]) == ({"七对": 1, "混一色": 1, "四归一": 1, "自摸": 1}, 33)
    assert complaint(DISPUTED["ra-002"]) == ""


def test_no_disputed_row_is_forgotten():
    tags = {row["disputed"] for row in DISPUTED.values()}
    assert tags == {
        "knitted_wait", "last_tile_auto", "exhausted_wait", "upper_four_all_big", "hunyaojiu_pengpeng",
        "reversible", "peers", "peer_wrong",
    }  # fmt: skip
