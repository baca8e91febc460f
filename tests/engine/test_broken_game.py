"""One title with a mistake in its facts never hides the others."""

import shutil
from pathlib import Path

import pytest

from pithead.cli import run
from pithead.engine import registry
from pithead.engine.errors import BrokenGame


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the example and a title that is being written."""
    shutil.copytree(registry.GAMES / "example", tmp_path / "example")
    (tmp_path / "fifth").mkdir()
    monkeypatch.setattr(registry, "GAMES", tmp_path)
    registry._builtin.cache_clear()
    return tmp_path


@pytest.mark.parametrize(("text", "says"), [("id = [", "fifth/game.toml"), ('id = "fifth"', "“rules”")])
def test_the_list_of_games_names_the_broken_one_and_shows_the_others(
    games: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    (games / "fifth" / "game.toml").write_text(text, "utf-8")
    with pytest.raises(BrokenGame):
        registry.load("fifth")
    assert run(["games", "--lang", "en"]) == 0
    told = capsys.readouterr()
    assert "Lamp Room" in told.out
    assert says in told.err
    assert "[broken_game]" in told.err
