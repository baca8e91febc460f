"""The numbers that rules and tests cite: promises (P…), rulings (R…, L…) and worked examples (T…, V…, D…, TV…).

Each is an anchor of the site. Rulings stand in the words of a game; the other numbers are the first cells of tables in
`docs/promises.md` and `docs/rulings/`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pithead.engine.registry import load
from pithead.engine.rulebook.writer import of_game

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "src" / "pithead" / "games"
PROMISES = "promises.md"
MARK = "<!-- rulings -->"
NUMBER = re.compile(r"\b(?:TV|[RLTVD])\d{1,3}\b")
PROMISE = re.compile(r"\bP\d{1,2}\b")
NAMED = re.compile(r"^test_((?:(?:tv|[tvd])\d{1,3}_)*)")
ROW = re.compile(r"^\| ((?:TV|[PTVD])\d{1,3}) \|(.*)\|$", re.MULTILINE)


def anchored(text: str, page: str) -> str:
    """A page with its numbers as anchors, examples with the tests that play them, and the rulings at their mark."""
    folder = game_of(page)
    tests = tested(folder) if folder else {}

    def row(match: re.Match[str]) -> str:
        cells = match[2].rstrip()
        return f"| {_anchor(match[1])} |{cells}{_by(tests.get(match[1], []))} |"

    return ROW.sub(row, text).replace(MARK, _rulings(folder, tests) if folder else MARK)


def game_of(page: str) -> str | None:
    """The folder of the game whose rulings a page has."""
    folder = Path(page).stem.replace("-", "_")
    return folder if page.startswith("rulings/") and (GAMES / folder).is_dir() else None


def anchors(text: str) -> set[str]:
    """The numbers that a page of the site resolves."""
    return set(re.findall(r'<span id="\w+">(\w+)</span>', text))


def cited() -> dict[str, set[str]]:
    """What comments and docstrings of tests and rules cite, by the page that has to resolve it."""
    found: dict[str, set[str]] = defaultdict(set)
    for source in sorted([*(ROOT / "tests").rglob("*.py"), *(ROOT / "src").rglob("*.py")]):
        text = source.read_text("utf-8")
        # Reading tokens takes its time, and most files cite nothing.
        remarks = " ".join(_remarks(text)) if PROMISE.search(text) or NUMBER.search(text) else ""
        found[PROMISES] |= set(PROMISE.findall(remarks))
        parts = source.relative_to(ROOT).parts
        if "games" in parts[:-2] and (GAMES / (game := parts[parts.index("games") + 1])).is_dir():
            found[f"rulings/{game.replace('_', '-')}.md"] |= set(NUMBER.findall(remarks))
            found[f"rulings/{game.replace('_', '-')}.md"] |= set(tested(game))
    return found


@cache
def tested(folder: str) -> dict[str, list[str]]:
    """The tests that cite each number of a game, as sentences."""
    found: dict[str, list[str]] = defaultdict(list)
    for source in sorted((ROOT / "tests" / "games" / folder).glob("test_*.py")):
        text = source.read_text("utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and (name := NAMED.match(node.name)):
                numbers = {*NUMBER.findall(ast.get_source_segment(text, node) or ""), *name[1].upper().split("_")} - {
                    ""
                }
                for number in sorted(numbers):
                    found[number].append(node.name[name.end() :].replace("_", " "))
    return found


def _remarks(source: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""')):
            yield token.string


def _rulings(folder: str, tests: dict[str, list[str]]) -> str:
    """The rulings of a game as a table."""
    rows = [
        f"| {_anchor(ruling.id)} | {_cell(ruling.text)}{_by(tests.get(ruling.id, []))} |"
        for ruling in of_game(load(folder), "en").rulings
    ]
    return "\n".join(["| number | ruling |", "|---|---|", *rows])


def _anchor(number: str) -> str:
    return f'<span id="{number.lower()}">{number}</span>'


def _by(tests: list[str]) -> str:
    return "".join(f"<br><small>✓ {_cell(test)}</small>" for test in tests)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
