"""Where colours cannot be told apart: the system's own few colours, and the towns of Kohle & Kolonie."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pithead.engine import registry

from .accessible import complaints
from .conftest import DESKTOP, NewPage
from .contrast import faint
from .pages import visit
from .player import branch, end_of, late_in, open_turns, touch, uploaded
from .windows import window_of

pytestmark = pytest.mark.slow
# Choices without a line round them.
LINES = """() => [...document.querySelectorAll('main [data-target]')]
  .filter((node) => node.getClientRects().length && !node.matches(':focus, [aria-pressed=true], [data-planned]'))
  .filter((node) => node.hasAttribute('data-legal') && getComputedStyle(node).outlineStyle === 'none')
  .map((node) => node.outerHTML.slice(0, 90))"""

STYLE = """(node) => [getComputedStyle(node).outlineStyle, parseFloat(getComputedStyle(node).outlineWidth) >= 3]"""
FILLED = "(nodes) => nodes.map((node) => !getComputedStyle(node).backgroundColor.startsWith('rgba'))"


@pytest.mark.parametrize("each", [1, pytest.param(2, marks=pytest.mark.soak)], ids=["in turn", "both"])
def test_choices_focus_and_owners_are_told_by_lines_and_shapes(each: int, new_page: NewPage) -> None:
    page = new_page(drawn=True)
    page.emulate_media(forced_colors="active")
    looks = [(DESKTOP, "light"), (window_of("iPhone"), "dark")]
    for game in registry.names():
        page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
        fewest = min(players for players in registry.load(game).players if players > 1)
        visit(page, f"/en/table/{branch(page, *late_in(game, fewest))}")
        page.locator(".app[data-state=act] .stage").wait_for()
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        legal = page.locator("main [data-legal]:visible")
        assert legal.count() > 0
        assert page.evaluate(LINES) == [], f"{game}: choices without a line"
        legal.first.focus()
        assert legal.first.evaluate("(node) => getComputedStyle(node).outlineWidth") == "3px"
        # Players keep their paint, and have shapes of their own.
        emblems = page.locator(".pls .emb")
        shapes = {emblem.inner_html() for emblem in emblems.all()}
        assert len(shapes) == emblems.count()
        # Words are seen in either scheme: in the layout of the desktop or in that of the phone, in turn, or in both.
        for size, scheme in looks[:each]:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.emulate_media(forced_colors="active", color_scheme=scheme)  # type: ignore[arg-type]
            assert faint(page) == [], f"{game}, {scheme}, {size}"
            # One kind of line for each state; what is left of a turn is filled, and cards hide what lies below them.
            assert page.locator("[aria-selected=true]:visible").first.evaluate(STYLE) == ["double", True]
            seen = page.locator(".pips i:not(.off):visible, .hand .face:visible").evaluate_all(FILLED)
            assert all(seen), f"{game}, {scheme}, {size}"
        looks.reverse()


def test_towns_have_a_weave_of_their_own(new_page: NewPage) -> None:
    page = new_page()
    visit(page, f"/en/table/{branch(page, *late_in('kohle-kolonie', 3))}")
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


@pytest.mark.soak
@pytest.mark.parametrize("game", registry.names())
def test_every_view_of_a_game_is_clean_in_both_themes_and_in_forced_colours(
    game: str, new_page: NewPage, axe: str
) -> None:
    page = new_page(size=window_of("iPhone"), touch=True)
    fewest = min(players for players in registry.load(game).players if players > 1)
    visit(page, f"/en/table/{branch(page, *late_in(game, fewest))}")
    page.locator(".app[data-state=act] .stage").wait_for(state="attached")
    for window in ("iPhone", "phone lying", "desktop"):
        page.set_viewport_size(window_of(window))  # type: ignore[arg-type]
        for view in page.locator(".seg [role=tab]").all():
            if view.is_visible():
                touch(page, view, tap=True)
            for forced in ("none", "active"):
                page.emulate_media(forced_colors=forced)
                where = f"{window}, {view.inner_text()}, forced colours: {forced}"
                assert complaints(page, axe, contrast=forced == "none") == [], where


def test_home_tells_what_is_chosen_without_colours(new_page: NewPage) -> None:
    page = new_page(drawn=True)
    page.emulate_media(forced_colors="active")
    page.goto("/en/")
    level = page.get_by_role("radio", checked=True).first
    level.wait_for()
    assert level.evaluate(STYLE) == ["double", True]
    assert page.get_by_role("radio", checked=False).first.evaluate(STYLE)[0] == "none"
    # As many dots are filled as the game is hard.
    dots = page.locator(".gc").first.locator(".wt i")
    filled = dots.evaluate_all(
        "(dots) => dots.map((dot) => getComputedStyle(dot).backgroundColor === getComputedStyle(dot).color)"
    )
    assert filled == dots.evaluate_all("(dots) => dots.map((dot) => dot.classList.contains('on'))")
    quick = page.get_by_role("button", name="Quick game vs bots")
    assert quick.evaluate("(node) => getComputedStyle(node).backgroundColor").startswith("rgb(")


def test_the_speed_of_a_replay_is_told_without_colours(new_page: NewPage) -> None:
    page = new_page()
    page.emulate_media(forced_colors="active")
    visit(page, f"/en/replay/{uploaded(page, end_of('example', 2)[0])['id']}")
    speed = page.get_by_role("radio", checked=True)
    assert speed.evaluate(STYLE) == ["double", True]
