"""Collects observation and action of every decision, from bot games or replayed records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pithead.bots import Bot, from_spec
from pithead.bots.play import Observer, Playing, play
from pithead.engine import record as records
from pithead.engine.errors import PitheadError
from pithead.engine.fair import Deal
from pithead.engine.game import Game, Value
from pithead.engine.imagined import Imagined
from pithead.engine.match import Match
from pithead.engine.outcome import Outcome
from pithead.engine.rules import Rules


class MixedTitles(PitheadError):
    """The records belong to different titles or editions."""

    code = "mixed_titles"


@dataclass
class Decisions(Observer):
    """Observer that collects a game's decisions as columns."""

    players: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    legal: list[list[int]] = field(default_factory=list)
    observations: list[Any] = field(default_factory=list)

    def asked(self, game: Playing) -> None:
        """Append the mover's observation and legal actions."""
        self.players.append(game.mover)
        self.legal.append(game.rules.legal(game.state))
        self.observations.append(np.asarray(game.rules.features(game.state, game.mover), np.int16))

    def decided(self, game: Playing, mover: int, seconds: float) -> None:
        """Append the chosen action."""
        self.actions.append(game.actions[-1])


@dataclass
class Collected:
    """One game: who played, how it ended, and its decisions."""

    match: Match
    bots: list[str]
    finished: bool
    outcome: Outcome
    decisions: Decisions


class Replayer:
    """A bot that replays a record."""

    level = "record"

    def __init__(self, actions: Sequence[int]) -> None:
        self._actions = iter(actions)

    def choose(self, position: Imagined) -> int:
        """The next recorded action, whichever seat it belongs to."""
        return next(self._actions)


def from_bots(
    game: Game, rules: Rules, bots: Sequence[str], games: int, seed: str, options: dict[str, Value]
) -> Iterator[Collected]:
    """Play bot games; seats rotate from game to game."""
    players = len(bots)
    for number in range(games):
        match = Match(game, players, Deal.from_seed(f"{seed} {number}"), options)
        specs = [bots[(seat + number) % players] for seat in range(players)]
        seats = [from_spec(spec, game, number * players + seat) for seat, spec in enumerate(specs)]
        yield _watched(match, rules, seats, specs)


def from_records(files: Sequence[Path], texts: Sequence[str], game: Game, edition: Path | None) -> Iterator[Collected]:
    """Replay records; all of one title and edition."""
    rules = game.rules()
    for path, text in zip(files, texts, strict=True):
        record = records.parse(text)
        match = record.replay(edition)
        if (match.game.id, match.game.material.fingerprint) != (game.id, game.material.fingerprint):
            raise MixedTitles(path=str(path), found=match.game.id, game=game.id)
        actions = list(match.actions)
        start = record.start(edition)
        yield _watched(start, rules, [Replayer(actions)] * match.players, list(match.names), len(actions))


def _watched(match: Match, rules: Rules, seats: Sequence[Bot], names: list[str], until: int | None = None) -> Collected:
    game = match.game
    state = rules.new(match.players, game.numbers(match.options), match.deal.key)
    decisions = Decisions()
    played = play(rules, state, seats, [decisions], lambda so_far: len(so_far.actions) == until)
    if not played.over:  # an unfinished record: the last observation has no action
        for column in (decisions.players, decisions.legal, decisions.observations):
            column.pop()
    return Collected(match, names, played.over, rules.standing(state, match.players), decisions)
