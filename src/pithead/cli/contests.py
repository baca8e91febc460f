"""Helpers shared by the subcommands that compare bots."""

from typing import Any

from pithead.bots.search.warming import warm
from pithead.engine.game import Game
from pithead.lab.arena import Contest

from .arguments import chosen_options
from .progress import Bars
from .texts import say


def contest_of(title: Game, option: list[str] | None, **more: Any) -> Contest:
    """Build the `Contest` from the command-line arguments."""
    edition = None if title.material.builtin else str(title.material.path.resolve())
    return Contest(game=title.id, options=dict(chosen_options(title, option)), edition=edition, **more)


def wait_for_search(title: Game, bars: Bars) -> None:
    """Block until the compiled search is loaded: a bot would start interpreted, and skew the comparison."""
    compiling = bars.add(say("cli.warm.search", game=title.id))
    warm(title, compiling.update)
    compiling.finish()
