"""A new title from the example passes at once."""

import shutil
from pathlib import Path

import pytest

from pithead.engine import registry
from pithead.engine.match import new
from pithead.engine.messages import LANGUAGES
from pithead.engine.record import parse
from pithead.engine.rulebook.writer import of_game
from pithead.lab.new_game import BadGameName, NoSourceTree, list_components, write
from scripts import playthrough

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


def listed(name: str) -> str:
    """What stands in the list of fingerprints once the title is there."""
    games = [registry.load(name, edition) for edition in (None, *registry.editions(name))]
    return "".join(f"{name} {found}\n" for found in sorted(game.material.fingerprint for game in games)) + "example 1\n"


def test_a_new_title_plays_and_its_playthroughs_replay(tree: Path) -> None:
    files = write("deep-shaft", "Deep Shaft", tree)
    assert registry.names() == ["deep-shaft", "example"]
    game = registry.load("deep-shaft")
    assert game.id == "deep-shaft"
    assert game.draft
    for language in LANGUAGES:
        assert game.messages(language).text("game.title") == "Deep Shaft"
        assert of_game(game, language).sections
    match = new(game, 2, seed=1)
    while not match.over:
        match.play(match.legal[0])
    assert (tree / "tests/contract/fingerprints.txt").read_text("utf-8") == listed("deep-shaft")
    records = sorted((tree / "tests" / "playthroughs" / "deep_shaft").glob("*.txt"))
    assert records
    for record in records:
        assert parse(record.read_text("utf-8")).verify().game.id == "deep-shaft"
    assert tree / "tests" / "games" / "deep_shaft" / "builder.py" in files
    assert not [file for file in files if "Lamp Room" in file.read_text("utf-8")]
    code = [file for file in files if file.name != "contents.toml"]  # there it is a block of a rulebook
    assert not [file for file in code if '"example"' in file.read_text("utf-8")]


def test_what_is_kept_of_a_shipped_title_is_made_anew_for_a_draft(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in ("game.toml", "material.toml"):  # other options and components than the copied playthroughs have
        path = registry.GAMES / "example" / file
        changed = path.read_text("utf-8").replace("[3, 2, 1]", "[3, 2]").replace("matches = 1", "matches = 2")
        path.write_text(changed.replace("rounds = 8", "rounds = 2"), "utf-8")
    write("deep-shaft", "Deep Shaft", tree)
    monkeypatch.setattr(playthrough, "FOLDER", tree / "tests" / "playthroughs")
    known = tree / "tests" / "contract" / "fingerprints.txt"
    known.write_text("deep-shaft 0\nexample 1\n", "utf-8")
    game = registry.load("deep-shaft")
    list_components("deep-shaft", known)
    playthrough.record_draft(game)
    assert known.read_text("utf-8") == listed("deep-shaft")
    matches = [
        parse(path.read_text("utf-8")).verify()
        for path in (tree / "tests" / "playthroughs" / "deep_shaft").glob("*.txt")
    ]
    assert {match.players for match in matches} == set(game.players)
    assert len(matches) == len(game.players) + len(game.variants) - 1
    assert all(match.over and match.game is game for match in matches)


@pytest.mark.parametrize("name", ["example", "Deep", "deep_shaft", "9", "../x", ""])
def test_a_name_that_cannot_be_is_refused(tree: Path, name: str) -> None:
    with pytest.raises(BadGameName) as refused:
        write(name, "Deep Shaft", tree)
    assert "example" in refused.value.text("fr")


def test_without_the_tests_there_is_nothing_to_copy(tmp_path: Path) -> None:
    with pytest.raises(NoSourceTree):
        write("deep-shaft", "Deep Shaft", tmp_path)
