"""`pithead learn`: the lessons of a game in the terminal."""

from typing import Annotated

import typer

from pithead.cli.arguments import game_argument, language_option
from pithead.cli.texts import language, say

PLACE = 15


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.learn"))
    def learn(
        game: Annotated[str, game_argument()],
        lesson: Annotated[
            str | None, typer.Argument(metavar="[LESSON]", help=say("cli.help.lesson"), show_default=False)
        ] = None,
        plain: Annotated[bool, typer.Option("--plain", help=say("cli.help.plain"))] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> int:
        return _learn(game, lesson, plain)


def _learn(name: str, chosen: str | None, plain: bool) -> int:
    from pithead.clients.terminal import seats as seating
    from pithead.clients.terminal.guide import Guide
    from pithead.clients.terminal.screen import Screen
    from pithead.clients.terminal.session import Session
    from pithead.clients.terminal.words import Words
    from pithead.engine import lessons, registry
    from pithead.engine.messages import common

    screen = Screen(plain)
    game = registry.load(name)
    course = lessons.course(game.id)
    if chosen is None and len(course) > 1:
        for number, one in enumerate(course, 1):
            about = common(language()).labelled(one.title(language()), one.about(language()))
            screen.write(f"  {number} {about}")
        chosen = screen.ask(say("cli.learn.which") + " ").strip() or "1"
    if chosen is not None and chosen.isdigit() and 1 <= int(chosen) <= len(course):
        chosen = course[int(chosen) - 1].name
    lesson = lessons.find(game.id, course[0].name if chosen is None and course else chosen or "")
    filled = tuple(seating.YOU if seat == lesson.seat else lessons.OPPONENT for seat in range(lesson.players))
    called = seating.names(filled, game.messages(language()))
    words = Words(game.messages(language()), game.types, called)
    return Session(lesson.start(called), filled, words, screen, guide=Guide(lesson, language())).run()
