"""What a page costs: bytes of the first loads, how soon a phone can use them, and the time from a click to the next
frame: `make bench-page`.

A real browser with an empty cache loads home and a table of Coal Baron, and home once more; what the server sends until
the page rests is counted as the browser sees it, compressed or not. The same two pages are loaded as by a phone: a
processor four times slower, a network of 1.6 Mbit/s with 150 ms to and fro (what Lighthouse calls slow 4G); they can be
used when their choices are there and the last long task is over. Then it plays Kohle & Kolonie and looks at the size of
each position on the wire of the socket, and Coal Baron by clicks on lit targets: the browser itself measures how long
each click took until something was painted (Event Timing, in steps of 8 ms; all below 16 ms count as 16).
"""

from __future__ import annotations

import argparse
import contextlib
import platform
import socket
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.conftest import DESKTOP, PHONE, chromium, serving
from tests.browser.pages import QUIET
from tests.browser.player import Player, against_bots, new_table, state

LIMITS = {"home": 150_000, "home again": 20_000, "table": 280_000}
# Seconds until a phone can use a page, and the longest task on the way there in milliseconds.
USABLE = {"home": 3.0, "table": 4.5}
TASK = 200
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4
# When what is waited for was there first, and every task above 50 ms.
WATCH = """(() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => [one.startTime, one.duration])))
    .observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (!window.there && document.querySelector('%s')) window.there = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()"""
POSITION = 5_000
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
        self._kind: dict[str, str] = {}
        self._answers = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._finished)

    def _answered(self, event: dict[str, Any]) -> None:
        self._kind[event["requestId"]] = event["type"]

    def _finished(self, event: dict[str, Any]) -> None:
        kind = self._kind.get(event["requestId"], "Other").lower()
        self.kinds[kind] = self.kinds.get(kind, 0) + int(event["encodedDataLength"])
        self._answers += 1

    def rest(self, page: Page) -> None:
        """Until a second has passed without an answer."""
        before = -1
        while before != self._answers:
            before = self._answers
            page.wait_for_timeout(1000)

    def total(self) -> int:
        """Bytes of all answers so far."""
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


def usable(browser: Browser, server: str) -> dict[str, tuple[float, float]]:
    """Seconds until a phone with an empty cache can use home and a table, and the longest task in milliseconds."""
    found = {}
    host = new_page(browser, server)
    host.goto(QUIET)
    table = new_table(host, "coal-baron", against_bots("Ada", 3), visibility="public")
    for name, path, there in (("home", "/en/", ".gc"), ("table", f"/en/table/{table}", ".mymine svg")):
        page = new_page(browser, server, PHONE)
        page.add_init_script(WATCH % there)
        tools = page.context.new_cdp_session(page)
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", SLOW_4G)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(path)
        page.wait_for_function("() => window.there && performance.now() > window.there + 3000")
        ready, tasks = page.evaluate("[window.there, window.tasks]")
        found[name] = (max([ready, *map(sum, tasks)]) / 1000, max((task for _, task in tasks), default=0))
        page.context.close()
    host.context.close()
    return found


class Tap:
    """Stands between browser and server, and notes the length of every frame that a socket of the server sends."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        self.target = (parts.hostname or "", parts.port or 80)
        self.frames: list[int] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self.target)
                threading.Thread(target=self._carry, args=(client, server), daemon=True).start()
                threading.Thread(target=self._carry, args=(server, client, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, noted: bool = False) -> None:
        kept = b""
        framed = False
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
                if not noted:
                    continue
                kept += data
                if not framed and (framed := kept.startswith(b"HTTP/1.1 101")):
                    kept = kept.partition(b"\r\n\r\n")[2]
                kept = self._note(kept) if framed else b""
            target.close()

    def _note(self, kept: bytes) -> bytes:
        """Note the frames that are complete, and return the rest."""
        while len(kept) > 1:
            start = 2 + {126: 2, 127: 8}.get(kept[1], 0)
            length = int.from_bytes(kept[2:start]) if start > 2 else kept[1]
            if len(kept) < start + length:
                break
            # Texts only: pings are none of a position.
            if kept[0] & 0x0F == 1:
                self.frames.append(start + length)
            kept = kept[start + length :]
        return kept


def positions(browser: Browser, server: str, count: int) -> list[int]:
    """Bytes of each message of a table of Kohle & Kolonie on the wire: one is a whole position, then changes come."""
    page = new_page(browser, server)
    page.goto(QUIET)
    table = new_table(page, "kohle-kolonie", against_bots("Ada", 4))
    cookies = page.context.cookies()
    tap = Tap(server)
    page.context.close()
    page = new_page(browser, tap.address)
    # Cookies belong to a host, whatever its port: the table is still one's own.
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    page.goto(f"/en/table/{table}")
    page.locator(".app[data-state]").wait_for()
    player = Player(page, 6)
    while player.decisions < count and (now := state(page)).get("state") != "over":
        player.decide(now) if now.get("state") == "act" else player.wait(now)
    page.context.close()
    tap.close()
    return tap.frames


def clicks(browser: Browser, server: str, size: dict[str, int], count: int) -> list[float]:
    """Milliseconds from each click on a lit target to the next frame."""
    page = new_page(browser, server, size)
    page.goto(QUIET)
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
            print(f"{name:10}  {size:8,} bytes (at most {LIMITS[name]:,}): {parts}")
        for name, (seconds, task) in usable(browser, server).items():
            failed |= seconds > USABLE[name] or task > TASK
            print(
                f"{name:10}  usable on a phone after {seconds:.1f} s (at most {USABLE[name]}), "
                f"longest task {task:.0f} ms (at most {TASK})"
            )
        sent = sorted(positions(browser, server, asked.clicks))
        failed |= sent[-1] > POSITION
        print(
            f"Kohle & Kolonie: largest message, a whole position, {sent[-1]:,} bytes on the wire "
            f"(at most {POSITION:,}), median {sent[len(sent) // 2]:,}, "
            f"95 % within {sent[int(0.95 * len(sent))]:,} of {len(sent)}"
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
