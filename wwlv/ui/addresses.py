"""How a phone reaches this computer: the address of the page, or where that is only this machine's own, its addresses in the local network."""

import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address
from urllib.parse import SplitResult, urlsplit

import ifaddr

_VIRTUAL = (
    "docker",
    "veth",
    "br-",
    "virbr",
    "vmnet",
    "vboxnet",
    "virtualbox",
    "vmware",
    "wsl",
    "hyper-v",
    "tailscale",
    "utun",
)
"""In the name of an interface: hardly ever the network the class is in."""
_HOME, _TEN, _MIDDLE, _OTHER = range(4)
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Found:
    """An address of an interface, by the name the system gives it."""

    interface: str
    ip: str


def found() -> tuple[Found, ...]:
    """The IPv4 addresses this machine has now."""
    return tuple(
        Found(adapter.nice_name, ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    )


def ordered(all_found: Iterable[Found]) -> tuple[str, ...]:
    """What a phone in the same room may reach, the likeliest first: home networks, then large ones, virtual ones last."""
    likely: dict[str, tuple[bool, int]] = {}
    for one in all_found:
        ip = IPv4Address(one.ip)
        if ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast:
            continue
        virtual = any(word in one.interface.lower() for word in _VIRTUAL)
        likely[one.ip] = min(likely.get(one.ip, (True, _OTHER)), (virtual, _kind(ip)))
    return tuple(sorted(likely, key=likely.__getitem__))  # of equals the first found stays first


def _kind(ip: IPv4Address) -> int:
    first, second = ip.packed[0], ip.packed[1]
    if (first, second) == (192, 168):
        return _HOME
    if first == 10:
        return _TEN
    return _MIDDLE if first == 172 and 16 <= second < 32 else _OTHER


def base_of(sent: str) -> str:
    """The address of the server as a page said it, ending with a slash; empty for what is none."""
    try:
        parts = urlsplit(sent)
        ok = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return ""
    if not ok or len(sent) > _LONGEST or not sent.isprintable() or " " in sent:
        return ""
    path = parts.path.strip("/")
    return SplitResult(
        parts.scheme, parts.netloc.rpartition("@")[2], f"/{path}/" if path else "/", "", ""
    ).geturl()


def is_local(base: str) -> bool:
    """Whether an address means "this machine" to whoever opens it: useless on a phone."""
    host = urlsplit(base).hostname or ""
    return host in ("localhost", "::1", "0.0.0.0") or host.endswith(".localhost") or host.startswith("127.")


def at(base: str, ip: str) -> str:
    """The same server under an address of this machine."""
    parts = urlsplit(base)
    return parts._replace(netloc=ip if parts.port is None else f"{ip}:{parts.port}").geturl()


def answers(base: str, wait_s: float = 0.3) -> bool:
    """Whether somebody listens at an address: a server bound to this machine alone does not at the others."""
    parts = urlsplit(base)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        socket.create_connection((parts.hostname or "", port), wait_s).close()
    except OSError:
        return False
    return True


def spoken(url: str) -> str:
    """An address as one reads it aloud and types it."""
    return url.partition("://")[2].rstrip("/")


def chosen(addresses: Sequence[str], kept: str) -> str:
    """The address that was chosen if it is still there, else the likeliest; empty where there is none."""
    return kept if kept in addresses else addresses[0] if addresses else ""
