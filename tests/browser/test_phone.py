"""What a thumb may do by accident, and what a phone has little room for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import NewPage
from .windows import WINDOWS, Screen, story_of

pytestmark = pytest.mark.slow
GOLD = "() => document.querySelector('#confirm').matches('.pri')"


def test_moves_that_would_be_lost_are_asked_about_once_unless_escape_takes_the_end_back(new_page: NewPage) -> None:
    page = new_page(touch=True)
    screen = Screen(page, story_of(page, "coal-baron"), WINDOWS["iPhone"])
    screen.ask("mine")
    end = page.locator("#confirm")
    expect(page.locator(".act .prompt")).to_contain_text("unused")
    assert not page.evaluate(GOLD)
    page.keyboard.press("e")
    expect(end).to_contain_text("Sure?")
    page.keyboard.press("Escape")
    expect(end).not_to_contain_text("Sure?")
    end.tap()
    expect(end).to_contain_text("Sure?")
    assert screen.said("confirm") == []
    end.tap()
    expect(end).to_have_text("Sending …")
    assert len(screen.said("confirm")) == 1


def test_to_pass_in_an_auction_is_not_the_gold_button_and_a_choice_is_in_sight(new_page: NewPage) -> None:
    page = new_page(touch=True)
    # Whoever comes back to a table sees a choice.
    screen = Screen(page, story_of(page, "kohle-kolonie"), WINDOWS["iPhone SE"], phase="protect")
    expect(page.locator("[data-legal] >> visible=true").first).to_be_in_viewport(ratio=1)
    screen.ask("bid")
    expect(page.locator("#confirm")).to_contain_text("Pass")
    assert not page.evaluate(GOLD)
    # Nor the only thing in sight.
    expect(page.locator(".raise")).to_be_in_viewport(ratio=1)


def test_a_phone_says_why_a_turn_cannot_end_and_a_tap_beside_a_pop_up_only_closes_it(new_page: NewPage) -> None:
    page = new_page(touch=True)
    screen = Screen(page, story_of(page, "mine-out"), WINDOWS["iPhone"])
    asked = screen.ask("act")
    assert any(refusal["target"] == "turn" for refusal in asked["refusals"])
    reason = page.locator(".act .prompt span")
    expect(reason).to_be_visible()
    page.locator("#confirm").tap(force=True)
    expect(page.get_by_role("tooltip")).to_contain_text(reason.inner_text())
    assert screen.said("confirm") == []
    a_tap_beside_a_pop_up_only_closes_it(page)
    assert screen.heard == []


def test_a_dead_button_says_what_to_choose(new_page: NewPage) -> None:
    page = new_page(touch=True)
    screen = Screen(page, story_of(page, "mine"), WINDOWS["iPhone"], phase="place")
    page.locator("#confirm").tap(force=True)
    expect(page.get_by_role("tooltip")).to_contain_text("Pick a card, then a lit location.")
    assert screen.said("confirm") == []


def a_tap_beside_a_pop_up_only_closes_it(page: Page) -> None:
    place = page.locator("[data-planned][data-target^='place:']").first
    place.tap()
    page.locator(".choose").wait_for()
    beside = page.evaluate("""() => {
      const { left, top, right, bottom } = document.querySelector('.choose').getBoundingClientRect();
      return [...document.querySelectorAll('[data-legal]')].map((node) => node.getBoundingClientRect())
        .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
        .find(([x, y]) => x > 0 && y > 140 && y < 500 && (x < left || x > right || y < top || y > bottom));
    }""")
    page.touchscreen.tap(*beside)
    expect(page.locator(".choose")).to_have_count(0)


def test_the_menu_and_the_tab_lead_to_the_end_of_the_log(new_page: NewPage) -> None:
    page = new_page(touch=True)
    screen = Screen(page, story_of(page, "mine"), WINDOWS["iPhone"], phase="sell")
    newest = page.locator(".story .turn").last
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("dialog").get_by_role("button", name="Move log").tap()
    expect(newest).to_be_in_viewport(ratio=1)
    for window in ("iPhone SE", "phone lying"):
        page.locator("[role=tab]").first.tap()
        expect(page.locator("[role=tab]").first).to_have_attribute("aria-selected", "true")
        screen.resize(WINDOWS[window])
        expect(newest).not_to_be_in_viewport()
        page.get_by_role("tab", name="Players · log").tap()
        expect(newest).to_be_in_viewport(ratio=1)
