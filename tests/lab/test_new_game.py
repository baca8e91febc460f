"""A new title from the example passes at once."""

import shutil
from pathlib import Path

import pytest

from pithead.engine import registry
from pithead.engine.match import new
from pithead.engine.record import parse
from pithead.lab.new_game import BadGameName, NoSourceTree, write

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree with the example alone."""
    games = tmp_path / "src" / "pithead" / "games"
    shutil.copytree(registry.GAMES / "example", games / "example", ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("games/example", "playthroughs/example"):
        shutil.copytree(ROOT / "tests" / part, tmp_path / "tests" / part)
    (tmp_path / "tests" / "contract" / "perft").mkdir(parents=True)
    shutil.copy(ROOT / "tests/contract/perft/example.txt", tmp_path / "tests/contract/perft/example.txt")
    (tmp_path / "tests/contract/fingerprints.txt").write_text("example 1\n", "utf-8")
    monkeypatch.setattr(registry, "GAMES", games)
    return tmp_path


def test_a_new_title_plays_and_its_playthroughs_replay(tree: Path) -> None:
    files = write("deep-shaft", "Deep Shaft", tree)
    assert registry.names() == ["deep-shaft", "example"]
    game = registry.load("deep-shaft")
    assert game.id == "deep-shaft"
    assert game.messages("de").text("game.title") == "Deep Shaft"
    match = new(game, 2, seed=1)
    while not match.over:
        match.play(match.legal[0])
    fingerprint = game.material.fingerprint
    assert (tree / "tests/contract/fingerprints.txt").read_text("utf-8") == f"deep-shaft {fingerprint}\nexample 1\n"
    records = sorted((tree / "tests" / "playthroughs" / "deep_shaft").glob("*.txt"))
    assert records
    for record in records:
        assert parse(record.read_text("utf-8")).verify().game.id == "deep-shaft"
    assert tree / "tests" / "games" / "deep_shaft" / "builder.py" in files
    assert not [file for file in files if "Lamp Room" in file.read_text("utf-8")]
    assert not [file for file in files if '"example"' in file.read_text("utf-8")]


@pytest.mark.parametrize("name", ["example", "Deep", "deep_shaft", "9", "../x", ""])
def test_a_name_that_cannot_be_is_refused(tree: Path, name: str) -> None:
    with pytest.raises(BadGameName) as refused:
        write(name, "Deep Shaft", tree)
    assert "example" in refused.value.text("fr")


def test_without_the_tests_there_is_nothing_to_copy(tmp_path: Path) -> None:
    with pytest.raises(NoSourceTree):
        write("deep-shaft", "Deep Shaft", tmp_path)
