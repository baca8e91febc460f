"""The gauge: a level against a table of planners."""

import json
import sys
from pathlib import Path

import pytest

from pithead.bots.planner import planners
from pithead.engine.registry import load
from pithead.lab import gauge
from pithead.lab.arena import Contest, Played, Report


@pytest.mark.parametrize(("game", "players"), [(game, n) for game, counts in gauge.GAMES.items() for n in counts])
def test_every_planner_sits_at_some_table_and_the_level_at_all(game: str, players: int) -> None:
    tables = gauge.tables(game, "baron", players)
    assert all(bots[0] == "baron" for bots in tables)
    assert {plan for bots in tables for plan in bots[1:]} == set(
        list(planners(load(game)))[: 3 if players == 2 else players - 1]
    )
    for bots in tables:
        Contest(game, bots, players, 2, gauge.options(players)).check()


def won(contest: Contest, wins: int) -> Report:
    """Sixty games of three bots, of which the first won some."""
    credit = {True: (1.0, 0.0, 0.0), False: (0.0, 1.0, 0.0)}
    games = [
        Played(number, (0, 1, 2), credit[number < wins], (1, 2, 3), (9, 8, 7), ({},) * 3, ((),) * 3)
        for number in range(60)
    ]
    return Report(contest, games)


def test_a_row_is_ahead_if_its_whole_interval_is() -> None:
    contest = Contest("mine", ("baron", "looter", "digger"), 3, 60)
    assert gauge.row(won(contest, 40))["ahead"]
    assert not gauge.row(won(contest, 22))["ahead"]
    assert "66.7 % of 60 games" in gauge.line(gauge.row(won(contest, 40)))


def test_alone_half_of_the_games_against_the_dummy_are_even() -> None:
    contest = Contest("mine", ("hewer",), 1, 40, gauge.options(1))
    games = [Played(number, (0,), (float(number < 30),), (1,), (9,), ({},), ((),)) for number in range(40)]
    found = gauge.row(Report(contest, games))
    assert (found["even"], found["share"], found["ahead"]) == (0.5, 0.75, True)
    assert "hewer against the dummy: 75.0 % of 40 games" in gauge.line(found)


def test_the_command_writes_its_table_and_fails_where_a_level_is_not_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "gauge.json"
    monkeypatch.setattr(sys, "argv", [*"gauge --game mine --players 3 --level foreman --json".split(), str(out)])
    for wins, code in ((40, 0), (20, 1)):
        monkeypatch.setattr(gauge, "run", lambda contest, jobs, wins=wins: won(contest, wins))
        assert gauge.main() == code
        assert "foreman against looter, recruiter" in capsys.readouterr().out
        assert [one["games"] for one in json.loads(out.read_text("utf-8"))["rows"]] == [60]
