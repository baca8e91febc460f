"""`pithead arena`: a tournament of bots, with confidence intervals."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from pithead.cli.texts import language, say

if TYPE_CHECKING:
    from pithead.engine.messages import Messages

PLACE = 55


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.arena"))
    def arena(
        game: Annotated[str, game_argument()],
        bots: Annotated[str, typer.Option("--bots", metavar="A,B,…", help=say("cli.help.arena_bots"))],
        games: Annotated[str, typer.Option("--games", metavar="K", help=say("cli.help.arena_games"))] = "100",
        players: Annotated[str | None, players_option()] = None,
        option: Annotated[list[str] | None, option_option()] = None,
        material: Annotated[Path | None, material_option()] = None,
        seed: Annotated[str, seed_option()] = "arena",
        think: Annotated[str, think_option()] = "1",
        jobs: Annotated[str, jobs_option()] = "1",
        cluster: Annotated[
            str | None, typer.Option("--cluster", metavar="ADDRESS", help=say("cli.help.cluster"), show_default=False)
        ] = None,
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> int:
        from pithead.cli.contests import contest_of, wait_for_search
        from pithead.lab.arena import run

        title = chosen_game(game, material)
        named = tuple(bot.strip() for bot in bots.split(",") if bot.strip())
        contest = contest_of(
            title,
            option,
            bots=named,
            players=whole_number("--players", players, 1) if players else max(len(named), title.players[0]),
            games=whole_number("--games", games, 1),
            seed=seed,
            think=number_within("--think", think, 0.001, 100),
        )
        processes = whole_number("--jobs", jobs, 1)
        contest.check()
        with Bars() as bars:
            wait_for_search(title, bars)
            playing = bars.add(say("cli.arena.playing"), total=contest.games)
            report = run(contest, processes, cluster, playing.update)
        data = report.data()
        lines = [json.dumps(data, indent=1, ensure_ascii=False)] if as_json else table(data, title.messages(language()))
        print("\n".join(lines))
        return 130 if report.interrupted else 0


def table(data: dict[str, Any], words: "Messages") -> list[str]:
    """The human-readable table, strongest bot first; `words` are the game's messages."""
    if not data["games"]:
        return [say("cli.nothing_finished")]
    ranked = sorted(data["bots"], key=lambda bot: -bot["share"])
    heads = [say(f"cli.arena.{name}") for name in ("bot", "share", "interval", "rating", "points", "time")]
    rows = [heads]
    for bot in ranked:
        rows.append(
            [
                _called(bot, words),
                f"{100 * bot['share']:.1f} %",
                f"{100 * bot['low']:.1f} – {100 * bot['high']:.1f} %",
                str(bot["rating"]),
                f"{bot['points']:.1f}",
                f"{1000 * bot['seconds_per_turn']['mean']:.1f} ms",
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    lines += ["", say("cli.arena.sources"), *(_sources(bot, words) for bot in ranked)]
    lines += [
        "",
        say("cli.arena.summary", games=data["games"], even=f"{100 * data['even']:.1f}", seconds=data["seconds"]),
    ]
    if data["interrupted"]:
        lines.append(say("cli.arena.interrupted", wanted=data["wanted"]))
    return lines


def _called(bot: dict[str, Any], words: "Messages") -> str:
    """A level's display name; any other bot spec as it is."""
    level = f"bots.level.{bot['name']}"
    return words.text(level) if words.has(level) else str(bot["name"])


def _sources(bot: dict[str, Any], words: "Messages") -> str:
    """A bot's mean points by source, without the zeros."""
    parts = [
        f"{words.text(f'source.{name}')} {points:.1f}".replace(" -", " −")
        for name, points in bot["sources"].items()
        if points
    ]
    return f"  {words.labelled(_called(bot, words), ', '.join(parts) or '–')}"
