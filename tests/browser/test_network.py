"""A connection that falls silent without a goodbye is noticed, and nothing is lost.

The clock of the page stands still and is moved on by the test, so that the promised seconds are exact; the network
between page and server is real, and swallows what it should carry.
"""

from __future__ import annotations

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
        page.clock.install(time=0)
        page.goto(QUIET)
        page.goto(f"/en/table/{new_table(page, 'example', against_bots('Ada', 2))}")
        page.locator(".app[data-state=act] [data-legal]").first.wait_for()
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)
        # That has sent a ping, which is answered before the network falls silent.
        page.evaluate("fetch('/icon.svg', { cache: 'no-store' }).then(() => true)")
        yield between, page
        context.close()


def test_a_silent_connection_is_noticed_within_five_seconds(server: str, browser: Browser) -> None:
    with table_behind(browser, server) as (between, page):
        between.silent = True
        page.clock.run_for(5000)
        expect(page.locator(".banner.warn")).to_be_visible()
        between.silent = False
        page.clock.resume()
        expect(page.locator(".banner.warn")).to_have_count(0)


def test_a_decision_that_the_network_swallows_is_told_about_and_arrives_later(server: str, browser: Browser) -> None:
    with table_behind(browser, server) as (between, page):
        before = state(page)["at"]
        between.silent = True
        page.locator("[data-legal]").first.evaluate("(choice) => choice.click()")
        page.clock.run_for(999)
        expect(page.locator("#confirm")).not_to_have_text("Sending …")
        page.clock.run_for(1)
        expect(page.locator("#confirm")).to_have_text("Sending …")
        page.clock.run_for(2000)
        expect(page.locator(".banner.warn")).to_be_visible()
        between.silent = False
        page.clock.resume()
        page.wait_for_function("(at) => document.querySelector('.app').dataset.at !== at", arg=before)
        expect(page.locator(".banner.warn")).to_have_count(0)
