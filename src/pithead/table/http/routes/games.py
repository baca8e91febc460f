"""What can be played: games, their words, their components, the bots."""

import hashlib
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from typing import Annotated, Any, get_type_hints

from fastapi import APIRouter, Query, Request, Response
from pydantic import TypeAdapter
from pydantic_core import to_json

from pithead import bots
from pithead.engine import registry, schemas
from pithead.engine.errors import UnknownLanguage
from pithead.engine.game import Game
from pithead.engine.messages import LANGUAGES, common
from pithead.engine.record import FINGERPRINT, named
from pithead.engine.rulebook.writer import of_game as rulebook_of
from pithead.table import protocol
from pithead.table.http import packed
from pithead.table.http.deps import Here, Spoken

router = APIRouter(tags=["games"])


def _info(game: Game, language: str) -> protocol.GameInfo:
    words = game.messages(language)
    facts = game.facts
    return protocol.GameInfo.model_validate(
        {
            "id": game.id,
            "title": words.text("game.title"),
            "tagline": words.text("game.tagline"),
            "rules": game.rules_version,
            "players": list(game.players),
            "minutes": facts.get("minutes", 0),
            "weight": facts.get("weight", 0.0),
            "authors": facts.get("authors", []),
            "year": facts.get("year", 0),
            "options": [
                {"name": fact.name, "values": list(fact.values), "default": fact.default_for(game.rules_version)}
                for fact in game.options
            ],
            "variants": [
                {"name": variant.name, "players": list(variant.players), "options": variant.options}
                for variant in game.variants
            ],
            "editions": [
                {"name": name, "fingerprint": registry.shipped(game.id, name).material.fingerprint}
                for name in registry.editions(game.id)
            ],
            "reconstructed": game.material.reconstructed,
            "sources": game.material.data.get("sources", {}),
            "provenance": game.material.provenance,
        }
    )


@cache
def _body(make: Callable[..., Any], *arguments: str) -> bytes:
    """A response that is constant while the server runs: built, validated and serialized once."""
    return TypeAdapter(get_type_hints(make)["return"]).dump_json(make(*arguments))


def _fixed(request: Request, make: Callable[..., Any], *arguments: str) -> Response:
    # An upgrade may have changed a sentence: browsers keep it, and ask whether it is still the same.
    return packed.answer(request, _body(make, *arguments), "application/json")


def _all_games(language: str) -> list[protocol.GameInfo]:
    return [_info(registry.load(name), language) for name in registry.names()]


def _one_game(game: str, language: str) -> protocol.GameInfo:
    return _info(registry.load(game), language)


def _game_messages(game: str, language: str) -> dict[str, Any]:
    title = registry.load(game)
    return title.messages(language).texts | title.types


@cache
def words_tag() -> str:
    """A version of all messages of all games, for cache keys."""
    texts = hashlib.sha256()
    for game in registry.names():
        for language in LANGUAGES:
            texts.update(_body(_game_messages, game, language))
    return texts.hexdigest()[:12]


def _common_messages(language: str) -> dict[str, Any]:
    return common(language).texts


def _game_schema(game: str) -> dict[str, Any]:
    return schemas.of_game(registry.load(game))


def _game_material(game: str) -> protocol.MaterialInfo:
    material = registry.load(game).material
    return protocol.MaterialInfo(fingerprint=material.fingerprint, data=material.data)


def _levels(language: str) -> list[protocol.LevelInfo]:
    words = common(language)
    return [protocol.LevelInfo(level=level, name=words.text(f"bots.level.{level}")) for level in bots.LEVELS]


def _protocol() -> dict[str, Any]:
    return protocol.schema()


@router.get("/games", response_model=list[protocol.GameInfo])
def games(request: Request, language: Spoken) -> Response:
    """All games with their facts, options and provenance."""
    return _fixed(request, _all_games, language)


@router.get("/games/{game}", response_model=protocol.GameInfo)
def one_game(request: Request, game: str, language: Spoken) -> Response:
    """The facts of one game."""
    return _fixed(request, _one_game, _known_game(game), language)


@router.get("/games/{game}/messages/{language}", response_model=dict[str, Any])
def game_messages(request: Request, game: str, language: str, v: Annotated[str, Query(max_length=64)] = "") -> Response:
    """All texts of a game in a language, the common ones included, and the types of its parameters.

    Whoever names the `words` of `/api/me` as `v` may keep them for ever: other texts have another address.
    """
    body = _body(_game_messages, _known_game(game), _known(language))
    return packed.answer(request, body, "application/json", packed.FOR_EVER if v and v == words_tag() else "no-cache")


def _rulebook(game: Game, language: str) -> bytes:
    book = protocol.RulebookInfo.model_validate(asdict(rulebook_of(game, language)))
    return book.model_dump_json().encode()


@cache
def _own_rulebook(game: str, language: str) -> bytes:
    return _rulebook(registry.load(game), language)


@router.get("/games/{game}/rules/{language}", response_model=protocol.RulebookInfo)
async def game_rules(
    game: str,
    language: str,
    request: Request,
    server: Here,
    material: Annotated[str | None, Query(pattern=rf"^{FINGERPRINT}[0-9a-f]{{64}}$")] = None,
) -> Response:
    """The rules of a game as a page, with its own components or with those that a table names."""
    name = _known_game(game)
    if material is None or material == named(registry.load(name)):
        body = _own_rulebook(name, _known(language))
    else:
        title = await server.rooms.game(name, material.removeprefix(FINGERPRINT))
        body = _rulebook(title, _known(language))
    return packed.answer(request, body, "application/json")


@router.get("/messages/{language}", response_model=dict[str, Any])
def common_messages(request: Request, language: str) -> Response:
    """The messages that belong to no game."""
    return _fixed(request, _common_messages, _known(language))


@router.get("/games/{game}/schema", response_model=dict[str, Any])
def game_schema(request: Request, game: str) -> Response:
    """JSON schemas of a game's view, options and events."""
    return _fixed(request, _game_schema, _known_game(game))


@router.get("/games/{game}/material", response_model=protocol.MaterialInfo)
def game_material(request: Request, game: str) -> Response:
    """The components of a game as data."""
    return _fixed(request, _game_material, _known_game(game))


@router.get("/levels", response_model=list[protocol.LevelInfo])
def levels(request: Request, language: Spoken) -> Response:
    """The strengths of bots, weakest first."""
    return _fixed(request, _levels, language)


@router.get("/protocol", response_model=dict[str, Any])
def socket_schema(request: Request) -> Response:
    """JSON schema of all messages on a table's socket."""
    return _fixed(request, _protocol)


@router.get("/openapi.json", include_in_schema=False)
def description(request: Request) -> Response:
    """The OpenAPI description of all routes; in a thread, since making it takes a quarter of a second."""
    return packed.answer(request, to_json(request.app.openapi()), "application/json")


def _known_game(name: str) -> str:
    """The id of a game: other spellings of it make no further answers to keep."""
    return registry.load(name).id


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise UnknownLanguage(language=language, known=", ".join(LANGUAGES))
    return language
