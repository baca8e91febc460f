"""By keys alone: the board is near, the focus goes with the question, and every choice has a number."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pithead.engine import registry

from .conftest import NewPage
from .pages import visit
from .player import branch, late_in, state

pytestmark = pytest.mark.slow
FOCUS = "() => document.activeElement"
PLACED = "() => document.activeElement !== document.body && document.activeElement.getClientRects().length > 0"
ON_THE_BOARD = "() => document.activeElement.closest('main .stage, main .mid, main .dock') !== null"
STOPS = """() => [...document.querySelectorAll('.lg button, .lg a, .lg [tabindex]')]
  .filter((node) => node.tabIndex >= 0).length"""
IN_THE_LOG = "() => document.activeElement.closest('.lg') !== null"


def late_table(page: Page, game: str) -> str:
    """A table in the last fifth of a game, when the log is long."""
    fewest = min(players for players in registry.load(game).players if players > 1)
    return f"/en/table/{branch(page, *late_in(game, fewest))}"


def sit(page: Page, game: str) -> None:
    """At such a table, loaded anew with the focus on the board."""
    page.goto(late_table(page, game))
    page.locator(".app[data-state=act] [data-legal]").first.wait_for(state="attached")
    expect(page.locator("main")).to_be_focused()


def tab_until(page: Page, condition: str, limit: int, key: str = "Tab") -> int:
    """How often Tab was pressed."""
    for pressed in range(1, limit + 1):
        page.keyboard.press(key)
        if page.evaluate(condition):
            return pressed
    raise AssertionError(f"not within {limit} presses of Tab")


def test_the_board_is_within_five_tabs_and_the_log_is_no_wall(new_page: NewPage) -> None:
    page = new_page()
    for game in registry.names():
        visit(page, late_table(page, game))
        page.locator(".app[data-state=act] [data-legal]").first.wait_for(state="attached")
        # The first link is what the first Tab of the page leads to.
        page.get_by_role("link", name="Skip to the next choice").focus()
        assert tab_until(page, ON_THE_BOARD, 4) <= 4
        stops = page.evaluate(STOPS)
        assert stops <= 3, f"{game}: tabs, filter and lines are one stop each"
    # Arrows lead through what Tab passes by.
    page.locator(".story [tabindex='0']").focus()
    page.keyboard.press("Home")
    first = page.evaluate_handle(FOCUS)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(IN_THE_LOG)
    assert page.evaluate("(first) => first !== document.activeElement", first)


def test_links_skip_to_the_choice_and_to_the_bar(new_page: NewPage) -> None:
    page = new_page()
    sit(page, "example")
    # Backwards from the board to the start of the page.
    link = page.get_by_role("link", name="Skip to the next choice")
    tab_until(page, "() => document.activeElement.matches('.skip:first-child')", 6, "Shift+Tab")
    expect(link).to_be_focused()
    expect(link).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-legal]:focus")).to_have_count(1)
    page.get_by_role("link", name="Skip to your action").focus()
    page.keyboard.press("Enter")
    expect(page.locator("footer.act :focus")).to_have_count(1)


def test_a_page_that_is_loaded_again_begins_with_the_question(new_page: NewPage) -> None:
    page = new_page()
    sit(page, "coal-baron")
    before = state(page)["at"]
    page.keyboard.press("1")
    # What is still on its way would change the question after the page was loaded.
    page.wait_for_function("(at) => document.querySelector('.app').dataset.at !== at", arg=before)
    page.reload()
    main = page.locator("main")
    expect(main).to_be_focused()
    expect(main).to_have_accessible_name(page.locator("footer .prompt b").inner_text())
    page.keyboard.press("Tab")
    assert page.evaluate(ON_THE_BOARD)


@pytest.mark.parametrize("game", ["coal-baron", "kohle-kolonie"])
def test_the_focus_goes_with_the_question(game: str, new_page: NewPage) -> None:
    page = new_page()
    sit(page, game)
    for _ in range(7):
        now = state(page)
        if now["state"] == "over":
            break
        if page.locator("#confirm[aria-disabled=false]").count():
            page.locator("#confirm").focus()
            page.keyboard.press("Enter")
            if page.locator("#confirm.sure").count():
                page.keyboard.press("Enter")
        else:
            page.keyboard.press("1")
            if page.locator(".choose").count():
                expect(page.locator(".choose button:focus")).to_have_count(1)
                page.keyboard.press("Enter")
        page.wait_for_function("(at) => document.querySelector('.app').dataset.at !== at", arg=now["at"])
        page.wait_for_function("() => document.querySelector('.app').dataset.state !== 'wait'")
        if state(page)["state"] == "act":
            page.wait_for_function(
                "() => document.activeElement.matches('[data-legal], [aria-pressed=true], #confirm, dialog *')"
                " || !document.querySelector('[data-legal]')"
            )
        page.wait_for_function(PLACED)


def test_what_was_closed_gives_the_focus_back(new_page: NewPage) -> None:
    page = new_page()
    sit(page, "example")
    menu = page.get_by_role("button", name="Table menu")
    for item in ("Describe the table", "Keys", "Players at the table"):
        menu.focus()
        page.keyboard.press("Enter")
        opened = page.get_by_role("dialog")
        if opened.get_by_role("button", name=item).count() == 0:
            page.keyboard.press("Escape")
            continue
        opened.get_by_role("button", name=item).press("Enter")
        page.keyboard.press("Escape")
        while opened.count():
            page.keyboard.press("Escape")
        page.wait_for_function(PLACED)
    page.keyboard.press("b")
    page.get_by_label("Search the rules").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Search the rules")).to_have_count(0)
    page.wait_for_function(PLACED)


def test_keys_of_one_sign_can_be_switched_off(new_page: NewPage) -> None:
    page = new_page()
    sit(page, "example")
    page.keyboard.press("?")
    off = page.get_by_role("checkbox", name="Keys of a single letter")
    off.uncheck()
    page.keyboard.press("Escape")
    before = state(page)["at"]
    for key in ("?", "b", "1"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_label("Search the rules")).to_have_count(0)
    assert state(page)["at"] == before
    # With a second key it is no accident.
    page.keyboard.press("Alt+1")
    page.wait_for_function("(at) => document.querySelector('.app').dataset.at !== at", arg=before)
    page.reload()
    page.locator(".app[data-state] .stage").wait_for()
    page.keyboard.press("b")
    expect(page.get_by_label("Search the rules")).to_have_count(0)


def test_the_tenth_choice_has_a_number_too(new_page: NewPage) -> None:
    page = new_page()
    sit(page, "coal-baron")
    lit = page.locator("[data-legal]")
    assert lit.count() > 9
    tenth = lit.nth(9).get_attribute("data-target")
    page.evaluate(
        "() => document.addEventListener('click', ({ target }) => (window.pressed ??="
        " target.closest('[data-target]').dataset.target), true)"
    )
    page.keyboard.press("0")
    expect(page.locator(".n.num").first).to_be_visible()
    expect(page.locator(".live").first).to_contain_text("choices 10 to")
    page.keyboard.press("1")
    assert page.evaluate("window.pressed") == tenth


# What has the focus and does not lie between the two bars of the phone, though it is no part of them.
HIDDEN = """() => {
  const node = document.activeElement;
  if (node === document.body || node.closest('.bn, .htop, .skip')) return null;
  const { top, bottom } = node.getBoundingClientRect();
  const [above, below] = ['.htop', '.bn'].map((bar) => document.querySelector(bar).getBoundingClientRect());
  const room = below.top - above.bottom;
  return bottom - top < room && (top < above.bottom || bottom > below.top) ? node.outerHTML.slice(0, 120) : null;
}"""


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
def test_the_focus_is_never_under_the_bars_of_a_phone(new_page: NewPage, key: str) -> None:
    page = new_page(size={"width": 390, "height": 664})
    page.goto("/en/")
    page.get_by_role("button", name="Start table").wait_for()
    seen = 0
    while True:
        page.keyboard.press(key)
        if page.evaluate("document.activeElement === document.body"):
            break
        assert page.evaluate(HIDDEN) is None
        seen += 1
    assert seen > 25


def test_a_name_has_room_on_a_phone(new_page: NewPage) -> None:
    page = new_page(size={"width": 360, "height": 560})
    visit(page, "/de/")
    page.locator(".seat select").nth(1).select_option("hotseat")
    expect(page.locator("input.name")).to_have_count(2)
    for name in page.locator("input.name").all():
        box = name.bounding_box()
        assert box
        assert box["width"] >= 140
