"""Runs all games of a study, optionally in parallel."""

from collections.abc import Callable
from functools import partial

from pithead.bots.search.warming import warm
from pithead.lab.workers import Stopped, on_cores, results

from .observe import observe
from .study import Case, Study
from .tally import Tally


def play_game(case: Case, number: int, stopped: Stopped) -> Tally:
    """Play one game of a case; the unit of work of a process. None if stopped."""
    title = case.title()
    # Both backends give the same games; without a compiler everything runs interpreted.
    rules = title.rules("compiled" if warm(title) else "interpreted")
    tally = Tally(case)
    game = observe(case, title, rules, number, stopped)
    if game is not None:
        tally.add(game)
    return tally


def run(
    study: Study, jobs: int = 1, progress: Callable[[int, int, int], None] = lambda case, done, of: None
) -> tuple[list[Tally], bool]:
    """The tallies of all cases, and whether the run was interrupted (the part done is kept).

    `progress` is called with the case's index and its games done.
    """
    study.check()
    tallies: list[Tally] = []
    several = len({case.edition for case in study.cases}) > 1
    try:
        for number, case in enumerate(study.cases):
            warm(case.title())  # compile once, before several processes need it
            tally = Tally(case)
            tallies.append(tally)
            # Compiled code is specific to an edition: one process never loads two.
            spread = on_cores if jobs > 1 or several else results
            games = spread(partial(play_game, case), case.games, jobs)
            try:
                for game in games:
                    tally.merge(game)
                    progress(number, tally.games, case.games)
            finally:
                games.close()
    except KeyboardInterrupt:
        return tallies, True
    return tallies, False
