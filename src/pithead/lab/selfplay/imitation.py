"""Behavioural cloning of Hewer: its games, with some random actions so that the data cover mistakes.

Where several actions tie for Hewer, each of them is a correct label.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pithead.bots.greedy import Greedy
from pithead.bots.search.warming import warm
from pithead.engine.game import Game, expand_seed
from pithead.engine.imagined import imagine

from .learner import Learner

Array = NDArray[Any]
SLIPS = (0.0, 0.05, 0.15, 0.3)  # a game's probability of a random action
BATCH = 1024
RATE = 1.5e-3


@dataclass(frozen=True)
class Lesson:
    """One training example: observation, legal actions, and which of them tie for Hewer's best."""

    seen: Array
    legal: list[int]
    best: list[int]


def games_of_hewer(game: Game, players: int, seed: int) -> Iterator[list[Lesson]]:
    """Yield the examples of games without end; forced actions are left out."""
    rules, chance = game.rules("compiled"), random.Random(seed)
    teacher = Greedy("hewer", game, seed)
    number = 0
    while True:
        number += 1
        state = rules.new(players, game.numbers(game.resolve(None)), expand_seed(f"lesson {seed}.{number}"))
        slips = chance.choice(SLIPS)
        lessons: list[Lesson] = []
        while (mover := rules.to_move(state)) >= 0:
            legal = rules.legal(state)
            if len(legal) > 1:
                best = teacher.best(imagine(rules, state, mover, len(lessons)))
                seen = np.array(rules.features(state, mover), np.int16)
                lessons.append(Lesson(seen, legal, best))
                legal = legal if chance.random() < slips else best
            rules.apply(state, chance.choice(legal))
        yield lessons


def gather(game: Game, players: int, seed: int, seconds: float) -> list[Lesson]:
    """Collect examples for a budget of CPU seconds."""
    warm(game)
    lessons: list[Lesson] = []
    began = process_time()
    for one in games_of_hewer(game, players, seed):
        lessons += one
        if process_time() - began > seconds:
            break
    return lessons


def imitate(learner: Learner, lessons: list[Lesson], seed: int, seconds: float) -> None:
    """Train on random minibatches, with a learning rate that decays to 0 over the time budget."""
    chance = np.random.default_rng(seed)
    widest = max(len(one.legal) for one in lessons)
    seen = np.stack([one.seen for one in lessons])
    legal, right = np.zeros((len(lessons), widest), np.int16), np.zeros((len(lessons), widest), np.float32)
    for row, one in enumerate(lessons):
        legal[row, : len(one.legal)] = one.legal
        right[row, : len(one.legal)] = np.isin(one.legal, one.best) / len(one.best)
    counts = np.array([len(one.legal) for one in lessons])
    nothing = np.zeros(BATCH, np.float32)  # no gradient for the value head: self-play starts from the potential
    began = process_time()
    while (gone := (process_time() - began) / seconds) < 1:
        pick = chance.integers(len(lessons), size=BATCH)
        thought = learner.think(seen[pick], legal[pick], counts[pick])
        slopes = (np.exp(thought.logs) - right[pick, : thought.logs.shape[1]]) / np.float32(BATCH)
        learner.learn(thought, slopes, nothing, RATE * (1 - gone))
