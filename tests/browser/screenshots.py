"""Takes the pictures of `docs/screenshots`: `make screenshots`, or one kind with `… screenshots.py home mining`.

With `--mocks FOLDER` the pictures that have a mock-up are also put beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.browser import conftest
from tests.browser.player import CUT, Player, against_bots, new_table, state

OUT = conftest.ROOT / "docs" / "screenshots"
WIDE, MIDDLE, NARROW = (1440, 900), (1024, 768), (390, 844)
# What has a mock-up, and at which sizes.
MOCKS = {
    "home": "mock-home",
    "components": "mock-components",
    "coal-baron-place": "mock-coal-baron-choose",
    "coal-baron-mining": "mock-coal-baron",
}
Scene = Callable[["Studio"], None]


class Studio:
    """A page of one size and theme, and where its pictures go."""

    def __init__(self, browser: Browser, server: str, size: tuple[int, int], theme: str, mocks: Path | None) -> None:
        self.browser, self.server, self.size, self.theme, self.mocks = browser, server, size, theme, mocks
        self.context = self.new_context()
        self.page = self.context.new_page()

    def new_context(self, motion: bool = False) -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": self.size[0], "height": self.size[1]},
            color_scheme=self.theme,  # type: ignore[arg-type]
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=self.size == NARROW,
            base_url=self.server,
            locale="en-GB",
        )
        speed = "1" if motion else '"instant"'
        games = '["coal-baron", "mine-out", "mine", "kohle-kolonie", "example"]'
        settings = f'{{"speed": {speed}, "theme": "{self.theme}", "name": "Ada", "ownToken": 2, "seenGames": {games}}}'
        context.add_init_script(
            f"localStorage.getItem('pithead.settings') || localStorage.setItem('pithead.settings', '{settings}')"
        )
        context.add_init_script(CUT)
        return context

    def table(self, game: str, players: int, level: str = "hewer") -> Page:
        made = new_table(self.page, game, against_bots("Ada", players, level))
        self.page.goto(f"/en/table/{made}")
        self.page.locator(".app[data-state]").wait_for()
        return self.page

    def take(self, name: str, page: Page | None = None) -> None:
        """One picture, as a small file."""
        page = page or self.page
        page.wait_for_timeout(400)
        width, height = self.size
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        path = OUT / f"{name}-{width}x{height}-{self.theme}.webp"
        path.parent.mkdir(parents=True, exist_ok=True)
        shot.save(path, quality=82, method=6)
        if self.mocks and self.theme == "dark" and name in MOCKS:
            mock = self.mocks / f"{MOCKS[name]}-{width}x{height}.png"
            if mock.exists():
                beside(Image.open(mock).convert("RGB"), shot).save(
                    OUT / f"beside-{name}-{width}x{height}.webp", quality=80, method=6
                )


def beside(mock: Image.Image, shot: Image.Image) -> Image.Image:
    """The mock-up on the left, the client on the right."""
    height = max(mock.height, shot.height)
    both = Image.new("RGB", (mock.width + shot.width + 12, height + 24), "#808080")
    both.paste(mock, (0, 24))
    both.paste(shot, (mock.width + 12, 24))
    pen = ImageDraw.Draw(both)
    pen.text((8, 6), "mock-up", "white")
    pen.text((mock.width + 20, 6), "client", "white")
    return both


def play_until(page: Page, phase: str, prefer: tuple[str, ...] = (), at_least: int = 0, seed: int = 1) -> None:
    """Play on until a question is asked, choosing what leads there."""
    player = Player(page, seed)
    for _ in range(900):
        now = state(page)
        if now.get("state") == "over":
            raise AssertionError(f"the game ended before {phase}")
        if now.get("state") != "act":
            player.wait(now)
            continue
        if now["phase"] == phase and player.decisions >= at_least:
            return
        wanted = [page.locator(f"[data-legal][data-target^='{start}']:visible") for start in prefer]
        found = next((one for one in wanted if one.count()), None)
        if found is None or player.decisions < at_least:
            player.decide(now)
        else:
            player.press(found.last)
            with contextlib.suppress(Error):
                player.settle(now)


# -- what is taken ----------------------------------------------------------------------------------------------------


def home(studio: Studio) -> None:
    page = studio.page
    new_table(page, "coal-baron", against_bots("Ada", 4, "hewer"))
    new_table(page, "mine-out", against_bots("Ada", 3, "hewer"))
    page.goto("/en/")
    page.locator(".gc").first.wait_for()
    studio.take("home")


def setup(studio: Studio) -> None:
    page = studio.page
    page.goto("/en/?game=kohle-kolonie")
    page.locator(".gc").first.wait_for()
    page.get_by_label("Seat 2: who sits here").select_option("hotseat")
    page.get_by_label("Seat 3: who sits here").select_option("invite")
    page.get_by_text("Options of the game").click()
    page.get_by_text("Options of the game").scroll_into_view_if_needed()
    studio.take("setup")


def components(studio: Studio) -> None:
    studio.page.goto("/en/components")
    studio.page.locator("figure").first.wait_for()
    studio.take("components")


def generic(game: str, players: int, steps: int) -> Scene:
    def scene(studio: Studio) -> None:
        page = studio.table(game, players, "random")
        player = Player(page, 4)
        while player.decisions < steps or state(page).get("state") != "act":
            now = state(page)
            player.decide(now) if now.get("state") == "act" else player.wait(now)
        studio.take(f"table-{game}")

    return scene


def score(studio: Studio) -> None:
    page = studio.table("example", 3, "random")
    Player(page, 3).play_on()
    page.get_by_role("dialog").wait_for()
    studio.take("score-sheet")


def rules(studio: Studio) -> None:
    page = studio.table("coal-baron", 3)
    play_until(page, "place")
    page.get_by_role("button", name="Rules").click()
    studio.take("rules-panel")


def errors(studio: Studio) -> None:
    page = studio.page
    page.goto("/en/table/nowhere")
    page.get_by_role("heading", level=1).wait_for()
    studio.take("error-no-table")
    page = studio.table("example", 2)
    page.evaluate("() => { window.tunnel = true; for (const socket of window.sockets) socket.close(); }")
    page.locator(".banner.warn").wait_for()
    studio.take("error-reconnecting")


def draft(studio: Studio) -> None:
    play_until(studio.table("coal-baron", 4), "draft")
    studio.take("coal-baron-draft")


def place(studio: Studio) -> None:
    page = studio.table("coal-baron", 4)
    play_until(page, "place", at_least=30)
    studio.take("coal-baron-place")
    closed = page.locator("[data-refused][data-target^='space:']:visible")
    if closed.count():
        closed.first.hover() if studio.size != NARROW else closed.first.tap(force=True)
        page.get_by_role("tooltip").wait_for()
        studio.take("coal-baron-refusal")


def mining(studio: Studio) -> None:
    page = studio.table("coal-baron", 4)
    play_until(page, "place", at_least=24)
    play_until(page, "mine", ("space:mining_10", "space:mining_8", "space:mining_6"))
    for start in ("level:3", "cart:3", "cart:3"):
        lit = page.locator(f"[data-legal][data-target^='{start}']:visible")
        if lit.count():
            now = state(page)
            lit.first.click()
            Player(page, 1).settle(now)
    studio.take("coal-baron-mining")


def draw(studio: Studio) -> None:
    page = studio.table("coal-baron", 4)
    play_until(page, "keep_order", ("space:order_draw",))
    studio.take("coal-baron-draw-five")


def scoring(studio: Studio) -> None:
    """The end of a shift, as somebody sees it who watches bots."""
    bots = [{"kind": "bot", "level": "random", "name": name} for name in ("Ada", "Hugo", "Emma")]
    context = studio.new_context(motion=True)
    page = context.new_page()
    table = new_table(page, "coal-baron", bots, visibility="public")
    page.goto(f"/en/table/{table}")
    page.locator(".show").wait_for(timeout=120_000)
    studio.take("coal-baron-shift-scoring", page)
    page.evaluate("(id) => new Promise((done) => setTimeout(done, 100))", table)
    context.close()


def end(studio: Studio) -> None:
    bots = [{"kind": "bot", "level": "hewer", "name": name} for name in ("Ada", "Hugo", "Emma")]
    page = studio.page
    table = new_table(page, "coal-baron", bots, visibility="public")
    while page.evaluate("(id) => fetch(`/api/tables/${id}`).then((a) => a.json())", table)["status"] == "running":
        time.sleep(1)
    page.goto(f"/en/table/{table}")
    page.get_by_role("dialog").wait_for()
    studio.take("coal-baron-end")
    page.goto(f"/en/replay/{table}?at=120")
    page.locator(".an").wait_for()
    page.wait_for_timeout(2500)
    studio.take("coal-baron-replay")


SCENES: dict[str, tuple[Scene, tuple[tuple[int, int], ...]]] = {
    "home": (home, (WIDE, NARROW)),
    "setup": (setup, (WIDE, NARROW)),
    "components": (components, (WIDE, NARROW)),
    "mine-out": (generic("mine-out", 3, 14), (WIDE, NARROW)),
    "mine": (generic("mine", 3, 6), (WIDE, NARROW)),
    "kohle-kolonie": (generic("kohle-kolonie", 3, 8), (WIDE, NARROW)),
    "example": (generic("example", 3, 4), (WIDE, NARROW)),
    "score": (score, (WIDE, NARROW)),
    "rules": (rules, (WIDE, NARROW)),
    "errors": (errors, (WIDE, NARROW)),
    "draft": (draft, (WIDE, MIDDLE, NARROW)),
    "place": (place, (WIDE, MIDDLE, NARROW)),
    "mining": (mining, (WIDE, MIDDLE, NARROW)),
    "draw": (draw, (WIDE, MIDDLE, NARROW)),
    "scoring": (scoring, (WIDE, MIDDLE, NARROW)),
    "end": (end, (WIDE, MIDDLE, NARROW)),
}


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """A table of its own, as in the tests."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"PITHEAD_DATABASE": f"sqlite:///{folder}/tables.sqlite3", "PITHEAD_PORT": "0"}
        settings |= dict.fromkeys(("PITHEAD_CREATE_BURST", "PITHEAD_REQUEST_BURST", "PITHEAD_MESSAGE_BURST"), "100000")
        process = subprocess.Popen(
            [sys.executable, "-m", "pithead.table"],
            env={**os.environ, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout
        yield next(line.strip() for line in process.stdout if line.startswith("http"))
        process.terminate()
        process.wait(20)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", help=f"all, or some of: {', '.join(SCENES)}")
    parser.add_argument("--mocks", type=Path, help="folder with the pictures of the mock-ups")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.scenes if name not in SCENES]:
        parser.error(f"unknown: {', '.join(unknown)}")
    path, extra = (found, {}) if (found := conftest.system_browser()) else conftest.brought_browser()
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"], env={**os.environ, **extra})
        for name in asked.scenes or SCENES:
            scene, sizes = SCENES[name]
            for size in sizes:
                for theme in ("dark", "light"):
                    studio = Studio(browser, server, size, theme, asked.mocks)
                    scene(studio)
                    studio.context.close()
            print(name, flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
