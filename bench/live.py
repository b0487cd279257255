"""How soon forty phones hear of a change: real connections to a real server on loopback.

    python -m bench.live [--phones 40] [--tables 1] [--edits 100] [--pause 0.2]

Every phone keeps an event stream open; one phone for each table edits the hand on it. Prints the time from
sending an edit to each phone hearing it, whether all events came in order and none was missing, and the
server's memory.
"""

from __future__ import annotations

import argparse
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


class Phone:
    """A client with a cookie of its own."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.token = port, "", ""
        self.token = self.ask("GET", "/api/v1/me")["csrf"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.token, "Cookie": self.cookie}
        link.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = link.getresponse()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).split(";")[0]
        found = json.loads(answer.read() or b"null")
        link.close()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {found}")
        return found


class Listener(threading.Thread):
    """A phone's open event stream: notes when it heard of which version."""

    def __init__(self, port: int, table: str) -> None:
        super().__init__(daemon=True)
        self.link = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.link.request("GET", f"/api/v1/tables/{table}/events")
        self.heard: list[tuple[int, float]] = []
        self.ready = threading.Event()

    def run(self) -> None:
        stream = self.link.getresponse()
        kind = b""
        while line := stream.readline():
            if line.startswith(b"event: "):
                kind = line[7:].strip()
            elif line.startswith(b"id: ") and kind == b"change":
                self.heard.append((int(line[4:]), time.perf_counter()))
            elif line.startswith(b"data: ") and kind == b"table":
                self.ready.set()


def memory(process: int) -> float:
    """Resident memory in MB (10^6 bytes)."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def start_server(port: int, data: str) -> subprocess.Popen[bytes]:
    command = [
        sys.executable,
        str(ROOT / "hule.py"),
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--data",
        data,
    ]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/eye", timeout=1).read()
            return process
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


def play(phone: Phone, table: str, edits: int, pause: float, sent: dict[int, float], base: int) -> None:
    """Edit the hand again and again, faster than a table would."""
    hand = phone.ask("POST", "/api/v1/hands", {"hand": "1112345678999m+5m", "table": table})
    for number in range(edits):
        edit = {"kind": "set_situation", "facts": {"self_draw": number % 2 == 0}}
        sent[base + 2 + number] = time.perf_counter()
        hand = phone.ask(
            "POST", f"/api/v1/hands/{hand['id']}/edits", {"base": hand["version"], "edits": [edit]}
        )
        time.sleep(pause)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=40)
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two edits of a table")
    parser.add_argument("--port", type=int, default=8391)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server = start_server(told.port, data)
        try:
            return measure(told, server.pid)
        finally:
            server.terminate()
            server.wait(10)


def measure(told: argparse.Namespace, process: int) -> int:
    idle = memory(process)
    players = [Phone(told.port) for _ in range(told.tables)]
    tables = []
    for player in players:
        table = player.ask("POST", "/api/v1/tables", {"name": "bench"})["id"]
        tables.append((table, player.ask("PUT", f"/api/v1/tables/{table}/seats/0", {"name": "A"})["version"]))
    listeners = {
        table: [Listener(told.port, table) for _ in range(told.phones // told.tables)] for table, _ in tables
    }
    for group in listeners.values():
        for listener in group:
            listener.start()
    for group in listeners.values():
        for listener in group:
            listener.ready.wait(30)
    sent: dict[str, dict[int, float]] = {table: {} for table, _ in tables}
    games = [
        threading.Thread(target=play, args=(player, table, told.edits, told.pause, sent[table], version))
        for player, (table, version) in zip(players, tables, strict=True)
    ]
    for game in games:
        game.start()
    for game in games:
        game.join()
    time.sleep(1)
    return report(told, listeners, sent, idle, memory(process))


def report(told: argparse.Namespace, listeners: Any, sent: Any, idle: float, busy: float) -> int:
    delays, faults = [], 0
    for table, group in listeners.items():
        for listener in group:
            versions = [version for version, _ in listener.heard]
            wanted = list(range(min(sent[table]) - 1, max(sent[table]) + 1))
            faults += versions != wanted
            delays += [1000 * (at - sent[table][v]) for v, at in listener.heard if v in sent[table]]
    delays.sort()
    p = statistics.quantiles(delays, n=100)
    print(f"{told.phones} phones at {told.tables} tables, {told.edits} edits each: {len(delays)} events")
    print(f"median {p[49]:.1f} ms, p95 {p[94]:.1f} ms, p99 {p[98]:.1f} ms, worst {delays[-1]:.1f} ms")
    print(f"streams with an event missing or out of order: {faults}")
    print(f"memory {idle:.0f} MB before, {busy:.0f} MB after")
    return 1 if faults or p[94] > 200 else 0


if __name__ == "__main__":
    raise SystemExit(main())
