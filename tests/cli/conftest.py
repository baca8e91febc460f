"""What tests of several commands need."""

from pathlib import Path

import pytest

import pithead


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The file of a finished game of Lamp Room."""
    match = pithead.new("example", players=2, seed=1, names=("Emma", "Hugo"))
    while not match.over:
        match.play(match.legal[0])
    file = tmp_path / "record.txt"
    file.write_text(match.record().text, "utf-8")
    return file
