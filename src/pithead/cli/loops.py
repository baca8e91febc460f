"""Loops that `pithead bench` times, specialised per game as the drivers are."""

from pathlib import Path
from typing import Any

from pithead.kit import clone, rule

RING = 8  # states that are copied round and round: few enough to stay in the processor's cache


@rule
def clone_loop(states: Any, count: int) -> None:
    """Copy states over one another."""
    for k in range(count):
        clone(states[(k + 1) % RING], states[k % RING])


def exercise(game: Any) -> None:
    """Compile the loop with the types that the measurement uses."""
    rules = game.compiled()
    rules.instance.specialise(Path(__file__)).clone_loop(rules.array(RING), 1)
