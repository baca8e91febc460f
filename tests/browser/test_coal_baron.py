"""Coal Baron on its own board: every kind of space, plans, two for one, drawn cards, undo; by clicks, taps and keys."""

from __future__ import annotations

import functools
import re
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, expect

import pithead
from pithead import bots
from pithead.engine.record import Record

from .conftest import DESKTOP, PHONE, NewPage
from .player import Player, against_bots, branch, end_of, new_table, seat_two_people, state, visit
from .windows import window_of

pytestmark = pytest.mark.slow
TABLET = {"width": 1024, "height": 768}
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
            assert number == match.result.outcome.scores[seat]
        else:
            assert number == match.breakdown(seat)[source]
    assert len(cells) >= 3 * 4


@pytest.mark.parametrize(("size", "tap"), [(DESKTOP, False), (window_of("iPhone"), True)], ids=["clicks", "taps"])
def test_a_game_uses_everything_and_ends(size: dict[str, int], tap: bool, new_page: NewPage) -> None:
    page = new_page(size=size, touch=tap)
    table = new_table(page, "coal-baron", against_bots("Ada", 3))
    page.goto(f"/en/table/{table}")
    baron = Baron(page, seed=8, tap=tap)
    deeds = {"draft", "keep_tile", "keep_order", "pile_end", "plan", "two_for_one"}
    baron.play_until(lambda: baron.spaces == KINDS and deeds <= baron.deeds)
    assert baron.spaces == KINDS
    assert deeds <= baron.deeds
    table = branch(page, *end_of("coal-baron", 3))
    visit(page, f"/en/table/{table}")
    Player(page, seed=8, tap=tap).play_on()
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
    page.locator(".app[data-state=act]").wait_for()  # when a turn comes, the own mine is shown
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
        page.locator("[data-legal]:visible, #confirm[aria-disabled=false]").first.wait_for()
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
        try:
            page.wait_for_function(
                "(at) => document.querySelector('.app').dataset.at !== at || document.querySelector('.banner.err')",
                arg=now["at"],
                timeout=3000,
            )
        except Error:
            # Something opened instead: close it, and try the next way.
            page.keyboard.press("Escape")
    expect(page.locator(".track .now")).to_contain_text("Shift II")
    assert walked > 5


def test_a_turn_of_ten_decisions_is_shown_in_under_three_seconds(new_page: NewPage) -> None:
    """Somebody else's turn at normal speed and with motion: from its first movement to the end of its last."""
    player, watcher = new_page(), new_page(settings='{"speed": 1, "seenGames": ["coal-baron"]}', motion=True)
    match, _ = random_game("long 0")
    turn = max(match.turns, key=lambda turn: len(turn.actions))
    assert len(turn.actions) >= 10
    table = branch(player, Record.of(match).text, turn.first)
    watcher.goto(f"/en/table/{table}")
    watcher.get_by_role("button", name=f"Show what {match.names[turn.player]} has").click()
    watcher.evaluate(SHOWN)
    player.evaluate(WHOLE_TURN, [table, turn.player, turn.actions])
    shown = watcher.evaluate("window.shown")
    assert shown["moved"] >= 5, "the turn must have been shown, not only its end"
    assert 500 < shown["time"] < 3000


