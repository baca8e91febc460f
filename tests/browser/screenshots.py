"""Takes the pictures of `docs/screenshots`: `make screenshots`, or one kind with `… screenshots.py home mining`."""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

import pithead
from pithead import bots
from pithead.engine import lessons
from pithead.engine.record import Record
from tests.browser import learner
from tests.browser.conftest import ROOT, chromium, serving
from tests.browser.pages import QUIET
from tests.browser.player import CUT, Player, against_bots, branch, new_table, state

OUT = ROOT / "docs" / "screenshots"
WIDE, MIDDLE, NARROW = (1440, 900), (1024, 768), (390, 844)
LOW = (390, 664)  # a phone whose browser keeps its bars
LYING = (740, 360)
# Uploaded once, so that its analysis is made once: the address of the server and the id of the table.
UPLOADED: dict[str, str] = {}
UPLOAD = """async (text) => {
  const answer = await fetch('/api/records', {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({text}) });
  return (await answer.json()).id;
}"""
Scene = Callable[["Studio"], None]


class Studio:
    """A page of one size and theme, and where its pictures go."""

    def __init__(self, browser: Browser, server: str, size: tuple[int, int], theme: str) -> None:
        self.browser, self.server, self.size, self.theme = browser, server, size, theme
        self.context = self.new_context()
        self.page = self.context.new_page()
        self.page.goto(QUIET)

    def new_context(self, motion: bool = False) -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": self.size[0], "height": self.size[1]},
            color_scheme=self.theme,  # type: ignore[arg-type]
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=self.size[0] < 760,
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
        page.evaluate("for (const part of document.querySelectorAll('.mid, .list')) part.scrollTop = 0")
        studio.take(f"table-{game}")

    return scene


def gear(studio: Studio) -> None:
    """Six directors in the fourth round of MINE!: a card is picked up, and the looters ask for a target."""
    match = pithead.new("mine", 6, seed="gear", names=("Ada", "Hugo", "Emma", "Jules", "Nour", "Timo"))
    seats = [bots.make("trapper", match.game, seat) for seat in range(6)]
    while not (
        match.to_move == 0
        and match.phase == "place"
        and match.view(0).round == 4
        and match.view(0).boards[0].placed == 1
    ):
        assert match.to_move is not None
        match.play(seats[match.to_move].choose(match.imagine(match.to_move)))
    studio.page.goto(f"/en/table/{branch(studio.page, Record.of(match).text, len(match.actions))}")
    studio.page.locator(".pile[data-legal]").first.click()
    studio.page.locator("[data-target='place:shelter']").click()
    studio.take("table-mine")


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
    full = new_table(page, "example", [{"kind": "you", "name": "Ada"}, {"kind": "invite"}], start=False)
    page.goto(f"/en/table/{full}")
    page.locator("code").filter(has_text="/join/").wait_for()
    link = page.locator("code").inner_text()
    for _ in range(2):
        context = studio.new_context()
        guest = context.new_page()
        guest.goto(link)
        guest.get_by_label("Your name").fill("Hugo")
        guest.get_by_role("button", name="Sit down").click()
        guest.get_by_text("The owner starts").or_(guest.get_by_role("heading", level=1)).first.wait_for()
        if guest.get_by_role("heading", name=re.compile("full|no longer valid")).count():
            studio.take("error-full", guest)
        context.close()
    page = studio.table("example", 2)
    page.locator("[data-legal]:visible").first.wait_for()
    page.evaluate("() => { window.tunnel = true; for (const socket of window.sockets) socket.close(); }")
    page.locator(".banner.warn").wait_for()
    studio.take("error-reconnecting")


def draft(studio: Studio) -> None:
    play_until(studio.table("coal-baron", 4), "draft")
    studio.take("coal-baron-draft")


@functools.cache
def story() -> tuple[str, dict[str, int]]:
    """A whole game of Coal Baron among four good bots, and the decisions before which the pictures are taken."""
    match = pithead.new("coal-baron", 4, seed="pictures", names=("Ada", "Hugo", "Emma", "Jules"))
    seats = [bots.make("hewer", match.game, seat) for seat in range(4)]
    found: dict[str, int] = {}
    riches = {"place": 0, "mining": 0}
    while (seat := match.to_move) is not None:
        here, view = len(match.actions), match.view(seat)
        own = view.players[seat]
        # A mine with something in it, and orders to fill.
        rich = sum(len(level.tunnels) for level in own.mine) + 2 * len(own.orders)
        if match.settled == here:
            turn = here
            if view.shift == 2 and 4 <= own.workers <= 9 and rich > riches["place"]:
                riches["place"], found["place"] = rich, here
            if any(match.game.action_texts[action] == "place order_draw" for action in match.legal):
                found.setdefault("draw", here)
        action = seats[seat].choose(match.imagine(seat))
        text = match.game.action_texts[action]
        happened = match.play(action)
        if view.shift >= 2 and text in ("place mining_10", "place mining_8") and rich > riches["mining"]:
            riches["mining"], found["mining"] = rich, turn
        if any(event.name == "shift_ended" for event in happened):
            found["end" if match.over else f"shift {view.shift}"] = turn
    return Record.of(match).text, found


def staged(studio: Studio, moment: str, page: Page | None = None) -> Page:
    """The table of the story at one of its moments, with whoever is to move there before the screen."""
    page = page or studio.page
    text, moments = story()
    if page.url == "about:blank":
        page.goto("/en")
    table = branch(page, text, moments[moment], "hewer")
    page.goto(f"/en/table/{table}")
    page.locator(".app[data-state=act]").wait_for()
    return page


