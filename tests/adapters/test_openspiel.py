"""OpenSpiel's own simulation test with serialization, and its Python bots (P22)."""

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

import numpy as np  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

import pithead  # noqa: E402
import pithead.adapters.openspiel  # noqa: E402
from pithead.adapters.position import Position  # noqa: E402
from tests.contract.settings import Setting, every_setting  # noqa: E402

pytestmark = pytest.mark.slow


def load(setting: Setting) -> Any:
    given = {name: value for name, value in setting.options.items() if isinstance(value, (bool, int))}
    words = {name: value for name, value in setting.options.items() if name not in given}
    return pyspiel.load_game(
        f"pithead_{setting.name.replace('-', '_')}", {"players": setting.players, **given, **words}
    )


@pytest.mark.parametrize("name", pithead.names())
def test_random_simulations_with_serialization(name: str) -> None:
    setting = Setting(name, pithead.load(name).variants[0].players[0], "standard")
    pyspiel.random_sim_test(load(setting), num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@every_setting
def test_random_simulations_of_every_setting(setting: Setting) -> None:
    """It writes and replays the whole history at every step: a second per setting."""
    pyspiel.random_sim_test(load(setting), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", pithead.names())
@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_its_python_bots_finish_games(name: str, kind: str) -> None:
    setting = Setting(name, pithead.load(name).variants[0].players[0], "standard")
    game = load(setting)
    state = game.new_initial_state()
    chance = np.random.RandomState(1)
    state.apply_action(7)
    if kind == "mcts":
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = mcts.MCTSBot(game, 2.0, 2, evaluator, random_state=chance)
    else:
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 2, random_state=chance)
    thoughts = 0
    while not state.is_terminal():
        # The bot decides a few times, the rest is random: a search on a Python game is slow.
        if thoughts < 6:
            action = bot.step(state)
            thoughts += 1
        else:
            action = int(chance.choice(state.legal_actions()))
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(0)


@every_setting
def test_a_resampled_state_looks_the_same_to_the_player(setting: Setting) -> None:
    game = load(setting)
    state = game.new_initial_state()
    state.apply_action(11)
    choose = random.Random(3)
    for number in range(60):
        if state.is_terminal():
            break
        if number % 10 == 0:
            player = state.current_player()
            other = state.resample_from_infostate(player, choose.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            assert np.array_equal(other.observation_tensor(player), state.observation_tensor(player))
        state.apply_action(choose.choice(state.legal_actions()))


def test_two_players_of_mine_play_for_the_same_coal() -> None:
    for players, utility in ((1, "GENERAL_SUM"), (2, "ZERO_SUM")):
        game = pithead.adapters.openspiel.load("mine", players, dummy=players == 1)
        assert game.get_type().utility == getattr(pyspiel.GameType.Utility, utility)


def test_the_public_observer_shows_no_hand() -> None:
    game = pithead.adapters.openspiel.load("example", 2)
    state = game.new_initial_state()
    state.apply_action(3)
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE)
    public = game.make_py_observer(kind)
    public.set_from(state, 0)
    assert public.tensor is None
    assert public.string_from(state, 0) == public.string_from(state, 1) == state.observed(None, False)
    assert state.position.view(0).players[0].hand
    assert all(player.hand is None for player in state.position.view(None).players)


def test_the_engine_plays_the_same_game() -> None:
    setting = Setting("example", 3, "standard")
    state = load(setting).new_initial_state()
    state.apply_action(5)
    position = Position("example", 3, backend="interpreted")
    position.reset(5)
    choose = random.Random(4)
    while not state.is_terminal():
        assert state.legal_actions() == position.legal
        action = choose.choice(position.legal)
        state.apply_action(action)
        position.play(action)
    assert state.returns() == position.rewards()
