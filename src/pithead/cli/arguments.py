"""The options that several commands share, and how their values are read."""

import math
from pathlib import Path
from typing import Any

import typer

from pithead.engine.errors import PitheadError, Unreadable
from pithead.engine.game import Game
from pithead.engine.registry import editions, load

from .texts import say

MAX_DIGITS = 12


class BadNumber(PitheadError):
    """Not a number, or too small a one."""

    code = "bad_number"


class OutOfRange(PitheadError):
    """Not a number, or one beyond the limits."""

    code = "out_of_range"


def game_argument() -> Any:
    """GAME."""
    return typer.Argument(metavar="GAME", help=say("cli.help.game"), show_default=False)


def file_argument() -> Any:
    """FILE: a record of play."""
    return typer.Argument(metavar="FILE", help=say("cli.help.record"), show_default=False)


def option_option() -> Any:
    """--option NAME=VALUE, any number of times."""
    return typer.Option("--option", metavar="NAME=VALUE", help=say("cli.help.option"), show_default=False)


def material_option() -> Any:
    """--material FILE."""
    return typer.Option("--material", metavar="FILE", help=say("cli.help.material"), show_default=False)


def seed_option() -> Any:
    """--seed S."""
    return typer.Option("--seed", metavar="S", help=say("cli.help.seed"), show_default=False)


def players_option() -> Any:
    """--players N."""
    return typer.Option("--players", metavar="N", help=say("cli.help.players"), show_default=False)


def jobs_option() -> Any:
    """--jobs J."""
    return typer.Option("--jobs", metavar="J", help=say("cli.help.jobs"))


def think_option(text: str = "cli.help.think") -> Any:
    """--think X."""
    return typer.Option("--think", metavar="X", help=say(text))


def language_option() -> Any:
    """--lang L; its value was read before the command line was parsed."""
    return typer.Option("--lang", metavar="L", help=say("cli.help.lang"), show_default=False)


def json_option() -> Any:
    """--json."""
    return typer.Option("--json", help=say("cli.help.json"))


def chosen_options(game: Game, given: list[str] | None) -> dict[str, str]:
    """`NAME=VALUE` pairs as a dictionary; the game itself checks names and values."""
    found: dict[str, str] = {}
    for pair in given or ():
        # Without a value the game answers which values there are.
        name, _, value = pair.partition("=")
        found[name.strip()] = value.strip()
    game.resolve(found)
    return found


def chosen_game(name: str, edition: Path | None = None) -> Game:
    """The game that a user named, with the shipped edition or the edition file if there is one."""
    return load(name, edition if str(edition) in editions(name) else readable_edition(edition))


def readable_edition(edition: Path | None) -> Path | None:
    """The edition file that a user named, if any; what cannot be read is refused."""
    if edition is not None:
        read_text(edition)
    return edition


def whole_number(name: str, given: str, least: int) -> int:
    """A number that a user wrote."""
    if not given.strip().isdecimal() or len(given) > MAX_DIGITS or int(given) < least:
        raise BadNumber(name=name, value=given, least=least)
    return int(given)


def number_within(name: str, given: str, least: float, most: float) -> float:
    """A number with decimals that a user wrote."""
    try:
        number = float(given)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise OutOfRange(name=name, value=given, least=f"{least:g}", most=f"{most:g}")
    return number


def read_text(path: Path) -> str:
    """A text file that a user named."""
    try:
        return path.read_text("utf-8")
    except OSError as problem:
        raise Unreadable(path=str(path), why=problem.strerror or "") from None
    except UnicodeDecodeError:
        raise Unreadable(path=str(path), why=say("cli.not_text")) from None


def check_writable(path: Path | None) -> None:
    """Refuse a file that cannot be written before the work that shall fill it."""
    if path is None:
        return
    new = not path.exists()
    try:
        path.open("ab").close()
        if new:
            path.unlink()
    except OSError as problem:
        raise Unreadable(path=str(path), why=problem.strerror or "") from None


def write_text(path: Path, text: str) -> None:
    """Write a file that a user named."""
    try:
        path.write_text(text, "utf-8")
    except OSError as problem:
        raise Unreadable(path=str(path), why=problem.strerror or "") from None
