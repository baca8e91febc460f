"""`pithead play`: a game in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from pithead.cli.arguments import (
    chosen_game,
    chosen_options,
    language_option,
    material_option,
    option_option,
    players_option,
    readable_edition,
    seed_option,
    whole_number,
)
from pithead.cli.texts import language, say
from pithead.engine.errors import PitheadError

PLACE = 10


class NoGame(PitheadError):
    """No game was given, and stdin is no TTY to prompt on."""

    code = "no_game"


class OtherGame(PitheadError):
    """The saved game belongs to another title."""

    code = "other_game"


def register(app: typer.Typer) -> None:
    """Register the subcommand."""

    @app.command(help=say("cli.help.play"))
    def play(
        game: Annotated[
            str | None, typer.Argument(metavar="[GAME]", help=say("cli.help.game"), show_default=False)
        ] = None,
        terminal: Annotated[bool, typer.Option("--terminal", help=say("cli.help.terminal"))] = False,
        seats: Annotated[
            str | None, typer.Option("--seats", metavar="A,B,…", help=say("cli.help.seats"), show_default=False)
        ] = None,
        players: Annotated[str | None, players_option()] = None,
        name: Annotated[
            str | None, typer.Option("--name", metavar="NAME", help=say("cli.help.name"), show_default=False)
        ] = None,
        option: Annotated[list[str] | None, option_option()] = None,
        material: Annotated[Path | None, material_option()] = None,
        seed: Annotated[str | None, seed_option()] = None,
        plain: Annotated[bool, typer.Option("--plain", help=say("cli.help.plain"))] = False,
        coach: Annotated[
            str | None, typer.Option("--coach", metavar="PERCENT", help=say("cli.help.coach"), show_default=False)
        ] = None,
        resume: Annotated[
            Path | None, typer.Option("--resume", metavar="FILE", help=say("cli.help.resume"), show_default=False)
        ] = None,
        lang: Annotated[str | None, language_option()] = None,
    ) -> int:
        percent = 0 if coach is None else whole_number("--coach", coach, 1)
        if resume is not None:
            return _resume(resume, game, seats, material, plain, percent)
        count = None if players is None else whole_number("--players", players, 1)
        return _start(game, seats, count, name, option, material, seed, plain, percent)


def open_table() -> int:
    """`pithead` without a subcommand, where there is no browser client: ask for a game to play in the terminal."""
    return _start(None, None, None, None, None, None, None, False, 0)


def _start(
    name: str | None,
    seats: str | None,
    players: int | None,
    own_name: str | None,
    option: list[str] | None,
    material: Path | None,
    seed: str | None,
    plain: bool,
    coach: int,
) -> int:
    from pithead.clients.terminal import seats as seating
    from pithead.clients.terminal.chooser import choose
    from pithead.clients.terminal.screen import Screen
    from pithead.clients.terminal.session import Session
    from pithead.clients.terminal.words import Words
    from pithead.engine.fair import Deal
    from pithead.engine.match import Match
    from pithead.engine.registry import names

    screen = Screen(plain)
    if name is None:
        try:
            name, chosen = choose(screen, language())
        except EOFError:
            screen.write()
            raise NoGame(known=", ".join(names())) from None
        seats = seats or (chosen if players is None else None)
    game = chosen_game(name, material)
    options = chosen_options(game, option)
    filled = seating.parse(seats, players, game)
    called = seating.names(filled, game.messages(language()), own_name)
    match = Match(game, len(filled), Deal.from_seed(seed), dict(options), called)
    words = Words(game.messages(language()), game.types, called)
    return Session(match, filled, words, screen, coach=seating.coach(coach, filled)).run()


def _resume(file: Path, name: str | None, seats: str | None, material: Path | None, plain: bool, coach: int) -> int:
    from pithead.clients.terminal import saves
    from pithead.clients.terminal import seats as seating
    from pithead.clients.terminal.screen import Screen
    from pithead.clients.terminal.session import Session
    from pithead.clients.terminal.words import Words
    from pithead.engine.registry import load

    saved = saves.read(file)
    match = saved.record.replay(readable_edition(material) or saved.edition)
    if name is not None and load(name).id != match.game.id:
        raise OtherGame(path=str(saved.path), game=match.game.id)
    filled = seating.parse(seats or saved.seats, match.players, match.game)
    words = Words(match.game.messages(language()), match.game.types, match.names)
    # Never overwrite a record that is not one of our saves: continue in a new file.
    own = saved.path if saved.seats else None
    return Session(match, filled, words, Screen(plain), own, coach=seating.coach(coach, filled)).run()
