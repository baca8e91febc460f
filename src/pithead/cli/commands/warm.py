"""`pithead warm`: compile games ahead of time into the disk cache."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from pithead.cli.progress import Bars
from pithead.cli.texts import say
from pithead.engine import registry
from pithead.engine.game import Game

PLACE = 60


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.warm"))
    def warm(
        games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help=say("cli.help.warm_games"))] = None,
    ) -> None:
        from pithead.adapters import STEPPING
        from pithead.bots.search.workspace import KERNEL
        from pithead.kit import cache

        titles = [registry.load(name) for name in games or registry.names()]
        with Bars() as bars:

            def warm_one(game: Game) -> None:
                bar = bars.add(game.id)
                compiled = game.warm(bar.update, cache.DRIVERS, KERNEL, STEPPING)
                bar.finish(say("cli.warm.compiled" if compiled else "cli.warm.ready", what=game.id))

            # Each compiler is a child process, so threads suffice: they only wait.
            with ThreadPoolExecutor(os.cpu_count()) as waiting:
                list(waiting.map(warm_one, titles))
