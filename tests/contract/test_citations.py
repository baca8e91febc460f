"""Every ruling is implemented where it is cited, tested where it is cited, and explained to players."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

import pytest

import pithead
from pithead.engine.rulebook.sources import texts

TESTS = Path(__file__).parent.parent / "games"
RULING = re.compile(r"\bR\d+\b")
# What these say to players names rulings, but does not implement them.
SPEAKERS = frozenset({"offers.py", "board.py", "material.py"})


def rulings_of(name: str) -> set[str]:
    """The rulings that players can read."""
    return {
        key.removeprefix("rule.") for key in texts(pithead.load(name).folder, "en") if re.fullmatch(r"rule\.R\d+", key)
    }


@cache
def citations(folder: Path, leave_out: frozenset[str] = frozenset()) -> frozenset[str]:
    """The rulings named in comments and docstrings below a folder."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        if path.name not in leave_out:
            for remark in remarks(path.read_text("utf-8")):
                found.update(RULING.findall(remark))
    return frozenset(found)


def remarks(source: str) -> Iterator[str]:
    """Comments and docstrings of a file."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            yield ast.get_docstring(node) or ""


def numbered(rulings: AbstractSet[str]) -> list[str]:
    return sorted(rulings, key=lambda ruling: int(ruling[1:]))


games_with_rulings = pytest.mark.parametrize("name", [name for name in pithead.names() if rulings_of(name)])


@games_with_rulings
def test_every_ruling_is_cited_where_it_is_implemented(name: str) -> None:
    missing = rulings_of(name) - citations(pithead.load(name).folder, SPEAKERS)
    assert not missing, f"not cited in the rules: {numbered(missing)}"


@games_with_rulings
def test_every_ruling_is_cited_by_a_test(name: str) -> None:
    missing = rulings_of(name) - citations(TESTS / pithead.load(name).folder.name)
    assert not missing, f"not cited by a test: {numbered(missing)}"


@games_with_rulings
def test_no_unknown_ruling_is_cited(name: str) -> None:
    folder = pithead.load(name).folder
    unknown = (citations(folder) | citations(TESTS / folder.name)) - rulings_of(name)
    assert not unknown, f"nobody can read these: {numbered(unknown)}"


@games_with_rulings
def test_rulings_are_numbered_without_gaps(name: str) -> None:
    rulings = numbered(rulings_of(name))
    assert rulings == [f"R{i}" for i in range(1, len(rulings) + 1)]


@games_with_rulings
def test_the_rules_reference_names_only_known_rulings(name: str) -> None:
    for language in ("en", "fr", "de"):
        words = texts(pithead.load(name).folder, language)
        named = {ruling for text in words.values() for ruling in RULING.findall(text)}
        assert named <= rulings_of(name), language
