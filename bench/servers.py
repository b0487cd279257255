"""The page behind other WSGI servers, to compare them with the one it is shipped with.

    pip install gunicorn gevent
    python -m bench.live --server gunicorn      # or gevent; without it, what `hule serve` runs

Neither of the two is a dependency of Hule. Each gets what its manual advises for many open streams: gunicorn
one process with a thread for each of them, gevent its own loop with the standard library patched.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

THREADS = 116  # as `hule serve`: a hundred streams, and sixteen for quick requests


def app_of(data: str) -> Any:
    from webui import Config, create_app

    sample = Path(__file__).resolve().parent.parent / "examples" / "photos" / "hand.jpg"
    return create_app(Config(data=Path(data), sample=sample))


def gunicorn(port: int, data: str) -> int:
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):
        def load_config(self) -> None:
            told = {"bind": f"127.0.0.1:{port}", "workers": 1, "worker_class": "gthread", "threads": THREADS}
            for name, value in told.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            return app_of(data)

    Server().run()
    return 0


def gevent(port: int, data: str) -> int:
    from gevent import monkey

    monkey.patch_all()
    from gevent.pywsgi import WSGIServer

    WSGIServer(("127.0.0.1", port), app_of(data), log=None).serve_forever()
    return 0


SERVERS = {"gunicorn": gunicorn, "gevent": gevent}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", choices=SERVERS)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", required=True)
    told = parser.parse_args()
    return SERVERS[told.server](told.port, told.data)


if __name__ == "__main__":
    sys.exit(main())
