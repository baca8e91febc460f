"""Tuning: the copy that reads its weights from an array judges positions as the original does."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import pithead
from pithead.engine.game import Game, expand_seed
from pithead.lab.tuning.copying import copy_with_weights

JUDGE = """
import json, sys, pithead
game = pithead.load(sys.argv[1])
evaluate = game.instance().game_name("evaluate")
weights, states = json.loads(sys.stdin.read())
doubled = [2 * weight for weight in weights]
rules = game.rules()
# The search of the copy passes the weights on: a few simulations from the first position.
from pithead.bots.search.settings import Settings
from pithead.bots.search.workspace import Backing
from pithead.engine.imagined import imagine
from pithead.lab.tuning.duels import Table, Terms, Weighted, WeightedBaron
tree = Weighted(Backing(game), Settings.of(game))
tree.weigh(weights)
state = rules.decode(bytes.fromhex(states[0]))
tree.reset(imagine(rules, state, rules.to_move(state)))
tree.simulate(rules.to_move(state), 3)
assert tree.visits == 3
if game.id == "example":
    # Luck belongs to the seats, so equal sides win exactly as much as they lose; others need not.
    options = tuple(game.numbers(game.resolve(None)))
    table = Table(Terms(game.id, (2,), options, 4), Backing(game))
    worse = [0.0 * weight for weight in weights]
    assert table.duel((weights, weights), 1, 4) == 0.0
    assert table.duel((weights, worse), 1, 8) > 0.0
    assert table.duel((worse, weights), 1, 8) < 0.0
    # By time: a Baron each, with its own weights.
    baron = WeightedBaron(game, Backing(game), 1, 0.01, doubled, net=False)
    assert baron.choose(imagine(rules, state, rules.to_move(state))) in rules.legal(state)
    assert list(baron._trees[0].work.reals[baron._trees[0]._module.TOTAL][:len(doubled)]) == doubled
    timed = Table(Terms(game.id, (2,), options, 0, seconds=0.01), Backing(game))
    outcome, owners = timed.play((weights, worse), "timed", 0, 1)
    assert sum(outcome.credits) == 1 and owners == [1, 0]
judged = [[evaluate(rules.decode(bytes.fromhex(state)), 0, by) for state in states] for by in (weights, doubled)]
print(json.dumps(judged))
"""


def positions(title: Game) -> list[str]:
    """States along a game played at random."""
    rules, chance = title.rules(), random.Random(4)
    state = rules.new(title.players[-1], title.numbers(title.resolve(None)), expand_seed(3))
    found = []
    while rules.to_move(state) >= 0:
        rules.apply(state, chance.choice(rules.legal(state)))
        found.append(rules.encode(state).hex())
    return found[:: max(1, len(found) // 30)]


@pytest.mark.slow
@pytest.mark.parametrize("game", pithead.names())
def test_a_copy_with_its_weights_in_an_array_judges_like_the_original(game: str, tmp_path: Path) -> None:
    title = pithead.load(game)
    copy_with_weights(title.id, tmp_path)
    weights: dict[str, float] = json.loads((tmp_path / "weights.json").read_text("utf-8"))
    assert weights
    states = positions(title)

    done = subprocess.run(
        [sys.executable, "-c", JUDGE, title.id],
        input=json.dumps([list(weights.values()), states]),
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    judged, doubled = json.loads(done.stdout)
    evaluate, rules = title.instance().game_name("evaluate"), title.rules()
    assert judged == [evaluate(rules.decode(bytes.fromhex(state)), 0) for state in states]
    assert doubled != judged
