"""Trained policies as bots: what is written is read again, and only where it belongs."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import pithead
from pithead.bots import from_spec
from pithead.bots.play import play
from pithead.bots.policy import BadPolicy, Inputs, Policy, preferred
from pithead.engine.game import expand_seed

POLICIES = Path(__file__).parents[2] / "examples" / "policies"
GAME = pithead.load("example")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    policy = Policy.fresh(GAME, hidden=8, seed=1)
    policy.weights["choice"][:] = np.random.default_rng(2).standard_normal(policy.weights["choice"].shape)
    policy.write(tmp_path / "Lamp.npz")
    return tmp_path / "Lamp.npz"


def test_every_value_of_a_choice_and_every_amount_has_a_row_of_its_own() -> None:
    inputs, pieces = Inputs.of(GAME), GAME.module("observation").LAYOUT
    used: set[int] = set()
    for piece in pieces:
        for at in range(piece.start, piece.stop):
            rows = set()
            for value in range(1, piece.high + 1) if piece.values else (1, max(1, piece.high)):
                seen = np.zeros(inputs.rows.shape, np.int16)
                seen[at] = value
                found, times = inputs.active(seen)
                assert len(found) == 1 and times[0] > 0
                rows.add(int(found[0]))
            assert len(rows) == (piece.high if piece.values else 1), piece.name
            assert not rows & used
            used |= rows
    assert used == set(range(inputs.size))


def test_a_policy_reads_as_it_was_written(path: Path) -> None:
    inputs, seen = Inputs.of(GAME), np.ones(len(Inputs.of(GAME).rows), np.int16)
    kept = Policy.read(path, GAME)
    kept.write(path)
    assert np.array_equal(Policy.read(path, GAME).scores(inputs, seen), kept.scores(inputs, seen))


def test_a_file_keeps_weights_to_a_hundredth_of_the_largest_of_their_row(path: Path) -> None:
    fresh = Policy.fresh(GAME, hidden=8, seed=2)
    fresh.weights["choice"][:] = np.random.default_rng(1).standard_normal(fresh.weights["choice"].shape)
    fresh.write(path)
    kept = Policy.read(path, GAME)
    for name, found in fresh.weights.items():
        largest = np.abs(found).max(axis=-1, keepdims=True)
        assert (np.abs(kept.weights[name] - found) <= largest / 100).all(), name


@pytest.mark.parametrize("path", sorted(POLICIES.glob("*.npz")), ids=lambda path: path.stem)
def test_a_shipped_policy_can_be_seated(path: Path) -> None:
    from_spec(f"policy:{path}", pithead.load(path.stem), 0)


def test_the_best_legal_decision_is_taken(path: Path) -> None:
    inputs, policy = Inputs.of(GAME), Policy.read(path, GAME)
    seen = np.ones(len(inputs.rows), np.int16)
    order = [int(action) for action in policy.scores(inputs, seen).argsort()[::-1]]
    assert preferred(policy, inputs, seen.tolist(), order[1:]) == order[1]
    assert preferred(policy, inputs, seen.tolist(), sorted(order)) == order[0]


def test_a_policy_plays_whole_games_and_survives_copies(path: Path) -> None:
    rules = GAME.rules()
    bot = from_spec(f"policy:{path}", GAME, 0)
    ended = []
    for seats in ([bot, bot], [copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]):
        state = rules.new(2, GAME.numbers(GAME.resolve(None)), expand_seed(1))
        ended.append(play(rules, state, seats).actions)
    assert ended[0] == ended[1]


@pytest.mark.parametrize("name", ["missing.npz", "text.npz", "other.npz"])
def test_what_is_no_policy_of_this_game_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "text.npz").write_text("weights")
    other = Policy.fresh(GAME, hidden=8, seed=1)
    other.about["layout"] = "of yesterday"
    other.write(tmp_path / "other.npz")
    with pytest.raises(BadPolicy) as refused:
        from_spec(f"policy:{tmp_path}/{name}", GAME, 0)
    assert name in refused.value.text("de")
