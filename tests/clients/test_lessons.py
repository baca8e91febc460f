"""`pithead learn`: the same lessons, typed."""

import subprocess
from pathlib import Path

import pytest

from pithead.engine import lessons, registry
from pithead.engine.lessons import Lesson
from tests.clients.terminal_driver import COMMAND, Terminal
from tests.table.client import GIVE_UP

FIRST = [course[0] for name in registry.names() if (course := lessons.course(name))]


def typed(lesson: Lesson) -> str:
    """What a learner types: Enter where a step is only read."""
    texts = lesson.game.action_texts
    lines = [line for moment in lesson.script.moments for line in [texts[d] for d in moment.decisions] or [""]]
    return "\n".join([*lines, "quit"]) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("lesson", FIRST, ids=[lesson.game.id for lesson in FIRST])
def test_a_lesson_can_be_typed_to_its_end(lesson: Lesson, tmp_path: Path) -> None:
    run = subprocess.run(
        [*COMMAND, "learn", lesson.game.id, lesson.name, "--plain", "--lang", "de"],
        input=typed(lesson),
        env={"PITHEAD_DATA": str(tmp_path), "PATH": "", "COLUMNS": "80"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=GIVE_UP,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert f"[{len(lesson.steps)}/{len(lesson.steps)}]" in run.stdout
    assert f"Das war „{lesson.title('de')}“" in run.stdout


def test_a_step_lets_nothing_else_be_played(tmp_path: Path) -> None:
    with Terminal("learn", "coal-baron", data=tmp_path) as terminal:
        assert "[1/20]" in terminal.until("[Enter] ")
        assert "Type: draft 6" in terminal.type("")
        assert "[lesson_step]" in terminal.type("draft 1")
        assert "Type: end" in terminal.type("draft 6")
        assert "Type: draft 6" in terminal.type("undo"), "what was right may be taken back"
        terminal.type("quit", "")
        assert terminal.exit_code() == 0


def test_the_list_of_lessons_names_a_lesson_that_there_is(tmp_path: Path) -> None:
    with Terminal("learn", "coal-baron", "night-shift", data=tmp_path) as terminal:
        assert "first-shift" in terminal.until_seen(r"\[unknown_lesson\]")
        assert terminal.exit_code() == 2
