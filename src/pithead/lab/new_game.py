"""Scaffolds a new title from the example: a folder, its messages and tests, which pass at once."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from pithead.engine import registry
from pithead.engine.errors import PitheadError

MODEL, MODEL_TITLES = "example", ("Lamp Room", "La lampisterie", "Lampenstube")
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class BadGameName(PitheadError):
    """The name is not a valid id, or is taken."""

    code = "bad_game_name"


class NoSourceTree(PitheadError):
    """Pithead is installed without its tests."""

    code = "no_source_tree"


def write(name: str, title: str, root: Path) -> list[Path]:
    """Write the files of a new title into the source tree; returns their paths."""
    tests = root / "tests"
    if not (tests / "games" / MODEL).is_dir():
        raise NoSourceTree(path=str(root))
    if not NAME.fullmatch(name) or name in registry.names():
        raise BadGameName(name=name, known=", ".join(registry.names()))
    folder = name.replace("-", "_")
    pairs = [
        (registry.GAMES / MODEL, registry.GAMES / folder),
        (tests / "games" / MODEL, tests / "games" / folder),
        (tests / "playthroughs" / MODEL, tests / "playthroughs" / folder),
        (tests / "contract" / "perft" / f"{MODEL}.txt", tests / "contract" / "perft" / f"{name}.txt"),
    ]
    files = [file for source, target in pairs for file in _copy(source, target, name, title)]
    known = tests / "contract" / "fingerprints.txt"
    list_components(name, known)
    return [*files, known]


def list_components(name: str, known: Path) -> None:
    """Update the component fingerprints of a draft."""
    others = [line for line in known.read_text("utf-8").splitlines() if line.split()[0] != name]
    games = [registry.load(name, edition) for edition in (None, *registry.editions(name))]
    lines = sorted([*others, *(f"{name} {game.material.fingerprint}" for game in games)])
    known.write_text("\n".join(lines) + "\n", "utf-8")


def _copy(source: Path, target: Path, name: str, title: str) -> Iterator[Path]:
    files = [source] if source.is_file() else sorted(path for path in source.rglob("*") if path.is_file())
    for file in files:
        if "__pycache__" in file.parts:
            continue
        copy = target / file.relative_to(source) if source.is_dir() else target
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = renamed(file.read_text("utf-8"), name, title)
        if file.name == "game.toml":
            text = text.replace("rules = 1\n", "rules = 1\ndraft = true\n")
        copy.write_text(text, "utf-8")
        shutil.copymode(file, copy)
        yield copy


def renamed(text: str, name: str, title: str) -> str:
    """Substitute the new title's name in a file of the example."""
    for old in MODEL_TITLES:
        text = text.replace(old, title)
    # Not in a list: there "example" is a block type of the rulebook.
    named = re.compile(rf'((?:id = |load\(|schema = |pattern=)"\^?|game: ){MODEL}(?=["/\n])')
    text = named.sub(lambda found: found[1] + name, text)
    return text.replace(f"games.{MODEL}", f"games.{name.replace('-', '_')}")
