"""Where phones find this machine: its addresses on the LAN, and a QR code for them."""

from __future__ import annotations

import io
import ipaddress
import socket


def lan_addresses() -> list[str]:
    """IPv4 addresses that a phone may reach, the likeliest first. Sends nothing.

    Connecting a UDP socket only asks the kernel which of its addresses a packet would leave from.
    """
    found: list[str] = []
    for goal in ("192.168.0.1", "10.0.0.1", "172.16.0.1", "192.0.2.1"):
        address = _source_towards(goal)
        if address and address not in found:
            found.append(address)
    try:
        listed = [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        listed = []
    found += [address for address in listed if address not in found]
    return [address for address in found if not ipaddress.ip_address(address).is_loopback]


def _source_towards(goal: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((goal, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def page_address(host: str, port: int, secure: bool = False) -> str:
    """The address to show: never `0.0.0.0`, and never a `.local` name, which many Androids cannot open."""
    if host in ("", "0.0.0.0", "::"):
        host = next(iter(lan_addresses()), "127.0.0.1")
    scheme, usual = ("https", 443) if secure else ("http", 80)
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}/" if port == usual else f"{scheme}://{shown}:{port}/"


def terminal_code(address: str) -> str:
    """A QR code in characters, for the terminal that started the service."""
    import segno

    out = io.StringIO()
    segno.make(address, micro=False).terminal(out=out, compact=True)
    return out.getvalue()


def svg_code(address: str) -> str:
    """A QR code as an SVG document, dark on white whatever the page's colours are."""
    import segno

    out = io.BytesIO()
    segno.make(address, micro=False, error="m").save(
        out, kind="svg", border=3, dark="#000", light="#fff", xmldecl=False
    )
    return out.getvalue().decode()
