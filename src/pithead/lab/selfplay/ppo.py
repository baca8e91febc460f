"""Masked PPO (Schulman et al. 2017) on `BatchEnv`: one policy on every seat, and every seat learns.

Decisions that are the only legal one are skipped. What a seat is rewarded with at the end is half the result and half
its lead in points over the best of the others, since a game that is lost either way still teaches something. With a
potential, every decision is also paid by what it changes in it.
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
GAMES, STEPS = 512, 64  # side by side, and decisions in each per update
PASSES, BATCH = 2, 2048
RATE, CLIP, ENTROPY, TRACE = 1e-3, 0.2, 0.003, 0.95
LEAD, LARGE = 0.5, 30.0  # the part of the reward that is the lead, and a lead that counts nearly in full


@dataclass
class Spell:
    """What was played between two updates: arrays by step, then by game."""

    seen: Array
    legal: Array
    counts: Array
    movers: Array
    taken: Array  # which of the legal decisions
    logs: Array
    values: Array
    rewards: Array  # by seat as well
    done: Array


class SelfPlay:
    """The games of a training, and the updates that they lead to."""

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
        self._promised = self._promise()

    def update(self, rate: float) -> None:
        """Play a spell and learn from it."""
        spell = self._play()
        gains = self._gains(spell)
        self._learn(spell, gains, rate)

    def _play(self) -> Spell:
        env, games = self.env, self.env.count
        most = int(env.game.files.state.MAX_LEGAL)
        shape = (STEPS, games)
        spell = Spell(
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
            spell.seen[t], spell.movers[t] = batch.features, batch.movers
            spell.legal[t], spell.counts[t] = self.learner.legal(batch.mask)
            thought = self.learner.think(spell.seen[t], spell.legal[t], spell.counts[t])
            noise = self._chance.gumbel(size=thought.logs.shape)  # the greatest sum is a draw from the policy
            spell.taken[t] = taken = (thought.logs + noise).argmax(axis=1)
            spell.logs[t], spell.values[t] = thought.logs[every, taken], thought.values
            self._batch = env.step(spell.legal[t][every, taken])
            spell.done[t] = self._batch.done
            spell.rewards[t] = self._pay()
        self.decisions += spell.done.size
        self.games += int(spell.done.sum())
        return spell

    def _promise(self) -> Array:
        """How the games look to every seat."""
        return self._potential.of(self.env) if self._potential else np.zeros((self.env.count, self.env.players))

    def _pay(self) -> Array:
        """What every seat gets for the last step: what changed in the promise, or at the end what it lacked."""
        before, self._promised = self._promised, self._promise()
        ended = self._batch.done[:, None] > 0
        return np.where(ended, _rewards(self._batch, self.env.players), self._promised) - before

    def _gains(self, spell: Spell) -> Array:
        """Generalised advantages: what follows a decision is the next one of the same seat, or the end."""
        env, every = self.env, np.arange(self.env.count)
        following = self.learner.values(env.every_seat().reshape(-1, env.n_features)).reshape(env.count, -1)
        later, reward = np.zeros_like(following), np.zeros_like(following)
        gains = np.zeros_like(spell.values)
        for t in reversed(range(STEPS)):
            ended, mover = spell.done[t], spell.movers[t]
            following[ended] = later[ended] = reward[ended] = 0
            reward += spell.rewards[t]
            surprise = reward[every, mover] + following[every, mover] - spell.values[t]
            gains[t] = later[every, mover] = surprise + TRACE * later[every, mover]
            following[every, mover], reward[every, mover] = spell.values[t], 0
        return gains

    def _learn(self, spell: Spell, gains: Array, rate: float) -> None:
        flat = gains.reshape(-1)
        wanted = flat + spell.values.reshape(-1)
        flat = (flat - flat.mean()) / (flat.std() + 1e-6)
        seen, legal = (found.reshape(len(flat), -1) for found in (spell.seen, spell.legal))
        counts, taken, before = (found.reshape(-1) for found in (spell.counts, spell.taken, spell.logs))
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
    """Of every seat, for games that have just ended: the result and the lead."""
    rewards = (1 - LEAD) * batch.rewards
    if players > 1:
        points = batch.points[:, :players].astype(np.float32)
        others = np.stack([np.delete(points, seat, axis=1).max(axis=1) for seat in range(players)], axis=1)
        rewards = rewards + LEAD * np.tanh((points - others) / LARGE)
    return rewards
