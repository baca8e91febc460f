"""pgx: a batch of games stepped on the CPU with random legal actions."""

import json
import os
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import jax
import jax.numpy as jnp
import pgx

GAMES = ("leduc_holdem", "kuhn_poker", "connect_four", "backgammon")
BATCH, STEPS = 1024, 64
SECONDS = 2.0


def main() -> None:
    for name in GAMES:
        env = pgx.make(name)
        init = jax.jit(jax.vmap(env.init))
        step = jax.vmap(pgx_auto_reset(env))

        run = jax.jit(runner(step))
        key = jax.random.PRNGKey(0)
        state = init(jax.random.split(key, BATCH))
        state, key, _ = run(state, key)
        jax.block_until_ready(state.current_player)
        decisions = games = 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            state, key, ends = run(state, key)
            jax.block_until_ready(ends)
            decisions += BATCH * STEPS
            games += int(ends)
        seconds = time.perf_counter() - began
        print(
            json.dumps(
                {
                    "peer": "pgx",
                    "game": name,
                    "how": f"batch of {BATCH}, CPU",
                    "decisions_per_s": decisions / seconds,
                    "simulations_per_s": games / seconds,
                    "version": version("pgx"),
                }
            ),
            flush=True,
        )


def runner(step: Callable[..., Any]) -> Callable[..., Any]:
    """Many steps of a batch in one call."""

    def one(carry: Any, _: Any) -> Any:
        state, key, ends = carry
        key, choose, again = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(choose, logits)
        state = step(state, action, jax.random.split(again, BATCH))
        return (state, key, ends + state.terminated.sum()), None

    def run(state: Any, key: Any) -> Any:
        (state, key, ends), _ = jax.lax.scan(one, (state, key, 0), None, length=STEPS)
        return state, key, ends

    return run


def pgx_auto_reset(env: Any) -> Any:
    from pgx.experimental import auto_reset

    return auto_reset(env.step, env.init)


main()
