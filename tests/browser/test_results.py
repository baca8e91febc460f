"""The page of a person and the leaderboard: what was played, in three languages, on desk and phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .accessible import complaints
from .conftest import NewPage
from .pages import visit
from .player import against_bots, new_table, published

pytestmark = pytest.mark.slow

GIVE_UP = """(table) => new Promise((done) => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', key: 'a', seat: 0, since: 0, numbering: 2 }));
  const frames = [];
  socket.onmessage = ({ data }) => {
    const { type, key } = JSON.parse(data);
    frames.push(data);
    if (type === 'welcome') socket.send(JSON.stringify({ type: 'concede', key: 'b', seat: 0 }));
    if (type === 'ack' && key === 'b') { socket.close(); done(frames); }
  };
})"""


def finished_game(page: Page) -> str:
    """A game against a bot that somebody has given up."""
    table = new_table(page, "example", against_bots("Ada", 2))
    published(page.evaluate(GIVE_UP, table))
    return table


def test_my_page_lists_what_i_have_played_and_leads_to_the_replay(new_page: NewPage, axe: str) -> None:
    page = new_page()
    table = finished_game(page)
    visit(page, "/en/you")
    page.get_by_role("link", name="Your games and ratings").press("Enter")
    expect(page.get_by_role("heading", name="Games and ratings")).to_be_visible()
    results = page.get_by_role("region", name="Results").get_by_role("row")
    expect(results.nth(1)).to_contain_text("Lamp Room")
    expect(page.get_by_role("region", name="Bots").get_by_role("row")).to_have_count(2)
    expect(page.get_by_text("No rated game yet")).to_be_visible()
    expect(page.get_by_text("casual", exact=True)).to_be_visible()
    assert complaints(page, axe) == []
    page.get_by_role("link", name="Watch again").click()
    expect(page).to_have_url(f"{page.evaluate('location.origin')}/en/replay/{table}")


def test_a_rated_table_comes_with_a_clock_and_without_help(new_page: NewPage) -> None:
    page = new_page()
    visit(page, "/en/")
    page.locator(".gc").first.click()
    setup = page.get_by_role("region", name="New table")
    setup.get_by_label("Result").select_option("yes")
    expect(setup.get_by_label(re.compile("^Hints"))).to_be_disabled()
    expect(setup.get_by_label(re.compile("^Clock"))).to_have_value("live-15")
    expect(setup.get_by_label(re.compile("^Coach"))).to_have_count(0)
    expect(page.get_by_text("one person per seat")).to_be_visible()


def test_both_pages_speak_french_and_german_and_fit_a_phone(new_page: NewPage, axe: str) -> None:
    page = new_page(size={"width": 390, "height": 664}, theme="light")
    finished_game(page)
    for language, heading, board in (("fr", "Parties et cotes", "Classement"), ("de", "Partien und", "Rangliste")):
        visit(page, f"/{language}/people/me")
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        expect(page.get_by_role("listitem").first).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0
        page.get_by_role("main").get_by_role("link", name=board).click()
        expect(page.get_by_role("heading", name=board, level=1)).to_be_visible()
    page.get_by_role("combobox").select_option("mine")
    expect(page).to_have_url(f"{page.evaluate('location.origin')}/de/leaderboard/mine")
    assert complaints(page, axe) == []


def test_whoever_has_finished_nothing_reads_what_will_be_here(new_page: NewPage) -> None:
    page = new_page()
    visit(page, "/en/people/me")
    expect(page.get_by_text("No finished game yet")).to_be_visible()
