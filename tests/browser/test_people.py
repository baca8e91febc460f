"""What people do around a game: choose opponents, invite, give up, come back too late, play once more."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import NewPage

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
