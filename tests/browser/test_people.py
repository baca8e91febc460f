"""What people do around a game: choose opponents, invite, give up, come back too late, play once more."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.table.left_tables import leave_tables

from .accessible import complaints
from .conftest import NewPage, serving
from .pages import visit
from .player import Player, against_bots, mover_first, new_table, seat_two_people, state, until

pytestmark = pytest.mark.slow


def test_opponents_are_chosen_before_the_table_starts(new_page: NewPage) -> None:
    page = new_page()
    visit(page, "/en/")
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


def test_opponents_stay_chosen_while_the_name_is_asked(new_page: NewPage) -> None:
    page = new_page(settings='{"speed": "instant", "seenGames": ["example"], "lastGame": "example"}')
    visit(page, "/en/")
    page.get_by_role("radiogroup", name="Bot level, Seat 2").get_by_role("radio", name="Trapper").click()
    page.get_by_label("Seat 3: who sits here").select_option("closed")
    page.get_by_role("button", name="Start table").click()
    page.get_by_role("dialog", name="What is your name?").get_by_label("Your name").fill("Ada")
    page.keyboard.press("Enter")
    page.locator(".app[data-state]").wait_for()
    expect(page.locator("article", has_text="Trapper bot")).to_have_count(1)
    expect(page.locator("article")).to_have_count(2)


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_text("Really give up?").wait_for()
    page.get_by_role("button", name="Concede").click()


def swap_the_secret(socket: WebSocketRoute) -> None:
    server = socket.connect_to_server()
    server.on_message(lambda frame: socket.send(re.sub(r'"secret": ?"..', '"secret":"00', str(frame))))


def test_whoever_sits_down_keeps_a_number_back_and_sees_the_deal_checked(new_page: NewPage) -> None:
    """From the bench to a seat: commit, open at the start, play from the own seat, check at the end."""
    ada, hugo = new_page(), new_page()
    table = new_table(
        ada, "example", [{"kind": "you", "name": "Ada"}, {"kind": "closed"}, {"kind": "open"}], start=False
    )
    visit(ada, f"/en/table/{table}")
    # Her page asks for an invitation to the free seat, which is refused if somebody sits down meanwhile.
    expect(ada.locator("code")).to_contain_text("/join/")
    visit(hugo, f"/en/table/{table}")
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
    # The same end from a server that shows another secret than the one it had committed to.
    hugo.route_web_socket(re.compile("/socket$"), swap_the_secret)
    hugo.reload()
    expect(hugo.get_by_role("dialog")).to_contain_text("Do not trust the cards of this game")


def test_when_one_of_two_gives_up_the_other_has_won_and_a_rematch_reaches_both(new_page: NewPage) -> None:
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
    # At the table and at home.
    lost.get_by_role("button", name="Rematch").click()
    expect(ada.get_by_text("Kept for Hugo")).to_be_visible()
    expect(ada.locator(".code")).to_have_count(0)
    expect(won).to_contain_text("A rematch is waiting for you.")
    expect(won.get_by_role("button", name="Join the rematch")).to_be_visible()
    expect(hugo.locator(".story > li").last).to_have_text("Ada asks for a rematch.")
    visit(hugo, "/en/")
    hugo.get_by_role("link", name=re.compile("Rematch: your seat is kept")).click()
    hugo.get_by_role("button", name="Sit down").click()
    for page in (ada, hugo):
        page.locator(".app[data-at]").wait_for()
    visit(ada, "/en/replays")
    expect(ada.locator(".tb").first).to_contain_text("Hugo won · Ada gave up")
    ada.locator(".tb").first.click()
    expect(ada.get_by_role("listitem").filter(has_text="Ada")).to_contain_text("gave up")


def test_who_gives_up_alone_against_bots_has_not_won(new_page: NewPage) -> None:
    page = new_page()
    visit(page, f"/en/table/{new_table(page, 'example', against_bots('Ada', 3))}")
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
    icons = [hugo.locator("article", has_text=who).locator("small svg").inner_html() for who in ("Ada", "Random bot")]
    assert icons[0] != icons[1], "nobody plays for her"
    ada.get_by_role("button", name="Table menu").click()
    expect(ada.get_by_role("button", name="Concede")).to_have_count(0)


# What the panels of players say from now on, and whether it is cut.
STATUSES = """() => {
  window.told = {};
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('.pl .nm small'))
      window.told[one.innerText.trim()] = one.scrollWidth > one.clientWidth ? 'cut' : 'whole';
  }).observe(document.querySelector('.left'), { childList: true, characterData: true, subtree: true });
}"""


def test_when_time_is_up_a_bot_plays_one_turn_and_the_seat_is_back(new_page: NewPage) -> None:
    page = new_page()
    clock = {"kind": "live", "turn": 5, "bank": 0}
    visit(page, f"/en/table/{new_table(page, 'example', against_bots('Ada', 2), clock=clock, substitute='random')}")
    page.locator(".app[data-state=act]").wait_for()
    page.evaluate(STATUSES)
    page.get_by_text("Ada has run out of time.").wait_for()
    page.locator(".app[data-state=act]").wait_for()
    expect(page.get_by_role("contentinfo")).not_to_contain_text("Take my seat back")
    assert page.evaluate("window.told")["a bot plays this turn"] == "whole"
    before = state(page)
    page.locator("[data-legal]").first.click()
    until(page, "(at) => document.querySelector('.app').dataset.at !== at", before["at"])


def test_a_seat_comes_back_by_itself_when_its_owner_does(new_page: NewPage) -> None:
    ada, hugo = new_page(), new_page()
    address = f"/en/table/{seat_two_people(ada, hugo, 'example')}"
    visit(hugo, "/en/")
    expect(ada.locator("article", has_text="Hugo")).to_contain_text(re.compile("away for 0:0[2-9]"))
    ada.get_by_role("button", name="Table menu").click()
    ada.get_by_role("button", name="Ask for a bot in place of Hugo").click()
    expect(ada.locator("article", has_text="Hugo")).to_contain_text("stands in")
    visit(hugo, address)
    hugo.locator(".app[data-state]").wait_for()
    expect(ada.locator("article", has_text="Hugo")).not_to_contain_text("stands in")
    expect(ada.locator("article", has_text="Hugo")).to_contain_text(re.compile("online|to move"))
    expect(hugo.get_by_role("contentinfo")).not_to_contain_text("A bot plays for you")


def test_the_name_is_asked_once(new_page: NewPage) -> None:
    page = new_page(settings='{"speed": "instant", "seenGames": ["coal-baron"]}')
    visit(page, "/en/")
    page.get_by_role("button", name="Quick game vs bots").click()
    dialog = page.get_by_role("dialog", name="What is your name?")
    dialog.get_by_label("Your name").fill("Ada")
    dialog.get_by_role("button", name="Go on").click()
    page.locator(".app[data-state]").wait_for()
    expect(page.locator("article", has_text="Ada (you)")).to_have_count(1)
    visit(page, "/en/")
    page.get_by_role("button", name="Quick game vs bots").click()
    page.locator(".app[data-state]").wait_for()


def test_the_code_in_the_lobby_opens_the_seat_of_a_friend_and_the_link_says_who_invites(new_page: NewPage) -> None:
    ada, hugo, emma = new_page(), new_page(), new_page()
    visit(ada, "/en/")
    ada.get_by_role("button", name=re.compile("Lamp Room")).click()
    for seat in (2, 3):
        ada.get_by_label(f"Seat {seat}: who sits here").select_option("invite")
    ada.get_by_label("Clock").select_option("live-5")
    ada.get_by_role("button", name="Create table").click()
    link = ada.locator("code").last
    expect(link).to_contain_text("/join/")
    visit(emma, link.inner_text())
    expect(emma.get_by_role("heading", name="Ada invites you to Lamp Room")).to_be_visible()
    expect(emma.get_by_role("definition").first).to_have_text("Ada, Waiting for a friend, Waiting for a friend")
    expect(emma.get_by_role("definition").last).to_have_text("5 min + 15 s per turn")
    emma.get_by_label("Your name").fill("Emma")
    emma.get_by_role("button", name="Sit down").click()
    emma.get_by_text("The owner starts").wait_for()
    code = ada.locator(".code").inner_text()
    visit(hugo, "/en/")
    hugo.get_by_role("button", name="Join with a code").click()
    hugo.get_by_label("Code of the table").fill(code)
    hugo.get_by_label("Your name").last.fill("Hugo")
    hugo.get_by_role("button", name="Sit down").click()
    hugo.get_by_text("The owner starts").wait_for()
    expect(ada.get_by_text("Hugo")).to_be_visible()
    expect(ada.locator(".code"), "no seat waits any more").to_have_count(0)


def test_enter_ends_the_turn_whatever_was_clicked_last(new_page: NewPage) -> None:
    ada, hugo = new_page(), new_page()
    seat_two_people(ada, hugo, "example")
    mover, other = mover_first(ada, hugo)
    end = mover.locator("#confirm[aria-disabled=false]")
    player = Player(mover, 1)
    while not end.count():
        now = state(mover)
        if player.press(mover.locator("[data-legal]:visible").first):
            player.settle(now)
    mover.get_by_role("tab", name="Move log").click()
    expect(mover.get_by_role("tab", name="Move log")).to_be_focused()
    mover.keyboard.press("Enter")
    expect(mover.get_by_role("contentinfo")).to_contain_text("is thinking")
    other.locator(".app[data-state=act]").wait_for()


def test_a_plan_that_was_used_is_not_offered_again(new_page: NewPage) -> None:
    ada, hugo = new_page(), new_page()
    seat_two_people(ada, hugo, "example")
    mover, waits = mover_first(ada, hugo)
    bar = waits.get_by_role("contentinfo")
    bar.get_by_role("button", name="Plan my turn").click()
    waits.locator("[data-legal]:visible", has_text="Rest").first.click()
    bar.get_by_role("button", name="Keep this plan").click()
    mover.locator("[data-legal]:visible", has_text="Rest").first.click()
    mover.locator("#confirm[aria-disabled=false]").click()
    bar.get_by_role("button", name="Use my plan").click()
    expect(bar.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")
    expect(bar.get_by_role("button", name="Use my plan")).to_have_count(0)
    bar.get_by_role("button", name="Restart").click()
    expect(bar.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    expect(bar.get_by_role("button", name="Use my plan")).to_have_count(0)


def test_the_owner_removes_somebody_from_the_lobby(new_page: NewPage) -> None:
    ada, pest = new_page(), new_page()
    table = new_table(ada, "example", [{"kind": "you", "name": "Ada"}, {"kind": "open"}], start=False)
    visit(ada, f"/en/table/{table}")
    # Her page asks for an invitation to the free seat; it would be refused if somebody sat down meanwhile.
    expect(ada.locator("code")).to_contain_text("/join/")
    visit(pest, f"/en/table/{table}")
    pest.get_by_label("Your name").fill("Pest")
    pest.get_by_role("button", name="Sit down").click()
    expect(ada.locator("code")).to_have_count(0)
    ada.get_by_role("button", name="Remove Pest").click()
    expect(ada.locator("code")).to_contain_text("/join/")
    expect(pest.get_by_text("Reload")).to_be_visible()


def test_somebody_is_muted_blocked_and_reported(new_page: NewPage, axe: str) -> None:
    ada, hugo = new_page(), new_page()
    seat_two_people(ada, hugo, "example")
    ada.get_by_role("button", name="Table menu").click()
    ada.get_by_role("button", name="People at the table").click()
    people = ada.get_by_role("dialog", name="People at the table")
    expect(ada.get_by_role("dialog"), "the menu closes after an action").to_have_count(1)
    entry = people.get_by_role("listitem", name="Hugo")
    assert complaints(ada, axe, "dialog[open]") == []
    entry.get_by_role("button", name="Mute for me").click()
    expect(people.get_by_role("status")).to_have_text("You hear no more of Hugo.")
    entry.get_by_role("button", name="Mute for everybody").click()
    expect(people.get_by_role("status")).to_have_text("Hugo can say nothing more at this table.")
    entry.get_by_role("button", name="Block").click()
    expect(people.get_by_role("status")).to_have_text("Hugo can no longer join your tables.")
    entry.get_by_role("button", name="Report").click()
    entry.get_by_label("What about").select_option("The way of playing")
    entry.get_by_label("Details").fill("Waits for the clock every turn.")
    assert complaints(ada, axe, "dialog[open]") == []
    entry.get_by_role("button", name="Send").click()
    expect(people.get_by_role("status")).to_contain_text("Thank you")
    people.get_by_role("button", name="Unblock").click()
    expect(people.get_by_text("Blocked by you")).to_have_count(0)


def test_a_damaged_table_is_told_in_words_and_the_others_go_on(browser: Browser, tmp_path: Path) -> None:
    """The browser itself logs the refusal, so this page may complain."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with ThreadPoolExecutor() as pool:  # in this thread the browser has the event loop
        (broken, healthy), token = pool.submit(lambda: asyncio.run(leave_tables(database, 2))).result()
    file = sqlite3.connect(tmp_path / "tables.sqlite3")
    file.execute("UPDATE entry SET data = substr(data, 2) WHERE board = ? AND seq = 2", [broken])
    file.commit()
    file.close()
    page = browser.new_page()
    with serving(tmp_path) as address:
        page.context.add_cookies([{"name": "pithead", "value": token, "url": address}])
        page.goto(f"{address}/en/table/{broken}")
        expect(page.get_by_text("its record of moves cannot be replayed")).to_be_visible()
        page.get_by_role("link", name="To the home page").click()
        expect(page.locator(f"a[href$='{broken}']")).to_contain_text("Cannot be opened; its host has been told")
        page.locator(f"a[href$='{healthy}']").click()
        page.locator(".app[data-state]").wait_for()
        page.close()
