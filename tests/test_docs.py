"""README and documentation are true: their Python runs; every path, command, link and number leads somewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from pithead.cli.app import build
from pithead.engine import registry
from scripts.docs import checks, numbers, pages

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")] + sorted(
    (ROOT / "docs").rglob("*.md")
)
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
# Fragments that show a form and are no programs are titled "sketch".
PYTHON = re.compile(r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", re.DOTALL | re.MULTILINE)
PROGRAMS = [name for name, page in zip(NAMES, PAGES, strict=True) if PYTHON.search(page.read_text("utf-8"))]


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_python_block_runs_and_prints_what_stands_below_it(name: str, tmp_path: Path) -> None:
    """The blocks of a page are one program."""
    if "pyspiel" in text_of(name) and importlib.util.find_spec("pyspiel") is None:
        pytest.skip("pyspiel is not installed")
    blocks = PYTHON.findall(text_of(name))
    mark = "-- end of block --"
    program = "".join(f"{block}\nprint({mark!r})\n" for block, _ in blocks)
    # In English, and in a folder of its own: what a page writes is not kept.
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ | {"PITHEAD_LANG": "en"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    printed = done.stdout.split(f"{mark}\n")
    for (block, expected), found in zip(blocks, printed, strict=False):
        assert not expected or found == expected, block


def test_the_guide_for_researchers_has_a_block_for_each_environment() -> None:
    named = ["BatchEnv", "pithead.adapters.pettingzoo", "pithead.adapters.gymnasium", "pithead.adapters.openspiel"]
    blocks = [block for block, _ in PYTHON.findall(text_of("docs/adapters.md"))]
    assert [name in block for name, block in zip(named, blocks, strict=True)] == [True] * 4


def test_the_readme_shows_what_its_example_prints() -> None:
    ((_, printed),) = PYTHON.findall(text_of("README.md"))
    assert printed


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """All pages of the site, the generated ones too."""
    return pages.stage(tmp_path_factory.mktemp("site"))


def test_every_page_stands_in_the_navigation_once(staged: dict[str, str]) -> None:
    navigation = text_of("mkdocs.yml").split("\nnav:\n")[1]
    listed = re.findall(r"([\w/-]+\.md)$", navigation, re.MULTILINE)
    drafts = {f"rulings/{name}.md" for name in registry.names() if registry.load(name).draft}
    assert sorted(listed) == sorted(staged.keys() - drafts)


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_to_a_page_or_a_file(name: str) -> None:
    """Anchors as well; `make docs` follows the links of the built pages once more."""
    made = {ROOT / "docs" / "reference" / "commands.md"}
    text = pages.FENCE.sub("", text_of(name))
    for target, anchor in re.findall(r"\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)", text):
        path = (ROOT / name).parent / target if target else ROOT / name
        assert path.resolve() in made or path.exists(), target
        if anchor and path.suffix == ".md":
            assert anchor in anchors(path.resolve()), f"{target}#{anchor}"


@cache
def anchors(page: Path) -> set[str]:
    text = pages.FENCE.sub("", page.read_text("utf-8"))
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    slugs = {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in heads}
    name = page.relative_to(ROOT / "docs").as_posix() if page.is_relative_to(ROOT / "docs") else page.name
    return slugs | {number.lower() for number in numbers.anchors(numbers.anchored(text, name))}


@pytest.mark.parametrize("name", NAMES)
def test_every_path_exists(name: str) -> None:
    """But for the game that the tutorial writes."""
    named = re.findall(r"`((?:src|tests|scripts|bench|deploy|docs|examples|requirements|web)/[\w./-]+)`", text_of(name))
    assert [path for path in named if "deep_shaft" not in path and not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_command_exists_with_its_options(name: str) -> None:
    wrong = [line for line in commands(text_of(name)) if not is_command(line)]
    assert wrong == []


def commands(text: str) -> list[str]:
    """Lines of blocks, and code in the text, that call Pithead, make or a module or script of the project."""
    blocks = "\n".join(re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)).splitlines()
    spans = re.findall(r"`([^`\n]+)`", pages.FENCE.sub("", text))
    found = [re.sub(r"^(\S*bin/)", "", line.split("  #")[0].strip()) for line in blocks + spans]
    return [line for line in found if re.match(r"(pithead|make|python3?) [\w-]", line)]


@cache
def the_command() -> Any:
    return typer.main.get_command(build())


def is_command(line: str) -> bool:
    program, *words = shlex.split(line.replace("…", " ").split(" | ")[0].replace("[", " ").replace("]", " "))
    words = [word for word in words if "=" not in word or word.startswith("--")]
    if program == "make":
        targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
        return {word for word in words if not word.startswith("-")} <= targets
    if program.startswith("python"):
        if words[:1] == ["-m"]:
            return importlib.util.find_spec(words[1]) is not None
        return (ROOT / words[0]).exists()
    known = the_command()
    command = known if words[0].startswith("-") else known.commands.get(words[0])
    if command is None:
        return words[0] == "COMMAND"
    allowed = {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}
    return {word.split("=")[0] for word in words if word.startswith("-") and word != "-"} <= allowed


def test_a_command_that_does_not_exist_is_noticed() -> None:
    assert is_command("pithead sim coal-baron --players 3 --games 10")
    for line in (
        "pithead simulate coal-baron",
        "pithead sim coal-baron --game 3",
        "make plays",
        "python -m pithead.none",
    ):
        assert not is_command(line), line


def test_every_number_that_tests_and_rules_cite_has_an_anchor(staged: dict[str, str]) -> None:
    missing = {page: sorted(cited - numbers.anchors(staged[page])) for page, cited in numbers.cited().items()}
    assert {page: found for page, found in missing.items() if found} == {}


def test_every_promise_names_what_exists_or_says_that_nothing_holds_it() -> None:
    rows = numbers.ROW.findall(text_of("docs/promises.md"))
    assert len(rows) == len({number for number, _ in rows}) > 25
    for number, row in rows:
        test = row.split(" | ")[1]
        assert re.search(r"`(tests/|make |test_|audit)", test) or test.startswith("none yet"), number


def test_a_site_with_a_dead_link_or_a_foreign_script_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text('<h2 id="here">A</h2><a href="../b/">b</a><a href="#gone">c</a>')
    (tmp_path / "index.html").write_text('<a href="a/#here">a</a><script src="https://example.org/x.js"></script>')
    assert checks.problems(tmp_path) == [
        "a/index.html links to #gone, which has no such anchor",
        "a/index.html links to ../b/, which does not exist",
        "index.html fetches https://example.org/x.js",
    ]
