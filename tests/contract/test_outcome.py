"""One outcome of a game: what the search and the environments make of ranks is what `Outcome` says."""

import random
from dataclasses import replace

import pytest

from pithead.adapters import STEPPING
from pithead.bots.search.settings import Settings
from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.outcome import Outcome
from pithead.engine.rules import State

from .settings import Setting, covering_settings


def finished(setting: Setting, seed: int) -> State:
    """A random game at its end."""
    rules = setting.game.rules()
    state = setting.new(rules, f"outcome {seed}")
    chance = random.Random(f"{setting} {seed}")
    while rules.to_move(state) >= 0:
        rules.apply(state, chance.choice(rules.legal(state)))
    return state


@covering_settings
def test_search_and_environments_reward_what_the_outcome_says(setting: Setting) -> None:
    rules, players = setting.game.rules(), setting.players
    state = finished(setting, 1)
    outcome: Outcome = rules.standing(state, players)
    assert search_rewards(setting, state) == pytest.approx(outcome.shares)
    points, ranks, rewards = [0] * players, [0] * players, [0.0] * players
    setting.game.instance().specialise(STEPPING).reward(state, players, points, ranks, rewards)
    assert (points, ranks) == (outcome.scores, outcome.ranks)
    assert rewards == pytest.approx(outcome.rewards)


def search_rewards(setting: Setting, state: State) -> list[float]:
    """What a playout that comes to this end is worth to each player, by winning alone."""
    settings = replace(Settings.of(setting.game, "forecast"), margin=0.0)
    tree = Tree(Backing(setting.game), settings, nodes=8)
    module, work = tree._module, tree.work
    assert module.evaluation.count_players(state, work.lists[module.SIDES]) == setting.players
    module.evaluation.terminal_rewards(state, work.plan[0], setting.players, work.lists, work.reals)
    return list(work.reals[module.memory.REWARD][: setting.players])
