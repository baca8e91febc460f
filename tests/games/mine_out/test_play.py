"""Whole games: every way to play, both backends, what players are shown."""

import itertools
import random
from typing import Any

import pytest

import pithead
from pithead.engine.board import Table
from pithead.engine.game import expand_seed
from tests.contract.settings import many, spread

from .builder import GAME, RULES, STATE, A, B, Town

WAYS: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (3, {}),
    (2, {}),
    (4, {"teams": True}),
    (3, {"zero_yield_dig_allowed": False}),
]
ways = pytest.mark.parametrize(("players", "options"), WAYS, ids=["four", "three", "two", "teams", "strict"])


@ways
@spread(1, 3)
def test_a_whole_game_on_the_checked_backend(players: int, options: dict[str, Any], count: int) -> None:
    numbers = GAME.numbers(GAME.resolve(options))
    for seed in range(count):
        state = RULES.new(players, numbers, expand_seed(seed))
        assert RULES.watched_playout(state, RULES.fast(seed)) > 0


@ways
@many(1, 5)
def test_both_backends_agree_byte_for_byte(players: int, options: dict[str, Any], games: int) -> None:
    fast = GAME.rules("compiled")
    numbers = GAME.numbers(GAME.resolve(options))
    chance = random.Random(players)
    for seed in range(games):
        a, b = RULES.new(players, numbers, expand_seed(seed)), fast.new(players, numbers, expand_seed(seed))
        while RULES.to_move(a) >= 0:
            assert RULES.encode(a) == fast.encode(b)
            assert RULES.legal(a) == fast.legal(b)
            action = chance.choice(RULES.legal(a))
            RULES.apply(a, action)
            fast.apply(b, action)
        assert RULES.encode(a) == fast.encode(b)


def test_a_game_ends_even_if_everybody_stalls() -> None:
    """R76: nobody scores by refreshing for ever."""
    match = pithead.new("mine-out", 4, seed="stall", options={"round_limit": 30})
    while not match.over:
        match.play("refresh")
        match.confirm()
    assert match.result is not None
    assert match.result.reason == "round_limit"
    assert len(match.turns) == 30 * 4
    assert sorted(match.result.outcome.scores) == [0, 2, 4, 6]


def test_the_first_player_is_drawn_by_lot_or_fixed() -> None:
    drawn = {pithead.new("mine-out", 4, seed=seed).to_move for seed in range(40)}
    assert drawn == {0, 1, 2, 3}
    assert {pithead.new("mine-out", 4, seed=s, options={"first_player": "first_seat"}).to_move for s in range(9)} == {0}


def test_a_turn_can_be_undone_until_something_is_revealed() -> None:
    match = pithead.new("mine-out", 3, seed=5)
    match.play("move pub")
    match.play("move market")
    assert match.restart() == 2
    match.play("refresh")
    with pytest.raises(pithead.engine.errors.NothingToUndo):
        match.undo()


def test_no_list_of_decisions_is_long() -> None:
    longest = 0
    for seed in range(5):
        match = pithead.new("mine-out", 4, seed=f"lists {seed}")
        chance = random.Random(seed)
        while not match.over:
            longest = max(longest, len(match.legal))
            match.play(chance.choice(match.legal))
    assert longest <= 36


def test_the_view_forecasts_outs_and_the_next_point_phase() -> None:
    town = Town().hold(A, copper=4, jewel=1).hold(B, copper=2).money(B, 3)
    state = GAME.rules().decode(RULES.encode(town.s))
    view = GAME.module("view").view(state, A)
    assert view.mines[0].out == [0, 2, 0, 0]
    assert view.bank.out == [0, 1, 0, 0]
    assert view.seats[A].next_points == 5
    assert view.seats[A].wilds == 1


def test_a_seat_above_fifty_is_announced() -> None:
    town = Town().score(B, 51)
    view = GAME.module("view").view(GAME.rules().decode(RULES.encode(town.s)), None)
    assert [seat.ends_next for seat in view.seats] == [False, True, False, False]


# Each number of players, form and language; `make soak` goes through all of them.
ALWAYS = (("en", False, 2), ("fr", True, 2), ("de", False, 4), ("en", True, 4))


@pytest.mark.parametrize(
    ("language", "plain", "players"),
    [
        pytest.param(*form, marks=() if form in ALWAYS else pytest.mark.soak)
        for form in itertools.product(("en", "fr", "de"), (False, True), (2, 4))
    ],
)
def test_the_board_fits_the_terminal(language: str, plain: bool, players: int) -> None:
    match = pithead.new(
        "mine-out", players, seed=language, names=("Ada", "Émile", "[Jo]", "Hugo the Long-Named")[:players]
    )
    chance = random.Random(language)
    table = Table(GAME.messages(language), match.names, 0, 80, plain)
    board = GAME.module("board")
    while not match.over:
        match.play(chance.choice(match.legal))
        lines = board.draw(match.view(0), table)
        for line in lines:
            shown = line.removeprefix("[bold]").removesuffix("[/]").replace("\\[", "[")
            assert len(shown) <= 80, shown
            assert not plain or "│" not in shown
    text = "\n".join(lines)
    assert all(GAME.messages(language).name(place) in text for place in STATE.PLACES)
    assert "board." not in text, "every word is translated"


def test_evaluation_prefers_what_a_player_would() -> None:
    def value(town: Town) -> float:
        return float(GAME.instance("checked").module("evaluate").evaluate(town.s, A))

    plain = value(Town())
    assert value(Town().score(A, 5)) > plain + 4
    assert value(Town().hold(A, copper=3)) > value(Town().hold(A, copper=2)) + 1
    assert value(Town().hold(A, copper=4)) > plain + 2
    assert value(Town().money(A, 9)) > plain
    assert value(Town().draw(A, "mafia")) > plain
    assert value(Town().play_area(A, miner_black=1)) > plain
    over = Town().score(A, 51).hold(A, gold=4).start_turn(A)
    assert value(over) == 51
