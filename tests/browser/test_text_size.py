"""Text is as large as somebody has set it in the browser, and everything stays within reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from pithead.engine import registry

from .conftest import NewPage
from .pages import visit
from .player import branch, late_in, until
from .reach import out_of_reach
from .windows import WINDOWS

pytestmark = pytest.mark.slow
# Elements with words of their own: those of the page, and those inside drawings, which grow with their drawing.
SIZES = """() => {
  window.texts ??= [...document.querySelectorAll('body *')].filter((node) =>
    node.getClientRects().length && [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim()));
  const own = (node) => parseFloat(getComputedStyle(node).fontSize);
  const drawn = (node) => node instanceof SVGElement;
  return [false, true].map((kind) => window.texts.filter((node) => drawn(node) === kind).map((node) => own(node)));
}"""
LARGER = "document.documentElement.style.fontSize = '20px'"
USUAL = "document.documentElement.removeAttribute('style')"


def grow(page: Page, where: str) -> None:
    """Sets the text a quarter larger: 20 px in place of the usual 16."""
    page.evaluate("delete window.texts")
    words, drawn = page.evaluate(SIZES)
    page.evaluate(LARGER)
    larger, still = page.evaluate(SIZES)
    assert len(words) > 20, where
    assert larger == pytest.approx([1.25 * size for size in words]), where
    assert still == drawn, where


def test_text_follows_the_size_of_the_browser(new_page: NewPage) -> None:
    width, height = WINDOWS["iPhone"]
    page = new_page(size={"width": width, "height": height}, touch=True)
    page.goto("/en/")
    page.locator(".gc").first.wait_for()
    grow(page, "home")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for game in registry.names():
        fewest = min(players for players in registry.load(game).players if players > 1)
        page.evaluate(USUAL)
        visit(page, f"/en/table/{branch(page, *late_in(game, fewest))}")
        # Perhaps another view than the board is asked first.
        page.locator(".app[data-state=act] .stage").wait_for(state="attached")
        until(page, "() => document.querySelector('.act .undo')")
        grow(page, game)
        assert out_of_reach(page) == [], game
