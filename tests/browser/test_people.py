"""What people do around a game: choose opponents, invite, give up, come back too late, play once more."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import NewPage
from .player import against_bots, new_table, seat_two_people, state

pytestmark = pytest.mark.slow


def test_opponents_are_chosen_before_the_table_starts(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/en/")
    page.get_by_role("button", name=re.compile("Lamp Room")).click()
    page.get_by_label("Your name").fill("Ada")
    second = page.get_by_role("radiogroup", name="Bot level, Seat 2")
    for level in ("Trapper", "Foreman"):
        second.get_by_role("radio", name=level).click()
        expect(second.get_by_role("radio", name=level)).to_be_checked()
    page.get_by_role("button", name=re.compile("take another colour")).click()
    assert page.url.endswith("/en/"), "nothing but the start button starts the table"
    page.get_by_role("button", name="Start table").click()
    page.locator(".app[data-state]").wait_for()
    expect(page.locator("article", has_text="Foreman bot")).to_have_count(1)


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_text("Really give up?").wait_for()
    page.get_by_role("button", name="Concede").click()


def test_whoever_sits_down_keeps_a_number_back_and_sees_the_deal_checked(new_page: NewPage) -> None:
    """From the bench to a seat: commit, open at the start, play from the own seat, check at the end."""
    ada, hugo = new_page(), new_page()
    table = new_table(
        ada, "example", [{"kind": "you", "name": "Ada"}, {"kind": "closed"}, {"kind": "open"}], start=False
    )
    ada.goto(f"/en/table/{table}")
    hugo.goto(f"/en/table/{table}")
    hugo.get_by_label("Your name").fill("Hugo")
    hugo.get_by_role("button", name="Sit down").click()
    hugo.get_by_text("The owner starts").wait_for()
    kept = hugo.evaluate("JSON.parse(localStorage.getItem('pithead.deals'))")
    ada.get_by_role("button", name="Start table").click()
    expect(hugo.get_by_text("The owner starts")).to_have_count(0)
    dealt = hugo.evaluate("(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json())", table)
    assert dealt["deal"]["nonces"] == [one["nonce"] for one in kept.values()]
    assert [seat["yours"] for seat in dealt["seats"]] == [False, True]
    give_up(ada)
    expect(hugo.get_by_role("dialog")).to_contain_text("Deal checked")


def test_when_one_of_two_gives_up_the_other_has_won(new_page: NewPage) -> None:
    ada, hugo = new_page(), new_page()
    seat_two_people(ada, hugo, "example")
    give_up(ada)
    won, lost = hugo.get_by_role("dialog"), ada.get_by_role("dialog")
    expect(won.get_by_role("heading", name="You have won!")).to_be_visible()
    expect(won).to_contain_text("Ada gave up.")
    expect(won.get_by_role("listitem").first).to_contain_text("Hugo")
    expect(won.get_by_role("listitem").last).to_contain_text(re.compile("Ada.*gave up"))
    expect(lost.get_by_role("heading", name="You gave up")).to_be_visible()
    with ada.expect_download() as download:
        lost.get_by_role("link", name="Download the record").click()
    assert "\nconceded: Ada\n" in download.value.path().read_text("utf-8")
    ada.goto("/en/replays")
    expect(ada.locator(".tb").first).to_contain_text("Hugo won · Ada gave up")
    ada.locator(".tb").first.click()
    expect(ada.get_by_role("listitem").filter(has_text="Ada")).to_contain_text("gave up")


def test_who_gives_up_alone_against_bots_has_not_won(new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"/en/table/{new_table(page, 'example', against_bots('Ada', 3))}")
    page.locator(".app[data-state=act]").wait_for()
    give_up(page)
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="You gave up")).to_be_visible()
    expect(sheet.get_by_role("listitem").last).to_contain_text(re.compile("Ada.*gave up"))
    expect(sheet).not_to_contain_text("verybody else")


def test_who_gave_up_watches_the_others_and_is_offered_no_way_back(new_page: NewPage) -> None:
    ada, hugo = new_page(), new_page()
    seat_two_people(ada, hugo, "example", bots=1)
    give_up(ada)
    expect(ada.get_by_role("contentinfo")).to_contain_text("You gave up")
    expect(ada.get_by_role("contentinfo").get_by_role("button")).to_have_count(0)
    expect(hugo.locator("article", has_text="Ada")).to_contain_text("has conceded")
    ada.get_by_role("button", name="Table menu").click()
    expect(ada.get_by_role("button", name="Concede")).to_have_count(0)


def test_when_time_is_up_a_bot_plays_one_turn_and_the_seat_is_back(new_page: NewPage) -> None:
    page = new_page()
    clock = {"kind": "live", "turn": 5, "bank": 0}
    page.goto(f"/en/table/{new_table(page, 'example', against_bots('Ada', 2), clock=clock, substitute='random')}")
    page.locator(".app[data-state=act]").wait_for()
    page.get_by_text("Ada has run out of time.").wait_for()
    page.locator(".app[data-state=act]").wait_for()
    expect(page.get_by_role("contentinfo")).not_to_contain_text("Take my seat back")
    before = state(page)
    page.locator("[data-legal]").first.click()
    page.wait_for_function("(at) => document.querySelector('.app').dataset.at !== at", arg=before["at"])


def test_a_seat_comes_back_by_itself_when_its_owner_does(new_page: NewPage) -> None:
    ada, hugo = new_page(), new_page()
    address = f"/en/table/{seat_two_people(ada, hugo, 'example')}"
    hugo.goto("/en/")
    expect(ada.locator("article", has_text="Hugo")).to_contain_text(re.compile("away for 0:0[2-9]"))
    ada.get_by_role("button", name="Table menu").click()
    ada.get_by_role("button", name="Ask for a bot in place of Hugo").click()
    expect(ada.locator("article", has_text="Hugo")).to_contain_text("stands in")
    hugo.goto(address)
    expect(ada.locator("article", has_text="Hugo")).to_contain_text(re.compile("online|to move"))
    expect(hugo.get_by_role("contentinfo")).not_to_contain_text("A bot plays for you")
