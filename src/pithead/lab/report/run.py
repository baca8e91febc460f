"""Plays all games of a study, on several cores if wanted."""

from collections.abc import Callable
from functools import partial

from pithead.bots.search.warming import warm
from pithead.lab.workers import Stopped, on_cores, results

from .observe import observe
from .study import Case, Study
from .tally import Tally


def play_game(case: Case, number: int, stopped: Stopped) -> Tally:
    """One game of a case, in any process; empty if it was stopped."""
    title = case.title()
    # Both backends play the same game; without a compiler everything runs interpreted.
    rules = title.rules("compiled" if warm(title) else "interpreted")
    tally = Tally(case)
    game = observe(case, title, rules, number, stopped)
    if game is not None:
        tally.add(game)
    return tally


def run(
    study: Study, jobs: int = 1, progress: Callable[[int, int, int], None] = lambda case, done, of: None
) -> tuple[list[Tally], bool]:
    """The tallies of all cases, and whether the work was interrupted, which keeps what is done.

    `progress` hears the number of the case and how many of its games are played.
    """
    study.check()
    tallies: list[Tally] = []
    several = len({case.edition for case in study.cases}) > 1
    try:
        for number, case in enumerate(study.cases):
            warm(case.title())  # compiled once, before several processes would ask for it
            tally = Tally(case)
            tallies.append(tally)
            # Machine code is made for the components of one edition: several never meet in one process.
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