def place(studio: Studio) -> None:
    page = staged(studio, "place")
    studio.take("coal-baron-place")
    closed = page.locator("[data-refused][data-target^='space:']:visible").first
    closed.scroll_into_view_if_needed()
    closed.tap(force=True) if studio.size in (NARROW, LOW, LYING) else closed.hover()
    page.get_by_role("tooltip").wait_for()
    studio.take("coal-baron-refusal")


def press(page: Page, target: Locator) -> None:
    """Click, take the first of several choices, and wait for the table."""
    now = state(page)
    target.click()
    if page.locator(".choose button").count():
        page.locator(".choose button").first.click()
    Player(page, 1).settle(now)
    # A pointer that rests on a card would enlarge it.
    page.mouse.move(2, 2)


def mining(studio: Studio) -> None:
    page = staged(studio, "mining")
    spaces = page.locator("[data-legal][data-target^='space:mining_']:visible")
    press(page, spaces.last)
    for _ in range(2):
        lit = page.locator("[data-legal][data-target^='cart:']:visible, [data-planned][data-target^='cart:']:visible")
        if lit.count():
            press(page, lit.last)
    studio.take("coal-baron-mining")


def draw(studio: Studio) -> None:
    page = staged(studio, "draw")
    press(page, page.locator("[data-target='space:order_draw']"))
    studio.take("coal-baron-draw-five")


def scoring(studio: Studio) -> None:
    """The end of the second shift, at normal speed, when the wheel has come to what was delivered."""
    context = studio.new_context(motion=True)
    page = staged(studio, "shift 2", context.new_page())
    player = Player(page, 2)
    while not page.locator(".show").count():
        now = state(page)
        player.decide(now) if now.get("state") == "act" else page.wait_for_timeout(50)
    page.locator(".show li").first.wait_for()
    studio.take("coal-baron-shift-scoring", page)
    context.close()


def end(studio: Studio) -> None:
    page = staged(studio, "end")
    Player(page, 2).play_on()
    page.get_by_role("dialog").wait_for()
    studio.take("coal-baron-end")


def replay(studio: Studio) -> None:
    """Some good move in the middle of the game, with its alternatives."""
    text, moments = story()
    page = studio.page
    table = UPLOADED[studio.server] = UPLOADED.get(studio.server) or page.evaluate(UPLOAD, text)
    page.goto(f"/en/replay/{table}?at={moments['place'] + 1}&analysis")
    page.locator(".an[data-complete=true] svg.wp").wait_for(timeout=1_200_000)
    page.locator(".alt ol li").first.wait_for(timeout=120_000)
    studio.take("coal-baron-replay")


def learn(studio: Studio) -> None:
    studio.page.goto("/en/learn/kohle-kolonie")
    studio.page.locator("main ol button").first.wait_for()
    studio.take("learn")


def lesson(game: str, name: str, step: str) -> Scene:
    """A lesson at one of its steps."""

    def scene(studio: Studio) -> None:
        taught = lessons.find(game, name)
        learner.begin(studio.page, taught)
        learner.reach(studio.page, taught, [one.name for one in taught.steps].index(step))
        studio.take(f"lesson-{game}")

    return scene


SCENES: dict[str, tuple[Scene, tuple[tuple[int, int], ...]]] = {
    "home": (home, (WIDE, NARROW)),
    "setup": (setup, (WIDE, NARROW)),
    "components": (components, (WIDE, NARROW)),
    "mine-out": (generic("mine-out", 3, 14), (WIDE, MIDDLE, NARROW, LOW, LYING)),
    "mine": (gear, (WIDE, MIDDLE, NARROW, LOW, LYING)),
    "kohle-kolonie": (generic("kohle-kolonie", 3, 8), (WIDE, MIDDLE, NARROW, LOW, LYING)),
    "example": (generic("example", 3, 4), (WIDE, NARROW)),
    "score": (score, (WIDE, NARROW)),
    "rules": (rules, (WIDE, NARROW)),
    "learn": (learn, (WIDE, NARROW)),
    "lesson-kohle-kolonie": (lesson("kohle-kolonie", "round", "action"), (WIDE, NARROW, LOW)),
    "lesson-mine": (lesson("mine", "two-rounds", "tower"), (WIDE, NARROW, LOW)),
    "lesson-mine-out": (lesson("mine-out", "first-ore", "area"), (WIDE, NARROW, LOW)),
    "lesson-coal-baron": (lesson("coal-baron", "first-shift", "canteen"), (WIDE, NARROW, LOW)),
    "errors": (errors, (WIDE, NARROW)),
    "draft": (draft, (WIDE, MIDDLE, NARROW, LOW, LYING)),
    "place": (place, (WIDE, MIDDLE, NARROW, LOW, LYING)),
    "mining": (mining, (WIDE, MIDDLE, NARROW, LOW, LYING)),
    "draw": (draw, (WIDE, MIDDLE, NARROW)),
    "scoring": (scoring, (WIDE, MIDDLE, NARROW)),
    "end": (end, (WIDE, MIDDLE, NARROW)),
    "replay": (replay, (WIDE, MIDDLE, NARROW)),
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", help=f"all, or some of: {', '.join(SCENES)}")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.scenes if name not in SCENES]:
        parser.error(f"unknown: {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        for name in asked.scenes or SCENES:
            scene, sizes = SCENES[name]
            for size in sizes:
                for theme in ("dark", "light"):
                    studio = Studio(browser, server, size, theme)
                    scene(studio)
                    studio.context.close()
            print(name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
