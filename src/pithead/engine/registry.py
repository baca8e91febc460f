"""Finds games by folder: a folder with a `game.toml` below `pithead/games` is a game.

Edition files in its folder `editions` are shipped with it: chosen by name, and found again by the fingerprint that
records and tables write down, also when they are no longer what the game plays by default.
"""

from functools import cache
from pathlib import Path

from .errors import UnknownEdition, UnknownGame
from .game import EDITIONS, Game
from .material import fingerprint_of

GAMES = Path(__file__).parent.parent / "games"


def names() -> list[str]:
    """The ids of all games; the example comes last."""
    found = sorted(path.parent.name for path in GAMES.glob("*/game.toml"))
    return [name.replace("_", "-") for name in sorted(found, key=lambda name: (name == "example", name))]


def folder_of(name: str) -> Path:
    """The folder of a game, by id or folder name."""
    if not isinstance(name, str):
        raise UnknownGame(game=repr(name)[:100], known=", ".join(names()))
    return _folder(GAMES, name)


@cache  # not of what is not found: whatever strangers ask for is not kept
def _folder(games: Path, name: str) -> Path:
    # Compared with the names that there are: whatever somebody typed is never used as a path.
    folders = {path.parent.name: path.parent for path in games.glob("*/game.toml")}
    folder = folders.get(name.strip().lower().replace("-", "_"))
    if folder is None:
        raise UnknownGame(game=name[:100], known=", ".join(names()))
    return folder


@cache
def _builtin(folder: Path) -> Game:
    return Game(folder)


@cache
def _shipped(folder: Path, file: Path) -> Game:
    return Game(folder, file)


def editions(name: str) -> dict[str, Path]:
    """The edition files that are shipped with a game, by name."""
    return {path.stem: path for path in sorted((folder_of(name) / EDITIONS).glob("*.toml"))}


def shipped(name: str, edition: str) -> Game:
    """A game with the components of a shipped edition."""
    known = editions(name)
    if edition not in known:
        raise UnknownEdition(game=load(name).id, edition=edition, known=", ".join(known) or "–")
    return _shipped(folder_of(name), known[edition])


def load(name: str, edition: str | Path | None = None) -> Game:
    """A game by name, with its own components, those of a shipped edition (by name) or those of an edition file."""
    folder = folder_of(name)
    if edition is None:
        return _builtin(folder)
    known = editions(name)
    path = known.get(str(edition), Path(edition))
    return _shipped(folder, path) if path in known.values() else Game(folder, path)


def find(name: str, fingerprint: str) -> Game | None:
    """The game with the components of that fingerprint, if it has ever been shipped with them."""
    builtin = load(name)
    if fingerprint == builtin.material.fingerprint:
        return builtin
    for path in editions(name).values():
        if fingerprint_of(path.read_bytes()) == fingerprint:
            return load(name, path)
    return None


def as_of(name: str, version: int | str) -> Game:
    """A game with the components that it had by default under a rules version: `[defaults]` of its `game.toml`."""
    builtin = load(name)
    edition = builtin.facts.get("defaults", {}).get(str(version))
    return builtin if edition is None else shipped(name, edition)
