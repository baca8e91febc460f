"""Every choice of whole games can be reached and read in the windows of real devices."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pithead.engine import registry

from .conftest import NewPage
from .reach import out_of_reach
from .windows import WINDOWS, Question, Screen, Story, story_of

pytestmark = pytest.mark.slow
# Upright, lying, and where two columns stand side by side; all windows for every question: `make soak`.
ALWAYS = ("iPhone", "phone lying", "tablet lying")


# Words differ in length: each game in one language here, each window in one in `make soak`; whole games are in English.
LANGUAGES = ("fr", "de", "en")
SPOKEN = {"coal-baron": "de", "mine-out": "fr", "mine": "de", "kohle-kolonie": "fr", "example": "de", "generic": "fr"}


@pytest.mark.parametrize("game", [*registry.names(), "generic"])
def test_every_choice_of_a_game_is_within_reach(game: str, new_page: NewPage) -> None:
    # Every question upright, and every second one lying or where two columns stand side by side, in turn.
    pairs: list[tuple[str, ...]] = [ALWAYS[:2], ALWAYS[:1], ALWAYS[::2], ALWAYS[:1]]
    asked: Callable[[Story], list[Question]] = Story.few
    if game == "generic":
        # The board that knows no game is one list of choices: the narrowest window stands for the others, and some of
        # the questions for all.
        pairs, asked = [ALWAYS[:1]], some
    found = walk(game, SPOKEN[game], pairs, new_page, asked)
    assert not found, "\n".join(found)


def some(story: Story) -> list[Question]:
    return story.few()[::3]


@pytest.mark.soak
@pytest.mark.parametrize("game", [*registry.names(), "generic"])
def test_every_choice_in_every_window(game: str, new_page: NewPage) -> None:
    found: list[str] = []
    for first, language in enumerate(LANGUAGES):
        found += walk(game, language, [tuple(WINDOWS)[first :: len(LANGUAGES)]], new_page, lambda story: story.all)
    assert not found, "\n".join(found)


def walk(
    game: str,
    language: str,
    windows: list[tuple[str, ...]],
    new_page: NewPage,
    asked: Callable[[Story], list[Question]],
) -> list[str]:
    """What is wrong where; every question is shown in the windows whose turn it is."""
    page = new_page(touch=True)
    story = story_of(page, "kohle-kolonie" if game == "generic" else game)
    story.look(page, asked(story))
    address = f"/{language}/table/{{}}{'?board=generic' if game == 'generic' else ''}"
    screen = Screen(page, story, WINDOWS[windows[0][0]], address)
    found = []
    for number, question in enumerate(asked(story)):
        screen.show(question)
        for window in windows[number % len(windows)]:
            screen.resize(WINDOWS[window])
            where = f"{window} {WINDOWS[window]} {language}, {question.phase} at {question.decision}"
            found += [f"{where}: {problem}" for problem in out_of_reach(page)]
    return found


def test_the_words_of_mine_outs_town_are_read_where_it_is_low(new_page: NewPage) -> None:
    page = new_page(touch=True)
    # As low as it is on a lying tablet with a banner above it and an Apprentice below.
    Screen(page, story_of(page, "mine-out"), (1024, 673), "/en/table/{}").ask("act")
    assert 180 < page.locator(".land").evaluate("(town) => town.clientHeight") < 200
    assert out_of_reach(page) == []


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


def test_the_map_comes_first_on_a_tablet_and_its_tools_beside_it(new_page: NewPage) -> None:
    page = new_page(touch=True)
    screen = Screen(page, story_of(page, "kohle-kolonie"), WINDOWS["tablet"])
    screen.ask("act")
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
    # Wherever the map is enlarged, nothing of it lies under its tools.
    for window in ("tablet", *ALWAYS):
        screen.resize(WINDOWS[window])
        drawn, tools = page.locator(".map .view").bounding_box(), page.locator(".map .tools").bounding_box()
        assert drawn
        assert tools
        assert drawn["x"] + drawn["width"] <= tools["x"], window


def test_the_sheet_of_orders_leaves_the_tabs_free(new_page: NewPage) -> None:
    page = new_page(touch=True)
    screen = Screen(page, story_of(page, "coal-baron"), WINDOWS["iPhone"])
    screen.ask("draft")
    for window in ("iPhone", "small phone", "iPhone SE", "large phone", "phone lying", "small phone lying"):
        screen.resize(WINDOWS[window])
        covered = page.locator(".app .seg [role=tab]:visible").evaluate_all(
            """(tabs) => tabs.filter((tab) => {
              const { x, y, width, height } = tab.getBoundingClientRect();
              return !tab.contains(document.elementFromPoint(x + width / 2, y + height - 1));
            }).map((tab) => tab.innerText)"""
        )
        assert covered == [], window


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
