"""Loops that `pithead bench` times, specialised per game as the drivers are."""

from pithead.kit import Rows, clone, entry
from pithead.kit.this_game import State

RING = 8  # states that are copied round and round: few enough to stay in the processor's cache


@entry
def clone_loop(states: Rows[State], count: int) -> None:
    """Copy states over one another."""
    for k in range(count):
        clone(states[(k + 1) % RING], states[k % RING])
