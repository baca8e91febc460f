"""Every title is played to its end in the browser: whole games by taps in the windows of phones, and on the board that
knows no game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from pithead.engine import registry

from .accessible import complaints
from .conftest import NewPage
from .pages import visit
from .player import Player, against_bots, branch, check_sheet, end_of, new_table
from .reach import out_of_reach
from .windows import WINDOWS, window_of

pytestmark = pytest.mark.slow
# Start and end of three games, upright, lying and in the smallest window, with the kinds of questions that the first
# turns of a game bring; every pair of game and window as a whole: `make soak`.
STARTS = (("mine", "iPhone", 3), ("coal-baron", "phone lying", 6), ("kohle-kolonie", "small phone", 6))
# The board that knows no game is one list of choices: of the games those with the most kinds of questions, and with the
# most choices. The example has no other board, and is played by whole games elsewhere.
GENERIC = ("kohle-kolonie", "mine-out")
QUESTION = """() => [document.querySelector('.app').dataset.phase, ...new Set(
  [...document.querySelectorAll('[data-legal]')].map((node) => node.dataset.target.split(':')[0]))].sort().join(' ')"""


class Walker(Player):
    """Looks at every kind of question once before it is answered."""

    def __init__(self, page: Page, seed: int) -> None:
        super().__init__(page, seed, tap=True)
        self.questions: set[str] = set()
        self.problems: list[str] = []

    def decide(self, now: dict[str, str]) -> None:
        """One decision."""
        question = self.page.evaluate(QUESTION)
        if question not in self.questions:
            self.questions.add(question)
            self.problems += [f"{question} at {now['at']}: {problem}" for problem in out_of_reach(self.page)]
        super().decide(now)


def fewest(game: str) -> int:
    """The smallest number of players with an opponent."""
    return min(players for players in registry.load(game).players if players > 1)


@pytest.mark.soak
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("game", registry.names())
def test_a_whole_game_by_taps(game: str, window: str, new_page: NewPage, axe: str) -> None:
    page = new_page(size=window_of(window), touch=True)
    table = new_table(page, game, against_bots("Ada", fewest(game)))
    visit(page, f"/en/table/{table}")
    walker = Walker(page, seed=1)
    walker.play_until(lambda: len(walker.questions) == 3)
    # The colours are those of every window.
    assert complaints(page, axe, contrast=False) == []
    walker.play_on(8000)
    assert len(walker.questions) >= 3
    assert walker.problems == []
    check_sheet(page, table)


@pytest.mark.parametrize(("game", "window", "kinds"), STARTS)
def test_the_start_and_the_end_of_a_game_by_taps(
    game: str, window: str, kinds: int, new_page: NewPage, axe: str
) -> None:
    page = new_page(size=window_of(window), touch=True)
    visit(page, f"/en/table/{new_table(page, game, against_bots('Ada', fewest(game)))}")
    walker = Walker(page, seed=1)
    walker.play_until(lambda: len(walker.questions) == kinds)
    assert len(walker.questions) == kinds
    # On the phone the others are looked at by their own tests and `test_pages.py`; colours are those of every window.
    assert game != "mine" or complaints(page, axe, contrast=False) == []
    table = branch(page, *end_of(game, fewest(game)))
    visit(page, f"/en/table/{table}")
    walker.play_on()
    assert walker.problems == []
    check_sheet(page, table)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in GENERIC else pytest.mark.soak) for game in registry.names()]
)
def test_the_end_of_a_game_by_clicks_on_the_generic_board(game: str, new_page: NewPage) -> None:
    page = new_page()
    table = branch(page, *end_of(game, fewest(game)))
    visit(page, f"/en/table/{table}?board=generic")
    Player(page, seed=1).play_on()
    check_sheet(page, table)
