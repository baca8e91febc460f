"""Being told that it is your turn: chosen by clicks, shown by the worker, ended by one click."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from .accessible import complaints
from .conftest import NewPage, serving
from .network import Network, network

pytestmark = pytest.mark.slow


class Sink(BaseHTTPRequestHandler):
    """A web hook that keeps what it gets."""

    got: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.got.append(json.loads(body))
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def hook() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The address of a real endpoint, and what has arrived there."""
    got: list[dict[str, Any]] = []
    server = HTTPServer(("127.0.0.1", 0), type("Here", (Sink,), {"got": got}))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", got
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose host allows endpoints at home."""
    with serving(tmp_path_factory.mktemp("club"), PITHEAD_PRIVATE_ENDPOINTS="1") as address:
        yield address


def test_a_web_hook_is_added_tried_kept_quiet_and_removed(
    club: str, hook: tuple[str, list[dict[str, Any]]], new_page: NewPage, axe: str
) -> None:
    address, got = hook
    page = new_page()
    page.goto(f"{club}/en/")
    page.get_by_role("link", name="You", exact=True).click()
    page.get_by_role("link", name="Choose how").click()
    page.get_by_label("Service").select_option("Slack")
    page.get_by_label("Its address").fill(address)
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("status")).to_contain_text("Added.")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("status")).to_contain_text("Did it arrive?")
    assert "This works" in got[0]["text"]
    page.get_by_label("from").fill("22:00")
    page.get_by_label("to", exact=True).fill("07:30")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("status")).to_contain_text("Quiet hours kept.")
    assert not complaints(page, axe)
    page.reload()
    expect(page.get_by_label("from")).to_have_value("22:00")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Nobody tells you yet.")).to_be_visible()


@pytest.fixture
def refused_page(browser: Browser, server: str) -> Iterator[Page]:
    """A page that may be refused something, which a browser always complains about."""
    context = browser.new_context(base_url=server, service_workers="block")
    yield context.new_page()
    context.close()


def test_an_address_that_cannot_be_is_refused_with_the_reason(refused_page: Page) -> None:
    page = refused_page
    page.goto("/fr/notices")
    page.get_by_label("Son adresse").fill("https://192.168.1.1/hook")
    page.get_by_role("button", name="Ajouter").click()
    expect(page.get_by_role("status")).to_contain_text("réseau privé")


def test_a_link_in_a_message_asks_before_it_acts(refused_page: Page) -> None:
    page = refused_page
    page.goto("/de/stop/nonsense")
    page.get_by_role("button", name="Abbestellen").click()
    expect(page.get_by_role("status")).not_to_be_empty()


@pytest.fixture
def way(server: str) -> Iterator[Network]:
    """The network to the server of the page with a service worker."""
    with network(server) as found:
        yield found


@pytest.fixture
def worker_page(browser: Browser, way: Network) -> Iterator[Page]:
    """A page with its service worker, which all other tests do without."""
    context = browser.new_context(base_url=way.address, permissions=["notifications"])
    page = context.new_page()
    page.goto("/en/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    yield page
    context.close()


def test_the_worker_shows_what_is_pushed(worker_page: Page) -> None:
    """The event comes through DevTools, since a vendor's push service cannot be reached; a browser without a screen
    shows no notification, so that what it was asked to show is kept instead."""
    tools = worker_page.context.new_cdp_session(worker_page)
    found: dict[str, Any] = {}
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.update(event["registrations"][0]))
    tools.send("ServiceWorker.enable")
    worker_page.wait_for_function("() => navigator.serviceWorker.controller")
    (worker,) = worker_page.context.service_workers
    worker.evaluate(
        """() => {
          self.asked = new Promise((done) => {
            self.registration.showNotification = async (title, options) => done({ title, ...options });
          });
        }"""
    )
    told = {"title": "Your turn: Coal Baron", "text": "Hugo waits.", "path": "/table/abc", "tag": "turn abc"}
    origin = worker_page.evaluate("location.origin")
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found["registrationId"], "data": json.dumps(told)},
    )
    shown = worker.evaluate("() => self.asked")
    assert (shown["title"], shown["body"], shown["tag"]) == (told["title"], told["text"], told["tag"])
    assert shown["data"] == {"path": "/table/abc"}


def test_without_a_network_the_page_says_so(worker_page: Page, way: Network) -> None:
    worker_page.wait_for_function("() => navigator.serviceWorker.controller")
    way.cut()
    worker_page.goto("/en/table/somewhere")
    expect(worker_page.get_by_text("You are offline")).to_be_visible()
    expect(worker_page.get_by_text("Du bist offline")).to_be_visible()


def test_the_page_can_be_installed(new_page: NewPage, server: str) -> None:
    page = new_page()
    page.goto("/en/")
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    for icon in manifest["icons"]:
        status = page.evaluate("(src) => fetch(src).then((answer) => answer.status)", icon["src"])
        assert status == 200, icon


def test_a_tab_that_meets_a_newer_server_offers_to_reload(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/en/")
    page.get_by_role("heading").first.wait_for()
    newer = Path("src/pithead/table/static/index.html").read_text().replace("/assets/index-", "/assets/newer-")
    page.route(lambda url: url.endswith("/"), lambda route: route.fulfill(body=newer, content_type="text/html"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("There is a new version.")).to_be_visible()
    page.unroute_all()
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_text("There is a new version.")).to_have_count(0)
