"""A home for regulars: the own tables first, the next one after a move, a lobby to talk in, sessions to end."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import ROOT, NewPage
from .pages import visit
from .player import Player, against_bots, mover_first, new_table, seat_two_people

pytestmark = pytest.mark.slow
CLOCK = {"kind": "correspondence", "turn": 86_400, "bank": 0}


def tables(page: Page) -> None:
    """The rows of the own tables."""
    visit(page, "/en/")
    page.locator("#tables").wait_for()


def test_the_own_tables_come_first_with_names_turn_and_deadline(new_page: NewPage) -> None:
    page = new_page()
    visit(page, f"/en/table/{new_table(page, 'example', against_bots('Ada', 3), clock=CLOCK)}")
    page.locator(".app[data-state=act]").wait_for()
    tables(page)
    row = page.locator("#tables .row")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Hugo · Emma")
    expect(row).to_contain_text("Your turn")
    expect(row).to_contain_text(re.compile(r"\d+ hrs? left"))
    page.locator(".gs .gc").first.wait_for()
    # At one moment: what is still arriving moves the rest.
    top = page.evaluate(
        "() => ['#tables', '.hb', '.gs'].map((one) => document.querySelector(one).getBoundingClientRect().top)"
    )
    assert top == sorted(top)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # A table against bots can be closed; it asks first.
    close = row.get_by_role("button", name="Close this table")
    close.click()
    row.get_by_role("button", name="Sure?").click()
    expect(row).to_contain_text("Closed")
    row.get_by_role("button", name="Put away").click()
    expect(page.locator("#tables")).to_have_count(0)
    page.reload()
    page.locator(".hero").wait_for()
    expect(page.locator("#tables")).to_have_count(0)


def test_a_finished_game_shows_date_scores_and_opponents(new_page: NewPage) -> None:
    page = new_page()
    visit(page, f"/en/table/{new_table(page, 'example', against_bots('Ada', 2))}")
    page.locator(".app[data-state]").wait_for()
    Player(page, 1).play_on()
    visit(page, "/en/replays")
    row = page.locator(".rows .row").first
    expect(row).to_contain_text(re.compile(r"Ada \d+ · Hugo \d+"))
    expect(row).to_contain_text(re.compile(r"won · .*20\d\d"))


def test_after_a_move_the_next_table_is_one_click_away(new_page: NewPage) -> None:
    ada, hugo = new_page(), new_page()
    seat_two_people(ada, hugo, "example")
    _, waiting = mover_first(ada, hugo)
    due = new_table(waiting, "example", against_bots("Me", 2))
    waiting.reload()
    waiting.get_by_role("contentinfo").get_by_role("link", name="Next table").click()
    expect(waiting).to_have_url(re.compile(f"/table/{due}"))


def test_before_the_start_people_talk_and_the_owner_changes_clock_hints_and_visibility(new_page: NewPage) -> None:
    ada, hugo = new_page(), new_page()
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "open"}]
    table = new_table(ada, "example", seats, start=False, visibility="public")
    visit(ada, f"/en/table/{table}")
    # A table with a free seat is found under Play.
    visit(hugo, "/en/")
    hugo.locator(".hl .tbs .row").first.get_by_role("link").click()
    expect(hugo.get_by_label("Clock")).to_be_disabled()
    ada.get_by_label("Clock").select_option("live-15")
    expect(hugo.get_by_label("Clock")).to_have_value("live-15")
    ada.get_by_label("Hints").select_option("false")
    expect(hugo.get_by_label("Hints")).to_have_value("false")
    ada.get_by_label("Visibility").select_option("private")
    expect(hugo.get_by_label("Visibility")).to_have_value("private")
    ada.get_by_placeholder("Say something").fill("Glück auf!")
    ada.get_by_role("button", name="Send").click()
    expect(hugo.get_by_role("log", name="Chat")).to_contain_text("Glück auf!")


def test_the_sessions_of_this_device_are_listed(new_page: NewPage) -> None:
    page = new_page()
    visit(page, "/en/you")
    page.get_by_role("button", name="Show them").click()
    listed = page.get_by_role("dialog").get_by_role("listitem")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text("This one")


def test_a_level_is_explained_where_it_is_chosen(new_page: NewPage) -> None:
    """At home, and at a table that waits for its players."""
    page = new_page()
    visit(page, "/en/")
    page.get_by_role("radio", name="Baron").first.click()
    expect(page.locator(".level")).to_contain_text("Wins 57 to 73 of 100 games against a Foreman")
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "hewer", "name": "Emma"}]
    visit(page, f"/en/table/{new_table(page, 'example', seats, start=False)}")
    expect(page.locator(".level")).to_contain_text("Hewer: For those who know the rules")
    page.get_by_role("radio", name="Trapper").click()
    expect(page.locator(".level")).to_contain_text("Trapper: For a first game")


# Boxes whose widest text does not fit, unless the whole text stands below; and single lines that are cut.
CUT_OFF = """() => [
  ...[...document.querySelectorAll('.setup select, .lobby .opts select')].flatMap((box) => {
    const style = getComputedStyle(box), pen = document.createElement('canvas').getContext('2d');
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 8;
    return [...box.options].map(({text}) => text)
      .filter((text) => text.length <= 48 && pen.measureText(text).width > room);
  }),
  ...[...document.querySelectorAll('.htop a, .btn, .row .names, .row b')]
    .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth).map((node) => node.textContent),
]"""


# The longest words; the others in `make soak`.
@pytest.mark.parametrize("language", ["de", *(pytest.param(one, marks=pytest.mark.soak) for one in ("en", "fr"))])
def test_nothing_is_cut_at_home_or_before_the_start(language: str, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"/{language}/?game=mine")
    page.locator(".setup .go .btn").wait_for()
    box = page.locator(".setup .go .btn").bounding_box()
    assert box and box["y"] + box["height"] < 900, "whoever comes for the first time sees the button that starts"
    page.locator(".setup summary").first.click()
    assert page.evaluate(CUT_OFF) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(CUT_OFF) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    new_table(page, "mine", against_bots("Ada", 6))
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "hewer", "name": "Emma"}]
    table = new_table(page, "mine", seats, start=False, visibility="public")
    page.reload()
    page.locator("#tables .row").nth(1).wait_for()
    page.set_viewport_size({"width": 1024, "height": 768})
    assert page.evaluate(CUT_OFF) == []
    visit(page, f"/{language}/table/{table}")
    page.locator(".lobby .opts").wait_for()
    assert page.evaluate(CUT_OFF) == []


# Which of these sentences has no room in the panel of a player with two digits of points.
TOO_LONG = """(said) => {
  const status = document.querySelector('.pl .nm small');
  document.querySelector('.pl .vp').textContent = '88';
  return said.filter((text) => {
    status.lastChild.textContent = text;
    return status.scrollWidth > status.clientWidth;
  });
}"""


def test_what_a_panel_says_of_its_player_is_whole_beside_a_clock(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "example", against_bots("Ada", 2), clock=CLOCK)
    for language in ("en", "fr", "de"):
        words = json.loads((ROOT / "web" / "src" / "locales" / f"{language}.json").read_text(encoding="utf-8"))
        levels = [words[f"level.{level}"] for level in ("trapper", "hewer", "foreman", "baron")]
        said = [words[f"player.{status}"] for status in ("timed_out", "conceded", "away", "bot", "standin")]
        page.goto(f"/{language}/table/{table}")
        page.locator(".pl .clock").first.wait_for()
        sentences = [text.replace("{level}", level).replace("{time}", "12:05") for text in said for level in levels]
        assert len(sentences) == 20
        assert page.evaluate(TOO_LONG, sentences) == []


def test_cups_and_leaderboard_are_linked_on_every_page(new_page: NewPage) -> None:
    page = new_page()
    visit(page, "/en/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Cups").click()
    expect(page).to_have_url(re.compile("/en/cups$"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("navigation", name="More pages").get_by_role("link", name="Leaderboard").click()
    expect(page).to_have_url(re.compile("/en/leaderboard$"))
