"""A lamp that shows how the box is, and a button that photographs. Both through gpiozero, both optional."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

READY, READING, DOUBTFUL, ERROR = "ready", "reading", "doubtful", "error"
# Seconds on and off; ready is simply on. Quick: wait. Even: look at the page. A flash each second: trouble.
BLINKS = {READING: (0.1, 0.1), DOUBTFUL: (0.5, 0.5), ERROR: (0.05, 0.95)}
BOUNCE_SECONDS = 0.05
log = logging.getLogger(__name__)


class Lamp:
    """Shows one of four states; `pin` is its BCM number. Without gpiozero or a chip it stays dark, which the
    log says once."""

    def __init__(self, pin: int | None) -> None:
        self.state = ""
        self._led = _device("LED", pin) if pin is not None else None

    def show(self, state: str) -> None:
        """Change the light if the state is another."""
        if state == self.state:
            return
        self.state = state
        if self._led is None:
            return
        if state == READY:
            self._led.on()
        else:
            on, off = BLINKS[state]
            self._led.blink(on_time=on, off_time=off)

    def close(self) -> None:
        if self._led is not None:
            self._led.close()


class PushButton:
    """Calls `pressed` on every press of the button between the pin `pin` (BCM) and ground."""

    def __init__(self, pin: int | None, pressed: Callable[[], None]) -> None:
        self._button = _device("Button", pin, bounce_time=BOUNCE_SECONDS) if pin is not None else None
        if self._button is not None:
            self._button.when_pressed = lambda: pressed()

    def close(self) -> None:
        if self._button is not None:
            self._button.close()


def _device(kind: str, pin: int, **options: Any) -> Any:
    """A gpiozero device, or None: the table works without its button."""
    try:
        import gpiozero

        return getattr(gpiozero, kind)(pin, **options)
    except Exception as error:  # gpiozero and its pin drivers each raise their own
        log.error("pin %s cannot be used (%s); see hule doctor", pin, error)
        return None
