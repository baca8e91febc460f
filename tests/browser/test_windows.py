"""Every choice of whole games can be reached and read in the windows of real devices."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from pithead.engine import registry

from .conftest import NewPage
from .reach import out_of_reach
from .windows import WINDOWS, Screen, Story, story_of

pytestmark = pytest.mark.slow
# Upright, lying, and where two columns stand side by side; the others: `make soak`.
ALWAYS = ("iPhone", "phone lying", "tablet lying")


@pytest.mark.parametrize("game", [*registry.names(), "generic"])
def test_every_choice_of_a_game_is_within_reach(game: str, new_page: NewPage) -> None:
    # The board that knows no game is one list of choices: the narrowest window stands for the others.
    found = walk(game, ALWAYS[:1] if game == "generic" else ALWAYS, new_page, Story.richest)
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("game", [*registry.names(), "generic"])
def test_every_choice_in_every_window(game: str, new_page: NewPage) -> None:
    found = walk(game, tuple(WINDOWS), new_page, lambda story: story.positions)
    assert not found, "\n".join(found)


def walk(game: str, windows: tuple[str, ...], new_page: NewPage, shown: Callable[[Story], Any]) -> list[str]:
    """What is wrong where; one game is shown in every window."""
    first = new_page(touch=True)
    story = story_of(first, "kohle-kolonie" if game == "generic" else game)
    found = []
    # Words differ in length; whole games are played in English.
    languages = itertools.cycle(("fr", "de", "en"))
    for window in windows:
        page = first.context.new_page()
        address = f"/{next(languages)}/table/{{}}{'?board=generic' if game == 'generic' else ''}"
        screen = Screen(page, story, WINDOWS[window], address)
        for position in shown(story):
            screen.show(position)
            where = f"{window} {WINDOWS[window]}, {position['phase']} at {position['at']}"
            found += [f"{where}: {problem}" for problem in out_of_reach(page)]
        page.close()
    return found


def test_a_tap_beside_something_small_means_it(new_page: NewPage) -> None:
    page = new_page(touch=True)
    screen = Screen(page, story_of(page, "coal-baron"), WINDOWS["iPhone"])
    mining = screen.ask("mine")
    arrow = page.locator("g.arrow[data-legal]").last
    box = arrow.bounding_box()
    assert box and box["width"] < 30
    level = arrow.get_attribute("data-target")
    beside = (box["x"] + box["width"] / 2 + 17, box["y"] + box["height"] / 2)
    # A mouse is exact.
    page.mouse.click(*beside)
    page.touchscreen.tap(*beside)
    page.locator(".chosen").first.wait_for()
    [said] = screen.said("play")
    [meant] = [option["id"] for option in mining["options"] if level in option["targets"]]
    assert said["decision"] == meant


def test_the_map_comes_first_on_a_tablet(new_page: NewPage) -> None:
    page = new_page(touch=True)
    Screen(page, story_of(page, "kohle-kolonie"), WINDOWS["tablet"]).ask("act")
    tops = page.evaluate(
        "() => ['.stage', '.dock', '.mat'].map((part) => document.querySelector(part).getBoundingClientRect().top)"
    )
    assert tops == sorted(tops)
    # What the others did has a line of its own, and covers nobody.
    line = page.get_by_role("region", name="Since your last turn").bounding_box()
    players = page.locator(".left").bounding_box()
    assert line
    assert players
    assert line["y"] + line["height"] <= players["y"]


def test_the_ring_around_a_choice_of_the_generic_board_is_whole(new_page: NewPage) -> None:
    page = new_page()
    Screen(page, story_of(page, "coal-baron"), WINDOWS["laptop at 200 %"], "/en/table/{}?board=generic")
    page.locator("[data-legal]:visible").first.focus()
    page.keyboard.press("ArrowDown")
    room = page.evaluate("""() => {
      const choice = document.activeElement, list = choice.closest('.list');
      const [ring, frame] = [choice, list].map((node) => node.getBoundingClientRect());
      const { outlineWidth, outlineOffset } = getComputedStyle(choice);
      const wide = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      return [choice.matches('[data-legal]'), wide, ring.left - frame.left - wide,
        frame.left + list.clientWidth - ring.right - wide];
    }""")
    assert room[0]
    assert room[1] >= 3
    assert min(room[2:]) >= 0
