"""`pithead games` and `pithead rules`: the catalogue of games, and their rules."""

import json
import textwrap
from pathlib import Path
from typing import Annotated, Any

import typer

from pithead.cli.arguments import chosen_game, game_argument, json_option, language_option, material_option
from pithead.cli.complaints import complain
from pithead.cli.texts import language, say
from pithead.clients.terminal import rulebook
from pithead.engine import registry
from pithead.engine.errors import BadMaterial, BrokenGame
from pithead.engine.game import Game
from pithead.engine.rulebook.writer import of_game as rulebook_of

PLACE = 30


def register(app: typer.Typer) -> None:
    """Register the subcommands."""

    @app.command(help=say("cli.help.games"))
    def games(
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        told: list[Any] = []
        for name in registry.names():
            try:
                game = registry.load(name)
                told.append(facts(game) if as_json else "\n".join(summary(game)) + "\n")
            except (BrokenGame, BadMaterial) as problem:
                # A title that fails to load, such as one under development, must not hide the others.
                complain(problem.text(language()), problem.code)
        print(json.dumps(told, indent=1, ensure_ascii=False) if as_json else "\n".join(told))

    @app.command(help=say("cli.help.rules"))
    def rules(
        game: Annotated[str, game_argument()],
        about: Annotated[list[str] | None, typer.Argument(help=say("cli.help.rules_about"))] = None,
        material: Annotated[Path | None, material_option()] = None,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        book = rulebook_of(chosen_game(game, material), language())
        print("\n".join(rulebook.search(book, " ".join(about)) if about else rulebook.reference(book)))


def facts(game: Game) -> dict[str, Any]:
    """A game's metadata for `--json`."""
    words = game.messages(language())
    return {
        "id": game.id,
        "title": words.text("game.title"),
        "tagline": words.text("game.tagline"),
        "rules": game.rules_version,
        "players": list(game.players),
        "minutes": game.facts.get("minutes"),
        "weight": game.facts.get("weight"),
        "authors": game.facts.get("authors", []),
        "year": game.facts.get("year"),
        "options": [
            {
                "name": fact.name,
                "text": words.text(f"option.{fact.name}"),
                "values": list(fact.values),
                "default": fact.default_for(game.rules_version),
            }
            for fact in game.options
        ],
        "variants": [
            {
                "name": variant.name,
                "text": words.text(f"variant.{variant.name}"),
                "players": list(variant.players),
                "options": variant.options,
            }
            for variant in game.variants
        ],
        "material": {
            "sha256": game.material.fingerprint,
            "sources": game.material.data.get("sources", {}),
            "provenance": game.material.provenance,
            "reconstructed": game.material.reconstructed,
        },
    }


def summary(game: Game) -> list[str]:
    """A game's metadata as a few lines of text."""
    words = game.messages(language())
    fact = game.facts
    about = [say("cli.games.players", players=", ".join(map(str, game.players)))]
    if fact.get("minutes"):
        about.append(say("cli.games.minutes", minutes=_spoken(fact["minutes"])))
    if fact.get("authors"):
        about.append(f"{', '.join(fact['authors'])} ({fact.get('year', '–')})")
    lines = [f"{game.id}: {words.text('game.title')}"]
    lines += _indented(words.text("game.tagline")) + _indented(words.series(about))
    for option in game.options:
        lines += _indented(f"--option {option.name}=…  {rulebook.option_text(game, option, words)}")
    return lines + _indented(rulebook.origin(game, words))


def _spoken(minutes: Any) -> str:
    return "–".join(map(str, minutes)) if isinstance(minutes, list) else str(minutes)


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, rulebook.WIDTH, initial_indent="   ", subsequent_indent="      ")
