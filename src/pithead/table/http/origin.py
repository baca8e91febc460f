"""Host and Origin checks, against DNS rebinding and cross-site requests."""

from urllib.parse import urlsplit

from pithead.table.errors import ForbiddenOrigin

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def check_host(host: str | None, bound_to: str, allowed: str) -> None:
    """A server bound to localhost answers only to local host names: DNS rebinding may point a foreign name here."""
    if bound_to in _LOOPBACK:
        name = _name_of(f"//{host or ''}")
        if name not in _LOOPBACK and name not in _hosts(allowed):
            raise ForbiddenOrigin(origin=host or "")


def check_origin(origin: str | None, host: str | None, allowed: str) -> None:
    """A browser's Origin must be the server's own, or one that the host has configured."""
    if origin is None:
        return
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:
        netloc = ""
    if not netloc or (netloc != host and origin.rstrip("/") not in allowed.split()):
        raise ForbiddenOrigin(origin=origin[:100])


def _hosts(allowed: str) -> set[str]:
    return {_name_of(address) for address in allowed.split()}


def _name_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
