"""The parts of the box, put together once for a running service."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from webui.box.clock import Clock
from webui.box.lamp import DOUBTFUL, ERROR, READING, READY, Lamp, PushButton
from webui.box.lookout import Lookout
from webui.box.settings import SettingsFile

if TYPE_CHECKING:
    from vision.reading import Reading
    from webui.config import Config

LAMP_SECONDS = 1.0  # how soon the lamp shows that the camera went away


class Box:
    """Camera, clock, settings, button and lamp."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self.settings = SettingsFile(config.data / "box.json")
        self.clock = Clock(config.data / "clock.json")
        self.lookout = Lookout(config.camera, self.settings, config.open_camera)
        self.lamp = Lamp(config.lamp)
        self._button: PushButton | None = None
        self._working = 0
        self._doubtful = False
        self._failed = False
        self._turn = threading.Lock()
        self._stopped = threading.Event()

    def start(self, pressed: Callable[[], None]) -> None:
        """Begin to look for the camera, to watch the clock, and to listen to the button."""
        self.clock.start()
        self.clock.watch(self._stopped)
        self.lookout.start()
        self._button = PushButton(self._config.button, pressed)
        if self._config.lamp is not None:
            threading.Thread(target=self._shine, name="lamp", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()
        self.lookout.stop()
        self.lamp.close()
        if self._button:
            self._button.close()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """A photograph is being taken and read."""
        with self._turn:
            self._working += 1
        self.glow()
        try:
            yield
            self._failed = False
        except Exception:
            self._failed = True
            raise
        finally:
            with self._turn:
                self._working -= 1
            self.glow()

    def saw(self, reading: Reading) -> None:
        """What came of a photograph: doubtful, or not."""
        self._doubtful = bool(reading.warnings)

    @property
    def state(self) -> str:
        """What the lamp shows: reading, error, doubtful or ready."""
        if self._working:
            return READING
        if self._failed or self.lookout.state == "failed":
            return ERROR
        return DOUBTFUL if self._doubtful else READY

    def glow(self) -> None:
        """Let the lamp show the state."""
        self.lamp.show(self.state)

    def _shine(self) -> None:
        while not self._stopped.wait(LAMP_SECONDS):
            self.glow()
