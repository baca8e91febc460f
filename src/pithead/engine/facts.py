"""The values of components by path, for texts and tables that must not repeat them.

counts.shifts                   a value
prices.settlement.0             the first of a list
bonus_tokens.wagon.wagons       of the item with that id
spaces.list.kind=mining.moves   of all items of a kind: a list
orders.cards.size               how many there are
rail_tokens.count.sum           of a list of numbers: also `min`, `max`; `abs` of a number
spaces.list.kind=money.francs.or   read as “3, 4, 5 or 6”
final_scoring.steam_engines.last_key   the largest number that a list has a value for
options.cube_limit              what a table plays by default
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .game import Game

Row = dict[str, Any]


class NoSuchFact(LookupError):
    """A text or a table names a value that the components do not have."""


class Either(list[Any]):
    """Values of which one holds."""


_OF_A_LIST: dict[str, Callable[[list[Any]], Any]] = {
    "size": len,
    "sum": sum,
    "min": min,
    "max": max,
    "or": Either,
    "last_key": lambda items: len(items) - 1,
}


class Facts(Mapping[str, Any]):
    """The components and options of a game, by path."""

    def __init__(self, game: Game) -> None:
        usual = {option.name: option.default_for(game.rules_version) for option in game.options}
        self._data: dict[str, Any] = {**game.material.data, "options": usual, "players": list(game.players)}
        self._row: Row = {}

    def beside(self, row: Row | None) -> "Facts":
        """The same, and the values of a line before all others."""
        if not row:
            return self
        both = object.__new__(Facts)
        both._data, both._row = self._data, row
        return both

    def __getitem__(self, path: str) -> Any:
        return _spoken(self._row[path] if path in self._row else self.find(path))

    def __contains__(self, path: object) -> bool:
        # A path that leads nowhere is a mistake in a text, never a parameter that somebody else fills.
        return True

    def find(self, path: str) -> Any:
        """The value as it stands in the file."""
        value: Any = self._data
        for step in path.split("."):
            value = _step(value, step, path)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)


def _spoken(value: Any) -> Any:
    """Numbers with the minus of typography; the values of a table without its keys."""
    if isinstance(value, dict):
        return [_spoken(inner) for inner in value.values()]
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return f"−{-value}"
    return value


def _step(value: Any, step: str, path: str) -> Any:
    try:
        if isinstance(value, list):
            return _of_list(value, step)
        return abs(value) if step == "abs" else value[step]
    except (KeyError, IndexError, TypeError, ValueError):
        raise NoSuchFact(f"no {step!r} on the way to {path!r}") from None


def _of_list(items: list[Any], step: str) -> Any:
    if step in _OF_A_LIST:
        return _OF_A_LIST[step](items)
    if step.isdigit():
        return items[int(step)]
    if "=" in step:
        key, _, wanted = step.partition("=")
        return [item for item in items if str(item.get(key)) == wanted]
    for item in items:
        if isinstance(item, dict) and str(item.get("id")) == step:
            return item
    found = [item[step] for item in items if step in item]
    if not found:
        raise KeyError(step)
    return found


def rows_of(facts: Facts, table: dict[str, Any]) -> list[Row]:
    """The lines of a table: the items at `rows` that fit `where` and are `above`, equal ones in `group` taken together.

    In `technology.*.slots` every slot also has the values of its card. A group has the values of its lines as lists
    without repetitions, and `n`, their number.
    """
    outer, _, inner = table["rows"].partition(".*.")
    rows = _items(facts.find(outer))
    if inner:
        rows = [{**_scalars(row), **item} for row in rows for item in _items(row.get(inner, []))]
    for key, wanted in table.get("where", {}).items():
        allowed = wanted if isinstance(wanted, list) else [wanted]
        rows = [row for row in rows if row.get(key) in allowed]
    for key, path in table.get("above", {}).items():
        rows = [row for row in rows if row[key] > facts[path]]
    return _grouped(rows, table["group"]) if "group" in table else rows


def _items(value: Any) -> list[Row]:
    pairs: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else enumerate(value)
    return [
        {"key": str(key), "place": place, **(_flat(item) if isinstance(item, dict) else {"value": item})}
        for place, (key, item) in enumerate(pairs, 1)
    ]


def _flat(item: Row) -> Row:
    """A card's `effect = { wilds = 1 }` gives its line `wilds`."""
    inner = (value for value in item.values() if isinstance(value, dict))
    return {**{key: value for table in inner for key, value in table.items()}, **item}


def _scalars(row: Row) -> Row:
    return {key: value for key, value in row.items() if not isinstance(value, list | dict)}


def _grouped(rows: list[Row], keys: list[str]) -> list[Row]:
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row.get(key) for key in keys), []).append(row)
    return [
        {
            **{key: list(dict.fromkeys(row[key] for row in group if key in row)) for key in group[0]},
            **dict(zip(keys, values, strict=True)),
            "n": len(group),
        }
        for values, group in sorted(groups.items())
    ]
