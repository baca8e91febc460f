"""The rules page and the rules beside the board: reading, searching, and the way from a refusal to its rule."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pithead.engine import registry

from .accessible import complaints
from .conftest import DESKTOP, PHONE, NewPage
from .pages import visit
from .player import against_bots, new_table, open_turns, press, until

pytestmark = pytest.mark.slow
PHONE_WITH_BARS = {"width": 390, "height": 664}


def table_of(page: Page, caption: str) -> list[list[str]]:
    """The cells of the table with that caption."""
    rows = page.get_by_role("table", name=caption).locator("tbody tr").all()
    return [[cell.strip() for cell in row.locator("th, td:not(.pic)").all_inner_texts()] for row in rows]


def test_the_page_is_drawn_from_the_components(new_page: NewPage, axe: str) -> None:
    page = new_page()
    visit(page, "/en/rules/coal-baron")
    page.locator(".art svg").first.wait_for()
    for size in (DESKTOP, PHONE_WITH_BARS):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        prizes = table_of(page, "The majorities and their prizes")
        assert [cells[-2:] for cells in (prizes[0], prizes[-1])] == [["2", "1"], ["13", "6"]]
        assert ["4 players on", "Factory 8, Mining 4, 3 francs"] in table_of(
            page, "Spaces that are closed with fewer players"
        )
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0
    assert complaints(page, axe) == []


@pytest.mark.parametrize("contrast", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["words", "colours"])
def test_the_rules_of_every_game_are_accessible(contrast: bool, new_page: NewPage, axe: str) -> None:
    """All are written with the same colours: those of Coal Baron are looked at above, and the rest of its page, too."""
    page = new_page(size=DESKTOP)
    for name in registry.names():
        if name == "coal-baron" and not contrast:
            continue
        visit(page, f"/en/rules/{name}")
        page.locator("#rule-R1, main h2").first.wait_for()
        assert complaints(page, axe, contrast=contrast) == [], name


def test_search_glossary_and_links(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/fr/rules/coal-baron#rule-R38")
    expect(page.locator("#rule-R38")).to_be_in_viewport()
    search = page.get_by_role("searchbox", name="Chercher dans les règles")
    search.fill("refectoire")
    expect(page.locator("mark", has_text="réfectoire").first).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^L’usine"))).to_have_count(0)
    expect(page.locator("dt", has_text=re.compile("^réfectoire$"))).to_be_visible()
    page.get_by_role("link", name="R38").or_(page.get_by_role("link", name="R6")).first.click()
    search.fill("xyzzy")
    expect(page.get_by_text("Rien trouvé.")).to_be_visible()
    page.get_by_role("navigation", name="Sommaire").get_by_role("link", name="Fin de la partie").click()
    expect(page.get_by_role("heading", name="Fin de la partie")).to_be_in_viewport()
    # From a ruling back to the section that cites it.
    page.locator("#rule-R44").get_by_role("link", name="Fin de la partie").click()
    expect(page.get_by_role("heading", name="Fin de la partie")).to_be_in_viewport()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_refusal_and_a_line_of_the_log_lead_to_their_rule(size: dict[str, int], new_page: NewPage, axe: str) -> None:
    page = new_page(size=size)
    table = new_table(page, "mine", against_bots("Ada", 2))
    visit(page, f"/en/table/{table}")
    until(page, "() => document.querySelector('.app')?.dataset.state === 'act'")
    # A starting hand has no event: the place for events is closed, and says why.
    press(page, page.locator("[data-target='place:events'][data-refused]").first)
    page.get_by_role("tooltip").get_by_role("button", name="Rule R4: read it").click()
    panel = page.get_by_role("region", name=re.compile("^Rules · "))
    ruling = panel.locator("#rule-R4:focus")
    expect(ruling).to_be_in_viewport()
    # And the ruling names the refusals that cite it.
    expect(ruling.get_by_text("Only event cards go here, and you hold none.")).to_be_visible()
    assert complaints(page, axe, contrast=size is DESKTOP) == []
    page.get_by_role("button", name="Close").click()
    if size is PHONE:
        return
    page.locator("[data-target='pass']").first.click()
    page.locator(".act .btn.pri").click()
    # The others play; then the log stands still, with the own turn folded.
    until(page, "() => document.querySelector('.app')?.dataset.state === 'act'")
    open_turns(page)
    passed = page.get_by_role("log").get_by_role("listitem").filter(has_text="Ada passes.").first
    passed.get_by_role("button", name="R5").click()
    expect(panel.locator("#rule-R5:focus")).to_be_in_viewport()
