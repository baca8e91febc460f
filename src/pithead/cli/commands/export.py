"""`pithead export`: games as Parquet tables for research."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from pithead.cli.arguments import (
    chosen_game,
    chosen_options,
    game_argument,
    language_option,
    material_option,
    option_option,
    read_text,
    readable_edition,
    seed_option,
    whole_number,
)
from pithead.cli.progress import Bars
from pithead.cli.texts import say
from pithead.engine.errors import PitheadError

PLACE = 62
OF_BOTS = ("bots", "games", "option", "seed")


class OnlyForBots(PitheadError):
    """An option about the games of bots, beside records of games that have been played."""

    code = "only_for_bots"


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.export"))
    def export(
        context: typer.Context,
        game: Annotated[str, game_argument()],
        out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help=say("cli.help.export_out"))],
        record: Annotated[
            list[Path] | None,
            typer.Argument(metavar="[RECORD]…", help=say("cli.help.export_records"), show_default=False),
        ] = None,
        bots: Annotated[str, typer.Option("--bots", metavar="A,B,…", help=say("cli.help.export_bots"))] = "hewer,hewer",
        games: Annotated[str, typer.Option("--games", metavar="K", help=say("cli.help.export_games"))] = "100",
        option: Annotated[list[str] | None, option_option()] = None,
        material: Annotated[Path | None, material_option()] = None,
        seed: Annotated[str, seed_option()] = "export",
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        from pithead.bots.search.warming import warm
        from pithead.lab.dataset.collect import from_bots, from_records
        from pithead.lab.dataset.write import write

        title = chosen_game(game, material)
        with Bars() as bars:
            if record:
                sources = {name: context.get_parameter_source(name) for name in OF_BOTS}
                given = [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]
                if given:
                    raise OnlyForBots(option=f"--{given[0]}")
                collected = from_records(
                    record, [read_text(path) for path in record], title, readable_edition(material)
                )
                total = len(record)
            else:
                named = [bot.strip() for bot in bots.split(",") if bot.strip()]
                total = whole_number("--games", games, 1)
                options = title.resolve(chosen_options(title, option))
                rules = title.rules("compiled" if warm(title) else "interpreted")
                collected = from_bots(title, rules, named, total, seed, options)
            writing = bars.add(say("cli.export.writing"), total=total)
            command = shlex.join(["pithead", *sys.argv[1:]])
            count, decisions = write(out, title, collected, command, lambda done: writing.update(done, total))
        print(say("cli.export.done", games=count, decisions=decisions, path=str(out)))
