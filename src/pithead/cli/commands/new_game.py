"""`pithead new-game`: scaffold a new title: its folder, messages and tests."""

from typing import Annotated

import typer

from pithead.cli.arguments import language_option
from pithead.cli.texts import say

PLACE = 90


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command("new-game", help=say("cli.help.new_game"))
    def new_game(
        name: Annotated[str, typer.Argument(metavar="NAME", help=say("cli.help.new_game_name"))],
        title: Annotated[
            str | None, typer.Option("--title", metavar="TITLE", help=say("cli.help.new_game_title"))
        ] = None,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        from pithead.engine import registry
        from pithead.lab.new_game import write

        called = title or " ".join(part.capitalize() for part in name.split("-"))
        root = registry.GAMES.parents[2]
        files = write(name, called, root)
        for file in files:
            print(file.relative_to(root) if file.is_relative_to(root) else file)
        folder = f"src/pithead/games/{files[0].parent.name}"
        print(say("cli.new_game.done", name=name, files=len(files), folder=folder))
