"""Components: every value has a source, and the built-in file satisfies the model that editions are held against."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.engine import registry
from pithead.engine.material import Material, validate
from pithead.engine.rulebook.components import origin
from pithead.engine.schemas import of_game

from .settings import every_game

SHIPPED = Path(__file__).parent / "fingerprints.txt"
EXEMPT = {"schema", "sources", "provenance"}


def leaves(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    else:
        yield path


def all_materials(name: str) -> list[Material]:
    """The built-in components and those of the shipped editions."""
    return [pithead.load(name, edition).material for edition in (None, *registry.editions(name))]


@every_game
def test_every_value_has_a_source(name: str) -> None:
    for material in all_materials(name):
        sources = set(material.data["sources"]) | {"reconstructed"}
        for path in leaves({key: value for key, value in material.data.items() if key not in EXEMPT}, ""):
            assert material.source_of(path) in sources, (material.path.name, path)
        assert set(material.provenance.values()) <= sources


@every_game
def test_components_once_shipped_are_found_by_their_fingerprint(name: str) -> None:
    """Append a line for new ones, never take one out: records and running games name them."""
    listed = [line.split() for line in SHIPPED.read_text("utf-8").splitlines()]
    fingerprints = {fingerprint for game, fingerprint in listed if game == name}
    for fingerprint in fingerprints:
        game = registry.find(name, fingerprint)
        assert game is not None, (
            f"keep the file of {fingerprint} in the folder editions (`make game` lists a draft anew)"
        )
        assert game.material.fingerprint == fingerprint
    assert {material.fingerprint for material in all_materials(name)} == fingerprints
    assert registry.find(name, "0" * 64) is None


@every_game
def test_every_rules_version_knows_its_components(name: str) -> None:
    """`[defaults]` names them for the versions whose components have been replaced since."""
    game = pithead.load(name)
    assert set(map(int, game.facts.get("defaults", {}))) <= set(range(1, game.rules_version))
    assert registry.as_of(name, game.rules_version) is game


@every_game
def test_shipped_editions_have_a_name_and_a_reason(name: str) -> None:
    for edition in registry.editions(name):
        for language in ("en", "fr", "de"):
            words = pithead.load(name).messages(language)
            assert words.has(f"edition.{edition}")
            assert words.has(f"edition.{edition}.why")


@every_game
def test_the_built_in_components_satisfy_the_model(name: str) -> None:
    game = pithead.load(name)
    validate(game.material, game.module("material").Material)


@every_game
def test_reconstructed_values_are_explained_to_players(name: str) -> None:
    game = pithead.load(name)
    for language in ("en", "fr", "de"):
        for source in {source for material in all_materials(name) for source in material.provenance.values()}:
            assert game.messages(language).has(f"provenance.{source}"), source


@every_game
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_rules_say_why_reconstructed_values_are_as_they_are(name: str, language: str) -> None:
    game = pithead.load(name)
    why = game.messages(language).text("provenance.reconstructed")
    told = [line for line in origin(game, game.messages(language)) if why in line]
    assert len(told) == (1 if game.material.reconstructed else 0)


@every_game
def test_schemas_cover_what_clients_get(name: str) -> None:
    schemas = of_game(pithead.load(name))
    assert schemas["view"]["type"] == "object"
    assert set(schemas["events"]) == {kind.name for kind in pithead.load(name).module("notation").EVENTS.values()}
