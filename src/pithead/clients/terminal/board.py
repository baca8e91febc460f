"""The board as lines of text: the game's own drawing, or a plain rendering of any view."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.markup import escape

from pithead.engine.board import Table
from pithead.engine.game import Game


def draw(game: Game, view: Any, table: Table) -> list[str]:
    """The position as a seat sees it; lines may carry Rich markup."""
    if (game.folder / "board.py").exists():
        return list(game.module("board").draw(view, table))
    return generic(view, table)


def generic(view: Any, table: Table) -> list[str]:
    """Any view as indented names and values: a new game can be played before it has a board."""
    data = view.model_dump(mode="json")
    return [escape(line) for line in _lines(data, table, "")]


def _lines(data: Mapping[str, Any], table: Table, indent: str) -> Iterator[str]:
    short = [f"{_label(key, table)} {_short(value, table)}" for key, value in data.items() if _is_short(value)]
    yield from _wrapped(short, indent, table.width)
    for key, value in data.items():
        if _is_short(value):
            continue
        if key == "players" and len(value) == len(table.names):
            for seat, (name, player) in enumerate(zip(table.names, value, strict=True)):
                yield f"{indent}{'*' if seat == table.seat else ' '} {name}"
                yield from _nested(player, table, indent + "    ")
            continue
        yield f"{indent}{_label(key, table)}:"
        yield from _nested(value, table, indent + "  ")


def _nested(value: Any, table: Table, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _lines(value, table, indent)
    elif isinstance(value, list):
        for number, item in enumerate(value, 1):
            if _is_short(item):
                yield f"{indent}{number}. {_short(item, table)}"
            else:
                yield f"{indent}{number}."
                yield from _nested(item, table, indent + "  ")
    else:
        yield f"{indent}{_short(value, table)}"


def _wrapped(parts: list[str], indent: str, width: int) -> Iterator[str]:
    line = ""
    for part in parts:
        joined = f"{line} · {part}" if line and not line.isspace() else f"{indent}{part}"
        if len(joined) > width and line:
            yield line
            joined = f"{indent}{part}"
        line = joined
    if line:
        yield line


def _is_short(value: Any) -> bool:
    """Whether a value fits into a line with others."""
    if isinstance(value, Mapping):
        return False
    if isinstance(value, list):
        return all(not isinstance(item, (Mapping, list)) for item in value)
    return True


def _short(value: Any, table: Table) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return table.name("yes" if value else "no")
    if isinstance(value, list):
        return ", ".join(_short(item, table) for item in value) or "–"
    return table.name(value) if isinstance(value, str) else str(value)


def _label(key: str, table: Table) -> str:
    named = table.name(key)
    return named if named != key else key.replace("_", " ")
