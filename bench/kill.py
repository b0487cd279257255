"""Kills the server at random moments while hands are agreed, and looks what is left.

    python -m bench.kill [--rounds 50] [--seed 1]

After every kill -9 the server is started again on the same data. Every hand whose agreement was confirmed to
the phone must be in the match, with its points and its photograph's files whole; there may be one more (the
answer was on its way), and nothing half-written.
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
from pathlib import Path

from bench.live import Phone, start_server

HAND = "1112345678999m+5m"


class Player(threading.Thread):
    """Agrees one hand after another until the server is gone; `confirmed` counts those it was told of."""

    def __init__(self, phone: Phone, table: str) -> None:
        super().__init__(daemon=True)
        self.phone, self.table, self.confirmed = phone, table, 0

    def run(self) -> None:
        try:
            while True:
                self._one_hand()
        except (OSError, RuntimeError, ValueError):
            return  # killed in the middle: that is the point

    def _one_hand(self) -> None:
        path = f"/api/v1/tables/{self.table}/match"
        hand = self.phone.ask("POST", "/api/v1/hands", {"hand": HAND, "table": self.table})
        people = {"kind": "set_people", "facts": {"winner": 0, "discarder": 1}}
        edits = {"base": hand["version"], "edits": [people]}
        hand = self.phone.ask("POST", f"/api/v1/hands/{hand['id']}/edits", edits)
        facts = {"hand": hand["id"], "version": hand["version"]}
        state = self.phone.ask("POST", path, {"kind": "agree", "facts": facts})
        self.confirmed = len(state["match"]["rows"])
        if state["match"]["over"]:
            self.phone.ask("POST", path, {"kind": "undo", "facts": {}})
            self.confirmed -= 1


def check(phone: Phone, table: str, confirmed: int, data: Path) -> list[str]:
    """What is wrong after a restart; nothing, one hopes."""
    state = phone.ask("GET", f"/api/v1/tables/{table}")
    rows = state["match"]["rows"]
    faults = []
    # One more may have been stored when its answer was still on the way; a full match is undone by one.
    if not confirmed - (confirmed >= 15) <= len(rows) <= confirmed + 1:
        faults.append(f"{confirmed} confirmed, {len(rows)} found")
    if any(row["points"] != 91 or row["deltas"] != [115, -99, -8, -8] for row in rows):
        faults.append("a hand is half-written")
    if state["match"]["totals"] != [len(rows) * d for d in (115, -99, -8, -8)]:
        faults.append("totals do not add up")
    with sqlite3.connect(data / "hule.sqlite3") as store:
        found = store.execute("PRAGMA integrity_check").fetchone()[0]
        agreed = store.execute("SELECT count(*) FROM hand WHERE status = 'agreed'").fetchone()[0]
    if found != "ok":
        faults.append(f"integrity: {found}")
    if agreed < len(rows):
        faults.append(f"{len(rows)} in the match, {agreed} hands agreed")
    return faults


def rounds(count: int, seed: int, data: Path, port: int = 8392) -> tuple[int, list[str]]:
    """Hands confirmed in all, and every fault."""
    dice = random.Random(seed)
    faults: list[str] = []
    server = start_server(port, str(data))
    phone = Phone(port)
    table = phone.ask("POST", "/api/v1/tables", {"name": "kill"})["id"]
    phone.ask("PUT", f"/api/v1/tables/{table}/seats/0", {"name": "A"})
    total = 0
    for number in range(count):
        before = len(phone.ask("GET", f"/api/v1/tables/{table}")["match"]["rows"])
        player = Player(phone, table)
        player.confirmed = before
        player.start()
        time.sleep(dice.uniform(0.1, 2.0))
        server.send_signal(signal.SIGKILL)
        server.wait()
        player.join(10)
        server = start_server(port, str(data))
        faults += [f"round {number}: {fault}" for fault in check(phone, table, player.confirmed, data)]
        total += max(0, player.confirmed - before)
    server.terminate()
    server.wait(10)
    return total, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        total, faults = rounds(told.rounds, told.seed, Path(data))
    print(f"{told.rounds} kills, {total} hands confirmed, {len(faults)} faults")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
