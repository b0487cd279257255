from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from tests.fixtures.eye import ToldReader, concealed
from webui import Config, create_app


@pytest.fixture
def reader() -> ToldReader:
    return ToldReader(concealed("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s", winning="5s"))


@pytest.fixture
def app(tmp_path: Path, reader: ToldReader) -> Iterator[Flask]:
    app = create_app(Config(data=tmp_path / "data", reader=lambda: reader, limits=False))
    app.testing = False  # errors answer as they do in service
    yield app
    app.extensions["hule"].database.close()


class Phone:
    """A phone: keeps its cookie and sends the token with every change."""

    def __init__(self, app: Flask, name: str = "", lang: str = "en") -> None:
        self.client: FlaskClient = app.test_client()
        self.headers = {"Accept-Language": lang}
        self.headers["X-CSRFToken"] = self.get("/api/v1/me").json["csrf"]
        if name:
            self.put("/api/v1/me", {"name": name})

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers)

    def put(self, path: str, body: Any) -> Any:
        return self.client.put(path, json=body, headers=self.headers)

    def post(self, path: str, body: Any = None) -> Any:
        return self.client.post(path, json=body, headers=self.headers)

    def delete(self, path: str) -> Any:
        return self.client.delete(path, headers=self.headers)

    def send(self, content: bytes, path: str = "/api/v1/photos") -> Any:
        return self.client.post(
            path, data={"photo": (io.BytesIO(content), "photo.jpg")}, headers=self.headers
        )

    def edit(self, hand: dict[str, Any], kind: str, base: int | None = None, **facts: Any) -> Any:
        edits = [{"kind": kind, "facts": facts}]
        base = hand["version"] if base is None else base
        return self.post(f"/api/v1/hands/{hand['id']}/edits", {"base": base, "edits": edits})


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


def picture(width: int = 640, height: int = 480, kind: str = "JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (40, 90, 60)).save(out, kind)
    return out.getvalue()
