"""Whole games on every backend."""

import random
from pathlib import Path

import pytest

import pithead
from pithead.engine.game import expand_seed

from .builder import GAME, RULES, STATE, Table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_game_keeps_every_invariant_on_the_checked_backend(players: int) -> None:
    state = RULES.new(players, GAME.numbers(GAME.resolve({})), expand_seed("whole"))
    assert RULES.watched_playout(state, RULES.fast(players)) > 100
    assert RULES.facts(state).end_reason == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_people_who_mine_and_draw_keep_every_invariant(players: int) -> None:
    """Random players seldom deliver or exhaust a pile; these do what comes first in a list of wishes."""
    wishes = (
        "place delivery",
        "fill",
        "swap",
        "with",
        "next",
        "keep tile",
        "load",
        "place mining",
        "place factory",
        "cage",
    )
    chance = random.Random(players)
    table = Table(players, seed=players)
    while table.mover >= 0:
        legal = table.legal
        wished = [[text for text in legal if text.startswith(wish)] for wish in wishes]
        best = next((texts for texts in wished if texts), legal)
        table.play(chance.choice(best if chance.random() < 0.7 else legal))
        assert table.audit() == 0
    assert sum(table.s.players[p].delivered for p in range(players)) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_backends_agree_where_random_games_seldom_go(players: int) -> None:
    """Byte for byte, with a preference for mining, deliveries and drawing."""
    slow, fast = GAME.rules("interpreted"), GAME.rules("compiled")
    options = GAME.numbers(GAME.resolve({}))
    prefer = random.Random(players)
    for seed in range(8):
        a, b = (rules.new(players, options, expand_seed(str(seed))) for rules in (slow, fast))
        while slow.to_move(a) >= 0:
            legal = slow.legal(a)
            assert legal == fast.legal(b)
            rare = [action for action in legal if action >= STATE.Act.COAL or action == STATE.Act.PLACE + 8]
            action = prefer.choice(rare if rare and prefer.random() < 0.8 else legal)
            slow.apply(a, action)
            fast.apply(b, action)
            assert slow.encode(a) == fast.encode(b)


def test_an_edition_with_other_numbers_plays(tmp_path: Path) -> None:
    """Nothing printed is a literal of the rules: six slots, more moves, other prizes, five cards more."""
    text = GAME.material.text.decode("utf-8")
    for old, new in (
        ("cage_slots = 5", "cage_slots = 6"),
        ("draw_size = 5", "draw_size = 7"),
        ("moves = 10", "moves = 13"),
        ("first = 13, second = 6", "first = 23, second = 9"),
        ("copies = 3", "copies = 4"),
        ("francs_per_vp = 5", "francs_per_vp = 2"),
    ):
        assert old in text
        text = text.replace(old, new)
    more = "".join(f'  {{ id = {i}, vehicle = "truck", vp = 15, squares = "YYBBKK" }},\n' for i in range(45, 50))
    text = text.replace('squares = "YBGK" },\n]', f'squares = "YBGK" }},\n{more}]')
    edition = tmp_path / "edition.toml"
    edition.write_text(text, "utf-8")
    game = pithead.load("coal-baron", edition)
    rules = game.rules("checked")
    assert game.action_texts.count("draft 49") == 1
    for players in (2, 3, 4):
        state = rules.new(players, game.numbers(game.resolve({})), expand_seed("edition"))
        assert rules.watched_playout(state, rules.fast(players)) > 100


def test_the_state_is_small() -> None:
    assert RULES.size < 3000


def test_the_estimate_of_a_finished_game_is_its_score() -> None:
    table = Table(2).at_work(shift=3).finish_shift()
    evaluate = RULES.instance.module("evaluate").evaluate
    assert [evaluate(table.s, p) for p in range(2)] == [float(points) for points in table.points]


def test_the_estimate_rises_as_coal_comes_nearer_to_its_order() -> None:
    evaluate = RULES.instance.module("evaluate").evaluate
    table = Table(2).at_work().mining(8)
    table.player(0).order(5)
    values = [evaluate(table.s, 0)]
    for text in ("cage 4", "load K", "cage 0", "fill 5 K cage"):
        values.append(evaluate(table.play(text).s, 0))
    assert values == sorted(values)
    assert len(set(values)) == len(values)


def test_orders_for_one_vehicle_cost_one_trip() -> None:
    cost_of_trips = RULES.instance.module("evaluate").cost_of_trips
    costs = []
    for second in (2, 12):  # for the same vehicle as order 1; for another one
        table = Table(2).at_work()
        table.player(0).complete(1).complete(second)
        costs.append(cost_of_trips(table.s, table.s.players[0]))
    assert costs[1] == 2 * costs[0] > 0


def test_leftovers_of_a_draw_go_under_the_pile_without_thought() -> None:
    habit = RULES.instance.module("evaluate").habit
    table = Table(2).at_work().play("place order_draw")
    assert habit(table.s, RULES.legal(table.s)) == -1
    table.play("keep_none")
    assert habit(table.s, RULES.legal(table.s)) == STATE.Act.BOTTOM
    table.play("bottom")
    assert habit(table.s, RULES.legal(table.s)) == RULES.legal(table.s)[0]
