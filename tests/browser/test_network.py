"""A connection that falls silent without a goodbye is noticed, and nothing is lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import SETTINGS
from .network import Network, network
from .pages import QUIET
from .player import against_bots, new_table, state

pytestmark = pytest.mark.slow


@contextmanager
def table_behind(browser: Browser, server: str) -> Iterator[tuple[Network, Page]]:
    """A table on a page whose network can fall silent; the browser may complain about that on its console."""
    with network(server) as between:
        context = browser.new_context(base_url=between.address, locale="en-GB")
        context.add_init_script(f"localStorage.setItem('pithead.settings', '{SETTINGS}')")
        page = context.new_page()
        page.goto(QUIET)
        page.goto(f"/en/table/{new_table(page, 'example', against_bots('Ada', 2))}")
        page.locator(".app[data-state=act]").wait_for()
        yield between, page
        context.close()


def test_a_silent_connection_is_noticed_within_five_seconds(server: str, browser: Browser) -> None:
    with table_behind(browser, server) as (between, page):
        between.silent = True
        began = time.monotonic()
        page.locator(".banner.warn").wait_for(timeout=20_000)
        # The exact number is a unit test's, on a clock of its own; without the ping it took 104 s.
        assert time.monotonic() - began < 20
        between.silent = False
        page.locator(".banner.ok").wait_for(timeout=20_000)


def test_a_decision_that_the_network_swallows_is_told_about_and_arrives_later(server: str, browser: Browser) -> None:
    with table_behind(browser, server) as (between, page):
        before = state(page)["at"]
        between.silent = True
        page.locator("[data-legal]").first.click()
        began = time.monotonic()
        expect(page.locator("#confirm")).to_have_text("Sending …", timeout=5000)
        assert 0.8 < time.monotonic() - began < 2.5
        page.locator(".banner.warn").wait_for(timeout=20_000)
        assert time.monotonic() - began < 4.5
        between.silent = False
        page.wait_for_function("(at) => document.querySelector('.app').dataset.at !== at", arg=before, timeout=20_000)
        expect(page.locator(".banner.warn")).to_have_count(0)
