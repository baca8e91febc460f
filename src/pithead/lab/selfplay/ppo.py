"""Masked PPO (Schulman et al. 2017) on `BatchEnv`: one policy on every seat, and every seat learns.

Forced actions are skipped. The terminal reward is half the result and half the lead in points over the best opponent,
so that lost games carry a signal too. With a potential the reward is shaped.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pithead.adapters.batch import Batch, BatchEnv
from pithead.engine.game import Game

from .learner import Learner
from .potential import Potential

Array = NDArray[Any]
GAMES, STEPS = 512, 64  # parallel games, and steps per update
PASSES, BATCH = 2, 2048
RATE, CLIP, ENTROPY, TRACE = 1e-3, 0.2, 0.003, 0.95
LEAD, LARGE = 0.5, 30.0  # weight of the lead in the reward, and its saturation scale


@dataclass
class Rollout:
    """A rollout between two updates: arrays indexed by step, then game."""

    seen: Array
    legal: Array
    counts: Array
    movers: Array
    taken: Array  # index among the legal actions
    logs: Array
    values: Array
    rewards: Array  # and by seat
    done: Array


class SelfPlay:
    """The self-play environments and the PPO updates."""

    def __init__(
        self,
        game: Game,
        players: int,
        learner: Learner,
        seed: int,
        potential: Potential | None = None,
        games: int = GAMES,
    ) -> None:
        self.env = BatchEnv(game.id, players, games, seed=seed, skip_forced=True)
        self.learner = learner
        self.decisions = self.games = 0
        self._chance = np.random.default_rng(seed)
        self._batch = self.env.reset()
        self._potential = potential
        self._last_potentials = self._potentials()

    def update(self, rate: float) -> None:
        """Collect a rollout and run the PPO epochs on it."""
        rollout = self._play()
        advantages = self._advantages(rollout)
        self._learn(rollout, advantages, rate)

    def _play(self) -> Rollout:
        env, games = self.env, self.env.count
        most = int(env.game.files.state.MAX_LEGAL)
        shape = (STEPS, games)
        rollout = Rollout(
            seen=np.empty((*shape, env.n_features), np.int16),
            legal=np.zeros((*shape, most), np.int16),
            counts=np.zeros(shape, np.int64),
            movers=np.zeros(shape, np.int64),
            taken=np.zeros(shape, np.int64),
            logs=np.zeros(shape, np.float32),
            values=np.zeros(shape, np.float32),
            rewards=np.zeros((*shape, env.players), np.float32),
            done=np.zeros(shape, bool),
        )
        every = np.arange(games)
        for t in range(STEPS):
            batch = self._batch
            rollout.seen[t], rollout.movers[t] = batch.features, batch.movers
            rollout.legal[t], rollout.counts[t] = self.learner.legal(batch.mask)
            thought = self.learner.think(rollout.seen[t], rollout.legal[t], rollout.counts[t])
            noise = self._chance.gumbel(size=thought.logs.shape)  # Gumbel-max: samples the policy
            rollout.taken[t] = taken = (thought.logs + noise).argmax(axis=1)
            rollout.logs[t], rollout.values[t] = thought.logs[every, taken], thought.values
            self._batch = env.step(rollout.legal[t][every, taken])
            rollout.done[t] = self._batch.done
            rollout.rewards[t] = self._shaped_rewards()
        self.decisions += rollout.done.size
        self.games += int(rollout.done.sum())
        return rollout

    def _potentials(self) -> Array:
        """The current potential of every seat."""
        return self._potential.of(self.env) if self._potential else np.zeros((self.env.count, self.env.players))

    def _shaped_rewards(self) -> Array:
        """The shaped rewards of the last step: the change of the potential; at the end, result minus potential."""
        before, self._last_potentials = self._last_potentials, self._potentials()
        ended = self._batch.done[:, None] > 0
        return np.where(ended, _rewards(self._batch, self.env.players), self._last_potentials) - before

    def _advantages(self, rollout: Rollout) -> Array:
        """Generalised advantage estimation (GAE): an action's successor is the same seat's next one, or the end."""
        env, every = self.env, np.arange(self.env.count)
        following = self.learner.values(env.every_seat().reshape(-1, env.n_features)).reshape(env.count, -1)
        later, reward = np.zeros_like(following), np.zeros_like(following)
        advantages = np.zeros_like(rollout.values)
        for t in reversed(range(STEPS)):
            ended, mover = rollout.done[t], rollout.movers[t]
            following[ended] = later[ended] = reward[ended] = 0
            reward += rollout.rewards[t]
            delta = reward[every, mover] + following[every, mover] - rollout.values[t]
            advantages[t] = later[every, mover] = delta + TRACE * later[every, mover]
            following[every, mover], reward[every, mover] = rollout.values[t], 0
        return advantages

    def _learn(self, rollout: Rollout, advantages: Array, rate: float) -> None:
        flat = advantages.reshape(-1)
        wanted = flat + rollout.values.reshape(-1)
        flat = (flat - flat.mean()) / (flat.std() + 1e-6)
        seen, legal = (found.reshape(len(flat), -1) for found in (rollout.seen, rollout.legal))
        counts, taken, before = (found.reshape(-1) for found in (rollout.counts, rollout.taken, rollout.logs))
        for _ in range(PASSES):
            for pick in np.split(self._chance.permutation(len(flat)), range(BATCH, len(flat), BATCH)):
                thought = self.learner.think(seen[pick], legal[pick], counts[pick])
                gain, chosen, every = flat[pick], taken[pick], np.arange(len(pick))
                ratio = np.exp(thought.logs[every, chosen] - before[pick])
                clipped = ((gain > 0) & (ratio > 1 + CLIP)) | ((gain < 0) & (ratio < 1 - CLIP))
                pull = np.where(clipped, 0, ratio * gain)[:, None]
                policy = np.exp(thought.logs)
                entropy = -(policy * thought.logs).sum(axis=1, keepdims=True)
                slopes = pull * policy + ENTROPY * policy * (thought.logs + entropy)
                slopes[every, chosen] -= pull[:, 0]
                values = 0.5 * (thought.values - wanted[pick])
                self.learner.learn(thought, slopes / np.float32(len(pick)), values / np.float32(len(pick)), rate)


def _rewards(batch: Batch, players: int) -> Array:
    """The terminal rewards of every seat in games that have just ended."""
    rewards = (1 - LEAD) * batch.rewards
    if players > 1:
        points = batch.points[:, :players].astype(np.float32)
        others = np.stack([np.delete(points, seat, axis=1).max(axis=1) for seat in range(players)], axis=1)
        rewards = rewards + LEAD * np.tanh((points - others) / LARGE)
    return rewards
