"""`pithead analyse`: win probabilities, better decisions, and luck against play of a finished game."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pithead.cli.arguments import (
    check_writable,
    file_argument,
    json_option,
    language_option,
    material_option,
    number_within,
    read_text,
    readable_edition,
    think_option,
    write_text,
)
from pithead.cli.progress import Bars
from pithead.cli.texts import language, say

if TYPE_CHECKING:
    from pithead.analysis import Analysis
    from pithead.engine.messages import Messages

PLACE = 45


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.analyse"))
    def analyse(
        file: Annotated[Path, file_argument()],
        html: Annotated[
            Path | None, typer.Option("--html", metavar="FILE", help=say("cli.help.html"), show_default=False)
        ] = None,
        think: Annotated[str, think_option("cli.help.analyse_think")] = "1",
        material: Annotated[Path | None, material_option()] = None,
        as_json: Annotated[bool, json_option()] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> int:
        from pithead.analysis.judge import analyse as study
        from pithead.analysis.page import page
        from pithead.cli.contests import wait_for_search
        from pithead.engine import record as records

        scale = number_within("--think", think, 0.01, 100)
        record = records.parse(read_text(file))
        game = record.replay(readable_edition(material)).game
        check_writable(html)
        with Bars() as bars:
            wait_for_search(game, bars)
            bar = bars.add(say("cli.analyse.working"))
            analysis = study(record, scale, material, bar.update)
        if html:
            write_text(html, page(analysis, game.messages(language())))
        if as_json:
            print(json.dumps(analysis.data(), indent=1, ensure_ascii=False))
        else:
            print("\n".join(summary(analysis, game.messages(language()))))
            if html:
                print(say("cli.analyse.written", path=str(html)))
        return 130 if analysis.interrupted else 0


def summary(analysis: "Analysis", messages: "Messages") -> list[str]:
    """The human-readable report: result decomposition per player, and the key moments."""
    from pithead.analysis.page import interrupted_text, made_by_text, moment_text, percent, signed

    names = ("player", "start", "luck", "loss", "residual", "final", "points")
    rows = [[messages.text(f"analysis.page.{name}") for name in names]]
    for one in analysis.accounts:
        values = [percent(one.start), signed(one.luck), signed(-one.loss), signed(one.residual), percent(one.final)]
        rows.append([analysis.names[one.player], *values, str(analysis.scores[one.player])])
    widths = [max(len(row[column]) for row in rows) for column in range(len(names))]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
    lines += ["", messages.text("analysis.page.accounts_text"), ""]
    lines.append(messages.text("analysis.page.moments"))
    lines += [f"- {moment_text(analysis, moment, messages)}" for moment in analysis.moments]
    if not analysis.moments:
        lines.append(messages.text("analysis.page.no_moments"))
    lines += ["", made_by_text(analysis, messages)]
    if analysis.interrupted:
        lines += ["", interrupted_text(analysis, messages)]
    return lines
