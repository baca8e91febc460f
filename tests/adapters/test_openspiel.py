"""OpenSpiel's own simulation test with serialization, and its Python bots (P22)."""

import copy
import pickle
import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

import numpy as np  # noqa: E402
from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import cfr, evaluate_bots, exploitability, ismcts, mcts  # noqa: E402
from open_spiel.python.bots import uniform_random  # noqa: E402

import pithead  # noqa: E402
import pithead.adapters.openspiel  # noqa: E402
from pithead.adapters.openspiel import LevelBot  # noqa: E402
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


@pytest.mark.parametrize("deal", [None, 7])
def test_games_and_states_can_be_copied_and_pickled(deal: int | None) -> None:
    game = pyspiel.load_game("pithead_example(players=3,edition=mini,matches=1,deals=9)")
    state = game.new_initial_state()
    if deal is not None:
        state.apply_action(deal)
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(other) == str(game) and type(other) is type(game)
        fresh = other.new_initial_state()
        fresh.apply_action(7)
        assert fresh.legal_actions()
    for again in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert again.history() == state.history() and again.legal_actions() == state.legal_actions()


def test_before_the_deal_there_is_nothing_to_deal_anew() -> None:
    state = pyspiel.load_game("pithead_example").new_initial_state()
    other = state.resample_from_infostate(0, random.Random(1).random)
    assert other.is_chance_node() and other is not state
    other.apply_action(7)
    assert state.is_chance_node() and other.legal_actions()


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


MINI = {"players": 2, "edition": "mini", "matches": 1, "deals": 3}


def test_counterfactual_regret_minimisation_solves_the_mini_game() -> None:
    """Lamp Room with few components: the tree is walked in full, and exploitability falls towards nothing."""
    game = pyspiel.load_game("pithead_example", MINI)
    found = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game))]
    solver = cfr.CFRPlusSolver(game)
    for rounds in (2, 4):
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found == sorted(found, reverse=True)
    assert found[-1] < 0.3 * found[0]


def test_an_information_state_remembers_everything_that_the_player_saw_and_did() -> None:
    """Perfect recall: whoever cannot tell two positions apart has seen and done the same before both."""
    game = pyspiel.load_game("pithead_example", MINI)
    pasts: dict[tuple[int, str], tuple[Any, ...]] = {}

    def walk(state: Any, past: tuple[tuple[Any, ...], ...]) -> None:
        if state.is_chance_node():
            for deal in state.legal_actions():
                walk(state.child(deal), past)
            return
        told = [state.information_state_string(player) for player in range(2)]
        for player in range(2):
            assert pasts.setdefault((player, told[player]), past[player]) == past[player]
        if not state.is_terminal():
            mover = state.current_player()
            for action in state.legal_actions():
                own = [(*past[player], told[player], action if player == mover else None) for player in range(2)]
                walk(state.child(action), tuple(own))

    walk(game.new_initial_state(), ((), ()))
    assert len(pasts) > 100


def test_what_another_player_remembers_is_not_in_a_resampled_state() -> None:
    """It would tell what that player really holds."""
    game = pyspiel.load_game("pithead_example", {"players": 2})
    resampled = []
    for deal in (1, 2):
        state = game.new_initial_state()
        state.apply_action(deal)
        for _ in range(8):
            state.apply_action(state.legal_actions()[-1])
        player = state.current_player()
        other = state.resample_from_infostate(player, random.Random(1).random)
        assert other.memory(player) == state.memory(player)
        resampled.append(other.memory(1 - player))
        other.apply_action(other.legal_actions()[0])
        assert other.memory(player) != state.memory(player)
    assert resampled[0] == resampled[1]


@pytest.mark.parametrize("level", ["hewer", "foreman:simulations=20"])
def test_the_bots_of_the_table_play_here(level: str) -> None:
    game = pyspiel.load_game("pithead_example", {"players": 2})
    bots = [LevelBot(level, game, seed=1), uniform_random.UniformRandomBot(1, np.random.RandomState(1))]
    returns = [evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(n)) for n in range(6)]
    assert sum(result[0] for result in returns) > 0, "it beats chance"


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


def test_a_decision_that_does_not_exist_is_refused_by_its_number() -> None:
    state = pithead.adapters.openspiel.load("example", 2).new_initial_state()
    state.apply_action(0)
    with pytest.raises(pyspiel.SpielError, match="999"):
        state.apply_action_with_legality_check(999)


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
