"""Calibration of the win probabilities: forecasts in bot games against the results.

The Brier score is the mean squared difference between chance and result, over players and positions: 0 is perfect.
Two baselines: uniform probabilities, and a logistic regression on the lead in points, which is even fitted to the
positions it is evaluated on.
"""

import math
from dataclasses import dataclass
from functools import partial
from typing import Any

from pithead.analysis.forecast import Forecaster
from pithead.bots.play import Observer, Playing, play
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import prepared
from pithead.engine.match import END

from .arena import Contest
from .workers import Stopped, results

POSITIONS = 20  # samples per game, spread over its course
SCALES = (2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0, 80.0, 100.0, 140.0)
FLOORS = (0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)


@dataclass(frozen=True)
class Sample:
    """A position at the end of a turn: all players' forecasts and points, and their shares of the win (the labels)."""

    game: int
    progress: float
    chances: tuple[float, ...]
    values: tuple[float, ...]
    points: tuple[int, ...]
    teams: tuple[int, ...]
    result: tuple[float, ...]


class EndsOfTurns(Observer):
    """Observer that samples positions at ends of turns, spread over the course of the game."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, bytes]] = []

    def decided(self, game: Playing, mover: int, seconds: float) -> None:
        """Sample the position if the game has progressed enough since the last one."""
        progress = game.rules.facts(game.state).progress / 1000
        if game.actions[-1] == END and not game.over and progress * POSITIONS >= len(self.seen):
            self.seen.append((progress, game.rules.encode(game.state)))


def collect(contest: Contest, deals: int, number: int, stopped: Stopped) -> list[Sample]:
    """Play one game and evaluate the sampled positions."""
    title = contest.title()
    on = prepared(title)
    rules = title.rules()
    forecaster = Forecaster(title, contest.players, deals, on)
    evaluate = title.instance().game_name("evaluate")
    state = contest.start(title, rules, number)
    turns = EndsOfTurns()
    players = contest.players_of(title, number, number % len(contest.bots))
    if not play(rules, state, players, [turns], lambda game: stopped()).over:
        return []
    result = tuple(rules.standing(state, contest.players).shares)
    samples = []
    for progress, data in turns.seen:
        position = rules.decode(data)
        standing = rules.standing(position, contest.players)
        samples.append(
            Sample(
                number,
                progress,
                tuple(forecaster.everybody(position, number)),
                tuple(float(evaluate(position, player)) for player in range(contest.players)),
                tuple(standing.scores),
                tuple(standing.teams),
                result,
            )
        )
    return samples


def brier(samples: list[Sample], chances: list[tuple[float, ...]]) -> float:
    """The Brier score: the mean squared error per player."""
    total = sum(
        sum((chance - result) ** 2 for chance, result in zip(forecast, sample.result, strict=True)) / len(forecast)
        for sample, forecast in zip(samples, chances, strict=True)
    )
    return total / len(samples)


def even(samples: list[Sample]) -> list[tuple[float, ...]]:
    """The baseline with equal probabilities for all teams."""
    return [tuple(1 / len(set(sample.teams)) for _ in sample.teams) for sample in samples]


def by_lead(samples: list[Sample]) -> list[tuple[float, ...]]:
    """The baseline by logistic regression on the lead in points and its interaction with the progress."""
    import numpy as np

    rows, results = [], []
    for sample in samples:
        for player, points in enumerate(sample.points):
            others = [p for p, t in zip(sample.points, sample.teams, strict=True) if t != sample.teams[player]]
            lead = (points - max(others, default=0)) / 10
            rows.append((1.0, lead, lead * sample.progress, sample.progress))
            results.append(sample.result[player])
    x, y = np.array(rows), np.array(results)
    weights = np.zeros(x.shape[1])
    for _ in range(50):  # Newton's method, with a small ridge penalty for perfect separation
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (chance - y) + 1e-3 * weights
        curve = (x * (chance * (1 - chance))[:, None]).T @ x + 1e-3 * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    chance = (1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))).tolist()
    found, at = [], 0
    for sample in samples:
        found.append(tuple(chance[at : at + len(sample.points)]))
        at += len(sample.points)
    return found


def _pooled(one: float, other: float, blur: float) -> float:
    """The smooth maximum of two partners' values, as in the search (`pool_sides`)."""
    return 0.5 * (one + other + math.hypot(one - other, blur))


def at_once(samples: list[Sample], scale: float, floor: float, partner: float = 0.0) -> list[tuple[float, ...]]:
    """Probabilities by static evaluation alone with other settings: the formula of `heuristic_rewards`."""
    found = []
    for sample in samples:
        spread = floor + (scale - floor) * (1 - sample.progress) ** 0.5
        pooled: dict[int, float] = {}
        for value, side in zip(sample.values, sample.teams, strict=True):
            best = pooled.get(side)
            pooled[side] = value if best is None else _pooled(best, value, partner * spread)
        raw = []
        for side in sample.teams:
            others = [value for other, value in pooled.items() if other != side]
            x = (pooled[side] - max(others, default=0.0)) / spread
            raw.append(0.5 + 0.5 * x / (1 + x * x) ** 0.5)
        whole = sum(raw[sample.teams.index(side)] for side in set(sample.teams))
        found.append(tuple(value / whole for value in raw))
    return found


def calibrate(
    contest: Contest, deals: int = 64, jobs: int = 1, progress: Any = lambda done, of: None
) -> dict[str, Any]:
    """Play the games and score the forecasts; KeyboardInterrupt returns the part done."""
    contest.check()
    samples: list[Sample] = []
    games = 0
    interrupted = False
    work = results(partial(collect, contest, deals), contest.games, jobs)
    try:
        for found in work:
            samples += found
            games += bool(found)
            progress(games, contest.games)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        work.close()
    if not samples:
        return {"games": 0, "positions": 0, "interrupted": interrupted}
    samples.sort(key=lambda sample: (sample.game, sample.progress))
    partner = Settings.of(contest.title(), "forecast").partner
    fits = {
        (scale, floor): brier(samples, at_once(samples, scale, floor, partner)) for scale in SCALES for floor in FLOORS
    }
    best = min(fits, key=lambda pair: fits[pair])
    forecasts = [sample.chances for sample in samples]
    return {
        "game": contest.game,
        "players": contest.players,
        "bots": list(contest.bots),
        "games": games,
        "positions": len(samples),
        "interrupted": interrupted,
        "brier": {
            "forecast": round(brier(samples, forecasts), 4),
            "even": round(brier(samples, even(samples)), 4),
            "lead_fit": round(brier(samples, by_lead(samples)), 4),
            "evaluate_fit": round(fits[best], 4),
        },
        "fit": {"scale": best[0], "floor": best[1]},
        "curve": _curve(samples),
    }


def _curve(samples: list[Sample]) -> list[dict[str, float]]:
    """The reliability diagram by deciles: how often forecasts of 30–40 % came true."""
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for sample in samples:
        for chance, result in zip(sample.chances, sample.result, strict=True):
            tenths[min(9, int(10 * chance))].append((chance, result))
    return [
        {
            "count": len(pairs),
            "forecast": round(sum(chance for chance, _ in pairs) / len(pairs), 3),
            "result": round(sum(result for _, result in pairs) / len(pairs), 3),
        }
        for pairs in tenths
        if pairs
    ]