# A whole turn at once, as a bot makes it.
WHOLE_TURN = """([table, seat, decisions]) => new Promise((done, failed) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  const send = (message) => socket.send(JSON.stringify({seat, ...message}));
  let position, sent = 0;
  setTimeout(() => failed(new Error('the turn was not taken within a minute')), 60_000);
  socket.onopen = () => send({type: 'subscribe', key: 'begin', since: 0, language: 'en'});
  socket.onmessage = ({data}) => {
    const frame = JSON.parse(data);
    if (frame.type === 'error') failed(new Error(frame.text));
    if (frame.type === 'position') position = frame.position;
    if (position && sent === 0) send({type: 'sequence', key: 'turn', expect: position.at, decisions}), (sent = 1);
    if (sent === 1 && position.draft?.actions.length === decisions.length)
      send({type: 'confirm', key: 'end', expect: position.at}), (sent = 2);
    if (sent === 2 && position.to_move !== seat) { socket.close(); done(); }
  };
})"""
# How many pieces moved, and when the last of them comes to rest as the browser planned it: a busy machine is later.
SHOWN = """() => { window.shown = new Promise((done, failed) => {
  setTimeout(() => failed(new Error('no turn was shown within a minute')), 60_000);
  const seen = new Set();
  let time = 0;
  const look = () => {
    const flights = document.querySelectorAll('.flight');
    for (const flight of flights) {
      seen.add(flight);
      for (const one of flight.getAnimations()) time = Math.max(time, one.effect.getComputedTiming().endTime);
    }
    if (seen.size > 0 && flights.length === 0) done({time, moved: seen.size});
    else requestAnimationFrame(look);
  };
  look();
}); }"""


@functools.cache
def random_game(seed: str, players: int = 2) -> tuple[pithead.Match, list[Any]]:
    """A whole game, and after each number of decisions what whoever is to move there sees."""
    match = pithead.new("coal-baron", players, seed=seed, names=("Ada", "Hugo", "Emma", "Jules")[:players])
    seats = [bots.make("random", match.game, seat) for seat in range(players)]
    views = []
    while (seat := match.to_move) is not None:
        views.append(match.view(seat))
        match.play(seats[seat].choose(match.imagine(seat)))
    return match, views


# The furthest that page or table were moved aside by anything in the row of orders.
DRAGGED = """() => {
  const page = document.scrollingElement, app = document.querySelector('.app');
  const buttons = [...document.querySelectorAll('.otop')];
  let most = 0;
  const look = () => (most = Math.max(most, page.scrollLeft, page.scrollTop, app.scrollLeft, app.scrollTop));
  for (const node of [...buttons, ...document.querySelectorAll('.ord .sr')]) {
    node.focus();
    look();
    node.scrollIntoView();
    look();
  }
  buttons.at(-1).scrollIntoView({inline: 'end'});
  return most;
}"""


