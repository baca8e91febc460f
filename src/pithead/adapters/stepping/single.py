# mypy: disable-error-code="call-overload"
"""A game of its own, for environments that are stepped one at a time."""

from pithead.kit import Cells, Rows, entry, i1, i2
from pithead.kit.this_game import State, apply, features, legal_actions, to_move

from .games import END, LOOK


@entry
def play_one(states: Rows[State], action: int, paper: Cells, mask: list[i1], seen: list[i2], facts: Cells) -> None:
    """Step a single game (or only LOOK): write the mover, the legal actions and the mover's observation."""
    if action != LOOK:
        apply(states[0], action)
    for j in range(facts[1]):
        mask[paper[j]] = 0
    mover = to_move(states[0])
    facts[0] = mover
    paper[0] = END
    facts[1] = legal_actions(states[0], paper) if mover >= 0 else 1
    for j in range(facts[1]):
        mask[paper[j]] = 1
    if mover >= 0:
        features(states[0], mover, seen)


@entry
def look_at(states: Rows[State], seat: int, seen: list[i2]) -> None:
    """Write any seat's observation of a single game."""
    features(states[0], seat, seen)
