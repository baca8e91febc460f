"""The batch environment plays the very games of the engine, and refuses what it cannot use with a sentence."""

import copy
import multiprocessing
import pickle
import time
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import pithead
from pithead import BatchEnv
from pithead.adapters.batch import ALONE
from pithead.adapters.checks import BadArgument
from pithead.engine.errors import Illegal

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", pithead.names())
def test_masks_movers_and_features_are_those_of_the_rules(game: str) -> None:
    env = BatchEnv(game, players=3, count=8, seed=3)
    rules = pithead.load(game).rules()
    batch = env.reset()
    for step in range(100):
        for i in range(step % 4, 8, 4):
            state = rules.decode(env.state_bytes(i))
            mover = rules.to_move(state)
            assert batch.movers[i] == mover
            assert np.flatnonzero(batch.mask[i]).tolist() == rules.legal(state)
            assert batch.features[i].tolist() == rules.features(state, mover)
        assert (env.every_seat()[np.arange(8), batch.movers] == batch.features).all()
        batch = env.step(env.random_actions())


def test_a_finished_game_pays_zero_sum_rewards_and_is_followed_by_another() -> None:
    env = BatchEnv("example", players=3, count=64, seed=4)
    batch = env.reset()
    ended = 0
    for _ in range(200):
        batch = env.step(env.random_actions())
        assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-6)
        assert not batch.rewards[batch.done == 0].any()
        for i in np.flatnonzero(batch.done):
            points = batch.points[i][:3]
            best = points == points.max()
            assert ((batch.rewards[i] > 0) == best).all() or best.all()
        ended += int(batch.done.sum())
        assert (batch.mask.sum(axis=1) > 0).all()
    assert ended > 64


def test_the_next_step_after_the_end_begins_a_game_if_that_is_asked_for() -> None:
    env = BatchEnv("example", players=2, count=16, seed=4, auto_reset="next_step")
    batch = env.reset()
    ended = np.zeros(16, bool)
    for _ in range(200):
        batch = env.step(env.random_actions())
        assert not batch.done[ended].any()
        assert (batch.movers[ended] >= 0).all()
        ended = batch.done.astype(bool)
        assert (batch.movers[ended] == -1).all()
        # END is legal at the end, so that a masked policy always has something to choose.
        assert (batch.mask[ended] == np.eye(1, env.n_actions)).all()
    assert batch.rewards.dtype == np.float32


def test_without_automatic_games_a_finished_one_stays_until_it_is_reset() -> None:
    env = BatchEnv("example", players=2, count=4, seed=4, auto_reset="off")
    batch = env.reset()
    while (batch.movers >= 0).any():
        batch = env.step(env.random_actions())
    over = [env.state_bytes(i) for i in range(4)]
    batch = env.step([3, 0, -1, 7])
    assert over == [env.state_bytes(i) for i in range(4)]
    assert not batch.done.any()
    batch = env.reset(where=[True, False, False, True])
    assert (batch.movers >= 0).tolist() == [True, False, False, True]
    assert over[1:3] == [env.state_bytes(i) for i in (1, 2)]


@pytest.mark.parametrize("game", pithead.names())
def test_forced_decisions_can_be_skipped(game: str) -> None:
    env = BatchEnv(game, players=3, count=8, seed=5, skip_forced=True)
    batch = env.reset()
    skipped = 0
    for _ in range(60):
        assert (batch.mask.sum(axis=1) > 1).all()
        batch = env.step(env.random_actions())
        skipped += int(batch.skipped.sum())
    assert skipped > 0


def test_bits_are_the_mask() -> None:
    wide, packed = (BatchEnv("mine", players=2, count=32, seed=6, bits=bits) for bits in (False, True))
    one, two = wide.reset(), packed.reset()
    for _ in range(50):
        unpacked = np.unpackbits(two.mask, axis=1, count=wide.n_actions, bitorder="little")
        assert (unpacked == one.mask).all()
        one, two = wide.step(wide.random_actions()), packed.step(packed.random_actions())


@pytest.mark.parametrize("threads", [2, 3, 12])  # also more than there are cores
def test_threads_change_nothing(threads: int) -> None:
    one, two = (BatchEnv("example", players=2, count=12 * ALONE + 5, seed=9, threads=count) for count in (1, threads))
    first, second = one.reset(), two.reset()
    for turn in range(60):
        if turn % 20 == 10:
            time.sleep(0.05)  # until they sleep
            assert np.array_equal(one.every_seat(), two.every_seat())
        actions = one.random_actions()
        assert (actions == two.random_actions()).all()
        first, second = one.step(actions), two.step(actions)
        assert all(np.array_equal(getattr(first, name), getattr(second, name)) for name in first._fields)
    two.close()


