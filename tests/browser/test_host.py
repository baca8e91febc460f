"""The page of the host, and the banner that everybody sees."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pithead.table.host.link import read

from .accessible import complaints
from .conftest import NewPage, serving
from .pages import visit

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def link(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own: a banner is for everybody."""
    folder = tmp_path_factory.mktemp("host")
    with serving(folder, PITHEAD_BACKUPS=str(folder / "backups")) as address:
        yield address + path_of(folder)


def path_of(folder: Path) -> str:
    found: list[str] = []
    # Chromium's own loop runs in this thread.
    reader = threading.Thread(target=lambda: found.append(asyncio.run(read(f"sqlite:///{folder / 'tables.sqlite3'}"))))
    reader.start()
    reader.join()
    return found[0]


def test_the_page_without_its_link_names_the_command(new_page: NewPage) -> None:
    page = new_page()
    visit(page, "/en/host")
    said = page.get_by_role("main").get_by_role("status")
    expect(said.locator("code")).to_have_text("pithead host-link")
    expect(said).not_to_contain_text("`")


def test_the_host_backs_up_and_speaks_to_all(new_page: NewPage, link: str, axe: str) -> None:
    page, guest = new_page(), new_page(size={"width": 390, "height": 664})
    page.goto(link)
    expect(page.get_by_text("The server writes, draws")).to_be_visible()
    assert page.evaluate("location.hash") == "", "the link stays in no history"
    page.get_by_role("button", name="Back up now").press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Backup made")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.path().stat().st_size > 0
    page.get_by_label("In English").fill("Back at eight")
    page.get_by_role("button", name="Show the banner").click()
    expect(page.get_by_role("status").first).to_have_text("The banner is shown.")
    expect(page.get_by_role("region", name="Limits")).to_contain_text("PITHEAD_CREATE_RATE")
    assert complaints(page, axe) == []
    guest.goto(link.partition("/host")[0] + "/de/")
    word = guest.get_by_label("Ein Wort vom Betreiber")
    expect(word).to_contain_text("Back at eight")
    assert complaints(guest, axe) == []
    word.get_by_role("button", name="Schließen").click()
    expect(word).to_have_count(0)
    page.get_by_role("button", name="Take the banner away").click()
    expect(page.get_by_role("status").first).to_have_text("There is no banner.")


def test_the_page_fits_a_phone_in_french_and_german_and_is_closed_to_others(
    new_page: NewPage, link: str, axe: str
) -> None:
    page = new_page(size={"width": 390, "height": 664}, theme="light")
    origin, _, path = link.partition("/host")
    page.goto(f"{origin}/de/host")
    expect(page.get_by_text("Diese Seite ist für den Betreiber")).to_be_visible()
    for language, heading in (("fr", "Sauvegardes"), ("de", "Sicherungen")):
        page.goto(f"{origin}/{language}/")
        page.goto(f"{origin}/{language}/host{path}")
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0
    assert complaints(page, axe) == []
