"""You: a passkey or a recovery code brings a person back to the own name and tables, as people do it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Page, expect

from .accessible import complaints
from .conftest import NewPage
from .pages import visit
from .player import against_bots, new_table, seat_two_people

pytestmark = pytest.mark.slow


def authenticator(page: Page) -> CDPSession:
    """Chromium's own authenticator in place of a phone's: it says yes, and keeps what was made."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return tools


def clear(page: Page) -> None:
    """As when somebody clears the browser: a new guest, whose first answer has come."""
    page.evaluate("localStorage.clear()")
    page.context.clear_cookies()
    page.goto(page.evaluate("location.origin") + "/en/")
    page.locator(".gc").first.wait_for()
    expect(page.locator("#tables")).to_have_count(0)


def you(page: Page) -> None:
    page.get_by_role("link", name="You", exact=True).click()
    expect(page.get_by_role("heading", name="How you come back")).to_be_visible()


@pytest.fixture
def named(new_page: NewPage, server: str) -> Callable[[], Page]:
    """Pages at the name of this machine: passkeys are bound to names, not to numbers."""

    def make() -> Page:
        page = new_page()
        page.goto(server.replace("127.0.0.1", "localhost") + "/en/")
        page.locator(".gc").first.wait_for()
        return page

    return make


def test_a_passkey_brings_back_name_and_tables(named: Callable[[], Page], axe: str) -> None:
    page = named()
    authenticator(page)
    table = new_table(page, "example", against_bots("Ada", 2))
    you(page)
    page.get_by_label("Your name").fill("Ada of the mine")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("Renamed.")
    page.get_by_label("Name of the new passkey").fill("Phone")
    page.get_by_role("button", name="Make a passkey").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("it leads back to you")
    page.get_by_label("Passkey", exact=True).fill("Pocket")
    page.get_by_role("button", name="Rename: Phone").click()
    expect(page.get_by_role("button", name="Rename: Pocket")).to_be_visible()
    assert complaints(page, axe) == []
    clear(page)
    you(page)
    assert complaints(page, axe) == []
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator(f"#tables a[href$='{table}']")).to_be_visible()
    you(page)
    expect(page.get_by_label("Your name")).to_have_value("Ada of the mine")
    page.get_by_role("button", name="Remove: Pocket").click()
    expect(page.get_by_text("You are a guest")).to_be_visible()


def test_a_recovery_code_brings_back_tables_and_those_of_the_guest_come_along(named: Callable[[], Page]) -> None:
    page = named()
    first = new_table(page, "example", against_bots("Ada", 2))
    you(page)
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.locator("code").inner_text()
    clear(page)
    second = new_table(page, "example", against_bots("Ada", 2))
    you(page)
    page.get_by_label("Recovery code").fill(code.lower())
    page.keyboard.press("Enter")
    for table in (first, second):
        expect(page.locator(f"#tables a[href$='{table}']")).to_be_visible()
    you(page)
    expect(page.get_by_text("You have no recovery code.")).to_be_visible()
    page.get_by_role("button", name="Make a recovery code").click()
    page.get_by_role("button", name="Remove the recovery code").click()
    expect(page.get_by_text("You have no recovery code.")).to_be_visible()
    expect(page.locator("code")).to_have_count(0)


def test_everything_is_downloaded_and_deleted(new_page: NewPage) -> None:
    ada, hugo = new_page(), new_page()
    table = seat_two_people(ada, hugo, "example")
    visit(ada, "/en/you")
    expect(ada.get_by_text("This browser makes no passkeys at this address")).to_be_visible()
    with ada.expect_download() as download:
        ada.get_by_role("link", name="Download all of it").click()
    assert [one["id"] for one in json.loads(download.value.path().read_text("utf-8"))["tables"]] == [table]
    ada.get_by_role("button", name="Delete everything").click()
    ada.get_by_role("button", name="Keep everything").click()
    ada.get_by_role("button", name="Delete everything").click()
    ada.get_by_role("button", name="Yes, delete everything for good").click()
    ada.locator(".gc").first.wait_for()
    expect(ada.locator("#tables")).to_have_count(0)
    expect(hugo.get_by_role("dialog").get_by_role("heading", name="You have won!")).to_be_visible()
    expect(hugo.get_by_role("dialog")).to_contain_text("N.N.")


def test_the_page_speaks_french_and_german_and_fits_a_phone(new_page: NewPage, axe: str) -> None:
    page = new_page(size={"width": 360, "height": 640})
    for language, heading in (("fr", "Comment revenir"), ("de", "Wie du zurückkommst")):
        visit(page, f"/{language}/you")
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0
    assert complaints(page, axe) == []


def test_a_session_elsewhere_is_ended_from_here(new_page: NewPage) -> None:
    here, there = new_page(), new_page(refused=True)
    table = new_table(here, "example", against_bots("Ada", 2))
    visit(here, "/en/")
    you(here)
    here.get_by_role("button", name="Make a recovery code").click()
    code = here.locator("code").inner_text()
    visit(there, "/en/")
    you(there)
    there.get_by_label("Recovery code").fill(code)
    there.keyboard.press("Enter")
    expect(there.locator(f"#tables a[href$='{table}']")).to_be_visible()
    here.get_by_role("button", name="Show them").click()
    listed = here.get_by_role("dialog", name="Where you are signed in").get_by_role("listitem")
    expect(listed).to_have_count(2)
    listed.get_by_role("button", name="End").click()
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text("This one")
    # There is nobody any more; here everything is as it was.
    there.reload()
    there.locator(".gc").first.wait_for()
    expect(there.locator("#tables")).to_have_count(0)
    visit(here, "/en/")
    expect(here.locator(f"#tables a[href$='{table}']")).to_be_visible()
