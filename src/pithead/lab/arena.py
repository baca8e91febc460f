"""Bot tournaments: duplicate deals, rotated seats, win shares with confidence intervals.

A *deal* is played once per rotation of the bots over the seats, so every bot plays every seat of it. Games are
independent and seeded by their number, so they can be distributed over processes and machines.
"""

import math
import statistics
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from pithead.bots import Bot, from_spec
from pithead.bots.play import TurnTimes, play
from pithead.bots.search.warming import warm
from pithead.engine import registry
from pithead.engine.errors import PitheadError
from pithead.engine.game import Game, expand_seed

from .workers import LOCAL, Stopped, results

Z = 1.959964  # 95 %


class TooFewBots(PitheadError):
    """A comparison needs two bots, and a seat for each; alone one plays against an automaton."""

    code = "too_few_bots"


class EditionStaysHere(PitheadError):
    """Another machine cannot read an edition file of this one."""

    code = "edition_stays_here"


@dataclass(frozen=True)
class Contest:
    """The configuration of a tournament; plain data, so that it can be pickled."""

    game: str
    bots: tuple[str, ...]
    players: int
    games: int
    options: dict[str, Any] = field(default_factory=dict)
    edition: str | None = None
    seed: str = "arena"
    think: float = 1.0

    def title(self) -> Game:
        """The game with its edition."""
        return registry.load(self.game, Path(self.edition) if self.edition else None)

    def check(self) -> None:
        """Validate the configuration."""
        title = self.title()
        title.check_setup(self.players, title.resolve(self.options))
        for spec in self.bots:
            from_spec(spec, title, 0, self.think)
        if not min(2, self.players) <= len(self.bots) <= self.players:
            raise TooFewBots(bots=len(self.bots), players=self.players)

    @property
    def deals(self) -> int:
        """The number of deals: each is played once per rotation."""
        return math.ceil(self.games / len(self.bots))

    def seats(self, rotation: int) -> tuple[int, ...]:
        """Which bot sits where: over all rotations every bot plays every seat once."""
        return tuple((seat + rotation) % len(self.bots) for seat in range(self.players))

    def start(self, title: Game, rules: Any, deal: int) -> Any:
        """The first position of a deal."""
        numbers = title.numbers(title.resolve(self.options))
        return rules.new(self.players, numbers, expand_seed(f"{self.seed}.{deal}"))

    def players_of(self, title: Game, deal: int, rotation: int) -> list[Bot]:
        """The bots by seat, seeded by seat and deal, so that rotations differ by the bots alone."""
        return [
            from_spec(self.bots[bot], title, expand_seed(f"{self.seed}.{deal}/{seat}")[0], self.think)
            for seat, bot in enumerate(self.seats(rotation))
        ]


