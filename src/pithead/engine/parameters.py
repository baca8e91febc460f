"""What the parameters of a game's messages and the fields of its views are, published so that no client has to guess.

A parameter is a number, a flag, or a thing with a type: a seat, a tile, a town. Events declare the types of theirs; a
name means the same in the options, refusals, plans and notes of that game. Fields of a view that are seats, lists with
an entry for every player, or things of a kind say so by their annotation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_type_hints

if TYPE_CHECKING:
    from .game import Game

Reader = Callable[[int], Any]
T = TypeVar("T")


class Parameter(Generic[T]):
    """A type of parameter: its name, and how the number that a rule emits becomes what clients get."""

    def __init__(self, type_: str, read: Callable[[int], T]) -> None:
        self.type = type_
        self.read = read

    def __call__(self, number: int) -> T:
        return self.read(number)

    @property
    def json(self) -> list[str]:
        """The JSON types of its values."""
        if self.read is int:
            return ["integer"]
        said = str(get_type_hints(self.read)["return"])
        return [name for kind, name in (("int", "integer"), ("str", "string")) if kind in said]


def parameter(read: Callable[[int], T]) -> Parameter[T]:
    """Declare a type of parameter by its reader, `tile_id` for `tile`."""
    return Parameter(read.__name__.strip("_").removesuffix("_id"), read)


SEAT = Parameter("seat", int)


def types_of(game: "Game") -> dict[str, str]:
    """The types by name: `param.<name>` of messages, `view.<field>` of views; plain numbers are left out.

    A name that has several types in different events is left out too: only its message says what it is.
    """
    seen: dict[str, set[str]] = {}
    for kind in game.files.notation.EVENTS.values():
        for name, reader in kind.fields.items():
            seen.setdefault(name, set()).add(reader.type if isinstance(reader, Parameter) else "number")
    found = {f"param.{name}": min(types) for name, types in sorted(seen.items()) if len(types) == 1}
    schema = game.files.view.View.model_json_schema(mode="serialization")
    fields = {f"view.{name}": type_ for name, type_ in sorted(_formats(schema))}
    return {name: type_ for name, type_ in (found | fields).items() if type_ != "number"}


def _formats(schema: Any) -> Iterator[tuple[str, str]]:
    """All fields below a schema whose annotation gives them a type."""
    if isinstance(schema, dict):
        for name, field in schema.get("properties", {}).items():
            items = field.get("items", {})
            inside = [field, items, *items.get("anyOf", ()), *field.get("anyOf", ())]
            yield from ((name, one["format"]) for one in inside if "format" in one)
        for part in schema.values():
            yield from _formats(part)


def with_names(params: Mapping[str, Any], types: Mapping[str, str], names: Sequence[str]) -> dict[str, Any]:
    """Parameters with the names of players in place of their seats."""
    return {
        name: names[value] if types.get(f"param.{name}") == "seat" and isinstance(value, int) else value
        for name, value in params.items()
    }
