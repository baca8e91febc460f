"""The coach in the browser: asked for with the table, it speaks once, shows the better move and reviews the game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import pithead
from pithead.bots.search.warming import prepared

from .accessible import complaints
from .conftest import NewPage
from .pages import visit
from .player import against_bots, new_table

pytestmark = pytest.mark.slow

SEARCH_IN_MEMORY = """async (id) => {
  for (;;) {
    const answer = await fetch(`/api/tables/${id}/coach`, { method: 'POST',
      headers: {'Content-Type': 'application/json'}, body: JSON.stringify({ seat: 0, decision: 0 }) });
    if ((await answer.json()).objection) return true;
  }
}"""


def waste_the_turn(page: Page) -> None:
    """Rest although something else could be done; the end of the turn is left to say."""
    page.locator('[data-target="rest"][data-legal]').first.click()
    expect(page.locator("#confirm[aria-disabled=false]")).to_be_visible()


def test_the_coach_asks_once_shows_the_better_move_and_reviews_the_game(new_page: NewPage, axe: str) -> None:
    prepared(pithead.load("example"))
    page = new_page()
    table = new_table(page, "example", against_bots("Emma", 2), coach=1)
    visit(page, f"/en/table/{table}")
    expect(page.locator(".app")).to_have_attribute("data-state", "act")
    waste_the_turn(page)
    page.evaluate(SEARCH_IN_MEMORY, table)
    page.locator("#confirm").click()
    asked = page.get_by_role("dialog", name="One moment")
    expect(asked).to_contain_text("gives away about")
    expect(asked).to_contain_text("The better move")
    assert complaints(page, axe, "dialog[open]") == []

    asked.get_by_role("button", name="Show me").click()
    expect(asked).to_have_count(0)
    expect(page.locator(".hinted").first).to_be_visible()
    expect(page.locator(".note.placed")).to_contain_text("The better move")

    # The same turn once more is not asked about again.
    waste_the_turn(page)
    turn = page.locator(".app").get_attribute("data-turn")
    page.locator("#confirm").click()
    expect(page.locator(".app")).not_to_have_attribute("data-turn", turn or "")
    expect(asked).to_have_count(0)

    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede").click()
    review = page.locator("[data-review=done]")
    expect(review).to_be_visible(timeout=60_000)
    expect(review).to_contain_text("Your three moments")
    assert 1 <= review.get_by_role("listitem").count() <= 3


def test_the_coach_is_offered_to_one_person_against_bots(new_page: NewPage) -> None:
    page = new_page()
    visit(page, "/en/")
    page.get_by_role("button", name=re.compile("Lamp Room")).click()
    coach = page.get_by_label("Coach")
    coach.select_option("10")
    page.get_by_label("Seat 2: who sits here").select_option("open")
    expect(coach).to_have_count(0)
