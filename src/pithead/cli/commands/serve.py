"""`pithead serve`, `pithead backup`, `pithead restore`, `pithead check`, `pithead reports`: the table as a server."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pithead.cli.arguments import json_option, language_option
from pithead.cli.texts import language, say

if TYPE_CHECKING:
    from pithead.table.errors import DamagedTable

PLACE = 40


def register(app: typer.Typer) -> None:
    """Register the subcommands."""
    address = typer.Option("--database", metavar="URL", help=say("cli.help.database"), show_default=False)

    @app.command(help=say("cli.help.serve"))
    def serve(
        host: Annotated[str | None, typer.Option(help=say("cli.help.host"), show_default="127.0.0.1")] = None,
        port: Annotated[
            int | None, typer.Option(help=say("cli.help.port"), show_default="8000", min=0, max=65_535)
        ] = None,
        database: Annotated[str | None, address] = None,
        workers: Annotated[
            int | None, typer.Option(help=say("cli.help.workers"), show_default="1", min=1, max=64)
        ] = None,
    ) -> int:
        from pithead.table.serve import run
        from pithead.table.settings import Settings

        settings = Settings.from_environment(host=host, port=port, database=database, workers=workers)
        run(settings, ready=lambda address: print(say("cli.serve.ready", address=address), flush=True))
        return 0

    @app.command(help=say("cli.help.backup"))
    def backup(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.help.backup_file"))],
        database: Annotated[str | None, address] = None,
        check: Annotated[bool, typer.Option("--check", help=say("cli.help.backup_check"))] = False,
    ) -> int:
        import asyncio

        from pithead.table.backup import back_up
        from pithead.table.settings import Settings

        made = asyncio.run(back_up(Settings.from_environment(database=database).url, file, replay=check))
        print(say("cli.backup.done", rows=made.rows, file=str(file)))
        return 0 if made.tables is None else tell_examined(made.tables, made.damaged)

    @app.command(help=say("cli.help.restore"))
    def restore(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.help.backup_file"))],
        database: Annotated[str | None, address] = None,
    ) -> int:
        import asyncio

        from pithead.table.backup import restore as fill
        from pithead.table.settings import Settings

        rows = asyncio.run(fill(Settings.from_environment(database=database).url, file))
        print(say("cli.restore.done", rows=rows, file=str(file)))
        return 0

    @app.command(help=say("cli.help.check_tables"))
    def check(
        file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=say("cli.help.check_file"))] = None,
        database: Annotated[str | None, address] = None,
    ) -> int:
        import asyncio

        from pithead.table.backup import examine, examine_database
        from pithead.table.settings import Settings

        url = Settings.from_environment(database=database).url
        return tell_examined(*asyncio.run(examine(file) if file else examine_database(url)))

    @app.command(help=say("cli.help.doctor"))
    def doctor(
        url: Annotated[str, typer.Option("--url", metavar="URL", help=say("cli.help.doctor_url"))] = "",
        database: Annotated[str | None, address] = None,
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> int:
        import asyncio
        import json

        from pithead.table.doctor import examine
        from pithead.table.settings import Settings

        found = asyncio.run(examine(Settings.from_environment(database=database), url))
        if as_json:
            print(json.dumps([one._asdict() for one in found], ensure_ascii=False, indent=1))
        else:
            for one in found:
                mark = "✗" if one.bad else "✓" if one.state == "ok" else "–"
                print(f"{mark} {say(f'doctor.{one.check}.{one.state}', **one.params)}")
        return 1 if any(one.bad for one in found) else 0

    @app.command(help=say("cli.help.reports"))
    def reports(database: Annotated[str | None, address] = None) -> int:
        import asyncio
        from datetime import datetime

        from pithead.table.people import reports as read
        from pithead.table.settings import Settings

        found = asyncio.run(read(Settings.from_environment(database=database).url))
        for one in found:
            when = datetime.fromtimestamp(one.at).isoformat(" ", "minutes")
            print(
                say(
                    "cli.reports.line",
                    when=when,
                    name=one.name,
                    about=one.about,
                    reason=say(f"cli.reports.{one.reason}"),
                    table=one.table,
                    reporter=one.reporter,
                )
            )
            for text in filter(None, (one.said, one.text)):
                print("   ", " ".join(text.split()))
        if not found:
            print(say("cli.reports.none"))
        return 0

    @app.command(help=say("cli.help.rekey"))
    def rekey(database: Annotated[str | None, address] = None) -> int:
        import asyncio

        from pithead.table.keys import change_key
        from pithead.table.settings import Settings

        for link in asyncio.run(change_key(Settings.from_environment(database=database).url)):
            whose = say("cli.rekey.owner") if link.seat is None else say("cli.rekey.seat", seat=link.seat + 1)
            print(f"{link.table}  {whose}  {link.name}  {link.path}")
        print(say("cli.rekey.done"))
        return 0


def tell_examined(tables: int, damaged: list["DamagedTable"]) -> int:
    """Report the tables of a database or backup that fail to load; returns the exit code."""
    for problem in damaged:
        detail = " ".join(repr(problem.__cause__).split()) if problem.__cause__ else ""
        print(f"{problem.params['table']}: {problem.reason(language())} {detail}"[:300].rstrip(), file=sys.stderr)
    if damaged:
        print(say("cli.check.damaged", damaged=len(damaged), tables=tables))
        return 1
    print(say("cli.check.done", tables=tables))
    return 0


def open_browser(page: str = "/") -> int | None:
    """Serve on a free local port and open the browser; None where the client is not built."""
    from pithead.table.browser import built, play_here

    if not built():
        return None
    play_here(lambda address: print(say("cli.serve.ready", address=address), flush=True), page)
    return 0
