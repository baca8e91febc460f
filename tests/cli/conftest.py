"""What tests of several commands need."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.lab import workers


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


@pytest.fixture
def interrupt_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let Ctrl-C come when so many pieces of work are done."""

    def patch(pieces: int) -> None:
        def here(work: Any, count: int) -> Iterator[Any]:
            for number in range(pieces):
                yield work(number, workers.never)
            raise KeyboardInterrupt

        monkeypatch.setattr(workers, "here", here)

    return patch
