"""Recorded games that people can read replay for ever, on both backends (P1)."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.engine.record import Record

from .settings import every_game

FOLDER = Path(__file__).parent.parent / "playthroughs"
FILES = sorted(FOLDER.glob("*/*.txt"))


def kept(path: Path) -> Any:
    """Components of earlier versions would be compiled for these games alone: `make test` replays them interpreted."""
    record = pithead.read_record(path.read_text("utf-8"))
    earlier = int(record.headers["rules"]) != pithead.load(record.headers["game"]).rules_version
    return pytest.param(path, id=f"{path.parent.name}-{path.stem}", marks=pytest.mark.soak if earlier else ())


@pytest.mark.slow
@pytest.mark.parametrize("path", [kept(path) for path in FILES])
def test_a_playthrough_replays_on_both_backends(path: Path) -> None:
    record = pithead.read_record(path.read_text("utf-8"))
    match = record.start()
    rules = match.game.rules("compiled")
    twin = rules.new(match.players, match.game.numbers(match.options), match.deal.key)
    for after in record.steps(match):
        rules.apply(twin, after.actions[-1])
        assert rules.encode(twin) == after.rules.encode(after.state), f"decision {len(after.actions)}"
    assert match.over


def assert_same_record(again: Record, kept: Record) -> None:
    """Written anew, a record also names what did not exist when it was kept: options, the edition."""
    assert again.lines == [replace(line, number=0) for line in kept.lines]
    options = [set(one.headers["options"].split(", ")) for one in (kept, again)]
    assert options[0] <= options[1]
    assert {**again.headers, "options": "", "material": ""} == {**kept.headers, "options": "", "material": ""}


@every_game
def test_every_end_of_every_game_is_recorded_and_replays(name: str) -> None:
    """One file per end reason × player count, so that a reader finds an example of each."""
    game = pithead.load(name)
    found = set()
    for path in FOLDER.glob(f"{game.folder.name}/*.txt"):
        record = pithead.read_record(path.read_text("utf-8"))
        match = record.verify()
        assert match.result is not None
        assert_same_record(match.record(), record)
        found.add((match.result.reason, match.players))
    reasons = [reason for reason in game.module("notation").END_REASONS if reason]
    assert {players for _, players in found} == set(game.players)
    assert {reason for reason, _ in found} == set(reasons)
