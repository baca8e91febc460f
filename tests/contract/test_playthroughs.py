"""Recorded games that people can read replay for ever, on both backends (P1)."""

from pathlib import Path

import pytest

import pithead

from .settings import every_game

FOLDER = Path(__file__).parent.parent / "playthroughs"
FILES = sorted(FOLDER.glob("*/*.txt"))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_playthrough_replays_on_both_backends(path: Path) -> None:
    record = pithead.read_record(path.read_text("utf-8"))
    match = record.start()
    rules = match.game.rules("compiled")
    twin = rules.new(match.players, match.game.numbers(match.options), match.deal.key)
    for after in record.steps(match):
        rules.apply(twin, after.actions[-1])
        assert rules.encode(twin) == after.rules.encode(after.state), f"decision {len(after.actions)}"
    assert record.verify().over
    assert match.record().text == record.text


@every_game
def test_every_end_of_every_game_is_recorded(name: str) -> None:
    """One file per end reason × player count, so that a reader finds an example of each."""
    game = pithead.load(name)
    found = set()
    for path in FOLDER.glob(f"{game.folder.name}/*.txt"):
        match = pithead.read_record(path.read_text("utf-8")).replay()
        assert match.result is not None
        found.add((match.result.reason, match.players))
    reasons = [reason for reason in game.module("notation").END_REASONS if reason]
    assert {players for _, players in found} == set(game.players)
    assert {reason for reason, _ in found} == set(reasons)
