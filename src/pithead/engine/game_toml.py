"""The form of a `game.toml`: a mistake in it names its place, and never reaches the code that reads the facts.

By hand, because the first list of legal decisions must not wait for a library that checks forms.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import BrokenGame

SCALAR = (bool, int, str)


@dataclass(frozen=True)
class _Table:
    """A table of TOML: what must be there, and what may be."""

    required: dict[str, Any] = field(default_factory=dict)
    optional: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class _Each:
    """A table with any keys, whose values are all of one kind."""

    kind: Any


OPTION = _Table({"name": str, "default": SCALAR}, {"values": [SCALAR], "since": _Each(SCALAR)})
VARIANT = _Table({"name": str}, {"players": [int], "options": _Each(SCALAR)})
GAME = _Table(
    {
        "id": str,
        "rules": int,
        "players": [int],
        "minutes": int,
        "weight": (int, float),
        "authors": [str],
        "year": int,
    },
    {
        "draft": bool,
        "standard_players": [int],
        "options": [OPTION],
        "variants": [VARIANT],
        "defaults": _Each(str),
        "search": _Each(object),
        "analysis": _Table(optional={"secret": [str]}),
    },
)


def read(folder: Path) -> dict[str, Any]:
    """The facts of the title in a folder."""
    path = f"{folder.name}/game.toml"
    try:
        facts = tomllib.loads((folder / "game.toml").read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BrokenGame(path=path, why=str(problem)) from None
    _check(facts, GAME, path, "")
    return facts


def _check(value: Any, kind: Any, path: str, at: str) -> None:
    """Refuse the first value that is not of its kind."""
    inner = at + "." if at else ""
    if isinstance(kind, _Table) and isinstance(value, dict):
        known = kind.required | kind.optional
        for key in (key for key in kind.required if key not in value):
            raise BrokenGame(path=path, why="no_such_key", key=inner + key)
        for key, one in value.items():
            if key not in known:
                raise BrokenGame(path=path, why=f"{inner}{key}: not a key of game.toml")
            _check(one, known[key], path, inner + key)
    elif isinstance(kind, _Each) and isinstance(value, dict):
        for key, one in value.items():
            _check(one, kind.kind, path, inner + key)
    elif isinstance(kind, list) and isinstance(value, list) and value:
        for place, one in enumerate(value):
            _check(one, kind[0], path, f"{inner}{place}")
    elif isinstance(kind, (_Table, _Each, list)) or not _is(value, kind):
        raise BrokenGame(path=path, why=f"{at}: {value!r} is not of the kind that belongs here")


def _is(value: Any, kind: Any) -> bool:
    """Whether a plain value is of a kind; true and false are no numbers."""
    return isinstance(value, kind) and (kind is not int or not isinstance(value, bool))
