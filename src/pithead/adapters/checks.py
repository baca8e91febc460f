"""Arguments of the environments: refused with a sentence, never by a crash further inside."""

import operator
from typing import Any

from pithead.engine.errors import PitheadError


class BadArgument(PitheadError):
    """An environment was given something that it cannot use."""

    code = "bad_argument"


def whole(name: str, given: Any, least: int, most: int) -> int:
    """A whole number of any type, within limits."""
    try:
        number = operator.index(given)
    except TypeError:
        number = None
    if isinstance(given, bool) or number is None or not least <= number <= most:
        raise BadArgument(name=name, value=repr(given), why="not_whole_within", least=least, most=most)
    return number


class RetiredVersion(PitheadError, ImportError):
    """An environment whose observations or rules have been replaced."""

    code = "retired_version"


def number_above_zero(name: str, given: Any) -> float:
    """A number that is more than nothing."""
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 < given < float("inf"):
        raise BadArgument(name=name, value=repr(given), why="not_above_zero")
    return float(given)
