"""What bots imagine is honest: hidden tokens at every possible place, with the right frequency."""

from collections import Counter
from typing import Any

import pytest

from pithead.engine.game import expand_seed

from .builder import GAME

RULES = GAME.rules()
ST = GAME.module("state")
SAMPLES = 4000


def imagined(state: Any, number: int) -> Any:
    copy = RULES.copy(state)
    RULES.determinize(copy, 0, RULES.fast(number, 5))
    return copy


def position(players: int) -> Any:
    return RULES.new(players, GAME.numbers(GAME.resolve({})), expand_seed(3))


@pytest.mark.parametrize("players", [3, 4])
def test_every_unseen_token_lies_on_every_station_equally_often(players: int) -> None:
    """With three players six of the nineteen lie in the box, so the frequencies are those of all that is unseen."""
    state = position(players)
    station = ST.STATIONS.index("Y4")
    first = state.station_token[station] - 1
    state.station_token[station] = 0
    state.uncovered[first] += 1
    unseen = [ST.RAIL_COUNT[kind] - state.uncovered[kind] for kind in range(5)]
    other = ST.STATIONS.index("R3")
    seen = Counter(imagined(state, i).station_token[other] - 1 for i in range(SAMPLES))
    for kind in range(5):
        expected = unseen[kind] / sum(unseen)
        assert seen[kind] / SAMPLES == pytest.approx(expected, abs=4 * (expected * (1 - expected) / SAMPLES) ** 0.5)


def test_what_was_seen_still_holds() -> None:
    state = position(3)
    state.shown = 2
    for i in range(200):
        twin = imagined(state, i)
        assert list(twin.disaster_token[:2]) == list(state.disaster_token[:2])
        assert sorted(twin.disaster_token) == sorted(state.disaster_token)
        assert [token > 0 for token in twin.station_token] == [token > 0 for token in state.station_token]
        assert list(twin.uncovered) == list(state.uncovered)
        for kind in range(5):
            assert sum(token == kind + 1 for token in twin.station_token) <= ST.RAIL_COUNT[kind]


def test_disasters_to_come_are_dealt_evenly() -> None:
    state = position(4)
    state.shown = 1
    left = Counter(state.disaster_token[1:])
    last = Counter(imagined(state, i).disaster_token[4] for i in range(SAMPLES))
    for kind, count in left.items():
        assert last[kind] / SAMPLES == pytest.approx(count / 4, abs=0.03)


def test_the_order_of_large_mines_is_dealt_evenly() -> None:
    state = position(4)
    state.stack.n = 3
    state.stack.items[:3] = [4, 7, 9]
    tops = Counter(imagined(state, i).stack.items[2] for i in range(SAMPLES))
    assert set(tops) == {4, 7, 9}
    for count in tops.values():
        assert count / SAMPLES == pytest.approx(1 / 3, abs=0.03)


def test_features_follow_the_seat() -> None:
    state = position(4)
    state.players[2].points = 37
    places = {piece.name: piece.start for piece in GAME.module("observation").LAYOUT}
    assert RULES.features(state, 2)[places["seat +0: points"]] == 37
    assert RULES.features(state, 1)[places["seat +1: points"]] == 37


def test_the_estimate_likes_points_income_and_stations() -> None:
    evaluate = GAME.module("evaluate").evaluate
    state = position(4)
    before = evaluate(state, 0)
    state.players[0].points += 5
    with_points = evaluate(state, 0)
    assert with_points == pytest.approx(before + 5)
    state.players[0].miners[ST.STATION_AT] += 1
    state.players[0].miners[ST.RESERVE] -= 1
    with_station = evaluate(state, 0)
    assert with_station > with_points
    state.players[0].cards[0] = 10
    state.mines[9] = 0
    assert evaluate(state, 0) > with_station + 2
