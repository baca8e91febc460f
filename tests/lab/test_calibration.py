"""Calibration: scores computed right, and forecasts that are better than none."""

import pytest

import pithead
from pithead.bots.search.settings import Settings
from pithead.bots.search.workspace import Backing, Tree
from pithead.lab.arena import Contest
from pithead.lab.calibration import Sample, at_once, brier, by_lead, calibrate, even


def sample(lead: int, won: bool, progress: float = 0.5) -> Sample:
    """Two players, the first ahead by some points."""
    result = (1.0, 0.0) if won else (0.0, 1.0)
    return Sample(0, progress, (0.5, 0.5), (20.0 + lead, 20.0), (20 + lead, 20), (0, 1), result)


def test_the_even_forecast_of_two_scores_a_quarter() -> None:
    samples = [sample(3, True), sample(3, False)]
    assert brier(samples, even(samples)) == 0.25
    assert brier(samples, [(1.0, 0.0), (0.0, 1.0)]) == 0.0


def test_the_fit_of_the_lead_finds_the_true_odds() -> None:
    samples = [sample(10, True)] * 80 + [sample(10, False)] * 20 + [sample(0, True)] * 50 + [sample(0, False)] * 50
    chances = by_lead(samples)
    assert chances[0][0] == pytest.approx(0.8, abs=0.01)
    assert chances[-1][0] == pytest.approx(0.5, abs=0.01)


def test_the_estimate_alone_uses_the_formula_of_the_search() -> None:
    assert at_once([sample(0, True)], 10.0, 1.0)[0] == (0.5, 0.5)
    ahead = at_once([sample(5, True)], 10.0, 1.0)[0]
    assert 0.5 < ahead[0] < 1
    assert sum(ahead) == pytest.approx(1)
    assert at_once([sample(5, True, 1.0)], 10.0, 1.0)[0][0] > ahead[0]


def test_partners_are_pooled_as_the_search_does() -> None:
    four = Sample(0, 0.5, (0.25,) * 4, (20.0, 18.0, 12.0, 18.0), (20, 18, 12, 18), (0, 1, 0, 1), (1.0, 0.0, 1.0, 0.0))
    by_best, pooled = at_once([four], 10.0, 1.0)[0], at_once([four], 10.0, 1.0, 0.5)[0]
    assert by_best[0] == by_best[2] > 0.5
    assert by_best[0] > pooled[0] == pooled[2], "two equal partners are worth more than one that is ahead alone"
    match = pithead.new("mine-out", 4, seed=1, options={"teams": True})
    match.state.seats[0].score = 9
    evaluate, progress = (match.game.instance().game_name(name) for name in ("evaluate", "progress"))
    values = tuple(evaluate(match.state, seat) for seat in range(4))
    sample = Sample(
        0, progress(match.state) / 1000, (0.25,) * 4, values, (9, 3, 3, 3), (0, 1, 0, 1), (1.0, 0.0, 1.0, 0.0)
    )
    tree = Tree(Backing(match.game), Settings.of(match.game, margin=0.0), 8)
    module, work = tree._module, tree.work
    module.count_players(match.state, work.lists[module.SIDES])
    module.judge(match.state, work.plan[0], 4, work.lists, work.reals, work.net, 0)
    assert at_once([sample], 30.0, 3.0, 0.5)[0] == pytest.approx(work.reals[module.REWARD][:4])


def test_forecasts_of_lamp_room_beat_equal_chances() -> None:
    data = calibrate(Contest("example", ("hewer", "hewer"), 2, 12, seed="cal"), deals=32)
    assert data["games"] == 12
    assert data["positions"] > 100
    assert data["brier"]["forecast"] < data["brier"]["even"]
    assert sum(tenth["count"] for tenth in data["curve"]) == 2 * data["positions"]


def test_an_interruption_keeps_what_is_done() -> None:
    def interrupt(done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    data = calibrate(Contest("example", ("hewer", "hewer"), 2, 12), deals=32, progress=interrupt)
    assert data["interrupted"]
    assert data["games"] == 2
