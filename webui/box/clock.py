"""What the time really was, on a machine that has no clock of its own.

A Raspberry Pi without a battery starts at the time of its last shutdown and learns the right one from the
internet, or, at a club without, from the first phone that opens the page. The order of hands never depends on
the clock (events are numbered); their dates do. So each stretch of time under one setting of the clock is an
epoch, with the shift that makes its times right once that is known.
"""

from __future__ import annotations

import json
import logging
import statistics
import subprocess
import threading
import time
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from vision.files import write_whole

JUMP = 2.0  # seconds by which the clock must move at once before we call it set
WATCH_SECONDS = 30.0
MOST_EPOCHS = 500
PHONES = 9  # the median of so many phones is right though one of them is not
SMALL_SHIFT = 60.0  # seconds; dates are shown to the minute
log = logging.getLogger(__name__)
TIMESYNCD = Path("/run/systemd/timesync/synchronized")
DEVICE_TREE = Path("/proc/device-tree")
RTC = Path("/sys/class/rtc/rtc0/since_epoch")
PLAUSIBLE = datetime(2025, 1, 1, tzinfo=UTC).timestamp()  # a battery clock before this was never set


def kernel_is_synchronised() -> bool:
    """Whether somebody who knows has set this machine's clock. Machines that are no small boards have one."""
    if not DEVICE_TREE.exists() or TIMESYNCD.exists() or _battery_clock():
        return True
    try:
        command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.stdout.strip() == "yes"


def _battery_clock() -> bool:
    """A clock chip that kept the time: a Pi 5 has one even without its battery, which then starts at 1970."""
    try:
        return int(RTC.read_text("ascii")) > PLAUSIBLE
    except (OSError, ValueError):
        return False


@dataclass
class Epoch:
    """System times from `begins` to `ends` (seconds; None: still going on) lie `shift` seconds before the
    true ones. `shift` is None as long as nobody knows; `told` are the shifts that phones gave."""

    begins: float
    ends: float | None = None
    shift: float | None = None
    told: list[float] = field(default_factory=list)

    def holds(self, moment: float) -> bool:
        return self.begins - 1 <= moment and (self.ends is None or moment <= self.ends)


class Clock:
    """The epochs of a data folder, in a small file that is written when something is learnt."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self.epochs = _load(path)
        self._offset = _offset()

    def start(self) -> None:
        """A service begins: whatever the clock says now is a new epoch."""
        with self._lock:
            if self.epochs and self.epochs[-1].ends is None:
                self.epochs[-1].ends = max(self.epochs[-1].begins, self._last_seen())
            self.epochs.append(Epoch(time.time(), shift=0.0 if kernel_is_synchronised() else None))
            self._offset = _offset()
            self._store()

    def watch(self, stopped: threading.Event) -> None:
        """Look now and then whether the clock was set, in a thread of its own."""

        def run() -> None:
            while not stopped.wait(WATCH_SECONDS):
                self.check()

        threading.Thread(target=run, name="clock", daemon=True).start()

    @property
    def certain(self) -> bool:
        """Whether the dates written now are right, or can be made right."""
        return not self.epochs or self.epochs[-1].shift is not None

    def check(self) -> None:
        """Notice that the clock was set: by NTP, which also tells how wrong it was before."""
        with self._lock:
            jump = _offset() - self._offset
            if not self.epochs or (abs(jump) < JUMP and self.certain):
                return
            known = kernel_is_synchronised()
            if abs(jump) >= JUMP:
                self._turn(jump, known)
            elif known:
                self.epochs[-1].shift = 0.0
            else:
                return
            self._store()

    def _turn(self, jump: float, known: bool) -> None:
        last, now = self.epochs[-1], time.time()
        last.ends = now - jump
        if known:
            last.shift = jump
        self.epochs.append(Epoch(now, shift=0.0 if known else None))
        self._offset = _offset()

    def told(self, phone: float) -> None:
        """A phone says what time it is (seconds since 1970). Ignored when the clock is right by itself."""
        with self._lock:
            if not self.epochs or not _plausible(phone):
                return
            epoch = self.epochs[-1]
            if epoch.shift is not None and not epoch.told:
                return
            if len(epoch.told) >= PHONES:
                return
            epoch.told.append(round(phone - time.time(), 1))
            epoch.shift = statistics.median(epoch.told)
            self._store()

    def dated(self, stored: datetime) -> tuple[datetime, bool]:
        """A stored time (UTC, without a zone) made right as well as is known, and whether it is certain."""
        moment = stored.replace(tzinfo=UTC).timestamp()
        shifts = [epoch.shift for epoch in self.epochs if epoch.holds(moment)]
        if not shifts:
            return stored, True  # from before epochs were kept, or from another machine
        last = shifts[-1]
        if last is None:
            return stored, False
        same = all(shift is not None and abs(shift - last) < SMALL_SHIFT for shift in shifts)
        return stored + timedelta(seconds=last), same

    def _last_seen(self) -> float:
        """When the last epoch was still going on, at least: its file was touched then."""
        try:
            return self._path.stat().st_mtime
        except OSError:
            return time.time()

    def _store(self) -> None:
        epochs = [asdict(epoch) for epoch in self.epochs[-MOST_EPOCHS:]]
        try:
            write_whole(self._path, json.dumps(epochs).encode())
        except OSError as error:  # a full disk must not keep the table from starting
            log.warning("what the time is could not be noted: %s", error)


def _offset() -> float:
    """Moves only when somebody sets the clock."""
    return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)


def _plausible(moment: float) -> bool:
    return PLAUSIBLE < moment < PLAUSIBLE + 50 * 365 * 86400


def _load(path: Path) -> list[Epoch]:
    try:
        listed: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
        return [Epoch(**entry) for entry in listed]
    except (OSError, ValueError, TypeError):
        return []
