"""Every page in both themes: nothing serious for an accessibility checker, nothing on the console."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .accessible import complaints
from .conftest import DESKTOP, PHONE, NewPage
from .pages import visit
from .player import Player, against_bots, branch, end_of, new_table, state, until

pytestmark = pytest.mark.slow
SIZES = {"desktop": DESKTOP, "phone": PHONE}


def test_pages_without_a_table(new_page: NewPage, axe: str) -> None:
    page = new_page()
    problems = []
    for path, mark in (
        ("/en/", ".gc"),
        ("/fr/watch", ".rows > *"),  # tables of other tests, or that there are none
        ("/de/replays", "h1"),
        ("/en/rules/example", "h2"),
        ("/en/components", "figure"),
        ("/en/nowhere", "h1"),
    ):
        visit(page, path)
        page.wait_for_url(f"**{path}")
        page.locator(mark).first.wait_for()
        problems += [f"{path} {problem}" for problem in complaints(page, axe)]
        for size in SIZES:
            page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{path} is wider than the window of a {size}"
        # The phone has a bar of its own.
        if path == "/en/":
            problems += [f"phone {problem}" for problem in complaints(page, axe)]
        page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    assert problems == []


@pytest.mark.parametrize("game", ["coal-baron", "example"])
def test_a_table_with_all_that_opens(game: str, new_page: NewPage, axe: str) -> None:
    page = new_page(settings='{"speed": "instant"}')
    visit(page, f"/en/table/{new_table(page, game, against_bots('Ada', 2))}")
    problems: list[str] = []

    def look(where: str, within: str = "", contrast: bool = True) -> None:
        problems.extend(f"{where} {problem}" for problem in complaints(page, axe, within, contrast))

    page.get_by_role("dialog").wait_for()
    # Its colours are the same in every game, too.
    look("opening card", "dialog[open]", contrast=game == "coal-baron")
    page.get_by_role("button", name="Let’s play").click()
    look("table")
    # What lies around the board is the same in every game.
    for size in SIZES if game == "coal-baron" else ():
        page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        page.get_by_role("button", name="Table menu").click()
        # Both are the same in every window.
        if size == "desktop":
            look("menu", "dialog[open]")
        page.get_by_role("button", name="Describe the table").click()
        if size == "desktop":
            look("description", "dialog[open]")
        page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    # The views of the phone are looked at in the example, and of Coal Baron the first.
    for number, tab in enumerate(page.get_by_role("tab").all()):
        if tab.is_visible() and (game == "example" or number == 0):
            tab.click()
            look(f"tab {tab.inner_text()}", contrast=game == "example" and number == 0)
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    player = Player(page, 1)
    until(page, "() => document.querySelector('.app').dataset.state !== 'wait'")
    if game == "coal-baron" and state(page).get("state") == "act":
        player.decide(state(page))
        look("after a choice", contrast=False)
    assert problems == []


def test_the_score_sheet(new_page: NewPage, axe: str) -> None:
    page = new_page()
    visit(page, f"/en/table/{branch(page, *end_of('example', 2))}")
    Player(page, 2).play_on()
    page.get_by_role("dialog").wait_for()
    assert complaints(page, axe) == []


def test_a_waiting_table_and_an_invitation(new_page: NewPage, axe: str) -> None:
    page, guest = new_page(), new_page(size=PHONE)
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "invite"}]
    table = new_table(page, "example", seats, start=False)
    visit(page, f"/en/table/{table}")
    link = page.locator("code")
    expect(link).to_contain_text("/join/")
    assert complaints(page, axe) == []
    visit(guest, link.inner_text())
    guest.get_by_label("Your name").fill("Hugo")
    assert complaints(guest, axe) == []
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_text("The owner starts").wait_for()


def test_a_used_invitation_says_so_before_anybody_types_a_name(new_page: NewPage) -> None:
    page, guest, quick, late = new_page(), new_page(), new_page(refused=True), new_page(refused=True)
    table = new_table(page, "example", [{"kind": "you", "name": "Ada"}, {"kind": "invite"}], start=False)
    visit(page, f"/en/table/{table}")
    link = page.locator("code")
    expect(link).to_contain_text("/join/")
    address = link.inner_text()
    for one, name in ((guest, "Hugo"), (quick, "Emma")):
        visit(one, address)
        one.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_text("The owner starts").wait_for()
    visit(late, address)
    quick.get_by_role("button", name="Sit down").click()
    for one in (quick, late):
        expect(one.get_by_role("heading", name=re.compile("full|no longer valid"))).to_be_visible()
        expect(one.get_by_label("Your name")).to_have_count(0)
    page.get_by_role("button", name="Start table").click()
    page.locator(".app[data-state]").wait_for()
    quick.get_by_role("link", name="Watch the table").click()
    expect(quick.get_by_role("contentinfo")).to_contain_text("You are watching")


@pytest.mark.parametrize("token", ["AAAAA", "eyJ0IjoxfQ"])
def test_a_link_that_never_was_says_so_once(new_page: NewPage, token: str) -> None:
    page = new_page(refused=True)
    visit(page, f"/en/join/{token}")
    expect(page.get_by_role("heading", name="This link is no longer valid")).to_be_visible()
    expect(page.get_by_text("This link is no longer valid")).to_have_count(1)
    expect(page).to_have_title("This link is no longer valid · Pithead")


def test_an_invitation_opens_in_the_language_of_the_guest(new_page: NewPage) -> None:
    page, guest = new_page(), new_page(settings='{"name": "Hugo", "language": "de"}')
    table = new_table(page, "example", [{"kind": "you", "name": "Ada"}, {"kind": "invite"}], start=False)
    visit(page, f"/fr/table/{table}")
    link = page.locator("code")
    expect(link).to_contain_text("/join/")
    guest.goto(link.inner_text())
    expect(guest.get_by_role("button", name="Platz nehmen")).to_be_visible()
    expect(guest).to_have_url(re.compile("/de/join/"))


NOWHERE = {
    "rules/foo": "There is nothing at this address",
    "learn/foo": "There is nothing at this address",
    "leaderboard/foo": "There is nothing at this address",
    "people/xyz": "There is nobody at this address",
    "table/foo": "There is nothing at this address",
    "replay/foo": "There is nothing at this address",
    "foo": "There is nothing at this address",
}


@pytest.mark.parametrize("path", NOWHERE)
def test_an_address_where_nothing_is_says_so_in_words_and_in_the_title(new_page: NewPage, path: str) -> None:
    page = new_page(refused=True)
    visit(page, f"/en/{path}")
    expect(page.get_by_role("heading", name=NOWHERE[path])).to_be_visible()
    expect(page).to_have_title(f"{NOWHERE[path]} · Pithead")
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    expect(page.get_by_role("main")).not_to_contain_text(re.compile("kohle-kolonie|path\\."))


def test_the_language_is_in_the_address_and_changes_without_a_reload(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/fr/rules/coal-baron")
    page.get_by_role("link", name="Règles").first.wait_for()
    page.evaluate("window.same = true")
    page.get_by_role("button", name="Allemand").click()
    page.get_by_role("link", name="Regeln").first.wait_for()
    assert page.url.endswith("/de/rules/coal-baron")
    assert page.evaluate("window.same && document.documentElement.lang") == "de"


def test_a_table_that_does_not_exist_says_so(new_page: NewPage) -> None:
    page = new_page(refused=True)
    page.goto("/en/table/doesnotexist")
    expect(page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
    page.get_by_role("link", name="To the home page").click()
    page.locator(".gc").first.wait_for()