def test_threads_sleep_while_nobody_steps() -> None:
    env = BatchEnv("example", players=2, count=4 * ALONE, threads=4)
    env.reset()
    time.sleep(0.1)
    began = time.process_time()
    time.sleep(0.5)
    assert time.process_time() - began < 0.1
    env.close()
    assert env.step(env.random_actions()).features.any()  # and are there again
    env.close()


def test_a_list_has_a_seed_for_every_game() -> None:
    env, alone = BatchEnv("example", players=2, count=3), BatchEnv("example", players=2, count=1)
    env.reset(seed=[4, None, 5])
    for i, seed in ((0, 4), (2, 5)):
        alone.reset(seed=seed)
        assert env.state_bytes(i) == alone.state_bytes(0)
    before = env.random_actions([True, False, True])
    assert before[1] == -1 and before[0] >= 0
    for seeds in ([1, 2], [1, "a", 2]):
        with pytest.raises(BadArgument):
            env.reset(seed=seeds)  # type: ignore[arg-type]


def test_seeds_differ_between_games_and_runs() -> None:
    env = BatchEnv("example", players=2, count=40, seed=1)
    env.reset()
    first = [env.state_bytes(i) for i in range(40)]
    assert len(set(first)) == 40
    env.reset()
    assert env.state_bytes(0) != first[0]
    env.reset(seed=1)
    assert [env.state_bytes(i) for i in range(40)] == first
    env.reset(seed=2)
    assert env.state_bytes(0) != first[0]


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    env = BatchEnv("example", players=2, count=2)
    batch = env.reset()
    before = [env.state_bytes(i) for i in range(2)]
    actions = env.random_actions()
    actions[1] = int(np.flatnonzero(batch.mask[1] == 0)[0])
    with pytest.raises(Illegal):
        env.step(actions)
    assert [env.state_bytes(i) for i in range(2)] == before


def test_the_first_of_several_illegal_actions_is_named_whichever_thread_found_it() -> None:
    env = BatchEnv("example", players=2, count=4 * ALONE, threads=3)
    mask = env.reset().mask
    before = [env.state_bytes(i) for i in range(env.count)]
    actions = env.random_actions()
    for wrong in (env.count - 1, 3 * ALONE):
        actions[wrong] = int(np.flatnonzero(mask[wrong] == 0)[0])
    with pytest.raises(Illegal) as refused:
        env.step(actions)
    assert refused.value.params["why"] == f"[{3 * ALONE}]"
    assert [env.state_bytes(i) for i in range(env.count)] == before
    env.step(env.random_actions())


def test_a_game_can_wait() -> None:
    env = BatchEnv("example", players=2, count=2)
    env.reset()
    before = env.state_bytes(0), env.state_bytes(1)
    actions = env.random_actions()
    actions[1] = -1
    env.step(actions)
    assert env.state_bytes(0) != before[0]
    assert env.state_bytes(1) == before[1]


def test_options_are_those_of_the_game() -> None:
    env = BatchEnv("example", players=4, count=1, teams=True)
    assert env.options["teams"] is True
    with pytest.raises(pithead.PitheadError):
        BatchEnv("example", players=2, count=1, teams=True)


def test_outputs_cannot_be_written_to() -> None:
    env = BatchEnv("example", players=2, count=2)
    batch = env.reset()
    for array in batch:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 1
    with pytest.raises(ValueError, match="read-only"):
        env.every_seat()[...] = 1


def test_own_arrays_are_filled_in_place() -> None:
    plain = BatchEnv("example", players=2, count=4, seed=2)
    features = np.zeros((4, plain.n_features), np.int16)
    mask = np.ones((4, plain.n_actions), np.uint8)
    env = BatchEnv("example", players=2, count=4, seed=2, out={"features": features, "mask": mask})
    shown = plain.reset()
    env.reset()
    for _ in range(50):
        assert (features == shown.features).all()
        assert (mask == shown.mask).all()
        mask.fill(1)  # whatever is done to it: what is legal is known elsewhere
        with pytest.raises(Illegal):
            env.step(np.where(shown.mask == 0, np.arange(plain.n_actions), 0).max(axis=1))
        mask[...] = shown.mask
        shown = plain.step(plain.random_actions())
        env.step(env.random_actions())


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((4, 22), np.float32),
        np.zeros((3, 22), np.int16),
        np.zeros((4, 44), np.int16)[:, ::2],
        [[0] * 22] * 4,
        None,
    ],
)
def test_arrays_that_do_not_fit_are_refused(wrong: Any) -> None:
    with pytest.raises(BadArgument):
        BatchEnv("example", players=2, count=4, out={"features": wrong})