def test_many_orders_never_move_the_page_aside(new_page: NewPage) -> None:
    """The row of orders scrolls; neither a button at its end nor its words for screen readers may drag the page."""
    page = new_page()
    match, views = random_game("orders")
    held = [len(view.players[view.current].orders) for view in views]
    most = max(range(len(held)), key=held.__getitem__)
    assert held[most] >= 8
    table = branch(page, Record.of(match).text, most)
    page.goto(f"/en/table/{table}")
    page.locator(".app[data-state=act]").wait_for()
    for size in (DESKTOP, TABLET, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        if size is PHONE:
            page.get_by_role("tab", name="My mine").click()
        expect(page.locator(".orow .ord")).to_have_count(held[most])
        page.locator(".orow").evaluate("(row) => row.scrollTo(0, 0)")
        assert page.evaluate(DRAGGED) == 0
        assert page.locator(".orow").evaluate("(row) => row.scrollLeft") > 0


def test_the_result_comes_after_the_last_scoring_was_shown(new_page: NewPage) -> None:
    page = new_page(settings='{"speed": 1, "seenGames": ["coal-baron"]}', motion=True)
    match, _ = random_game("the end")
    table = branch(page, Record.of(match).text, len(match.actions) - 1)
    page.goto(f"/en/table/{table}")
    page.locator("#confirm[aria-disabled=false]").click()
    show = page.locator(".show")
    expect(show).to_contain_text("End of shift III")
    seen = page.evaluate(
        """() => new Promise((done, failed) => { const seen = [];
          setTimeout(() => failed(new Error('no result within a minute')), 60_000);
          const look = () => {
            const show = document.querySelector('.show'), sheet = document.querySelector('dialog');
            if (show && seen.at(-1) !== show.innerText) seen.push(show.innerText);
            if (sheet) done({seen, together: show !== null}); else requestAnimationFrame(look);
          };
          look(); })"""
    )
    assert seen["together"] is False
    # Majorities first, then the end of the game source by source.
    assert sum("End of shift III" in text for text in seen["seen"]) >= 2
    assert sum("Final scoring" in text for text in seen["seen"]) >= 1
    assert "End of shift III" not in seen["seen"][-1]
    check_sheet(page, table)


@pytest.mark.parametrize("players", [2, 4])
def test_majorities_show_who_would_get_the_prizes(players: int, new_page: NewPage) -> None:
    """R34, R36: after a tie for first, and with two players, nobody is second."""
    page = new_page()
    match, views = random_game("prizes", players)

    def unawarded(view: Any) -> bool:
        """Somebody has the second most of something and gets nothing for it."""
        counting = [one for one in view.majorities if one.scored]
        return any(not one.runners_up and len(set(one.counts) - {0}) > 1 for one in counting)

    at, view = next((at, view) for at, view in enumerate(views) if view.phase == "place" and unawarded(view))
    table = branch(page, Record.of(match).text, at)
    page.goto(f"/en/table/{table}")
    page.locator(".app[data-state=act]").wait_for()
    counting = [one for one in view.majorities if one.scored]
    expect(page.locator(".maj tbody tr")).to_have_count(len(counting))
    shown = page.locator(".maj tbody tr").evaluate_all(
        """(rows) => rows.map((row) => [...row.querySelectorAll('td:not(.pt)')].map((cell) =>
             [...cell.querySelectorAll('.sr')].map((name) => name.textContent)))"""
    )
    places = [(one.winners, one.runners_up) if players > 2 else (one.winners,) for one in counting]
    assert shown == [[[match.names[seat] for seat in seats] for seats in place] for place in places]


def test_screen_readers_hear_what_lies_on_spaces_and_in_mines(new_page: NewPage) -> None:
    """Also where a space offers nothing: while others think, or where something is missing."""
    page = new_page()
    match, views = random_game("prizes")
    at, view = next((at, view) for at, view in enumerate(views) if view.phase == "mine")
    page.goto(f"/en/table/{branch(page, Record.of(match).text, at)}")
    page.locator(".app[data-state=act]").wait_for()
    for space in view.spaces:
        button = page.locator(f"[data-id='space:{space.id}']")
        if space.tile:
            expect(button).to_have_accessible_name(re.compile(rf"carts?, (lit|dark), {space.tile.price} F(\.|$)"))
        if space.order:
            expect(button).to_have_accessible_name(
                re.compile(rf"order, {space.order.points} points\. Still needs: \w+")
            )
    rows = page.locator(".pl .mmw")
    tiles = [tunnel.id for player in view.players for level in player.mine for tunnel in level.tunnels if tunnel.id]
    assert len(tiles) == sum(int(count) for row in rows.all_inner_texts() for count in re.findall(r"\d+", row))
    expect(page.locator(".mmw[role=img]")).to_have_count(0)
    for colour in ("yellow", "brown", "grey", "black"):
        expect(rows.first).to_contain_text(colour)


def test_the_lamps_of_a_plan_go_out_move_by_move(new_page: NewPage) -> None:
    pages = ada, hugo = new_page(), new_page()
    seat_two_people(ada, hugo, "coal-baron")
    while not any(state(page)["state"] == "act" and state(page)["phase"] == "place" for page in pages):
        for page in pages:
            now = state(page)
            if now["state"] == "act" and now["phase"] != "place":
                page.locator("[data-legal]:visible, #confirm[aria-disabled=false]").first.click()
                Player(page, 1).settle(now)
        ada.wait_for_timeout(100)
    waiting = next(page for page in pages if state(page)["state"] == "wait")
    waiting.get_by_role("button", name="Plan my turn").click()
    waiting.locator("[data-legal][data-target='space:mining_6']").click()
    expect(waiting.locator(".pips i")).to_have_count(6)
    expect(waiting.locator(".pips .off")).to_have_count(0)
    waiting.locator("[data-legal][data-target='level:2']").click()
    expect(waiting.locator(".pips .off")).to_have_count(1)
    expect(waiting.locator(".pips i")).to_have_count(6)
