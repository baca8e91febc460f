"""What tests of several commands need."""

from pathlib import Path

import pytest

import pithead


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test's own, and answers come in English."""
    monkeypatch.setenv("PITHEAD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PITHEAD_LANG", "en")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file of a finished game of Lamp Room."""
    match = pithead.new("example", players=2, seed=1, names=("Emma", "Hugo"))
    while not match.over:
        match.play(match.legal[0])
    file = tmp_path / "record.txt"
    file.write_text(match.record().text, "utf-8")
    return file
