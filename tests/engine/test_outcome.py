"""One answer to who has won how much."""

import pytest

from pithead.engine.outcome import Outcome


def test_a_teams_win_is_shared_in_one_way() -> None:
    """Both members of a team have won; a contest counts the game once; a reward sums to zero."""
    teams = Outcome([30, 20, 30, 20], [1, 2, 1, 2], [0, 1, 0, 1])
    assert teams.shares == [1, 0, 1, 0]
    assert teams.credits == [0.5, 0, 0.5, 0]
    assert teams.rewards == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])
    tie = Outcome([9, 9, 4], [1, 1, 3], [0, 1, 2])
    assert tie.shares == tie.credits == [0.5, 0.5, 0]
    assert tie.rewards == pytest.approx([0.25, 0.25, -0.5])
    automaton = Outcome([5, 3], [2, 3], [0, 1])
    assert automaton.winners == ()
    assert automaton.shares == automaton.credits == [0, 0]
    assert automaton.rewards == [1, -1]
    assert Outcome([5], [1], [0]).rewards == [1]
    assert Outcome([5], [2], [0]).rewards == [-1]
