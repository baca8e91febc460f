"""Text rendering of the board: the game's own renderer, or a generic one for any view."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from rich.markup import escape

from pithead.engine.board import Table
from pithead.engine.game import Game


def draw(game: Game, view: Any, table: Table) -> list[str]:
    """Render a seat's view; lines may contain Rich markup."""
    if (game.folder / "board.py").exists():
        return list(game.files.board.draw(view, table))
    return generic(view, table)


def generic(view: Any, table: Table) -> list[str]:
    """Render any view as an indented tree of names and values, so that a game without a renderer is playable."""
    lines = _lines(view.model_dump(mode="json"), table, "")
    return [escape(part) for line in lines for part in _folded(line, table.width)]


def _lines(data: Mapping[str, Any], table: Table, indent: str) -> Iterator[str]:
    """Scalars first, several to a line; then nested values. Empty values are omitted."""
    filled = _filled(data)
    short = [f"{_label(key, table)} {_short(value, table)}" for key, value in filled.items() if _is_short(value)]
    yield from _wrapped(short, indent, table.width)
    for key, value in filled.items():
        if _is_short(value):
            continue
        if key == "players" and len(value) == len(table.names):
            for seat, (name, player) in enumerate(zip(table.names, value, strict=True)):
                yield f"{indent}{'*' if seat == table.seat else ' '} {name}"
                yield from _nested(player, table, indent + "    ")
        else:
            yield f"{indent}{_label(key, table)}:"
            yield from _nested(value, table, indent + "  ")


def _nested(value: Any, table: Table, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _lines(value, table, indent)
        return
    for item in value:
        if _is_short(item):
            yield f"{indent}- {_short(item, table)}"
            continue
        inner = list(_nested(item, table, indent + "  "))
        if inner:
            yield f"{indent}- {inner[0].lstrip()}"
            yield from inner[1:]


def _wrapped(parts: list[str], indent: str, width: int) -> Iterator[str]:
    line = ""
    for part in parts:
        joined = f"{line} · {part}" if line else f"{indent}{part}"
        if len(joined) > width and line:
            yield line
            joined = f"{indent}{part}"
        line = joined
    if line:
        yield line


def _folded(line: str, width: int) -> list[str]:
    """Wrap a long list over several lines."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent)


def _is_short(value: Any) -> bool:
    """Whether a value fits inline: a scalar, a list of scalars, or of objects with one field."""
    if isinstance(value, Mapping):
        return False
    if isinstance(value, list):
        return all(_single(item) is not None or not isinstance(item, (Mapping, list)) for item in value)
    return True


def _filled(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value is not None and value != [] and value != {}}


def _single(value: Any) -> Any:
    """The only non-empty field of an object, or None."""
    if not isinstance(value, Mapping):
        return None
    filled = list(_filled(value).values())
    return filled[0] if len(filled) == 1 and not isinstance(filled[0], (Mapping, list)) else None


def _short(value: Any, table: Table) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return table.name("yes" if value else "no")
    if isinstance(value, list):
        return ", ".join(_short(item, table) for item in value)
    if isinstance(value, Mapping):
        return _short(_single(value), table)
    return _label(value, table) if isinstance(value, str) else str(value)


def _label(word: str, table: Table) -> str:
    """The localized name of an id; names with an unfilled placeholder are not used."""
    named = table.name(word)
    return word.replace("_", " ") if named == word or "{" in named else named
