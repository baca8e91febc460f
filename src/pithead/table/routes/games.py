"""What can be played: games, their words, their components, the bots."""

from typing import Any

from fastapi import APIRouter, Request

from pithead import bots
from pithead.engine import registry, schemas
from pithead.engine.errors import UnknownLanguage
from pithead.engine.game import Game
from pithead.engine.messages import LANGUAGES, common
from pithead.table import protocol
from pithead.table.wording import language_of

router = APIRouter(tags=["games"])


def _language(request: Request) -> str:
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language"))


def _info(game: Game, language: str) -> dict[str, Any]:
    words = game.messages(language)
    facts = game.facts
    return {
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
        "reconstructed": game.material.reconstructed,
        "sources": game.material.data.get("sources", {}),
        "provenance": game.material.provenance,
    }


@router.get("/games", response_model=list[protocol.GameInfo])
def games(request: Request) -> list[dict[str, Any]]:
    """All games with their facts, options and provenance."""
    language = _language(request)
    return [_info(registry.load(name), language) for name in registry.names()]


@router.get("/games/{game}", response_model=protocol.GameInfo)
def one_game(game: str, request: Request) -> dict[str, Any]:
    """The facts of one game."""
    return _info(registry.load(game), _language(request))


@router.get("/games/{game}/messages/{language}")
def game_messages(game: str, language: str) -> dict[str, Any]:
    """All texts of a game in a language, the common ones included."""
    return registry.load(game).messages(_known(language)).texts


@router.get("/messages/{language}")
def common_messages(language: str) -> dict[str, Any]:
    """The texts that belong to no game."""
    return common(_known(language)).texts


@router.get("/games/{game}/schema")
def game_schema(game: str) -> dict[str, Any]:
    """JSON schemas of a game's view, options and events."""
    return schemas.of_game(registry.load(game))


@router.get("/games/{game}/material", response_model=protocol.MaterialInfo)
def game_material(game: str) -> dict[str, Any]:
    """The components of a game as data."""
    material = registry.load(game).material
    return {"fingerprint": material.fingerprint, "data": material.data}


@router.get("/levels", response_model=list[protocol.LevelInfo])
def levels(request: Request) -> list[dict[str, Any]]:
    """The strengths of bots, weakest first."""
    words = common(_language(request))
    return [{"level": level, "name": words.text(f"bots.level.{level}")} for level in bots.LEVELS]


@router.get("/protocol")
def socket_schema() -> dict[str, Any]:
    """JSON schema of all messages on a table's socket."""
    return protocol.schema()


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise UnknownLanguage(language=language, known=", ".join(LANGUAGES))
    return language
