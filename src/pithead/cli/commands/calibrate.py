"""`pithead calibrate`: the calibration of the win probabilities that analysis and hints show."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from pithead.cli.arguments import (
    chosen_game,
    game_argument,
    jobs_option,
    json_option,
    language_option,
    material_option,
    number_within,
    option_option,
    players_option,
    seed_option,
    think_option,
    whole_number,
)
from pithead.cli.progress import Bars
from pithead.cli.texts import say

PLACE = 56


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.calibrate"))
    def calibrate(
        game: Annotated[str, game_argument()],
        bot: Annotated[str, typer.Option("--bot", metavar="A", help=say("cli.help.calibrate_bot"))] = "foreman",
        games: Annotated[str, typer.Option("--games", metavar="K", help=say("cli.help.games_count"))] = "200",
        players: Annotated[str | None, players_option()] = None,
        option: Annotated[list[str] | None, option_option()] = None,
        material: Annotated[Path | None, material_option()] = None,
        seed: Annotated[str, seed_option()] = "calibrate",
        think: Annotated[str, think_option()] = "0.02",
        jobs: Annotated[str, jobs_option()] = "1",
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> int:
        from pithead.cli.contests import contest_of, wait_for_search
        from pithead.lab.calibration import calibrate as measure

        title = chosen_game(game, material)
        count = whole_number("--players", players, 1) if players else max(2, title.players[0])
        contest = contest_of(
            title,
            option,
            bots=(bot,) * count,
            players=count,
            games=whole_number("--games", games, 1),
            seed=seed,
            think=number_within("--think", think, 0.001, 100),
        )
        processes = whole_number("--jobs", jobs, 1)
        contest.check()
        with Bars() as bars:
            wait_for_search(title, bars)
            playing = bars.add(say("cli.arena.playing"), total=contest.games)
            data = measure(contest, jobs=processes, progress=playing.update)
        print(json.dumps(data, indent=1, ensure_ascii=False) if as_json else "\n".join(table(data)))
        return 130 if data["interrupted"] else 0


def table(data: dict[str, Any]) -> list[str]:
    """The human-readable table."""
    if not data["positions"]:
        return [say("cli.nothing_finished")]
    lines = [say("cli.calibrate.summary", games=data["games"], positions=data["positions"])]
    lines += [f"  {data['brier'][name]:.4f}  {say(f'cli.calibrate.{name}', **data['fit'])}" for name in data["brier"]]
    lines += ["", say("cli.calibrate.curve")]
    lines += [
        f"  {100 * tenth['forecast']:5.1f} %  {100 * tenth['result']:5.1f} %  {tenth['count']:>7}"
        for tenth in data["curve"]
    ]
    return lines
