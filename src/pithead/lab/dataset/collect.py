"""Watches games, played by bots or replayed from records, and keeps what a seat knew at every decision."""

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
    """Records of several titles or editions cannot stand in one table."""

    code = "mixed_titles"


@dataclass
class Decisions(Observer):
    """The decisions of one game, column by column."""

    players: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    legal: list[list[int]] = field(default_factory=list)
    observations: list[Any] = field(default_factory=list)

    def asked(self, game: Playing) -> None:
        """What the mover sees and may do."""
        self.players.append(game.mover)
        self.legal.append(game.rules.legal(game.state))
        self.observations.append(np.asarray(game.rules.features(game.state, game.mover), np.int16))

    def decided(self, game: Playing, mover: int, seconds: float) -> None:
        """What it chose."""
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
    """Decides as a record says."""

    level = "record"

    def __init__(self, actions: Sequence[int]) -> None:
        self._actions = iter(actions)

    def choose(self, position: Imagined) -> int:
        """The decision that was taken here, whoever took it."""
        return next(self._actions)


def from_bots(
    game: Game, rules: Rules, bots: Sequence[str], games: int, seed: str, options: dict[str, Value]
) -> Iterator[Collected]:
    """Games of bots; they change seats from game to game."""
    players = len(bots)
    for number in range(games):
        match = Match(game, players, Deal.from_seed(f"{seed} {number}"), options)
        specs = [bots[(seat + number) % players] for seat in range(players)]
        seats = [from_spec(spec, game, number * players + seat) for seat, spec in enumerate(specs)]
        yield _watched(match, rules, seats, specs)


def from_records(files: Sequence[Path], texts: Sequence[str], game: Game, edition: Path | None) -> Iterator[Collected]:
    """Games as they were recorded; all of one title with one set of components."""
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
    if not played.over:  # a record may end before the game does: what was asked last has no answer
        for column in (decisions.players, decisions.legal, decisions.observations):
            column.pop()
    return Collected(match, names, played.over, rules.standing(state, match.players), decisions)
