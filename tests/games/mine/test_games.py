"""Whole games: on the checked rules, on both backends, and their ends."""

import random

import pytest

import pithead
from pithead.engine.game import expand_seed

from .builder import GAME, RULES, A, Pit

SETTINGS = [
    (variant.name, players) for variant in GAME.variants for players in (variant.players[0], variant.players[-1])
]


def options_of(name: str) -> list[int]:
    variant = next(variant for variant in GAME.variants if variant.name == name)
    return GAME.numbers(GAME.resolve(variant.options))


@pytest.mark.parametrize(("variant", "players"), SETTINGS)
def test_a_whole_game_keeps_every_invariant(variant: str, players: int) -> None:
    """Cards, coal, colour cards, hands and the table's knowledge, after every decision."""
    state = RULES.new(players, options_of(variant), expand_seed(f"{variant} {players}"))
    assert RULES.watched_playout(state, RULES.fast(players, 5)) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), SETTINGS)
def test_both_backends_play_the_same_game(variant: str, players: int) -> None:
    game = pithead.load("mine")  # the edition that is compiled already
    slow, fast = game.rules("interpreted"), game.rules("compiled")
    choose = random.Random(variant)
    a = slow.new(players, options_of(variant), expand_seed(players))
    b = fast.new(players, options_of(variant), expand_seed(players))
    while slow.to_move(a) >= 0:
        assert slow.encode(a) == fast.encode(b)
        action = choose.choice(slow.legal(a))
        slow.apply(a, action)
        fast.apply(b, action)
    assert slow.encode(a) == fast.encode(b)


def test_an_invariant_notices_a_lost_card_and_a_lost_coal() -> None:
    """The audit is able to fail."""
    state = RULES.new(3, options_of("standard"), expand_seed(1))
    assert RULES.facts(state).audit == 0
    broken = RULES.copy(state)
    broken.reserve -= 1
    assert RULES.facts(broken).audit == 15
    broken = RULES.copy(state)
    broken.deck.n -= 1
    assert RULES.facts(broken).audit == 1
    broken = RULES.copy(state)
    broken.players[0].known[2] = 1
    assert RULES.facts(broken).audit == 3
    broken = RULES.copy(state)
    broken.players[1].placed = 1
    assert RULES.facts(broken).audit == 8


def test_alone_the_lead_over_the_dummy_counts_and_among_others_the_own_points() -> None:
    """Nobody else's points are compared with the dummy's, so the estimate does it where it is the only opponent."""
    evaluate = RULES.instance.module("evaluate").evaluate
    for players, counts in ((1, True), (2, False)):
        ahead, behind = (
            evaluate(Pit(players + 1, round=3, dummy=True).points(*[4] * players, dummy).s, A) for dummy in (0, 8)
        )
        assert ahead - behind == pytest.approx(8 if counts else 0)
