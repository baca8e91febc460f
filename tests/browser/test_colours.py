"""Where colours cannot be told apart: the system's own few colours, and the towns of Kohle & Kolonie."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pithead.engine import registry

from .accessible import complaints
from .conftest import NewPage
from .player import branch, late_in, open_turns, visit

pytestmark = pytest.mark.slow
# Choices without a line round them.
LINES = """() => [...document.querySelectorAll('main [data-target]')]
  .filter((node) => node.getClientRects().length && !node.matches(':focus, [aria-pressed=true], [data-planned]'))
  .filter((node) => node.hasAttribute('data-legal') && getComputedStyle(node).outlineStyle === 'none')
  .map((node) => node.outerHTML.slice(0, 90))"""


def test_choices_focus_and_owners_are_told_by_lines_and_shapes(new_page: NewPage, axe: str) -> None:
    page = new_page()
    page.emulate_media(forced_colors="active")
    for game in registry.names():
        fewest = min(players for players in registry.load(game).players if players > 1)
        visit(page, f"/en/table/{branch(page, *late_in(game, fewest))}")
        page.locator(".app[data-state=act] .stage").wait_for()
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        legal = page.locator("main [data-legal]:visible")
        assert legal.count() > 0
        assert page.evaluate(LINES) == [], f"{game}: choices without a line"
        # The system chooses the colours: what the sheet says of them is not what is seen.
        assert complaints(page, axe, contrast=False) == [], game
        legal.first.focus()
        assert legal.first.evaluate("(node) => getComputedStyle(node).outlineWidth") == "3px"
        # Players keep their paint, and have shapes of their own.
        emblems = page.locator(".pls .emb")
        shapes = {emblem.inner_html() for emblem in emblems.all()}
        assert len(shapes) == emblems.count()


def test_towns_have_a_weave_of_their_own(new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"/en/table/{branch(page, *late_in('kohle-kolonie', 3))}")
    page.locator(".app[data-state=act] .stage").wait_for()
    weave = page.evaluate(
        """() => [...document.querySelectorAll('.field')].map((field) => [
          getComputedStyle(field.querySelector('polygon')).fill, field.querySelector('.weave').getAttribute('fill')])"""
    )
    towns = dict(weave)
    assert len(towns) > 2
    assert len(set(towns.values())) == len(towns), "a weave for each colour"
    # In the log a mine has the letter of its town.
    open_turns(page)
    letters = page.locator(".story .town").evaluate_all(
        "(nodes) => nodes.map((node) => [getComputedStyle(node).backgroundColor, node.textContent])"
    )
    assert len({tuple(one) for one in letters}) == len({colour for colour, _ in letters}) > 1
    assert {letter for _, letter in letters} <= set("EBHW")
    for pattern in towns.values():
        expect(page.locator(pattern.removeprefix("url(").removesuffix(")"))).to_be_attached()
