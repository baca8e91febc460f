"""`pithead warm`: compile ahead of time."""

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
    """Add the command."""

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
                compiled = game.warm(bar.reached, cache.DRIVERS, KERNEL, STEPPING)
                bar.finish(say("cli.warm.compiled" if compiled else "cli.warm.ready", what=game.id))

            # Compilers are child processes: one thread per core waits for them.
            with ThreadPoolExecutor(os.cpu_count()) as waiting:
                list(waiting.map(warm_one, titles))
