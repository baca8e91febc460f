"""Options shared by several subcommands, and parsing and validation of their values."""

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
    """The positional argument GAME."""
    return typer.Argument(metavar="GAME", help=say("cli.help.game"), show_default=False)


def file_argument() -> Any:
    """The positional argument FILE: a record of play."""
    return typer.Argument(metavar="FILE", help=say("cli.help.record"), show_default=False)


def option_option() -> Any:
    """`--option NAME=VALUE`, repeatable."""
    return typer.Option("--option", metavar="NAME=VALUE", help=say("cli.help.option"), show_default=False)


def material_option() -> Any:
    """`--material FILE`: an edition file."""
    return typer.Option("--material", metavar="FILE", help=say("cli.help.material"), show_default=False)


def seed_option() -> Any:
    """`--seed S`."""
    return typer.Option("--seed", metavar="S", help=say("cli.help.seed"), show_default=False)


def players_option() -> Any:
    """`--players N`."""
    return typer.Option("--players", metavar="N", help=say("cli.help.players"), show_default=False)


def jobs_option() -> Any:
    """`--jobs J`: worker processes."""
    return typer.Option("--jobs", metavar="J", help=say("cli.help.jobs"))


def think_option(text: str = "cli.help.think") -> Any:
    """`--think X`: scales the time that searching bots take."""
    return typer.Option("--think", metavar="X", help=say(text))


def language_option() -> Any:
    """`--lang L`; only documented here: `choose_language` reads it before the parser runs."""
    return typer.Option("--lang", metavar="L", help=say("cli.help.lang"), show_default=False)


def json_option() -> Any:
    """`--json`: machine-readable output."""
    return typer.Option("--json", help=say("cli.help.json"))


def chosen_options(game: Game, given: list[str] | None) -> dict[str, str]:
    """Parse `NAME=VALUE` pairs into a dictionary; the game validates names and values."""
    found: dict[str, str] = {}
    for pair in given or ():
        # Without a value the game's own refusal lists the allowed values.
        name, _, value = pair.partition("=")
        found[name.strip()] = value.strip()
    game.resolve(found)
    return found


def chosen_game(name: str, edition: Path | None = None) -> Game:
    """Load GAME, with the components of the edition file if one is given."""
    return load(name, edition if str(edition) in editions(name) else readable_edition(edition))


def readable_edition(edition: Path | None) -> Path | None:
    """Check that the edition file, if any, can be read."""
    if edition is not None:
        read_text(edition)
    return edition


def whole_number(name: str, given: str, least: int) -> int:
    """Parse an integer with a lower bound."""
    if not given.strip().isdecimal() or len(given) > MAX_DIGITS or int(given) < least:
        raise BadNumber(name=name, value=given, least=least)
    return int(given)


def number_within(name: str, given: str, least: float, most: float) -> float:
    """Parse a decimal number within bounds."""
    try:
        number = float(given)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise OutOfRange(name=name, value=given, least=f"{least:g}", most=f"{most:g}")
    return number


def read_text(path: Path) -> str:
    """Read a text file; an I/O error becomes a refusal that names the file."""
    try:
        return path.read_text("utf-8")
    except OSError as problem:
        raise Unreadable(path=str(path), why=problem.strerror or "") from None
    except UnicodeDecodeError:
        raise Unreadable(path=str(path), why=say("cli.not_text")) from None


def check_writable(path: Path | None) -> None:
    """Fail fast where the output file is not writable, before the long work whose result it takes."""
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
    """Write a text file; an I/O error becomes a refusal that names the file."""
    try:
        path.write_text(text, "utf-8")
    except OSError as problem:
        raise Unreadable(path=str(path), why=problem.strerror or "") from None
