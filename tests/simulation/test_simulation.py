"""Seeded worlds in a process with Python 3.12 or later, which is set up where it can be found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import simulate
from scripts.tools import ROOT

pytestmark = pytest.mark.slow

BROKE = "217,244,810,1297,1382,1839,2200,3360,5082,6896"
"""Seeds that broke, or never came to an end, and are not among the first that run anyway."""


@pytest.fixture(scope="session")
def program() -> list[str]:
    """What runs the simulation."""
    found = simulate.command()
    if found is None:
        pytest.skip(simulate.MISSING)
    return found


def run(program: list[str], *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program, *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def nobody() -> Iterator[None]:
    """Without the rights of root, if there are any."""
    mine = os.geteuid()
    if mine == 0:
        os.seteuid(65534)
    yield
    os.seteuid(mine)


def test_a_python_that_may_not_be_looked_at_or_is_not_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    closed = tmp_path / "closed"
    (closed / "versions").mkdir(parents=True)
    closed.chmod(0)
    monkeypatch.setenv("PYENV_ROOT", str(closed))
    monkeypatch.setenv("PITHEAD_SIMULATION_PYTHON", str(tmp_path / "missing"))
    monkeypatch.setattr(sys, "executable", "")
    monkeypatch.setenv("PATH", "")
    request.getfixturevalue("nobody")
    assert simulate.find_python() is None


def test_as_many_seeds_as_fit_into_8_seconds_hold(program: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    # Of processor time: however busy the machine is, about as many run. A hundred are run without a second process.
    ran = run(program, "--seeds", f"{BROKE},0-89", "--seconds", "8")
    with capsys.disabled():
        print(f"\nsimulation: {ran.stdout}", end="")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.soak
def test_seeds_hold_for_hours(program: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    seconds = 3600 * float(os.environ.get("HOURS", "1"))
    ran = run(program, "--seeds", "10000-99999", "--seconds", str(seconds))
    with capsys.disabled():
        print(f"\nsimulation: {ran.stdout}", end="")
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_same_seed_is_the_same_world_in_every_process(program: list[str], tmp_path: Path) -> None:
    # Three workers on PostgreSQL that stall and lose their power, and a file on a slow disk.
    asked = ("--seeds", "2-3", "--traces")
    log = tmp_path / "seeds.jsonl"
    one = run(program, *asked, PYTHONHASHSEED="1")
    other = run(program, *asked, "--jobs", "2", "--log", str(log), PYTHONHASHSEED="2")
    assert len(one.stdout.splitlines()) == 2, one.stderr
    assert one.stdout == other.stdout
    # What is in the log is summed up, and not run again.
    noted = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    again = run(program, "--seeds", "2-3", "--log", str(log))
    assert f"2 seeds, 0 broken, {sum(line['checks'] for line in noted)} checks" in again.stdout
    assert len(log.read_text(encoding="utf-8").splitlines()) == 2


def test_a_planted_defect_is_found_and_its_seed_can_be_replayed(program: list[str]) -> None:
    found = run(program, "--seeds", "0-49", "--defect", "draft_shown_to_others")
    assert found.returncode == 1, found.stdout + found.stderr
    assert "was shown a draft" in found.stdout or "though nothing was settled" in found.stdout
    replay = found.stdout.split("make simulate ")[1].splitlines()[0]
    asked = dict(part.split("=") for part in replay.split())
    arguments = [part for name, value in asked.items() for part in (f"--{name.lower()}", value)]
    again = run(program, *arguments)
    assert again.returncode == 1
    page = ROOT / "build" / "simulation" / f"seed-{asked['SEEDS']}.html"
    assert "Time line" in page.read_text(encoding="utf-8")
