"""`pithead host-link`: print the link to the host page, with its token."""

from typing import Annotated

import typer

from pithead.cli.texts import say

PLACE = 45


def register(app: typer.Typer) -> None:
    """Register the subcommand."""
    address = typer.Option("--database", metavar="URL", help=say("cli.help.database"), show_default=False)

    @app.command("host-link", help=say("cli.help.host_link"))
    def host_link(
        url: Annotated[str, typer.Option("--url", metavar="URL", help=say("cli.help.host_link_url"))] = "",
        database: Annotated[str | None, address] = None,
    ) -> int:
        import asyncio

        from pithead.table.host.link import read
        from pithead.table.settings import Settings

        settings = Settings.from_environment(database=database)
        origin = url or settings.public_url or f"http://{settings.host}:{settings.port}"
        print(origin.rstrip("/") + asyncio.run(read(settings.url)))
        return 0
