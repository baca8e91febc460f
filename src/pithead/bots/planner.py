"""Players that follow a script: `planners.py` of a game says what a plan prefers, and Hewer decides the rest.

They are no levels of the table, but a gauge for the levels: self-play alone does not find what a simple plan beats.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pithead.engine.game import Game
from pithead.engine.imagined import Imagined
from pithead.engine.offers import Offer

from .greedy import Greedy
from .search.workspace import Backing

# What a plan thinks of a decision, from what its seat sees and how the decision is offered: more is better, 0 is no
# opinion. Only decisions that no other is preferred to are looked at further.
Plan = Callable[[Any, int, Offer], int]


def planners(game: Game) -> Mapping[str, Plan]:
    """The plans of a game by name; a game may have none."""
    if not (game.folder / "planners.py").is_file():
        return {}
    found: Mapping[str, Plan] = game.module("planners").PLANNERS
    return found


class Planner(Greedy):
    """Takes what its plan prefers; among equals it plays as Hewer does."""

    def __init__(self, level: str, game: Game, seed: int, plan: Plan, on: Backing | None = None) -> None:
        super().__init__(level, game, seed, on=on)
        self._plan = plan

    def __getstate__(self) -> dict[str, object]:
        return {**super().__getstate__(), "_plan": None}  # a game's file is loaded anew by the copy

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        self._plan = planners(self._game)[self.level]

    def candidates(self, position: Imagined, legal: list[int]) -> list[int]:
        """The decisions that the plan likes best."""
        state = self._game.rules().decode(position.data)
        files = self._game.files
        view = files.view.view(state, position.seat)
        liked = {action: self._plan(view, position.seat, files.offers.offer(state, action)) for action in legal}
        most = max(liked.values())
        return [action for action in legal if liked[action] == most]
