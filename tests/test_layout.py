"""What import-linter cannot see: how a game imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).resolve().parent.parent / "src" / "pithead" / "games"
FILES = sorted(path for path in GAMES.rglob("*.py") if path.parent != GAMES)
ALLOWED = ("pithead.kit", "pithead.engine")


def absolute_imports(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            if node.module == "pithead":
                yield from ((node.lineno, f"pithead.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, node.module or ""


@pytest.mark.skipif(not FILES, reason="no game exists yet")
def test_a_game_imports_kit_and_engine_and_its_own_files_relatively() -> None:
    """The loader runs a game's files under another name per backend: an absolute self-import would mix the two."""
    strangers = [
        f"{path.relative_to(GAMES)}:{line}: {name}"
        for path in FILES
        for line, name in absolute_imports(path.read_text(encoding="utf-8"))
        if name.split(".")[0] == "pithead" and not any(name == a or name.startswith(f"{a}.") for a in ALLOWED)
    ]
    assert strangers == []


def test_an_absolute_self_import_is_found() -> None:
    found = [
        name for _, name in absolute_imports("from pithead.games.x import a\nfrom pithead import cli\nfrom . import b")
    ]
    assert found == ["pithead.games.x", "pithead.cli"]


# What the folder of every game has, and what it may have; each is a file, or a folder with files of its own.
NEEDED = {
    "__init__",
    "board",
    "evaluate",
    "inputs",
    "knowledge",
    "material",
    "notation",
    "observation",
    "offers",
    "rules",
}
NEEDED |= {"state", "terms", "view"}
ALLOWED_BESIDES = {"notes", "planners", "plans", "refusals"}
RULES_NEEDED = {"__init__", "audit", "scoring", "setup"}
TESTS_NEEDED = {"__init__", "builder", "observed", "obstacles", "scramble"}


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/game.toml")))
def test_every_game_has_the_same_files(game: str) -> None:
    """Who knows one game finds the way in every other, and in its tests."""
    folder, tests = GAMES / game, Path(__file__).parent / "games" / game
    found = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    assert found >= NEEDED
    assert found <= NEEDED | ALLOWED_BESIDES
    if (folder / "rules").is_dir():
        assert {path.stem for path in (folder / "rules").glob("*.py")} >= RULES_NEEDED
    helpers = {path.stem for path in tests.glob("*.py") if not path.stem.startswith("test_")}
    assert helpers == TESTS_NEEDED


@pytest.mark.parametrize("name", ["architecture.md", "server/index.md"])
def test_the_table_of_look_ups_names_files_that_exist(name: str) -> None:
    """What a newcomer asks takes one or two files, and they are there."""
    root = Path(__file__).parent.parent
    page = (root / "docs" / name).read_text("utf-8")
    table = page.partition("## Where is …")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 5
    for row in rows:
        named = [path for path in re.findall(r"`([\w/]+\.\w+)`", row) if path != "rules/scoring.py"]
        assert 1 <= len(named) <= 2, row
        assert all((root / path).is_file() for path in named), row


def test_no_module_of_the_server_is_longer_than_can_be_read_at_once() -> None:
    lengths = {
        path: len(path.read_text(encoding="utf-8").splitlines()) for path in (GAMES.parent / "table").rglob("*.py")
    }
    assert {str(path): lines for path, lines in lengths.items() if lines > 300} == {}