def test_states_go_from_one_environment_to_another() -> None:
    one = BatchEnv("mine", players=3, count=2, seed=1)
    two = BatchEnv("mine", players=3, count=2, seed=2)
    one.reset()
    for _ in range(30):
        one.step(one.random_actions())
    two.reset()
    two.set_state(1, one.get_state(0))
    assert two.state_bytes(1) == one.state_bytes(0)
    shown, before = two.step([-1, -1]), one.step([-1, -1])
    assert (shown.features[1] == before.features[0]).all()
    assert (shown.mask[1] == before.mask[0]).all()
    for forged in (one.state_bytes(0), bytes(len(one.get_state(0))), b"", "text"):
        with pytest.raises(BadArgument):
            two.set_state(0, forged)
    other = BatchEnv("mine", players=2, count=1)
    other.reset()
    with pytest.raises(BadArgument):
        other.set_state(0, one.get_state(0))


@pytest.mark.parametrize(
    "arguments",
    [
        {"count": 0},
        {"count": 2.5},
        {"count": 1 << 40},
        {"count": True},
        {"threads": 0},
        {"auto_reset": "always"},
        {"out": {"feature": np.zeros((2, 4), np.int16)}},
        {"out": 5},
    ],
)
def test_arguments_are_refused_with_a_sentence(arguments: dict[str, Any]) -> None:
    with pytest.raises(BadArgument) as refusal:
        BatchEnv("example", **{"players": 2, "count": 2} | arguments)
    assert next(iter(arguments)) in str(refusal.value)
    assert "{" not in str(refusal.value)


def test_stepping_before_the_first_deal_is_refused() -> None:
    env = BatchEnv("example", players=2, count=1)
    for act in (env.random_actions, env.every_seat, lambda: env.step([0]), lambda: env.get_state(0)):
        with pytest.raises(BadArgument, match="reset"):
            act()


@cache
def fuzzed() -> BatchEnv:
    """Made when it is needed: every process collects all tests."""
    env = BatchEnv("example", players=2, count=3, seed=1)
    env.reset()
    return env


SHAPES = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        arrays.arrays(arrays.scalar_dtypes(), SHAPES),
        arrays.arrays(arrays.integer_dtypes(endianness="?"), 3),
        arrays.arrays(np.int64, 6).map(lambda array: array[::-2]),
        st.lists(st.one_of(st.integers(), st.floats(), st.none(), st.text()), max_size=4),
        st.one_of(st.none(), st.text(), st.binary(), st.integers(), st.floats()),
    )
)
def test_no_array_of_any_kind_crashes(actions: Any) -> None:
    """Whatever is not three whole numbers is refused by name; what is may be illegal, and is played otherwise."""
    with suppress(BadArgument, Illegal):
        fuzzed().step(actions)


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.uint64, np.dtype(">i4")])
def test_whole_numbers_of_every_kind_are_actions(kind: Any) -> None:
    env = BatchEnv("example", players=2, count=8, seed=1)
    env.reset()
    other = BatchEnv("example", players=2, count=8, seed=1)
    other.reset()
    actions = env.random_actions()
    assert (other.random_actions() == actions).all()
    env.step(actions)
    other.step(np.repeat(actions, 2).astype(kind)[::2])
    assert all(env.state_bytes(i) == other.state_bytes(i) for i in range(8))


def test_copies_go_on_alike_at_every_moment() -> None:
    env = BatchEnv("example", players=3, count=4, seed=8, auto_reset="next_step")
    copies: list[BatchEnv] = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    env.reset()
    for number in range(60):
        if number % 20 == 0:
            copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        shown = env.step(env.random_actions())
        for other in copies:
            again = other.step(other.random_actions())
            assert all(np.array_equal(getattr(shown, name), getattr(again, name)) for name in shown._fields)


def _play(env: BatchEnv, results: Any) -> None:
    for _ in range(20):
        env.step(env.random_actions())
    results.put([env.state_bytes(i) for i in (0, env.count - 1)])


@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
def test_it_plays_on_in_another_process(method: str) -> None:
    env = BatchEnv("example", players=2, count=2 * ALONE, seed=3, threads=2)
    env.reset()
    env.step(env.random_actions())  # threads are running
    context: Any = multiprocessing.get_context(method)
    results = context.SimpleQueue()
    child = context.Process(target=_play, args=(env, results))
    child.start()
    theirs = results.get()
    child.join()
    _play(env, here := context.SimpleQueue())
    assert here.get() == theirs
    env.close()
