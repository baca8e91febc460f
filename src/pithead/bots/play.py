"""The play loop for bots; measurements, checks and exports are its observers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from pithead.engine.imagined import imagine
from pithead.engine.match import END
from pithead.engine.rules import Rules, State

from . import Bot

Seats = Sequence[Bot] | Mapping[int, Bot]


@dataclass
class Playing:
    """A running game: the true state, the player to move (−1: game over) and the actions so far."""

    rules: Rules
    state: State
    mover: int
    actions: list[int] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.mover < 0


class Observer:
    """Callbacks of the play loop; an exception aborts the game."""

    def asked(self, game: Playing) -> None:
        """Before every decision."""

    def decided(self, game: Playing, mover: int, seconds: float) -> None:
        """After every decision (`game.actions[-1]`), with the seconds that it took."""


def never(game: Playing) -> bool:
    """The default stop condition: play to the end of the game."""
    return False


def play(
    rules: Rules,
    state: State,
    seats: Seats,
    observers: Iterable[Observer] = (),
    until: Callable[[Playing], bool] = never,
) -> Playing:
    """Play to the end of the game or until `until` is true; each bot sees a determinization for its seat."""
    game = Playing(rules, state, rules.to_move(state))
    watching = tuple(observers)
    while not game.over:
        for observer in watching:
            observer.asked(game)
        if until(game):
            break
        mover = game.mover
        position = imagine(rules, state, mover, len(game.actions))
        started = perf_counter()
        action = int(seats[mover].choose(position))
        seconds = perf_counter() - started
        rules.apply(state, action)
        game.actions.append(action)
        game.mover = rules.to_move(state)
        for observer in watching:
            observer.decided(game, mover, seconds)
    return game


class TurnTimes(Observer):
    """Observer that measures the seconds of every turn, by seat."""

    def __init__(self, players: int) -> None:
        self.turns: list[list[float]] = [[] for _ in range(players)]
        self._spent = 0.0

    def decided(self, game: Playing, mover: int, seconds: float) -> None:
        """Accumulate until the turn ends."""
        self._spent += seconds
        if game.actions[-1] == END or game.over:
            self.turns[mover].append(self._spent)
            self._spent = 0.0
