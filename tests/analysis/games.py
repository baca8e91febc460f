"""A played game of Lamp Room to study."""

from functools import cache

import pithead
from pithead.analysis import Analysis, analyse
from pithead.bots import from_spec
from pithead.bots.search.warming import prepared
from pithead.bots.search.workspace import Backing
from pithead.engine.match import Match

EXAMPLE = pithead.load("example")


@cache
def on() -> Backing:
    """The compiled search: thirty times as fast as the interpreter, and loaded by whoever needs it."""
    return prepared(EXAMPLE)


def played(players: int = 2, seed: int = 1, bots: tuple[str, ...] = ("hewer", "random"), **options: object) -> Match:
    """A finished match between bots."""
    match = pithead.new(EXAMPLE, players, seed=seed, options=dict(options))
    seats = [from_spec(bots[seat % len(bots)], EXAMPLE, seat) for seat in range(players)]
    while not match.over:
        assert match.to_move is not None
        match.play(seats[match.to_move].choose(match.imagine(match.to_move)))
    return match


@cache
def studied() -> tuple[Match, Analysis]:
    """One of them with its analysis, for all who only read it."""
    match = played()
    return match, analyse(match.record(), think=0.01, on=on())
