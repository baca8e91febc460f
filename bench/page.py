"""What a page costs: bytes of the first loads, and the time from a click to the next frame: `make bench-page`.

A real browser with an empty cache loads home and a table of Coal Baron; every answer it gets before the page rests, but
for fonts, is compressed and counted. Then it plays Coal Baron by clicks on lit targets, and the browser itself measures
how long each click took until something was painted (Event Timing, in steps of 8 ms; all below 16 ms count as 16).
"""

from __future__ import annotations

import argparse
import gzip
import platform
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, Response

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.conftest import DESKTOP, PHONE, chromium, serving
from tests.browser.player import Player, against_bots, new_table, state

LIMITS = {"home": 180_000, "table": 250_000}
PAINT = 50
QUICK = 16
OBSERVE = """() => { window.delays = []; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name === 'click') window.delays.push(entry.duration);
}).observe({type: 'event', durationThreshold: 16, buffered: true}); }"""
SETTINGS = '{"speed": "instant", "seenGames": ["coal-baron"]}'


def new_page(browser: Browser, server: str, size: dict[str, int] = DESKTOP, language: str = "en-GB") -> Page:
    """A page of a new person: nothing is in its cache."""
    context = browser.new_context(viewport=size, base_url=server, locale=language)  # type: ignore[arg-type]
    context.add_init_script(f"localStorage.setItem('pithead.settings', '{SETTINGS}')")
    return context.new_page()


class Meter:
    """Counts what a page loads, compressed."""

    def __init__(self, page: Page) -> None:
        self.kinds: dict[str, int] = {}
        self.waiting: list[Response] = []
        page.on("response", self.heard)

    def heard(self, answer: Response) -> None:
        self.waiting.append(answer)

    def rest(self, page: Page) -> None:
        """Until a second has passed without an answer."""
        before = -1
        while before != len(self.waiting):
            before = len(self.waiting)
            page.wait_for_timeout(1000)

    def total(self) -> int:
        """Bytes of all answers so far, without fonts."""
        for answer in self.waiting:
            kind = answer.request.resource_type
            # What tells of changes never ends: it has no length and is not part of the load.
            if kind != "font" and answer.ok and answer.request.timing["responseEnd"] >= 0:
                self.kinds[kind] = self.kinds.get(kind, 0) + len(gzip.compress(answer.body(), 9))
        self.waiting.clear()
        return sum(self.kinds.values())

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
            print(f"first load, {name:5}  {size:8,} bytes gzip without fonts (at most {LIMITS[name]:,}): {parts}")
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
