"""One title with a mistake in its facts never hides the others."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pithead.cli import run
from pithead.engine import registry
from pithead.engine.errors import BrokenGame


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the example and a title that is being written."""
    shutil.copytree(registry.GAMES / "example", tmp_path / "example")
    (tmp_path / "fifth").mkdir()
    monkeypatch.setattr(registry, "GAMES", tmp_path)
    registry._builtin.cache_clear()
    yield tmp_path
    # Tests after this one load the titles that are really there.
    registry._builtin.cache_clear()


FACTS = (registry.GAMES / "example" / "game.toml").read_text("utf-8").replace('"example"', '"fifth"')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id = [", "fifth/game.toml"),
        ('id = "fifth"', "“rules”"),
        (FACTS.replace('name = "matches"\n', ""), "“options.0.name”"),
        (FACTS.replace("players = [2, 3, 4]", "players = 3"), "players: "),
        (FACTS.replace("[search]", "[serach]"), "serach: "),
    ],
)
def test_the_list_of_games_names_the_broken_one_and_shows_the_others(
    games: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    (games / "fifth" / "game.toml").write_text(text, "utf-8")
    with pytest.raises(BrokenGame):
        registry.load("fifth")
    check_list(capsys, says, "[broken_game]")


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("material.toml", None, "fifth/material.toml"),
        ("material.toml", "play = [", "fifth/material.toml"),
        ("locales/en.json", "{", "fifth/locales/en.json"),
        ("locales/en.json", None, "fifth/locales/en.json"),
    ],
)
def test_neither_components_nor_words_of_one_title_hide_the_others(
    games: Path, capsys: pytest.CaptureFixture[str], file: str, text: str | None, says: str
) -> None:
    shutil.copytree(games / "example", games / "fifth", dirs_exist_ok=True)
    (games / "fifth" / "game.toml").write_text(FACTS, "utf-8")
    (games / "fifth" / file).unlink()
    if text is not None:
        (games / "fifth" / file).write_text(text, "utf-8")
    check_list(capsys, says, "")


def check_list(capsys: pytest.CaptureFixture[str], says: str, code: str) -> None:
    """The list has the example, and a sentence about the other title."""
    for form in ([], ["--json"]):
        assert run(["games", "--lang", "en", *form]) == 0
        told = capsys.readouterr()
        assert "Lamp Room" in told.out
        assert says in told.err
        assert code in told.err
