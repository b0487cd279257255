"""How the page is run: everything that `hule serve` may be told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from vision.reading import Reading

if TYPE_CHECKING:
    from vision.camera import Camera
    from vision.layout import Layout
    from vision.tilesets import Tileset

MIB = 1024 * 1024


class ReaderLike(Protocol):
    """What the page asks of the eye."""

    def read(self, image: Any, *, tileset: Tileset | None = None) -> Reading: ...

    def layout(self, image: Any, rows: str | None = None) -> Layout: ...


def load_reader() -> ReaderLike:
    """The real eye; slow to import, so only here."""
    import vision

    return vision.Reader()


def open_camera(spec: str) -> Camera | None:
    """The camera that `--camera` names; OpenCV and picamera2 are imported when there is one to open."""
    import vision.camera

    return vision.camera.open_camera(spec)


@dataclass(frozen=True)
class Config:
    """`data` holds the database, the photographs and the secret; everything else has a default."""

    data: Path
    camera: str = "none"
    sample: Path | None = None
    rules: str = "mcr"
    database: str | None = None  # an SQLAlchemy address; SQLite inside `data` when None
    photo_bytes: int = 32 * MIB  # one upload; a 12-megapixel JPEG has 3 to 8 MiB
    photo_pixels: int = 80_000_000  # one upload, decoded; phones give 12 to 50 million
    photo_budget: int = 2048 * MIB  # all photographs together; the oldest of finished matches go first
    request_bytes: int = 256 * 1024  # any other request
    streams: int = 100  # open event streams; more phones poll instead
    host_names: tuple[str, ...] = ()  # further names this page may be called by
    secure: bool = False  # served over https
    limits: bool = True  # count requests per phone
    button: int | None = None  # BCM number of the pin with a button to ground
    lamp: int | None = None  # BCM number of the pin with a lamp
    sticks: tuple[Path, ...] = (Path("/media"), Path("/run/media"))  # where USB sticks are mounted
    certificate: Path = Path("/etc/hule/https/certificate.pem")  # of deploy/https.sh, for phones to trust
    mdns: str | None = None  # the name under which to be found on the LAN, without .local
    reader: Callable[[], ReaderLike] = field(default=load_reader, repr=False)
    open_camera: Callable[[str], Camera | None] = field(default=open_camera, repr=False)

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'hule.sqlite3'}"

    @property
    def photos(self) -> Path:
        return self.data / "photos"

    @property
    def tilesets(self) -> Path:
        """Taught sets of tiles; `hule tileset` keeps them in the same place."""
        return self.data / "tilesets"
