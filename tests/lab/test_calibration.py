"""Calibration: scores computed right, and forecasts that are better than none."""

import pytest

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
