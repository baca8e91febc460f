"""Argument validation for the environments: a typed error with a message, instead of a crash in compiled code."""

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pithead.engine.errors import PitheadError


class BadArgument(PitheadError):
    """An invalid argument of an environment."""

    code = "bad_argument"


def whole(name: str, given: Any, least: int, most: int) -> int:
    """Validate an integer of any integral type, within limits."""
    try:
        number = operator.index(given)
    except TypeError:
        number = None
    if isinstance(given, bool) or number is None or not least <= number <= most:
        raise BadArgument(name=name, value=repr(given), why="not_whole_within", least=least, most=most)
    return number


def decision(given: Any) -> int:
    """Validate an action as learners pass it: any integral scalar, or an array of size one."""
    number: Any = given.item() if isinstance(given, np.ndarray) and given.size == 1 else given
    if isinstance(number, bool):
        number = None
    try:
        return operator.index(number)
    except TypeError:
        raise BadArgument(name="action", value=kind_of(given), why="not_whole_numbers") from None


def one_of(name: str, given: Any, known: Sequence[str]) -> None:
    """Validate an optional choice."""
    if given is not None and given not in known:
        raise BadArgument(name=name, value=repr(given), why="not_one_of", known=", ".join(known))


def opponents(given: Any, players: int) -> tuple[str, ...]:
    """The bots of all seats but one: the same for all, or one for each."""
    names = (given,) * (players - 1) if isinstance(given, str) else given
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise BadArgument(name="bots", value=repr(given), why="not_bots", example="'hewer', ('hewer', 'random')")
    if len(names) != players - 1:
        raise BadArgument(name="bots", value=len(names), why="bots_needed", players=players, needed=players - 1)
    return tuple(names)


def bots_by_seat(given: Any, players: int) -> dict[int, str]:
    """The bots of some seats, if any."""
    named = {} if given is None else given
    if not isinstance(named, Mapping) or not all(isinstance(name, str) for name in named.values()):
        raise BadArgument(name="bots", value=repr(given), why="not_bots", example="{1: 'hewer'}")
    return {whole("bots", seat, 0, players - 1): name for seat, name in named.items()}


class RetiredVersion(PitheadError, ImportError):
    """An environment whose observations or rules have been replaced."""

    code = "retired_version"


class UnknownVersion(PitheadError, ImportError):
    """An environment of a version that there has never been."""

    code = "unknown_version"


def number_above_zero(name: str, given: Any) -> float:
    """Validate a positive number."""
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 < given < float("inf"):
        raise BadArgument(name=name, value=repr(given), why="not_above_zero")
    return float(given)


def array_of(name: str, given: Any) -> NDArray[Any]:
    """Convert an array-like, or an array that supports DLPack, to NumPy."""
    if type(given) is np.ndarray:
        return given
    try:
        return np.from_dlpack(given) if hasattr(given, "__dlpack__") and _is_foreign(given) else np.asarray(given)
    except Exception:  # a foreign array's protocol methods may raise anything
        raise BadArgument(name=name, value=type(given).__name__, why="not_an_array") from None


def _is_foreign(given: Any) -> bool:
    return not isinstance(given, np.ndarray) and not hasattr(given, "__array__")


def kind_of(given: Any) -> str:
    """An array's dtype and shape, for the message."""
    return f"{given.dtype}{list(given.shape)}" if isinstance(given, np.ndarray) else type(given).__name__


def read_only(array: NDArray[Any]) -> Any:
    """A read-only view."""
    view = array.view()
    view.flags.writeable = False
    return view


def room_of(out: Mapping[str, NDArray[Any]] | None, name: str, shape: tuple[int, ...], kind: Any) -> Any:
    """Allocate an output, or validate the caller's array."""
    if out is None or name not in out:
        return np.zeros(shape, kind)
    given: Any = out[name]
    fits = isinstance(given, np.ndarray) and given.shape == shape and given.dtype == kind
    if not fits or not given.flags.c_contiguous or not given.flags.writeable or not given.flags.aligned:
        kinds = f"{np.dtype(kind).name}{list(shape)}"
        raise BadArgument(name=f"out[{name!r}]", value=kind_of(given), why="no_room", needed=kinds)
    given.fill(0)
    return given


def actions_of(actions: ArrayLike, count: int) -> NDArray[Any]:
    """Validate and convert actions of any integer dtype, byte order and stride: one per game."""
    given = array_of("actions", actions)
    if given.shape != (count,):
        raise BadArgument(name="actions", value=kind_of(given), why="wrong_shape", needed=f"({count},)")
    if given.dtype.kind not in "iu":
        raise BadArgument(name="actions", value=kind_of(given), why="not_whole_numbers")
    if given.dtype == np.uint64:  # a uint64 that overflows int64 must not wrap around to −1
        given = np.minimum(given, np.uint64(np.iinfo(np.int64).max)).astype(np.int64)
    return given


def flags_of(name: str, flags: ArrayLike, count: int) -> NDArray[np.bool_]:
    """Validate and convert a mask of games."""
    given = array_of(name, flags)
    if given.shape != (count,) or given.dtype.kind != "b":
        raise BadArgument(name=name, value=kind_of(given), why="wrong_shape", needed=f"bool ({count},)")
    return np.ascontiguousarray(given)
