"""Kills the server at random moments while hands are agreed, and looks what is left.

    python -m bench.kill [--rounds 50] [--longest 4] [--seed 1]

Hands are typed and photographed, one after another, match after match. After every kill -9 the server is
started again on the same data. Every hand whose agreement was confirmed to the phone must be in its match,
with its points and its photograph's files whole; there may be one more (the answer was on its way), and
nothing half-written.
"""

from __future__ import annotations

import argparse
import random
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2

from bench.live import Phone, start_server
from webui.photos import SIZES

HAND = "1112345678999m+5m"
TYPED = (91, [115, -99, -8, -8])  # points and payments, seat 0 off seat 1
PHOTOGRAPHED = (19, [43, -27, -8, -8])  # the sample: 17 points and two flowers
EVERY = 3  # every third hand is photographed, once the eye is loaded


@dataclass
class Evening:
    """What a phone was told: `confirmed` hands of each table, the one playing last."""

    phone: Phone
    confirmed: dict[str, int] = field(default_factory=dict)

    def open_table(self) -> str:
        table = self.phone.ask("POST", "/api/v1/tables", {"name": "kill"})["id"]
        self.phone.ask("PUT", f"/api/v1/tables/{table}/seats/0", {"name": "A"})
        self.confirmed[table] = 0
        return str(table)

    @property
    def hands(self) -> int:
        return sum(self.confirmed.values())


class Player(threading.Thread):
    """Agrees one hand after another until the server is gone."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(daemon=True)
        self.evening, self.photographed = evening, 0

    def run(self) -> None:
        try:
            while True:
                self._one_hand()
        except (OSError, RuntimeError, ValueError):
            return  # killed in the middle: that is the point

    def _one_hand(self) -> None:
        evening, ask = self.evening, self.evening.phone.ask
        table = next(reversed(evening.confirmed), None) or evening.open_table()
        path = f"/api/v1/tables/{table}/match"
        photograph = evening.hands % EVERY == 0 and ask("GET", "/api/v1/eye")["state"] == "ready"
        if photograph:
            hand = ask("POST", f"/api/v1/photos/sample?table={table}")
        else:
            hand = ask("POST", "/api/v1/hands", {"hand": HAND, "table": table})
        people = {"kind": "set_people", "facts": {"winner": 0, "discarder": 1}}
        hand = ask("POST", f"/api/v1/hands/{hand['id']}/edits", {"base": hand["version"], "edits": [people]})
        facts = {"hand": hand["id"], "version": hand["version"]}
        state = ask("POST", path, {"kind": "agree", "facts": facts})
        evening.confirmed[table] = len(state["match"]["rows"])
        self.photographed += photograph
        if state["match"]["over"]:
            evening.open_table()


def check(evening: Evening, data: Path) -> list[str]:
    """What is wrong after a restart; nothing, one hopes."""
    faults = []
    for table, confirmed in evening.confirmed.items():
        match = evening.phone.ask("GET", f"/api/v1/tables/{table}")["match"]
        faults += check_match(match, confirmed)
        evening.confirmed[table] = len(match["rows"])
    with sqlite3.connect(data / "hule.sqlite3") as store:
        found = store.execute("PRAGMA integrity_check").fetchone()[0]
        photos = store.execute("SELECT id FROM photo WHERE NOT gone").fetchall()
    if found != "ok":
        faults.append(f"integrity: {found}")
    return faults + check_files(data / "photos", {photo for (photo,) in photos})


def check_match(match: dict[str, Any], confirmed: int) -> list[str]:
    rows, faults = match["rows"], []
    if not confirmed <= len(rows) <= confirmed + 1:  # one more may have been stored, its answer on the way
        faults.append(f"{confirmed} confirmed, {len(rows)} found")
    if any((row["points"], row["deltas"]) not in (TYPED, PHOTOGRAPHED) for row in rows):
        faults.append("a hand is half-written")
    if match["totals"] != [sum(row["deltas"][chair] for row in rows) for chair in range(4)]:
        faults.append("totals do not add up")
    return faults


def check_files(folder: Path, photos: set[str]) -> list[str]:
    """Every stored photograph has its files, whole; and there are no others."""
    wanted = {f"{photo}-{size}.jpg" for photo in photos for size in SIZES}
    there = {path.name: path for path in folder.rglob("*") if path.is_file()}
    faults = [f"missing {name}" for name in wanted - set(there)]
    faults += [f"left over {name}" for name in set(there) - wanted]
    return faults + [f"broken {name}" for name in wanted & set(there) if cv2.imread(str(there[name])) is None]


def rounds(
    count: int, seed: int, data: Path, port: int = 8392, longest: float = 2.0
) -> tuple[Evening, list[str]]:
    """The evening as the phone knows it, and every fault."""
    dice = random.Random(seed)
    faults: list[str] = []
    server = start_server(port, str(data))
    evening, photographed = Evening(Phone(port)), 0
    for number in range(count):
        player = Player(evening)
        player.start()
        time.sleep(dice.uniform(0.1, longest))
        server.send_signal(signal.SIGKILL)
        server.wait()
        player.join(10)
        photographed += player.photographed
        server = start_server(port, str(data))
        faults += [f"round {number}: {fault}" for fault in check(evening, data)]
    server.terminate()
    server.wait(10)
    print(f"{count} kills, {evening.hands} hands agreed ({photographed} photographed), {len(faults)} faults")
    return evening, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--longest", type=float, default=4.0, help="seconds between two kills, at most")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        _, faults = rounds(told.rounds, told.seed, Path(data), longest=told.longest)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