@dataclass(frozen=True)
class Played:
    """The result of a game, by seat: bot, share of the win, rank, points by source, seconds per turn."""

    deal: int
    bots: tuple[int, ...]
    credit: tuple[float, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    turns: tuple[tuple[float, ...], ...]


def play_deal(contest: Contest, deal: int, stopped: Stopped) -> list[Played]:
    """Play a deal in all rotations; a stop request abandons it."""
    title = contest.title()
    # Both backends give the same games; without a compiler everything runs interpreted.
    rules = title.rules("compiled" if warm(title) else "interpreted")
    played: list[Played] = []
    for rotation in range(len(contest.bots)):
        state = contest.start(title, rules, deal)
        times = TurnTimes(contest.players)
        seats = contest.players_of(title, deal, rotation)
        if not play(rules, state, seats, [times], lambda game: stopped()).over:
            return []
        played.append(_played(title, contest, deal, contest.seats(rotation), rules.encode(state), times.turns))
    return played


def _played(
    title: Game, contest: Contest, deal: int, seats: tuple[int, ...], final: bytes, turns: list[list[float]]
) -> Played:
    rules = title.rules()
    state = rules.decode(final)
    outcome = rules.standing(state, contest.players)
    breakdown = title.files.view.breakdown
    return Played(
        deal,
        seats,
        tuple(outcome.credits),
        tuple(outcome.ranks),
        tuple(outcome.scores),
        tuple(breakdown(state, player) for player in range(contest.players)),
        tuple(tuple(spent) for spent in turns),
    )


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a win share: valid for few games and for shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    centre = share + Z * Z / (2 * games)
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


def ratings(games: list[Played], bots: int) -> list[float]:
    """Bradley–Terry ratings on the Elo scale with mean 1000, from every pair of seats with different bots."""
    # Regularisation: one virtual draw per pair keeps the rating of a bot that won everything finite.
    won = [[0.0 if one == other else 0.5 for other in range(bots)] for one in range(bots)]
    for game in games:
        for i, one in enumerate(game.bots):
            for j, other in enumerate(game.bots):
                if one != other:
                    better = (game.ranks[i] < game.ranks[j]) + 0.5 * (game.ranks[i] == game.ranks[j])
                    won[one][other] += better
    strength = [1.0] * bots
    for _ in range(500):
        strength = [
            sum(won[one])
            / sum(
                (won[one][other] + won[other][one]) / (strength[one] + strength[other])
                for other in range(bots)
                if other != one
            )
            for one in range(bots)
        ]
        mean = math.exp(statistics.fmean(math.log(value) for value in strength))
        strength = [value / mean for value in strength]
    return [1000 + 400 * math.log10(value) for value in strength]


@dataclass
class Report:
    """The results so far."""

    contest: Contest
    played: list[Played] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    def data(self) -> dict[str, Any]:
        """JSON-serializable results; bots in the order given."""
        contest = self.contest
        games = len(self.played)
        compared = games and len(contest.bots) > 1
        rating = ratings(self.played, len(contest.bots)) if compared else [1000.0] * len(contest.bots)
        return {
            "game": contest.game,
            "players": contest.players,
            "options": contest.title().resolve(contest.options),
            "think": contest.think,
            "seed": contest.seed,
            "games": games,
            "wanted": contest.games,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 1),
            "even": round(1 / max(2, len(contest.bots)), 4),
            "bots": [self._bot(number, name, rating[number]) for number, name in enumerate(contest.bots)],
        }

    def _bot(self, number: int, name: str, rating: float) -> dict[str, Any]:
        credit = 0.0
        points: list[int] = []
        turns: list[float] = []
        sources: defaultdict[str, int] = defaultdict(int)
        for game in self.played:
            for seat, bot in enumerate(game.bots):
                if bot == number:
                    credit += game.credit[seat]
                    points.append(game.points[seat])
                    turns += game.turns[seat]
                    for source, amount in game.sources[seat].items():
                        sources[source] += amount
        games = len(self.played)
        share = credit / games if games else 0.0
        low, high = wilson(share, games)
        turns.sort()
        return {
            "name": name,
            "share": round(share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "rating": round(rating),
            "points": round(statistics.fmean(points), 2) if points else 0.0,
            "sources": {source: round(amount / len(points), 2) for source, amount in sources.items()},
            "turns": len(turns),
            "seconds_per_turn": {
                "mean": round(statistics.fmean(turns), 5) if turns else 0.0,
                "p99": round(turns[int(0.99 * (len(turns) - 1))], 5) if turns else 0.0,
                "max": round(turns[-1], 5) if turns else 0.0,
            },
        }


def run(
    contest: Contest,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    after_deal: Callable[[Report], None] = lambda report: None,
) -> Report:
    """Run the tournament; KeyboardInterrupt returns the part done. `after_deal` gets the report after every deal."""
    if contest.edition and cluster not in (None, LOCAL):
        raise EditionStaysHere(path=contest.edition, cluster=cluster)
    contest.check()
    report = Report(contest)
    started = monotonic()
    total = contest.deals * len(contest.bots)
    deals = results(partial(play_deal, contest), contest.deals, jobs, cluster)
    try:
        for played in deals:
            report.played += played
            report.seconds = monotonic() - started
            progress(len(report.played), total)
            after_deal(report)
    except KeyboardInterrupt:
        report.interrupted = True
    finally:
        deals.close()
    report.seconds = monotonic() - started
    report.played.sort(key=lambda game: (game.deal, game.bots))
    return report
