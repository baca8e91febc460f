"""Scripted bots: a plan of the game's `planners.py` filters the actions, and the greedy evaluation breaks ties.

They are no levels of the table but baselines for the levels: self-play alone does not show what a simple plan beats.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pithead.engine.game import Game
from pithead.engine.imagined import Imagined
from pithead.engine.offers import Offer

from .greedy import Greedy
from .search.workspace import Backing

# A plan scores an action from the seat's view and the offered option: higher is better, 0 is no opinion. Only actions
# with the highest score are candidates.
Plan = Callable[[Any, int, Offer], int]


def planners(game: Game) -> Mapping[str, Plan]:
    """The plans of a game by name; empty where it has no `planners.py`."""
    if not (game.folder / "planners.py").is_file():
        return {}
    found: Mapping[str, Plan] = game.module("planners").PLANNERS
    return found


class Planner(Greedy):
    """Plays an action with its plan's highest score; ties are broken as by `Greedy`."""

    def __init__(self, level: str, game: Game, seed: int, plan: Plan, on: Backing | None = None) -> None:
        super().__init__(level, game, seed, on=on)
        self._plan = plan

    def __getstate__(self) -> dict[str, object]:
        return {**super().__getstate__(), "_plan": None}  # not picklable: reloaded from the game's file

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        self._plan = planners(self._game)[self.level]

    def candidates(self, position: Imagined, legal: list[int]) -> list[int]:
        """The actions with the plan's highest score."""
        state = self._game.rules().decode(position.data)
        files = self._game.files
        view = files.view.view(state, position.seat)
        liked = {action: self._plan(view, position.seat, files.offers.offer(state, action)) for action in legal}
        most = max(liked.values())
        return [action for action in legal if liked[action] == most]
