"""A link reaches others: by the share sheet, by the clipboard, and where there is none."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, NewPage
from .player import new_table

pytestmark = pytest.mark.slow
# A home network has no secure connection, and so no clipboard; phones have a sheet for sharing.
AT_HOME = """
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
  Object.defineProperty(navigator, 'share', { value: async (shared) => { window.shared = shared; } });
  document.addEventListener('copy', ({ target }) => { window.copied = target.value; });
"""


def test_a_link_is_copied_without_a_clipboard_and_shared_by_the_sheet_of_the_phone(new_page: NewPage) -> None:
    page = new_page(size=PHONE, touch=True)
    page.add_init_script(AT_HOME)
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "invite"}]
    page.goto(f"/en/table/{new_table(page, 'example', seats, start=False)}")
    link = page.locator("code")
    expect(link).to_contain_text("/join/")
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == link.inner_text()
    page.get_by_role("button", name="Share").tap()
    assert page.evaluate("window.shared.url") == link.inner_text()
    # In a dialog only what lies in it can be selected.
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("button", name="Copy a link to go on at another device").tap()
    expect(page.get_by_role("status").filter(has_text="The link is copied")).to_be_visible()
    assert page.evaluate("window.copied") != link.inner_text()
