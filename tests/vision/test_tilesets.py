"""Sets as they are kept: whole, listed, corrected, undone, forgotten."""

from __future__ import annotations

import errno
import json
import threading
from pathlib import Path

import numpy as np
import pytest

from vision import tilesets
from vision.classify import HEIGHT, WIDTH
from vision.files import write_whole
from vision.tilesets import CORRECTION, MOST_PER_TILE, TilesetError, Tilesets


def crop(shade: int = 120) -> np.ndarray:
    return np.full((HEIGHT, WIDTH, 3), shade, np.uint8)


@pytest.fixture
def store(tmp_path: Path) -> Tilesets:
    return Tilesets(tmp_path / "tilesets")


def code(error: pytest.ExceptionInfo[TilesetError]) -> str:
    return error.value.code


def test_a_set_is_found_again_by_another_process(store: Tilesets) -> None:
    made = store.create("  Grandma's\nset ")
    store.learn(made.id, [("1m", crop(10)), ("a", crop(200))])
    again = Tilesets(store.folder).named("grandma's SET")
    crops, tiles = again.crops()
    assert (again.name, tiles.tolist()) == ("Grandma's set", [0, 34])
    assert [int(c.mean()) for c in crops] == [10, 200]
    assert len(again.missing) == 40
    assert again.revision > made.revision


def test_names_are_given_once_and_never_empty(store: Tilesets) -> None:
    one, other = store.create("Bone"), store.create("Jade")
    for wrong, expected in (("bone ", "tileset_exists"), (" \n", "tileset_name")):
        with pytest.raises(TilesetError) as error:
            store.create(wrong)
        assert code(error) == expected
    with pytest.raises(TilesetError) as error:
        store.rename(other.id, "BONE")
    assert code(error) == "tileset_exists"
    assert store.rename(one.id, "bone").name == "bone"


def test_an_unknown_set_is_told_with_those_that_are_known(store: Tilesets) -> None:
    store.create("Jade")
    for ask in (store.named, store.get):
        with pytest.raises(TilesetError) as error:
            ask("../../etc")
        assert code(error) == "tileset_unknown"
        assert "Jade" in error.value.message("en") and "Jade" in error.value.message("zh")


def test_the_last_word_on_a_tile_of_a_hand_is_the_correction(store: Tilesets) -> None:
    known = store.create("Jade")
    here = {"hand": "h1", "tile_id": 3, "seen": "2p"}
    store.correct(known.id, "4p", crop(1), "Li", here)
    store.correct(known.id, "5p", crop(2), "Anna", here)
    store.correct(known.id, "9s", crop(3), None, {**here, "tile_id": 4})
    found = store.get(known.id).examples
    assert [(e.tile, e.source, e.by) for e in found] == [("5p", CORRECTION, "Anna"), ("9s", CORRECTION, None)]
    pictures = {p.stem for p in (store.folder / known.id / "crops").iterdir()}
    assert pictures == {e.id for e in found}
    assert [e.tile for e in store.correct(known.id, None, None, "Anna", here).examples] == ["9s"]


def test_a_disk_that_fills_during_a_correction_leaves_the_earlier_one(
    store: Tilesets, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, here = store.create("Jade"), {"hand": "h1", "tile_id": 3}
    store.correct(known.id, "4p", crop(7), "Li", here)
    for full in (".png", ".json"):

        def write(path: Path, content: bytes, full: str = full) -> None:
            if path.suffix == full:
                raise OSError(errno.ENOSPC, "No space left on device")
            write_whole(path, content)

        monkeypatch.setattr(tilesets, "write_whole", write)
        with pytest.raises(TilesetError) as error:
            store.correct(known.id, "5p", crop(9), "Anna", here)
        assert code(error) == "tileset_unwritable"
        found = store.get(known.id)
        assert [e.tile for e in found.used] == ["4p"] and int(found.crops()[0].mean()) == 7


def test_what_is_undone_is_kept_but_not_used(store: Tilesets) -> None:
    known = store.learn(store.create("Jade").id, [("1m", crop()), ("2m", crop())])
    first = known.examples[0]
    undone = store.undo(known.id, first.id)
    assert [e.tile for e in undone.used] == ["2m"]
    assert len(undone.examples) == 2 and "1m" in undone.missing
    assert len(undone.crops()[1]) == 1
    assert [e.tile for e in store.undo(known.id, first.id, undone=False).used] == ["1m", "2m"]
    with pytest.raises(TilesetError) as error:
        store.undo(known.id, "0000")
    assert code(error) == "no_such_example"


def test_the_newest_pictures_of_a_tile_count(store: Tilesets) -> None:
    known = store.create("Jade")
    known = store.learn(known.id, [("1m", crop(i)) for i in range(MOST_PER_TILE + 3)] + [("2m", crop())])
    assert sum(e.tile == "1m" for e in known.used) == MOST_PER_TILE
    assert int(known.crops()[0][0].mean()) == 3


def test_forgetting_leaves_nothing(store: Tilesets) -> None:
    known = store.learn(store.create("Jade").id, [("1m", crop())])
    assert store.forget(known.id).name == "Jade"
    assert store.all() == [] and not known.folder.exists()


def test_a_damaged_set_does_not_hide_the_others(store: Tilesets) -> None:
    broken, sound = store.create("Broken"), store.create("Sound")
    (broken.folder / "set.json").write_text('{"name": ')
    assert [s.id for s in store.all()] == [sound.id]
    with pytest.raises(TilesetError) as error:
        store.get(broken.id)
    assert code(error) == "tileset_damaged" and str(broken.folder) in error.value.message("en")


def test_an_example_without_facts_about_it_is_damage(store: Tilesets) -> None:
    known = store.learn(store.create("Jade").id, [("1m", crop())])
    path = known.folder / "set.json"
    path.write_text(path.read_text().replace('"about": {}', '"about": null'))
    with pytest.raises(TilesetError) as error:
        store.correct(known.id, "5p", crop(), None, {"hand": "h1", "tile_id": 3})
    assert code(error) == "tileset_damaged"


def test_what_is_no_tile_is_not_learnt_and_leaves_the_set_as_it_was(store: Tilesets) -> None:
    known = store.learn(store.create("Jade").id, [("1m", crop())])
    for teach in (
        lambda: store.learn(known.id, [("2m", crop()), ("0m", crop())]),
        lambda: store.correct(known.id, "0m", crop(), None, {"hand": "h1", "tile_id": 3}),
    ):
        with pytest.raises(TilesetError) as error:
            teach()
        assert code(error) == "no_such_tile"
        assert "0m" in error.value.message("en") and "0m" in error.value.message("zh")
    assert store.get(known.id) == known
    assert len(list((known.folder / "crops").iterdir())) == 1


def test_a_set_file_cannot_name_pictures_elsewhere(store: Tilesets) -> None:
    known = store.learn(store.create("Jade").id, [("1m", crop())])
    path = known.folder / "set.json"
    said = json.loads(path.read_text())
    said["examples"][0]["id"] = "../../secret"
    path.write_text(json.dumps(said))
    with pytest.raises(TilesetError):
        store.get(known.id)


def test_changes_made_at_once_all_count(store: Tilesets) -> None:
    known = store.create("Jade")
    others = [Tilesets(store.folder) for _ in range(2)]

    def teach(which: Tilesets, hand: str) -> None:
        for i in range(5):
            which.correct(known.id, "1m", crop(i), None, {"hand": hand, "tile_id": i, "seen": "2m"})

    threads = [threading.Thread(target=teach, args=(others[i % 2], f"h{i}")) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.get(known.id).examples) == 20
