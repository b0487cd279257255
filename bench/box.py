"""What the service costs: start to ready, idle CPU, memory, bytes written a hand, photograph to fans.

    python -m bench.box [--seconds 40] [--hands 8] [--camera C] [PHOTO]

Starts the real service in a process of its own, with a folder camera that shows one photograph unless
another camera is named, and asks it as a phone would; `tests/pi/test-camera.sh --bench` does so over the
real picamera2. Linux only: the figures come from /proc. Processor time (user and system) stands beside the
time on the clock: the latter tells little on a machine that does other things too.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webui.box.lookout import REST_SECONDS

ROOT = Path(__file__).resolve().parents[1]
PHOTO = ROOT / "examples" / "photos" / "hand.jpg"
MIB = 1024 * 1024
RESTS_AFTER = 2 * REST_SECONDS + 2  # a camera is looked after once in REST_SECONDS


@dataclass(frozen=True)
class Usage:
    """Of a process since it started: CPU seconds, resident and highest MiB, bytes written to disk."""

    cpu: float
    memory: float
    peak: float
    written: int


def usage(pid: int) -> Usage:
    proc = Path(f"/proc/{pid}")
    fields = (proc / "stat").read_text().rsplit(")", 1)[1].split()
    status, io = (proc / "status").read_text(), (proc / "io").read_text()

    def number(pattern: str, text: str) -> int:
        found = re.search(pattern, text)
        assert found is not None
        return int(found[1])

    return Usage(
        cpu=(int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
        memory=number(r"VmRSS:\s+(\d+)", status) / 1024,
        peak=number(r"VmHWM:\s+(\d+)", status) / 1024,
        written=number(r"\nwrite_bytes: (\d+)", io),
    )


class Service:
    """The service, ready; `seconds` it took, as systemd would have seen it."""

    def __init__(self, data: Path, camera: str, program: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        place = str(data.parent / "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.bind(place)
            systemd.settimeout(120)
            command = [sys.executable, "-m", program, "serve", "--port", str(self.port)]
            command += ["--camera", camera, "--data", str(data)]
            environment = {**os.environ, "NOTIFY_SOCKET": place, "MALLOC_ARENA_MAX": "2"}
            data.mkdir(exist_ok=True)
            (data / "box.json").write_text('{"decided": true}')  # no PIN, which would be asked for
            began = time.monotonic()
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            while systemd.recv(100) != b"READY=1":
                pass
            self.seconds, self.cpu = time.monotonic() - began, self.usage().cpu
        Path(place).unlink()
        jar = http.cookiejar.CookieJar()
        self._phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self._token = ""
        self._token = self.ask("GET", "/me")["csrf"]

    def open(self, method: str, path: str, body: Any = None) -> Any:
        content = None if method == "GET" else json.dumps(body or {}).encode()
        headers = {"Content-Type": "application/json", "X-CSRFToken": self._token}
        url = f"http://127.0.0.1:{self.port}/api/v1{path}"
        return self._phone.open(urllib.request.Request(url, content, headers, method=method))

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        with self.open(method, path, body) as answer:
            return json.loads(answer.read())

    def usage(self) -> Usage:
        return usage(self.process.pid)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(15)


def idle(service: Service, seconds: float) -> None:
    before = service.usage()
    time.sleep(seconds)
    after = service.usage()
    share = 100 * (after.cpu - before.cpu) / seconds
    print(f"idle, nobody looking:   {share:.2f} % of a core, {after.written - before.written} bytes written")
    print(f"memory, networks loaded: {after.memory:.0f} MiB")


def hands(service: Service, count: int) -> None:
    table = service.ask("POST", "/tables", {"name": "bench"})["id"]
    service.ask("PUT", f"/tables/{table}/seats/0", {"name": "A", "me": True})
    service.ask("POST", f"/tables/{table}/camera")
    before, times = service.usage(), []
    for _ in range(count):
        began = time.monotonic()
        service.ask("POST", f"/tables/{table}/camera")
        times.append(time.monotonic() - began)
    after = service.usage()
    cpu = (after.cpu - before.cpu) / count
    print(
        f"photograph to fans:      {statistics.median(times):.2f} s, {cpu:.2f} s of processor time "
        f"(median of {count}, the page's whole way)"
    )
    print(f"written a hand:          {(after.written - before.written) / count / 1024:.0f} KiB")
    print(f"memory after {count + 1} hands:   {after.memory:.0f} MiB, {after.peak:.0f} at the most")


def preview(service: Service, seconds: float = 5.0) -> None:
    before, began, number, count, size = service.usage(), time.monotonic(), -1, 0, 0
    while time.monotonic() - began < seconds:
        with service.open("GET", f"/box/preview.jpg?after={number}") as answer:
            number, size = int(answer.headers["X-Frame"]), len(answer.read())
        count += 1
    share = 100 * (service.usage().cpu - before.cpu) / seconds
    rate = count / seconds
    print(
        f"preview:                 {rate:.1f} a second, {size / 1024:.0f} KiB each, {share:.0f} % of a core"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photo", nargs="?", type=Path, default=PHOTO)
    parser.add_argument("--seconds", type=float, default=40.0, help="how long to watch it idle (40)")
    parser.add_argument("--hands", type=int, default=8, help="photographs to time (8)")
    parser.add_argument("--camera", metavar="C", help="as for hule serve (folder:PHOTO)")
    parser.add_argument("--program", default="hule", help="the module that is started (hule)")
    told = parser.parse_args()
    camera = told.camera or f"folder:{told.photo.resolve()}"
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        first = Service(data, camera, told.program)
        first.stop()
        service = Service(data, camera, told.program)
        print(
            f"start to ready:          {service.seconds:.2f} s, {service.cpu:.2f} s of processor time "
            f"(the first time {first.seconds:.2f} s, {first.cpu:.2f} s)"
        )
        try:
            loaded_by = time.monotonic() + 60
            while service.ask("GET", "/eye")["state"] == "loading" and time.monotonic() < loaded_by:
                time.sleep(0.1)
            preview(service)
            time.sleep(RESTS_AFTER)
            idle(service, told.seconds)
            hands(service, told.hands)
        finally:
            service.stop()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
