"""Where a browser must come from: the address that it talks to, or one that the host has named."""

from urllib.parse import urlsplit

from pithead.table.errors import ForbiddenOrigin

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def check_host(host: str | None, bound_to: str, allowed: str) -> None:
    """A server for this machine alone answers only under its own names (a foreign name may point here, too)."""
    if bound_to in _LOOPBACK:
        name = _name_of(f"//{host or ''}")
        if name not in _LOOPBACK and name not in _hosts(allowed):
            raise ForbiddenOrigin(origin=host or "")


def check_origin(origin: str | None, host: str | None, allowed: str) -> None:
    """A browser must come from the address that it talks to, or from one that the host has named."""
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
