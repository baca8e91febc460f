"""Those who give up come last, whatever the bot in their seat has earned."""

from __future__ import annotations

import pytest

from pithead.engine.outcome import Outcome
from pithead.table.render.tables import ranks_after


@pytest.mark.parametrize(
    ("ranks", "teams", "conceded", "after"),
    [
        ([2, 1, 3], [0, 1, 2], [], [2, 1, 3]),
        ([2, 1, 3], [0, 1, 2], [1], [1, 3, 2]),
        ([1, 1, 3], [0, 1, 2], [2], [1, 1, 3]),
        ([1, 1, 3], [0, 1, 2], [0], [3, 1, 2]),
        ([3, 1, 2, 4], [0, 1, 2, 3], [1, 2], [1, 3, 3, 2]),
        # One side is left: it has won, also where an automaton is ahead of it.
        ([1, 3], [0, 1], [0], [2, 1]),
        # Two sides behind an automaton.
        ([2, 3, 4], [0, 1, 2], [0], [4, 2, 3]),
        # A team gives up when both partners have.
        ([1, 2, 1, 2], [0, 1, 0, 1], [0], [1, 2, 1, 2]),
        ([1, 2, 1, 2], [0, 1, 0, 1], [0, 2], [2, 1, 2, 1]),
    ],
)
def test_whoever_concedes_shares_the_last_place(
    ranks: list[int], teams: list[int], conceded: list[int], after: list[int]
) -> None:
    assert ranks_after(Outcome([0] * len(ranks), ranks, teams), conceded) == after
