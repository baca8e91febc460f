"""Tests share a browser and its pages: nothing of one test reaches the next."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from .accessible import complaints
from .conftest import DESKTOP, PATIENCE, SETTINGS
from .pages import QUIET, Look, Pages, visit
from .player import against_bots, new_table, press, until

pytestmark = pytest.mark.slow
LOOK = Look("dark", SETTINGS, motion=False)
LEFT = """async () => [
  {...localStorage}, {...sessionStorage}, await caches.keys(), (await indexedDB.databases()).length, document.cookie]"""
FILL = """async () => {
  localStorage.left = sessionStorage.left = document.cookie = 'left=1';
  await caches.open('left');
  await new Promise((done) => (indexedDB.open('left').onsuccess = ({ target }) => done(target.result.close())));
}"""


@pytest.fixture
def own(browser: Browser, server: str) -> Iterator[Pages]:
    """Pages that no other test has used."""
    found = Pages(browser, server, PATIENCE)
    yield found
    for waiting in found.waiting.values():
        for page in waiting:
            page.context.close()


def test_a_page_comes_back_as_that_of_somebody_else(own: Pages) -> None:
    page = own.take(LOOK, DESKTOP)
    page.goto(QUIET)
    new = page.evaluate(LEFT)
    page.goto("/en/you")
    page.evaluate("fetch('/api/me')")
    page.evaluate(FILL)
    page.mouse.move(300, 300)
    page.set_viewport_size({"width": 500, "height": 500})
    page.complaints.append("left")
    own.give_back(page)
    again = own.take(LOOK, DESKTOP)
    assert again is page
    assert again.url.endswith(QUIET)
    assert again.viewport_size == DESKTOP
    assert again.complaints == []
    again.goto(QUIET)
    assert again.evaluate(LEFT) == new == [{"pithead.settings": SETTINGS}, {}, [], 0, ""]
    assert again.context.cookies() == [], "a person whom the server does not know"


def test_a_client_that_goes_on_running_is_that_of_somebody_else(own: Pages) -> None:
    page = own.take(LOOK, DESKTOP)
    visit(page, f"/en/table/{new_table(page, 'mine', against_bots('Ada', 2))}")
    until(page, "() => document.querySelector('.app')?.dataset.state === 'act'")
    press(page, page.locator("[data-refused]:visible").first)
    page.locator(".live > *").first.wait_for(state="attached")
    page.evaluate(FILL)
    page.evaluate("window.same = true")
    visit(page, "/en/you")
    page.get_by_label("Your name").fill("Hugo")
    page.keyboard.press("Enter")
    page.wait_for_function("() => localStorage['pithead.settings'].includes('Hugo')")
    own.give_back(page)
    again = own.take(LOOK, DESKTOP)
    assert again is page
    assert again.evaluate("window.same"), "the client was not loaded anew"
    kept, *rest = again.evaluate(LEFT)
    assert list(kept) == ["pithead.settings"]
    assert json.loads(kept["pithead.settings"]).items() >= json.loads(SETTINGS).items()
    assert rest == [{}, [], 0, ""]
    assert again.locator(".live > *").count() == 0
    visit(again, "/en/you")
    expect(again.get_by_label("Your name")).to_have_value("Ada")
    own.give_back(again)
    other = own.take(LOOK._replace(theme="light"), DESKTOP)
    assert other is page
    assert other.url.endswith(QUIET), "another look begins with another document"


def test_a_page_that_is_prepared_loads_the_client_anew(own: Pages) -> None:
    page = own.take(LOOK, DESKTOP)
    visit(page, "/en/notices")
    page.locator("h1").wait_for()
    own.give_back(page)
    again = own.take(LOOK, DESKTOP)
    assert again is page
    again.add_init_script("window.prepared = true")
    visit(again, "/en/notices")
    assert again.evaluate("window.prepared")
    own.give_back(again)
    assert again.url.endswith(QUIET)


@pytest.mark.parametrize(
    "use",
    [
        lambda page: page.route_web_socket("**/*", lambda socket: None),
        lambda page: page.clock.install(),
        lambda page: page.context.new_page(),
        lambda page: page.goto("about:blank"),
        lambda page: page.close(),
    ],
    ids=["socket", "clock", "context", "elsewhere", "closed"],
)
def test_what_cannot_be_taken_back_ends_with_its_test(use: object, own: Pages) -> None:
    page = own.take(LOOK, DESKTOP)
    use(page)  # type: ignore[operator]
    own.give_back(page)
    assert page.is_closed()
    assert not own.waiting[False]


SEEN = """() => [window.left, ...['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)',
  '(forced-colors: active)'].map((query) => matchMedia(query).matches),
  getComputedStyle(document.documentElement).opacity, localStorage['pithead.settings']]"""


def test_what_can_be_taken_back_is_gone_and_the_look_is_that_of_the_next_test(own: Pages) -> None:
    page = own.take(Look("light", "{}", motion=True, drawn=True), DESKTOP)
    asked: list[str] = []
    page.add_init_script("window.left = 1")

    def between(route: Route) -> None:
        asked.append("route")
        route.continue_()

    page.route("**/*", between)
    page.on("request", lambda request: asked.append("request"))
    page.emulate_media(forced_colors="active")
    page.goto(QUIET)
    assert page.evaluate(SEEN) == [1, False, False, True, "1", "{}"]
    assert set(asked) == {"route", "request"}
    own.give_back(page)
    asked.clear()
    again = own.take(LOOK, DESKTOP)
    assert again is page
    again.goto(QUIET)
    assert again.evaluate(SEEN) == [None, True, True, False, "0", SETTINGS]
    assert asked == []


def test_between_two_tests_with_the_browser_others_run_event_loops(session_browser: object) -> None:
    assert asyncio.run(asyncio.sleep(0, "run")) == "run"


def test_the_browser_goes_on_after_an_event_loop_of_others(own: Pages) -> None:
    assert own.take(LOOK, DESKTOP).evaluate("1 + 1") == 2


PALE = """() => {
  const text = Object.assign(document.createElement('p'), { textContent: 'Hardly to be read' });
  Object.assign(text.style, { color: '#777', background: '#888', position: 'fixed', top: 0, zIndex: 99 });
  document.querySelector('main').append(text);
}"""


def test_the_checker_sees_the_colours_of_a_page_that_is_not_drawn(own: Pages, axe: str) -> None:
    page = own.take(LOOK, DESKTOP)
    page.goto("/en/")
    page.locator(".gc").first.wait_for()
    opacity = "getComputedStyle(document.documentElement).opacity"
    assert page.evaluate(opacity) == "0"
    assert complaints(page, axe) == []
    page.evaluate(PALE)
    found = complaints(page, axe)
    assert ["Hardly to be read" in one for one in found if one.startswith("color-contrast")] == [True, True]
    assert page.evaluate(opacity) == "0"
