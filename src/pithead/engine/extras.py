"""What only some installations have: the extras of the package."""

from importlib.util import find_spec

from .errors import MissingExtra


def need(extra: str, *packages: str) -> None:
    """Refuse with one sentence where a package of an extra is not installed."""
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(package=package, extra=extra)
