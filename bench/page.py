"""What a page costs: bytes of the first loads, and the time from a click to the next frame: `make bench-page`.

A real browser with an empty cache loads home and a table of Coal Baron, and home once more; what the server sends until
the page rests is counted as the browser sees it, compressed or not. Then it plays Kohle & Kolonie and looks at the size
of each position on the socket, and Coal Baron by clicks on lit targets: the browser itself measures how long each click
took until something was painted (Event Timing, in steps of 8 ms; all below 16 ms count as 16).
"""

from __future__ import annotations

import argparse
import platform
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.conftest import DESKTOP, PHONE, chromium, serving
from tests.browser.player import Player, against_bots, new_table, state

LIMITS = {"home": 150_000, "home again": 20_000, "table": 250_000}
POSITION = 5_000
POSITIONS = re.compile(r'"type": ?"(position|changes)"')
PAINT = 50
QUICK = 16
OBSERVE = """() => { window.delays = []; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name === 'click') window.delays.push(entry.duration);
}).observe({type: 'event', durationThreshold: 16, buffered: true}); }"""
SETTINGS = '{"speed": "instant", "seenGames": ["coal-baron", "kohle-kolonie"]}'


def new_page(browser: Browser, server: str, size: dict[str, int] = DESKTOP, language: str = "en-GB") -> Page:
    """A page of a new person: nothing is in its cache."""
    context = browser.new_context(viewport=size, base_url=server, locale=language)  # type: ignore[arg-type]
    context.add_init_script(f"localStorage.setItem('pithead.settings', '{SETTINGS}')")
    return context.new_page()


class Meter:
    """Counts the bytes that the server sends to a page, heads of answers included, as the browser sees them."""

    def __init__(self, page: Page) -> None:
        self.kinds: dict[str, int] = {}
        self.frames: list[int] = []
        self._kind: dict[str, str] = {}
        self._answers = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.webSocketFrameReceived", self._framed)

    def _answered(self, event: dict[str, Any]) -> None:
        self._kind[event["requestId"]] = event["type"]

    def _finished(self, event: dict[str, Any]) -> None:
        kind = self._kind.get(event["requestId"], "Other").lower()
        self.kinds[kind] = self.kinds.get(kind, 0) + int(event["encodedDataLength"])
        self._answers += 1

    def _framed(self, event: dict[str, Any]) -> None:
        # Sockets are not compressed: the payload is what is sent.
        payload = event["response"]["payloadData"]
        if POSITIONS.search(payload, 0, 80):
            self.frames.append(len(payload.encode()))

    def rest(self, page: Page) -> None:
        """Until a second has passed without an answer."""
        before = -1
        while before != self._answers:
            before = self._answers
            page.wait_for_timeout(1000)

    def total(self) -> int:
        """Bytes of all answers so far, without fonts."""
        return sum(size for kind, size in self.kinds.items() if kind != "font")

    def told(self) -> str:
        return ", ".join(f"{kind} {size:,}" for kind, size in sorted(self.kinds.items(), key=lambda item: -item[1]))


def weigh(browser: Browser, server: str) -> dict[str, tuple[int, str]]:
    """Bytes of the first load of home and of a table of Coal Baron, each with an empty cache."""
    found = {}
    page = new_page(browser, server)
    meter = Meter(page)
    page.goto("/en/")
    page.locator(".gc").first.wait_for()
    meter.rest(page)
    found["home"] = (meter.total(), meter.told())
    # With what is kept by now; the context stays the same person's.
    again = page.context.new_page()
    meter = Meter(again)
    again.goto("/en/")
    again.locator(".gc").first.wait_for()
    meter.rest(again)
    found["home again"] = (meter.total(), meter.told())
    table = new_table(page, "coal-baron", against_bots("Ada", 3), visibility="public")
    guest = new_page(browser, server)
    meter = Meter(guest)
    guest.goto(f"/en/table/{table}")
    guest.locator(".mine").first.wait_for()
    meter.rest(guest)
    found["table"] = (meter.total(), meter.told())
    for opened in (page, guest):
        opened.context.close()
    return found


def positions(browser: Browser, server: str, count: int) -> list[int]:
    """Bytes of each position of Kohle & Kolonie on the socket: the first is whole, then only what changed is told."""
    page = new_page(browser, server)
    table = new_table(page, "kohle-kolonie", against_bots("Ada", 4))
    meter = Meter(page)
    page.goto(f"/en/table/{table}")
    page.locator(".app[data-state]").wait_for()
    player = Player(page, 6)
    while player.decisions < count and (now := state(page)).get("state") != "over":
        player.decide(now) if now.get("state") == "act" else player.wait(now)
    page.context.close()
    return meter.frames


def clicks(browser: Browser, server: str, size: dict[str, int], count: int) -> list[float]:
    """Milliseconds from each click on a lit target to the next frame."""
    page = new_page(browser, server, size)
    table = new_table(page, "coal-baron", against_bots("Ada", 3))
    page.goto(f"/en/table/{table}")
    page.locator(".app[data-state]").wait_for()
    page.evaluate(OBSERVE)
    player = Player(page, 6)
    while player.decisions < count:
        now = state(page)
        if now.get("state") == "over":
            break
        player.decide(now) if now.get("state") == "act" else player.wait(now)
    measured = [float(delay) for delay in page.evaluate("window.delays")]
    page.context.close()
    return sorted([float(QUICK)] * max(0, player.decisions - len(measured)) + measured)


def main(arguments: list[str]) -> int:
    """Measure, print, and fail where a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=120, help="clicks per size of screen (120)")
    asked = parser.parse_args(arguments)
    failed = False
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        print(f"Chromium {browser.version}")
        for name, (size, parts) in weigh(browser, server).items():
            failed |= size > LIMITS[name]
            print(f"{name:10}  {size:8,} bytes without fonts (at most {LIMITS[name]:,}): {parts}")
        first, *later = positions(browser, server, asked.clicks)
        later.sort()
        usual = later[len(later) // 2]
        failed |= usual > POSITION
        print(
            f"Kohle & Kolonie: first position {first:,} bytes, then median {usual:,} (at most {POSITION:,}), "
            f"95 % within {later[int(0.95 * len(later))]:,}, largest {later[-1]:,} of {len(later)}"
        )
        for name, window in {"1440x900": DESKTOP, "390x844": PHONE}.items():
            delays = clicks(browser, server, window, asked.clicks)
            middle, late = delays[len(delays) // 2], delays[int(0.95 * len(delays))]
            failed |= middle > PAINT
            print(
                f"click to paint, {name:8}  median {middle:.0f} ms (at most {PAINT}), "
                f"95 % within {late:.0f} ms, worst {delays[-1]:.0f} ms of {len(delays)} clicks"
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
