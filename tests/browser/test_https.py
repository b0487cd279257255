"""https as deploy/https.sh makes it: its certificate, its settings, a browser that trusts nothing else."""

from __future__ import annotations

import base64
import hashlib
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import CHROMIUM, FLAGS, ROOT, Server
from tests.fixtures.eye import concealed
from tests.fixtures.ports import free_port

HAND = concealed("1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 2p 5s 5s", winning="5s")


@dataclass
class Padlock:
    """https before a server: where, and with which certificate."""

    url: str
    port: int
    certificate: Path

    def handshake(self, newest: ssl.TLSVersion = ssl.TLSVersion.MAXIMUM_SUPPORTED) -> str | None:
        """The protocol that is agreed with a client that trusts this certificate only."""
        trusting = ssl.create_default_context(cafile=str(self.certificate))
        trusting.maximum_version = newest
        with (
            socket.create_connection(("127.0.0.1", self.port), 10) as plain,
            trusting.wrap_socket(plain, server_hostname="localhost") as sealed,
        ):
            return sealed.version()

    def key_digest(self) -> str:
        """The key's digest, by which a browser can be told to trust it."""
        read = ["openssl", "x509", "-in", str(self.certificate), "-noout", "-pubkey"]
        key = subprocess.run(read, capture_output=True, check=True).stdout
        turn = ["openssl", "pkey", "-pubin", "-outform", "der"]
        der = subprocess.run(turn, input=key, capture_output=True, check=True).stdout
        return base64.b64encode(hashlib.sha256(der).digest()).decode()


@pytest.fixture
def padlock(told_server: Callable[..., Server], tmp_path: Path) -> Iterator[Padlock]:
    for program in ("stunnel4", "openssl"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed (apt-get install {program})")
    server, port, folder = told_server(HAND), free_port(), tmp_path / "https"
    behind = server.url.rsplit(":", 1)[1]
    subprocess.run(
        ["bash", str(ROOT / "deploy" / "https.sh"), "files", str(folder), f"127.0.0.1:{port}", behind],
        check=True,
    )
    with subprocess.Popen(["stunnel4", str(folder / "stunnel.conf")], stderr=subprocess.PIPE) as stunnel:
        for _ in range(150):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert stunnel.poll() is None, stunnel.stderr and stunnel.stderr.read().decode()
            time.sleep(0.1)
        yield Padlock(f"https://localhost:{port}", port, folder / "certificate.pem")
        stunnel.terminate()


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1_1 is deprecated")
def test_old_protocols_are_refused(padlock: Padlock) -> None:
    assert padlock.handshake() == "TLSv1.3"
    with pytest.raises((ssl.SSLError, ConnectionError)):
        padlock.handshake(ssl.TLSVersion.TLSv1_1)


def test_who_trusts_the_certificate_trusts_this_box_only(padlock: Padlock) -> None:
    """Its key could issue others: they count for a home network's names, never for the internet's."""
    own, folder = str(padlock.certificate), padlock.certificate.parent

    def would_be_believed(name: str) -> bool:
        make = ["openssl", "req", "-x509", "-CA", own, "-CAkey", str(folder / "key.pem"), "-nodes"]
        make += ["-newkey", "ed25519", "-subj", "/CN=other", "-addext", f"subjectAltName=DNS:{name}"]
        make += ["-keyout", str(folder / "other.key"), "-out", str(folder / "other.pem")]
        subprocess.run(make, check=True, capture_output=True)
        verify = ["openssl", "verify", "-CAfile", own, "-verify_hostname", name, str(folder / "other.pem")]
        return subprocess.run(verify, capture_output=True).returncode == 0

    assert would_be_believed("hule.local")
    assert not would_be_believed("bank.example")


def test_a_browser_that_does_not_know_it_warns(browser: Any, padlock: Padlock) -> None:
    context = browser.new_context()
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        context.new_page().goto(padlock.url)
    context.close()


def test_a_table_over_https(browser: Any, padlock: Padlock) -> None:
    """The page loads, its worker is active, a change from it counts, and its stream is live."""
    trusting = f"--ignore-certificate-errors-spki-list={padlock.key_digest()}"
    started = browser.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, trusting])
    try:
        context = started.new_context(locale="en-GB")
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.goto(padlock.url)
        assert page.evaluate("isSecureContext")
        worker = page.evaluate("navigator.serviceWorker.ready.then((found) => found.active.scriptURL)")
        assert worker == f"{padlock.url}/sw.js"
        assert page.evaluate("typeof navigator.mediaDevices?.getUserMedia") == "function"

        page.locator(".tables summary").click()
        page.locator("input[name=name]").fill("Sealed")
        page.locator("[data-key=newtable]").click()
        page.wait_for_url("**/t/*")
        other = context.new_page()
        other.goto(page.url)
        page.locator(".join input").fill("Anna")
        page.locator("[data-key=join-0]").click()
        other.get_by_text("Anna").first.wait_for()  # through the event stream
    finally:
        started.close()
