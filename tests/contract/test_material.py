"""Components: every value has a source, and the built-in file satisfies the model that editions are held against."""

from collections.abc import Iterator
from typing import Any

import pithead
from pithead.engine.material import validate
from pithead.engine.schemas import of_game

from .settings import every_game

EXEMPT = {"schema", "sources", "provenance"}


def leaves(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    else:
        yield path


@every_game
def test_every_value_has_a_source(name: str) -> None:
    material = pithead.load(name).material
    sources = set(material.data["sources"]) | {"reconstructed"}
    for path in leaves({key: value for key, value in material.data.items() if key not in EXEMPT}, ""):
        assert material.source_of(path) in sources, path
    assert set(material.provenance.values()) <= sources


@every_game
def test_the_built_in_components_satisfy_the_model(name: str) -> None:
    game = pithead.load(name)
    validate(game.material, game.module("material").Material)


@every_game
def test_reconstructed_values_are_explained_to_players(name: str) -> None:
    game = pithead.load(name)
    for language in ("en", "fr", "de"):
        for source in set(game.material.provenance.values()):
            assert game.messages(language).has(f"provenance.{source}"), source


@every_game
def test_schemas_cover_what_clients_get(name: str) -> None:
    schemas = of_game(pithead.load(name))
    assert schemas["view"]["type"] == "object"
    assert set(schemas["events"]) == {kind.name for kind in pithead.load(name).module("notation").EVENTS.values()}
