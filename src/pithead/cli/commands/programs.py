"""`pithead bot` and `pithead mcp`: third-party programs and language models as players."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pithead.cli.arguments import (
    chosen_game,
    chosen_options,
    json_option,
    language_option,
    material_option,
    number_within,
    option_option,
    seed_option,
    whole_number,
)
from pithead.cli.progress import Bars
from pithead.cli.texts import language, say

if TYPE_CHECKING:
    from pithead.clients.programs.contest import Player

PLACE = 65


def register(app: typer.Typer) -> None:
    """Register the subcommands."""

    @app.command(help=say("cli.help.bot"))
    def bot(
        game: Annotated[
            str | None, typer.Argument(metavar="GAME", help=say("cli.help.game"), show_default=False)
        ] = None,
        engine: Annotated[
            str | None, typer.Option("--engine", metavar="COMMAND", help=say("cli.help.bot_engine"), show_default=False)
        ] = None,
        policy: Annotated[
            Path | None, typer.Option("--policy", metavar="FILE", help=say("cli.help.bot_policy"), show_default=False)
        ] = None,
        table: Annotated[
            str | None, typer.Option("--table", metavar="ADDRESS", help=say("cli.help.bot_table"), show_default=False)
        ] = None,
        against: Annotated[str, typer.Option("--against", metavar="A,B,…", help=say("cli.help.bot_against"))] = "hewer",
        games: Annotated[str, typer.Option("--games", metavar="K", help=say("cli.help.bot_games"))] = "1",
        name: Annotated[str, typer.Option("--name", help=say("cli.help.bot_name"))] = "Program",
        limit: Annotated[str, typer.Option("--limit", metavar="SECONDS", help=say("cli.help.bot_limit"))] = "60",
        option: Annotated[list[str] | None, option_option()] = None,
        material: Annotated[Path | None, material_option()] = None,
        seed: Annotated[str, seed_option()] = "bot",
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        from pithead.clients.programs.contest import Contest, NoGame, NoPlayer, PolicyPlayer, play_at, play_contest
        from pithead.clients.programs.engine import Engine

        seconds = number_within("--limit", limit, 0.01, 86_400)
        if not (table or game):
            raise NoGame
        with ExitStack() as running:
            if policy and not engine:
                player: Player = PolicyPlayer(policy)
            elif engine and not policy:
                player = running.enter_context(Engine(engine, seconds))
            else:
                raise NoPlayer
            if table:
                data = play_at(table, name, player, language())
            else:
                title = chosen_game(game or "", material)
                bots = tuple(bot.strip() for bot in against.split(",") if bot.strip())
                options = title.resolve(chosen_options(title, option))
                contest = Contest(title, bots, whole_number("--games", games, 1), seed, options)
                with Bars() as bars:
                    playing = bars.add(say("cli.arena.playing"), total=contest.games)
                    data = play_contest(contest, player, language(), lambda done: playing.update(done, contest.games))
        print(json.dumps(data, ensure_ascii=False, indent=1) if as_json else "\n".join(_lines(data)))

    @app.command(help=say("cli.help.mcp"))
    def mcp(lang: Annotated[str | None, language_option()] = None) -> None:
        from pithead.clients.programs.mcp import Plays, server

        plays = Plays(language())
        try:
            server(plays).run("stdio")
        finally:
            plays.close()


def _lines(data: dict[str, object]) -> list[str]:
    """The human-readable result."""
    if "games" in data:
        return [say("cli.bot.contest", **data)]
    return [say("cli.bot.table", **data)]
