"""Components as data: a game's own `material.toml`, or an edition file over it.

The table `[provenance]` of a material file names the source of every value by path prefix; `[sources]` says what
each source is. Values from the source `reconstructed` are shown to players as such.
"""

import tomllib
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from pithead.kit.loader import fingerprint_of as fingerprint_of

from .errors import BadMaterial

MAX_BYTES = 1_000_000
MAX_LINES = 5_000
MAX_DEPTH = 12
TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"


@dataclass(frozen=True)
class Material:
    """One edition of a game's components."""

    path: Path
    text: bytes
    data: dict[str, Any]
    builtin: bool

    @cached_property
    def fingerprint(self) -> str:
        """The hash that names this edition in records and caches."""
        return fingerprint_of(self.text)

    @property
    def provenance(self) -> dict[str, str]:
        """Source by path prefix, e.g. {"orders.cards": "adaptation"}."""
        return dict(self.data.get("provenance", {}))

    @property
    def reconstructed(self) -> list[str]:
        """The paths whose values nobody has read off the real components."""
        return [path for path, source in self.provenance.items() if source == "reconstructed"]

    def source_of(self, path: str) -> str | None:
        """The source of the value at a path, by the longest prefix."""
        parts = path.split(".")
        for length in range(len(parts), 0, -1):
            found = self.provenance.get(".".join(parts[:length]))
            if found:
                return found
        return None


def read(path: Path, builtin: bool) -> Material:
    """Read a material file; mistakes name path, line and reason."""
    try:
        text = path.read_bytes()
    except OSError as problem:
        raise BadMaterial(path=str(path), line=0, why=problem.strerror or "cannot be read") from None
    return parse(text, path, builtin)


def parse(text: bytes, path: Path, builtin: bool) -> Material:
    """The material of a file's text; `path` names it in refusals and is not read."""
    if len(text) > MAX_BYTES:
        raise BadMaterial(path=str(path), line=0, why=f"larger than {MAX_BYTES} bytes")
    if text.count(b"\n") > MAX_LINES:
        raise BadMaterial(path=str(path), line=MAX_LINES, why=f"longer than {MAX_LINES} lines")
    try:
        data = tomllib.loads(text.decode("utf-8"))
    except UnicodeDecodeError as problem:
        line = text[: problem.start].count(b"\n") + 1
        raise BadMaterial(path=str(path), line=line, why="is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as problem:
        reason, _, where = str(problem).partition(" (at line ")
        line = int(where.split(",")[0]) if where[:1].isdigit() else text.count(b"\n") + 1
        raise BadMaterial(path=str(path), line=line, why=reason) from None
    except RecursionError:
        raise BadMaterial(path=str(path), line=1, why=TOO_DEEP) from None
    if _deeper_than(MAX_DEPTH, data):
        raise BadMaterial(path=str(path), line=1, why=TOO_DEEP)
    return Material(path, text, data, builtin)


def _deeper_than(most: int, data: dict[str, Any]) -> bool:
    level: list[Any] = [data]
    for _ in range(most):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    return bool(level)


def line_of(text: str, where: tuple[str | int, ...]) -> int:
    """The line on which the value at a path is complete, or the part of the path that is there."""
    lines = text.splitlines()
    for path in (where[:length] for length in range(len(where), 0, -1)):
        line = bisect_left(range(len(lines)), True, key=partial(_holds, lines, path))
        if line < len(lines):
            return line + 1
    return 1


def _holds(lines: list[str], path: tuple[str | int, ...], last: int) -> bool:
    """Whether a file up to a line has a value at a path."""
    value = _parsed(lines[: last + 1])
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def _parsed(lines: list[str]) -> Any:
    """What the beginning of a file says; last lines in the middle of something are left out."""
    for count in range(len(lines), 0, -1):
        beginning = "\n".join(lines[:count])
        cut = beginning.rstrip().rstrip(",")
        for attempt in (beginning, *(cut + ending for ending in ("]", "}", "}]", "\n]"))):
            with suppress(tomllib.TOMLDecodeError):
                return tomllib.loads(attempt)
    return {}


def validate(material: Material, model: Any) -> None:
    """Hold an edition against the game's model of its components (a pydantic class)."""
    from pydantic import ValidationError

    try:
        model.model_validate(material.data)
    except ValidationError as problem:
        first = problem.errors()[0]
        where = tuple(first["loc"])
        path = ".".join(str(step) for step in where) or "material"
        line = line_of(material.text.decode("utf-8"), where)
        reason = first["msg"].removeprefix("Value error, ")
        raise BadMaterial(path=str(material.path), line=line, why=f"{path}: {reason}") from None
