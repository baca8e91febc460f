"""Coal Baron on its own board: every kind of space, plans, two for one, drawn cards, undo; by clicks, taps and keys."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import pithead

from .conftest import DESKTOP, PHONE, NewPage
from .player import Player, against_bots, new_table, state

pytestmark = pytest.mark.slow
KINDS = {"factory", "factory_draw", "mining", "delivery", "money", "order", "order_draw", "bank"}


class Baron(Player):
    """Wants to have done everything once."""

    def __init__(self, page: Page, seed: int, tap: bool = False) -> None:
        super().__init__(page, seed, tap)
        self.spaces: set[str] = set()
        self.deeds: set[str] = set()

    def lit(self, selector: str) -> Locator:
        return self.page.locator(f"{selector}:visible")

    def choose(self) -> Locator | None:
        phase = state(self.page)["phase"]
        if phase == "place":
            return self.place()
        if phase == "mine":
            return self.mine()
        self.deeds.add(phase)
        return super().choose()

    def place(self) -> Locator | None:
        """A kind of space that was not used yet; deliveries whenever they are possible."""
        lit = self.lit("[data-legal][data-target^='space:']")
        ids = [str(node.get_attribute("data-target")).removeprefix("space:") for node in lit.all()]
        if not ids:
            return super().choose()
        fresh = [name for name in ids if kind_of(name) not in self.spaces]
        wanted = [name for name in ids if kind_of(name) == "delivery"] or fresh
        wanted = wanted or [name for name in ids if kind_of(name) == "mining"] or ids
        chosen = self.random.choice(wanted)
        self.spaces.add(kind_of(chosen))
        return self.lit(f"[data-target='space:{chosen}']")

    def mine(self) -> Locator | None:
        """A plan first; then coal up to the surface, where two cubes may stand for one."""
        self.show("mine")
        plan = self.lit(".otop.planned")
        done = {"plan", "two_for_one"} <= self.deeds
        if plan.count() and ("plan" not in self.deeds or (done and self.random.random() < 0.6)):
            self.deeds.add("plan")
            return plan.first
        two = self.lit(".two.legal")
        if two.count() and "two_for_one" not in self.deeds:
            self.deeds.add("two_for_one")
            return two.first
        loaded = self.page.locator("[data-id='cage'] [data-id^='cage:']").count()
        up = self.lit("[data-legal][data-target='level:0']")
        if loaded >= 2 and up.count():
            return up
        carts = self.lit("[data-legal][data-target^='cart:']")
        if carts.count():
            return carts.nth(self.random.randrange(carts.count()))
        return super().choose()

    def show(self, tab: str) -> None:
        """On the phone: the view with the mine comes by itself, and by hand."""
        view = self.page.locator(f"main.lay > [data-tab={tab}]")
        if not view.is_visible():
            self.press(self.page.get_by_role("tab", name="My mine"))


def kind_of(space: str) -> str:
    return space if space.endswith("_draw") or space == "bank" else space.rsplit("_", 1)[0].split("_")[0]


def check_sheet(page: Page, table: str) -> None:
    """What the sheet shows is what the engine says about the record of this game."""
    sheet = page.get_by_role("dialog")
    sheet.wait_for()
    text = page.evaluate("(id) => fetch(`/api/tables/${id}/record`).then((answer) => answer.text())", table)
    match = pithead.read_record(text).replay()
    assert match.result
    cells: list[Any] = sheet.locator("td[data-seat]").evaluate_all(
        "(cells) => cells.map((cell) => [cell.dataset.source ?? null, Number(cell.dataset.seat), cell.innerText])"
    )
    for source, seat, shown in cells:
        number = int(shown.replace("−", "-"))
        if source is None:
            assert number == match.result.scores[seat]
        else:
            assert number == match.breakdown(seat)[source]
    assert len(cells) >= 3 * 4


@pytest.mark.parametrize(("size", "tap"), [(DESKTOP, False), (PHONE, True)], ids=["clicks", "taps"])
def test_a_whole_game_uses_everything(size: dict[str, int], tap: bool, new_page: NewPage) -> None:
    page = new_page(size=size, touch=tap)
    table = new_table(page, "coal-baron", against_bots("Ada", 3))
    page.goto(f"/en/table/{table}")
    baron = Baron(page, seed=8, tap=tap)
    baron.play_on()
    assert baron.spaces == KINDS
    assert {"draft", "keep_tile", "keep_order", "pile_end", "plan", "two_for_one"} <= baron.deeds
    check_sheet(page, table)


def test_a_plan_is_accepted_with_one_click_and_taken_back_chip_by_chip(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "coal-baron", against_bots("Ada", 2))
    page.goto(f"/en/table/{table}")
    baron = Baron(page, seed=2)
    while True:
        now = state(page)
        if now.get("state") == "act" and now["phase"] == "place" and page.locator(".otop.planned").count():
            break
        baron.decide(now) if now.get("state") == "act" else baron.wait(now)
    page.locator(".otop.planned").first.click()
    page.locator(".choose button").first.click()
    chips = page.locator(".only-dt .steps li")
    expect(chips.nth(2)).to_be_visible()
    expect(page.locator(".ord.done")).to_have_count(1)
    chips.nth(1).get_by_role("button").click()
    expect(chips).to_have_count(1)
    expect(page.locator(".ord.done")).to_have_count(0)


def test_another_mine_is_one_click_away(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "coal-baron", against_bots("Ada", 2))
    page.goto(f"/en/table/{table}")
    page.get_by_role("button", name="Show what Hugo has").click()
    expect(page.get_by_role("heading", name="Mine of Hugo")).to_be_visible()
    page.get_by_role("button", name="Back to mine").click()
    expect(page.get_by_role("heading", name="Your mine")).to_be_visible()


def test_a_full_shift_with_keys_only(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "coal-baron", against_bots("Ada", 2))
    page.goto(f"/en/table/{table}")
    page.locator(".app[data-state]").wait_for()
    walked = 0
    for step in range(600):
        if page.locator(".track .now").inner_text().startswith("Shift II "):
            break
        now = state(page)
        if now.get("state") == "wait":
            page.wait_for_function("() => document.querySelector('.app').dataset.state !== 'wait'")
            continue
        count = page.locator("[data-legal]:visible").count()
        if count == 0 or (now["phase"] == "mine" and step % 3 == 0):
            page.keyboard.press("e")
        elif count == 1 or step % 2:
            page.keyboard.press("1")
        else:
            page.locator("[data-legal]:visible").first.focus()
            page.keyboard.press("ArrowRight")
            walked += page.evaluate("document.activeElement.matches('[data-target]')")
            page.keyboard.press("Enter")
        if page.locator(".choose").count():
            page.keyboard.press("Enter")
        page.wait_for_function(
            "(at) => document.querySelector('.app').dataset.at !== at || document.querySelector('.banner.err')",
            arg=now["at"],
        )
    expect(page.locator(".track .now")).to_contain_text("Shift II")
    assert walked > 5


def test_a_turn_of_ten_decisions_is_shown_in_under_three_seconds(new_page: NewPage) -> None:
    """At normal speed and with motion: from the table's word that it is our turn to a board we can act on."""
    settings = '{"speed": 1, "seenGames": ["coal-baron"]}'
    page = new_page(settings=settings, motion=True)
    table = new_table(page, "coal-baron", against_bots("Ada", 2, "hewer"))
    page.goto(f"/en/table/{table}")
    page.locator(".app[data-state]").wait_for()
    page.evaluate(
        """() => { window.waits = []; let since = 0; const app = document.querySelector('.app');
          setInterval(() => {
            const [mine, ready] = [document.title.startsWith('●'), app.dataset.state !== 'wait'];
            if (mine && !ready && !since) since = performance.now();
            if (ready && since) { window.waits.push(performance.now() - since); since = 0; }
          }, 20); }"""
    )
    player = Player(page, seed=5)
    for _ in range(60):
        now = state(page)
        player.decide(now) if now.get("state") == "act" else player.wait(now)
    assert max(page.evaluate("window.waits"), default=0) < 3000
