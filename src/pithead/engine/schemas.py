"""JSON Schemas of all that a client gets: views, options, refusals, plans and events of a game."""

from typing import Any

from .events import EventKind
from .game import Game
from .parameters import Parameter

# Raised whenever a client that reads the previous schemas could misread the new data.
VERSION = 1


def of_game(game: Game) -> dict[str, Any]:
    """The schemas of one game, with versions."""
    from pydantic import TypeAdapter

    from .offers import Offers

    return {
        "schemas": VERSION,
        "game": game.id,
        "rules": game.rules_version,
        "view": game.files.view.View.model_json_schema(mode="serialization"),
        "offers": TypeAdapter(Offers).json_schema(mode="serialization"),
        "events": {kind.name: _event(kind) for kind in game.files.notation.EVENTS.values()},
    }


def _event(kind: EventKind) -> dict[str, Any]:
    properties = {name: _parameter(reader) for name, reader in kind.fields.items()}
    schema: dict[str, Any] = {"type": "object", "properties": properties, "required": list(properties)}
    if kind.only:
        schema["description"] = f"Only for the seat in {kind.only!r}."
    return schema


def _parameter(reader: Any) -> dict[str, Any]:
    if isinstance(reader, Parameter):
        return {"type": reader.json if len(reader.json) > 1 else reader.json[0], "format": reader.type}
    return {"type": {int: "integer", bool: "boolean"}[reader]}
