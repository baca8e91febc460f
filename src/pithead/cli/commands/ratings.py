"""`pithead ratings`: recompute all ratings from the stored results."""

from typing import Annotated

import typer

from pithead.cli.texts import say

PLACE = 45


def register(app: typer.Typer) -> None:
    """Register the subcommand."""
    address = typer.Option("--database", metavar="URL", help=say("cli.help.database"), show_default=False)

    @app.command(help=say("cli.help.ratings"))
    def ratings(database: Annotated[str | None, address] = None) -> int:
        import asyncio

        from pithead.table.results.rebuild import rebuild
        from pithead.table.settings import Settings

        made = asyncio.run(rebuild(Settings.from_environment(database=database).url))
        print(say("cli.ratings.done", games=made.games, read=made.read))
        return 0
