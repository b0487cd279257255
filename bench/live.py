"""How soon forty phones hear of a change: real connections to a real server on loopback.

    python -m bench.live [--phones 40] [--tables 1] [--edits 100] [--pause 0.2] [--photos 2] [--server NAME]

Every phone keeps an event stream open; one phone for each table edits the hand on it, and with `--photos`
another has the sample photograph read every so many seconds. Prints the time from sending an edit to each
phone hearing it, whether all events came in order and none was missing, and what the server needs.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import signal
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
START_SECONDS = 120  # a machine with other work
Needs = tuple[float, int, float]  # memory in MB, threads, processor time in seconds


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


def family(process: int) -> list[int]:
    """A process and those that it started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in children for one in family(int(child)))]


def needs(process: int) -> Needs:
    """What a server and its workers take: memory in MB (10^6 bytes; shared pages counted once), threads, and
    the processor's time so far, which other work on the machine hardly changes."""
    memory, threads, seconds = 0.0, 0, 0.0
    for one in family(process):
        told = Path(f"/proc/{one}/smaps_rollup").read_text() + Path(f"/proc/{one}/status").read_text()
        facts = dict(line.split(":", 1) for line in told.splitlines() if ":" in line)
        memory += int(facts["Pss"].split()[0]) * 1024 / 1e6
        threads += int(facts["Threads"])
        used = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[11:13]
        seconds += sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
    return memory, threads, seconds


def start_server(port: int, data: str, server: str | None = None) -> subprocess.Popen[bytes]:
    """The product as it is shipped, or with `server` behind one of `bench.servers`."""
    sample = str(ROOT / "examples" / "photos" / "hand.jpg")
    product = [str(ROOT / "hule.py"), "serve", "--host", "127.0.0.1", "--photo", sample]
    started = ["-m", "bench.servers", server] if server else product
    command = [sys.executable, *started, "--port", str(port), "--data", data]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    patience = time.monotonic() + START_SECONDS
    while time.monotonic() < patience:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/eye", timeout=1).read()
            return process
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise RuntimeError("the server did not start")


def stop(server: subprocess.Popen[bytes]) -> None:
    """End it, and say when it does not end gracefully while streams are open."""
    server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        print("the server did not stop within 10 s")
        for one in family(server.pid):
            os.kill(one, signal.SIGKILL)
        server.wait()


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


def photograph(phone: Phone, pause: float, over: threading.Event, took: list[float]) -> None:
    """Have the sample read again and again: the heaviest thing that a server does."""
    while not over.wait(pause):
        began = time.perf_counter()
        phone.ask("POST", "/api/v1/photos/sample")
        took.append(1000 * (time.perf_counter() - began))


def misfit(phones: int, tables: int, edits: int) -> str | None:
    """Why nothing can be measured with these numbers, if so.

    >>> misfit(40, 10, 60)
    >>> misfit(4, 10, 60)
    '--phones counts all phones together: 4 are too few for 10 tables'
    """
    if tables < 1 or edits < 2:
        return "at least one table and two edits are needed"
    if phones < tables:
        return f"--phones counts all phones together: {phones} are too few for {tables} tables"
    if phones % tables:
        return f"--phones counts all phones together: {phones} cannot be shared evenly by {tables} tables"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=40, help="all phones together, shared out evenly (40)")
    parser.add_argument("--tables", type=int, default=1, help="tables that they follow (1)")
    parser.add_argument("--edits", type=int, default=100, help="edits of the hand on each table (100)")
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two edits of a table")
    parser.add_argument("--photos", type=float, help="seconds between two photographs to be read")
    parser.add_argument(
        "--server", choices=("gunicorn", "gevent"), default="", help="another than the shipped"
    )
    parser.add_argument("--port", type=int, default=8391)
    told = parser.parse_args()
    if wrong := misfit(told.phones, told.tables, told.edits):
        parser.error(wrong)
    with tempfile.TemporaryDirectory() as data:
        server = start_server(told.port, data, told.server)
        try:
            return measure(told, server.pid)
        finally:
            stop(server)


def measure(told: argparse.Namespace, process: int) -> int:
    idle = needs(process)
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
    over, took = threading.Event(), []
    if told.photos:
        asker = threading.Thread(target=photograph, args=(Phone(told.port), told.photos, over, took))
        games.append(asker)
    for game in games:
        game.start()
    for game in games[: told.tables]:
        game.join()
    over.set()
    time.sleep(1)
    if took:
        print(f"{len(took)} photographs read meanwhile, median {statistics.median(took):.0f} ms")
    return report(told, listeners, sent, idle, needs(process))


def report(told: argparse.Namespace, listeners: Any, sent: Any, idle: Needs, busy: Needs) -> int:
    delays, faults = [], 0
    for table, group in listeners.items():
        for listener in group:
            versions = [version for version, _ in listener.heard]
            wanted = list(range(min(sent[table]) - 1, max(sent[table]) + 1))
            faults += versions != wanted
            delays += [1000 * (at - sent[table][v]) for v, at in listener.heard if v in sent[table]]
    delays.sort()
    p = statistics.quantiles(delays, n=100)
    who = told.server or "hule serve"
    head = f"{who}: {told.phones} phones at {told.tables} tables, {told.edits} edits each"
    print(f"{head}: {len(delays)} events")
    print(f"median {p[49]:.1f} ms, p95 {p[94]:.1f} ms, p99 {p[98]:.1f} ms, worst {delays[-1]:.1f} ms")
    print(f"streams with an event missing or out of order: {faults}")
    print(f"memory {idle[0]:.0f} MB before, {busy[0]:.0f} MB after; {busy[1]} threads")
    print(
        f"processor {1000 * (busy[2] - idle[2]) / len(delays):.2f} ms an event; load {os.getloadavg()[0]:.0f}"
    )
    return 1 if faults or p[94] > 200 else 0


if __name__ == "__main__":
    raise SystemExit(main())
