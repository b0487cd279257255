"""`hule serve`: the page behind a production server, with a graceful stop."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from waitress.adjustments import Adjustments
from waitress.server import create_server

from webui.addresses import page_address, terminal_code
from webui.app import create_app
from webui.box.announce import Announcement
from webui.box.errors import BoxError
from webui.box.lock import serving
from webui.box.notify import Heartbeat
from webui.box.pin import first_pin
from webui.config import Config

# A thread costs little here and every open event stream holds one: streams and some for quick requests.
QUICK_THREADS = 16
# A phone that left the Wi-Fi says no goodbye: what it does not confirm within these milliseconds ends its
# connection, and with it its place at the table. Only Linux knows the second option.
GONE_MS = 20_000
SOCKET_OPTIONS = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)] + (
    [(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)] if hasattr(socket, "TCP_USER_TIMEOUT") else []
)
PIN_MADE = """主机的密码：{pin}（打牌用不着；设置主机、看摄像头、教牌、备份要用；在 /setup 改）
PIN of the box: {pin} (not for playing: to set it up, look through its camera, teach it tiles, back up;
changed or taken away on /setup)"""
CODES = {errno.EADDRINUSE: "port_taken", errno.EACCES: "port_forbidden"}
M_ARENA_MAX, M_MMAP_THRESHOLD = -8, -3  # from malloc.h
PICTURE_BYTES = 1024 * 1024  # what is larger is a picture, and goes back to the system when it is done with


def serve(host: str, port: int, config: Config) -> NoReturn:
    """Run until SIGINT or SIGTERM, then end the process. Raises `BoxError` when it cannot start."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("webui.box").setLevel(logging.INFO)  # which camera was found, under which name
    _use_less_memory()
    with serving(config.data):
        _serve(host, port, config)
    # Everything is stored. A photograph in work or a network still loading runs in native threads, which
    # the interpreter's own way out does not survive.
    sys.stdout.flush()
    os._exit(0)


def _serve(host: str, port: int, config: Config) -> None:
    app = create_app(config)
    hule = app.extensions["hule"]
    app.config["ADDRESS"] = page_address(host, port, config.secure)
    Adjustments.socket_options = SOCKET_OPTIONS  # waitress takes it from its class alone
    try:
        server = create_server(
            app,
            host=host,
            port=port,
            threads=config.streams + QUICK_THREADS,
            connection_limit=max(200, 4 * config.streams),
            channel_request_lookahead=1,  # lets a stream notice that its phone has left
            max_request_body_size=config.photo_bytes + config.request_bytes,
            ident="hule",
            clear_untrusted_proxy_headers=True,
        )
    except OSError as error:
        code = CODES.get(error.errno or 0, "cannot_listen")
        raise BoxError(code, host=host, port=port, reason=error.strerror or str(error)) from error
    # A camera looks at open hands: who may look through it is for somebody to decide.
    made = first_pin(hule.box.settings) if config.camera != "none" else None
    heart = Heartbeat(f"{page_address(_own(host), port)}api/v1/eye")
    name = Announcement(config.mdns, port) if config.mdns else None
    _stop_on_signals(heart.stop, hule.hub.stop)
    if sys.stdout.isatty():  # nobody scans a journal
        print(terminal_code(app.config["ADDRESS"]))
    print(f"和了 Hule  {app.config['ADDRESS']}", flush=True)
    if made:
        print(PIN_MADE.format(pin=made), flush=True)
    heart.start()
    if name:
        name.start()
    try:
        server.run()
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        heart.stop()
        hule.hub.stop()
        hule.box.stop()
        if name:
            name.close()
        server.close()
        hule.database.close()


def _use_less_memory() -> None:
    """glibc gives each thread a heap of its own, and keeps what pictures took; a Pi may have 1 GB.

    With a hundred threads two heaps are enough. Together 50 MiB less at the most, 2 % more processor time.
    """
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_ARENA_MAX, 2)
        library.mallopt(M_MMAP_THRESHOLD, PICTURE_BYTES)


def _own(host: str) -> str:
    """The address by which this machine reaches itself."""
    return {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _stop_on_signals(*before: Callable[[], None]) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        # A photograph in work ends soon; a phone that hangs must not keep the service from stopping.
        for end in before:
            end()
        last_word = threading.Timer(5, os._exit, [0])
        last_word.daemon = True
        last_word.start()
        raise SystemExit(0)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
