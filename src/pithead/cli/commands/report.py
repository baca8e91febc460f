"""`pithead report`: balance statistics from bot games, for designers."""

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from pithead.cli.arguments import (
    check_writable,
    chosen_game,
    chosen_options,
    game_argument,
    jobs_option,
    json_option,
    language_option,
    option_option,
    whole_number,
    write_text,
)
from pithead.cli.contests import wait_for_search
from pithead.cli.progress import Bars
from pithead.cli.texts import language, say
from pithead.engine.errors import PitheadError

PLACE = 52


class StrayWord(PitheadError):
    """A surplus positional argument."""

    code = "stray_word"


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.report"))
    def report(
        game: Annotated[str, game_argument()],
        more: Annotated[
            list[str] | None,
            typer.Argument(metavar="[B …]", help=say("cli.help.report_more"), show_default=False),
        ] = None,
        material: Annotated[
            list[str] | None,
            typer.Option("--material", metavar="A [B …]", help=say("cli.help.report_material"), show_default=False),
        ] = None,
        players: Annotated[
            str | None,
            typer.Option("--players", metavar="N,M,…", help=say("cli.help.report_players"), show_default=False),
        ] = None,
        bots: Annotated[str, typer.Option("--bots", metavar="A,B,…", help=say("cli.help.report_bots"))] = "hewer",
        games: Annotated[str, typer.Option("--games", metavar="K", help=say("cli.help.games_count"))] = "300",
        option: Annotated[list[str] | None, option_option()] = None,
        seed: Annotated[str, typer.Option("--seed", metavar="S", help=say("cli.help.seed"))] = "report",
        jobs: Annotated[str, jobs_option()] = "1",
        html: Annotated[
            Path | None, typer.Option("--html", metavar="FILE", help=say("cli.help.report_html"), show_default=False)
        ] = None,
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> int:
        from pithead.lab.report import Study, run
        from pithead.lab.report.page import page
        from pithead.lab.report.study import OWN
        from pithead.lab.report.text import lines

        if more and not material:
            raise StrayWord(word=more[0])
        chosen = [*(material or ()), *(more or ())]
        named = [one.strip() for part in chosen or [OWN] for one in part.split(",") if one.strip()]
        titles = [chosen_game(game, None if one == OWN else Path(one)) for one in named]
        title = titles[0]
        plain = list(title.variants[0].players)
        counts = [whole_number("--players", part, 1) for part in players.split(",")] if players else plain
        study = Study.of(
            title.id,
            [None if one.material.builtin else str(one.material.path.resolve()) for one in titles],
            counts,
            [bot.strip() for bot in bots.split(",") if bot.strip()],
            whole_number("--games", games, 1),
            dict(chosen_options(title, option)),
            seed,
        )
        study.check()
        check_writable(html)
        with Bars() as bars:
            for one in titles:
                wait_for_search(one, bars)
            labels = [f"{one.edition_name} {one.players} {one.bot}" for one in study.cases]
            shown = [bars.add(label, one.games) for label, one in zip(labels, study.cases, strict=True)]

            def reached(case: int, done: int, of: int) -> None:
                shown[case].update(done, of)
                if done == of and not bars.progress:
                    bars.tell(f"{labels[case]} {done}/{of}")

            tallies, interrupted = run(study, whole_number("--jobs", jobs, 1), reached)
        data = [tally.data() for tally in tallies if tally.games]
        if as_json:
            print(json.dumps(data, ensure_ascii=False))
        else:
            print("\n".join(lines(data, say)) if data else say("cli.nothing_finished"))
        if html and data:
            given = {"--players": players, "--bots": bots, "--games": games, "--seed": seed}
            asked = [("--material", one) for one in chosen] + [*given.items()]
            asked += [("--option", one) for one in option or ()]
            command = shlex.join(
                ["pithead", "report", game, *(word for pair in asked if pair[1] for word in pair if word)]
            )
            heading = title.messages(language()).text("game.title")
            write_text(html, page(data, heading, command, time.strftime("%Y-%m-%d"), say, language()))
        if interrupted:
            print(say("report.interrupted"), file=sys.stderr)
            return 130
        return 0
