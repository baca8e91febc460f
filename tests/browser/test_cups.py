"""A cup in the browser: opened, joined, started, and its table of results."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .accessible import complaints
from .conftest import NewPage
from .pages import visit

pytestmark = pytest.mark.slow


def test_two_friends_begin_a_cup(new_page: NewPage, axe: str) -> None:
    ada, hugo = new_page(), new_page(size={"width": 390, "height": 664}, theme="light")
    visit(ada, "/en/you")
    ada.get_by_role("main").get_by_role("link", name="Cups").press("Enter")
    form = ada.get_by_role("form", name="New cup")
    form.get_by_label("Name of the cup").fill("Pit Cup")
    form.get_by_label("Game").select_option("example")
    form.get_by_label("Same deal at all tables").check()
    assert complaints(ada, axe) == []
    form.get_by_role("button", name="Open the cup").click()
    expect(ada.get_by_role("heading", name="Pit Cup")).to_be_visible()
    start = ada.get_by_role("button", name=re.compile("^Start with"))
    expect(start).to_have_attribute("aria-disabled", "true")
    expect(start).to_have_accessible_description("It can start as soon as two people have joined.")
    ada.get_by_role("button", name="Join in").click()
    expect(ada.get_by_role("button", name="Leave the cup")).to_be_visible()
    visit(hugo, ada.url.replace("/en/", "/de/"))
    hugo.get_by_label("Dein Name").fill("Hugo")
    hugo.keyboard.press("Enter")
    expect(hugo.get_by_role("region", name="Ergebnistabelle")).to_contain_text("Hugo")
    expect(start).to_have_attribute("aria-disabled", "false")
    ada.get_by_role("button", name="Start with 2 people").click()
    expect(ada.get_by_text("Round 1 of 3")).to_be_visible()
    expect(hugo.get_by_role("heading", name="Runde 1")).to_be_visible()
    assert complaints(hugo, axe) == []
    wide = hugo.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    hugo.get_by_role("link", name="An deinen Tisch").click()
    expect(hugo).to_have_url(re.compile("/de/table/"))
    visit(ada, ada.url.replace("/en/", "/fr/"))
    expect(ada.get_by_text("Manche 1 sur 3")).to_be_visible()


def test_a_cup_ends_after_a_question_only(new_page: NewPage, axe: str) -> None:
    page = new_page()
    visit(page, "/en/cups")
    form = page.get_by_role("form", name="New cup")
    form.get_by_label("Name of the cup").fill("Short Cup")
    form.get_by_label("Game").select_option("example")
    form.get_by_role("button", name="Open the cup").click()
    expect(page.get_by_role("heading", name="Short Cup")).to_be_visible()
    end = page.get_by_role("button", name="End the cup")
    asked = page.get_by_role("dialog", name="End the cup")
    end.click()
    expect(asked).to_contain_text("calls the cup off")
    assert complaints(page, axe, "dialog[open]") == []
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_have_count(0)
    expect(page.get_by_text("Open: join in")).to_be_visible()
    end.click()
    asked.get_by_role("button", name="End the cup").click()
    expect(page.get_by_text("Called off")).to_be_visible()
