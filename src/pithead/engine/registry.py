"""Finds games by folder: a folder with a `game.toml` below `pithead/games` is a game."""

from functools import cache
from pathlib import Path

from .errors import UnknownGame
from .game import Game

GAMES = Path(__file__).parent.parent / "games"


def names() -> list[str]:
    """The ids of all games; the example comes last."""
    found = sorted(path.parent.name for path in GAMES.glob("*/game.toml"))
    return [name.replace("_", "-") for name in sorted(found, key=lambda name: (name == "example", name))]


def folder_of(name: str) -> Path:
    """The folder of a game, by id or folder name."""
    folder = GAMES / name.strip().lower().replace("-", "_")
    if folder.parent != GAMES or not (folder / "game.toml").is_file():
        raise UnknownGame(game=name, known=", ".join(names()))
    return folder


@cache
def _builtin(folder: Path) -> Game:
    return Game(folder)


def load(name: str, edition: str | Path | None = None) -> Game:
    """A game by name, with its own components or those of an edition file."""
    folder = folder_of(name)
    return _builtin(folder) if edition is None else Game(folder, Path(edition))
