"""A training run within a budget of CPU seconds: imitation, then self-play, with a learning curve."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from pithead.bots.policy import Policy
from pithead.bots.search.warming import warm
from pithead.engine.game import Game
from pithead.lab.arena import Contest, run

from .imitation import gather, imitate
from .learner import Learner
from .potential import Potential
from .ppo import RATE, SelfPlay

LESSONS, IMITATION = (
    0.12,
    0.08,
)  # fractions of the budget: collecting Hewer's games, and imitating them; the rest is self-play


@dataclass(frozen=True)
class Training:
    """The configuration of a run; deterministic by seed, except for how many updates fit into the time."""

    game: Game
    players: int
    seconds: float
    seed: int = 1
    hidden: int = 128
    teacher: bool = True  # False: self-play from scratch
    looks: int = 6  # points of the learning curve


@dataclass(frozen=True)
class Point:
    """One point of the learning curve: CPU seconds, self-play actions, and win shares."""

    seconds: float
    decisions: int
    games: int
    shares: dict[str, float]


Measure = Callable[[Policy], dict[str, float]]


def train(training: Training, measure: Measure) -> Iterator[tuple[Policy, Point]]:
    """Train, with `looks` evaluations on the way, whose time is not counted."""
    game, players, seed = training.game, training.players, training.seed
    warm(game)
    learner = Learner(game, Policy.fresh(game, training.hidden, seed))
    began, paused = process_time(), 0.0
    if training.teacher:
        lessons = gather(game, players, seed, training.seconds * LESSONS)
        imitate(learner, lessons, seed, training.seconds * IMITATION)
        del lessons
    play = SelfPlay(game, players, learner, seed, Potential(game) if training.teacher else None)
    spent = process_time() - began
    first, last = spent, max(training.seconds, spent)
    looked = -1
    while True:
        gone = (spent - first) / (last - first) if last > first else 1.0
        if int(gone * training.looks) > looked or gone >= 1:
            looked = int(gone * training.looks)
            before = process_time()
            learner.forget_unseen()
            point = Point(round(spent, 1), play.decisions, play.games, measure(learner.policy))
            learner.policy.about.update(_about(training, point))
            yield learner.policy, point
            paused += process_time() - before
        if gone >= 1:
            return
        play.update(RATE * max(0.05, 1 - gone))
        spent = process_time() - began - paused


def _about(training: Training, point: Point) -> dict[str, Any]:
    """The metadata of a weights file."""
    return {
        "players": training.players,
        "rules": training.game.rules_version,
        "seed": training.seed,
        "teacher": "hewer" if training.teacher else None,
        "seconds": point.seconds,
        "decisions": point.decisions,
        "games": point.games,
    }


def shares(game: Game, players: int, policy: Path | Policy, against: list[str], games: int, seed: str) -> list[Any]:
    """Evaluate a policy in the arena against each of several bots, which take all other seats."""
    with tempfile.TemporaryDirectory() as folder:
        path = policy if isinstance(policy, Path) else Path(folder) / "policy.npz"
        if isinstance(policy, Policy):
            policy.write(path)
        found = []
        for bot in against:
            contest = Contest(game.id, (f"policy:{path}", *(bot,) * (players - 1)), players, games, seed=seed)
            found.append(run(contest).data()["bots"][0])
        return found
