"""Coal Baron on its own board: every kind of space, plans, two for one, drawn cards, undo; by clicks, taps and keys."""

from __future__ import annotations

import functools
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

import pithead
from pithead import bots
from pithead.engine.record import Record

from .conftest import DESKTOP, PHONE, NewPage
from .pages import visit
from .player import Player, against_bots, branch, new_table, published, state, until, waiting_for_hugo
from .windows import window_of

pytestmark = pytest.mark.slow
TABLET = {"width": 1024, "height": 768}
# Spaces on which cards are drawn bear their name after that of the others.
DRAWN = "[data-target$=_draw]"
NAMES = ("Ada", "Hugo", "Emma", "Jules")
KINDS = {"factory", "factory_draw", "mining", "delivery", "money", "order", "order_draw", "bank"}


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


@functools.cache
def moments() -> tuple[str, dict[str, int]]:
    """A game at random, and the first decision at which each kind of space is open or each thing can be done."""
    match = pithead.new("coal-baron", 3, seed="moments 3", names=NAMES[:3])
    choose = random.Random(3)
    found: dict[str, int] = {}
    while not match.over:
        if match.phase in ("place", "mine") and not {"delivery", "swap"} <= set(found):
            for option in match.offers().options:
                spaces = [kind_of(target[6:]) for target in option.targets if target.startswith("space:")]
                for name in (option.kind, *spaces):
                    found.setdefault(name, len(match.actions))
        found.setdefault(match.phase, len(match.actions))
        match.play(choose.choice(match.legal))
    return Record.of(match).text, found


def sit_at(page: Page, moment: str) -> None:
    """At a table of that game, as whoever is to move there."""
    text, found = moments()
    visit(page, f"/en/table/{branch(page, text, found[moment])}")
    page.locator(f".app[data-state=act][data-phase={PHASES.get(moment, moment)}]").wait_for()


# What is asked where these can be done.
PHASES = {"delivery": "place", "swap": "mine"}


class Baron(Player):
    """Does one thing after the other in a turn."""

    def do(self, selector: str) -> None:
        super().do(selector)
        self.page.locator(".app[data-state=act]").wait_for()

    def undo(self, phase: str) -> None:
        self.page.keyboard.press("z")
        self.page.locator(f".app[data-state=act][data-phase={phase}]").wait_for()

    def draw(self, space: str, kept: str) -> None:
        """What was drawn has been seen, so that there is no way back; one of the cards is kept, the others put back."""
        self.do(f"[data-legal][data-target='space:{space}']")
        expect(self.page.locator(".act .undo")).to_have_attribute("aria-disabled", "true")
        for phase in (kept, "pile_end"):
            assert state(self.page)["phase"] == phase
            self.do("[data-legal]")


@pytest.mark.parametrize(("size", "tap"), [(DESKTOP, False), (window_of("iPhone"), True)], ids=["clicks", "taps"])
def test_everything_that_a_turn_can_be_is_done_on_the_board(size: dict[str, int], tap: bool, new_page: NewPage) -> None:
    """Whole games by taps are in `test_whole_games.py`: the phone does here what few of their turns bring."""
    page = new_page(size=size, touch=tap)
    baron = Baron(page, seed=8, tap=tap)
    if not tap:
        sit_at(page, "place")
        for kind in sorted(KINDS - {"delivery", "factory_draw", "order_draw"}):
            space = f"[data-legal][data-target='space:{kind}'], [data-legal][data-target^='space:{kind}_']:not({DRAWN})"
            baron.do(space)
            baron.undo("place")
    # A plan brings coal to an order; the phone shows mine and orders by itself.
    sit_at(page, "mine")
    baron.do(".otop.planned")
    sit_at(page, "place")
    baron.draw("factory_draw", "keep_tile")
    if tap:
        return
    sit_at(page, "place")
    baron.draw("order_draw", "keep_order")
    sit_at(page, "delivery")
    baron.do("[data-legal][data-target^='space:delivery_']")
    sit_at(page, "draft")
    baron.do("[data-legal][data-target^='order:']")


@pytest.mark.parametrize(("size", "tap"), [(DESKTOP, False), (window_of("iPhone"), True)], ids=["clicks", "taps"])
def test_two_cubes_stand_for_one(size: dict[str, int], tap: bool, new_page: NewPage) -> None:
    page = new_page(size=size, touch=tap)
    sit_at(page, "swap")
    Baron(page, seed=8, tap=tap).do(".two.legal")
    assert state(page)["phase"] == "first_cube"


def test_a_plan_is_accepted_with_one_click_and_taken_back_chip_by_chip(new_page: NewPage) -> None:
    page = new_page()
    sit_at(page, "place")
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
    visit(page, f"/en/table/{table}")
    page.locator(".app[data-state=act]").wait_for()  # when a turn comes, the own mine is shown
    page.get_by_role("button", name="Show what Hugo has").click()
    expect(page.get_by_role("heading", name="Mine of Hugo")).to_be_visible()
    page.get_by_role("button", name="Back to mine").click()
    expect(page.get_by_role("heading", name="Your mine")).to_be_visible()


def test_the_start_and_the_end_of_a_shift_with_keys_only(new_page: NewPage) -> None:
    """From the draft to the third worker, and from the last workers of a shift into the next one."""
    page = new_page()
    visit(page, f"/en/table/{new_table(page, 'coal-baron', against_bots('Ada', 2))}")
    page.locator(".app[data-state]").wait_for()
    keys = Keys(page)
    while keys.placed < 3:
        keys.step()
    match, views = random_game("shift")
    last = max(turn.first for turn in match.turns if turn.first < len(views) and views[turn.first].shift == 1)
    before = [turn.first for turn in match.turns if turn.first <= last]
    visit(page, f"/en/table/{branch(page, Record.of(match).text, before[-4])}")
    shift = page.locator(".track .now")
    expect(shift).to_contain_text("Shift I ")
    while shift.inner_text().startswith("Shift I "):
        keys.step()
    expect(shift).to_contain_text("Shift II")
    assert keys.walked >= 3


class Keys:
    """Answers every question with keys: numbers, arrows with Enter, and the end of the turn."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.steps = self.walked = self.placed = 0

    def step(self) -> None:
        """One decision, once it is our turn."""
        page = self.page
        until(page, "() => (document.querySelector('.app')?.dataset.state ?? 'wait') !== 'wait'")
        now = state(page)
        page.locator("[data-legal]:visible, #confirm[aria-disabled=false]").first.wait_for()
        lit = page.locator("[data-legal]:visible")
        count = lit.count()
        self.steps += 1
        if count == 0 or (now["phase"] == "mine" and self.steps % 3 == 0):
            page.keyboard.press("e")
        elif count == 1 or self.steps % 2:
            page.keyboard.press("1")
        else:
            lit.first.focus()
            page.keyboard.press("ArrowRight")
            self.walked += page.evaluate("document.activeElement.matches('[data-target]')")
            page.keyboard.press("Enter")
        if page.locator(".choose").count():
            page.keyboard.press("Enter")
        try:
            until(
                page,
                "(at) => document.querySelector('.app').dataset.at !== at || document.querySelector('.banner.err')",
                now["at"],
                3000,
            )
            self.placed += now["phase"] == "place"
        except Error:
            # Something opened instead: close it, and try the next way.
            page.keyboard.press("Escape")


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
    published(player.evaluate(WHOLE_TURN, [table, turn.player, turn.actions]))
    shown = watcher.evaluate("window.shown")
    assert shown["moved"] >= 5, "the turn must have been shown, not only its end"
    assert 500 < shown["time"] < 3000


# A whole turn at once, as a bot makes it.
WHOLE_TURN = """([table, seat, decisions]) => new Promise((done, failed) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  const send = (message) => socket.send(JSON.stringify({seat, ...message}));
  const frames = [];
  let position, sent = 0;
  setTimeout(() => failed(new Error('the turn was not taken within a minute')), 60_000);
  socket.onopen = () => send({type: 'subscribe', key: 'begin', since: 0, language: 'en'});
  socket.onmessage = ({data}) => {
    const frame = JSON.parse(data);
    frames.push(data);
    if (frame.type === 'error') failed(new Error(frame.text));
    if (frame.type === 'position') position = frame.position;
    if (position && sent === 0) send({type: 'sequence', key: 'turn', expect: position.at, decisions}), (sent = 1);
    if (sent === 1 && position.draft?.actions.length === decisions.length)
      send({type: 'confirm', key: 'end', expect: position.at}), (sent = 2);
    if (sent === 2 && position.to_move !== seat) { socket.close(); done(frames); }
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
    match = pithead.new("coal-baron", players, seed=seed, names=NAMES[:players])
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
    visit(page, f"/en/table/{table}")
    page.locator(".app[data-state=act]").wait_for()
    for size in (DESKTOP, TABLET, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        if size is PHONE:
            page.get_by_role("tab", name="My mine").click()
        expect(page.locator(".orow .ord")).to_have_count(held[most])
        page.locator(".orow").evaluate("(row) => row.scrollTo(0, 0)")
        assert page.evaluate(DRAGGED) == 0
        assert page.locator(".orow").evaluate("(row) => row.scrollLeft") > 0


def test_the_sheet_comes_after_the_last_scoring_was_shown(new_page: NewPage) -> None:
    page = new_page(settings='{"speed": 2, "seenGames": ["coal-baron"]}', motion=True, drawn=False)
    match, _ = random_game("the end")
    table = branch(page, Record.of(match).text, len(match.actions) - 1)
    visit(page, f"/en/table/{table}")
    page.locator("#confirm[aria-disabled=false]").click()
    show = page.locator(".show")
    expect(show).to_contain_text("End of shift III")
    seen = page.evaluate(
        """() => new Promise((done, failed) => { const seen = [];
          setTimeout(() => failed(new Error('no result within a minute')), 60_000);
          const look = () => {
            const show = document.querySelector('.show'), sheet = document.querySelector('dialog');
            if (show && seen.at(-1) !== show.innerText) seen.push(show.innerText);
            if (sheet) { watch.disconnect(); done({seen, together: show !== null}); }
          };
          const watch = new MutationObserver(look);
          watch.observe(document, {subtree: true, childList: true, characterData: true});
          look(); })"""
    )
    assert seen["together"] is False
    # Majorities first, then the end of the game source by source.
    assert sum("End of shift III" in text for text in seen["seen"]) >= 2
    assert sum("Final scoring" in text for text in seen["seen"]) >= 1
    assert "End of shift III" not in seen["seen"][-1]
    check_sheet(page, table)


def test_majorities_show_who_would_get_the_prizes(new_page: NewPage) -> None:
    """R34, R36: after a tie for first, and with two players, nobody is second."""
    page = new_page()
    for players in (2, 4):
        prizes_of(page, players)


def prizes_of(page: Page, players: int) -> None:
    match, views = random_game("prizes", players)

    def unawarded(view: Any) -> bool:
        """Somebody has the second most of something and gets nothing for it."""
        counting = [one for one in view.majorities if one.scored]
        return any(not one.runners_up and len(set(one.counts) - {0}) > 1 for one in counting)

    at, view = next((at, view) for at, view in enumerate(views) if view.phase == "place" and unawarded(view))
    table = branch(page, Record.of(match).text, at)
    visit(page, f"/en/table/{table}")
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
    visit(page, f"/en/table/{branch(page, Record.of(match).text, at)}")
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
    waiting, hugo = new_page(), new_page()
    waiting_for_hugo(waiting, hugo, "coal-baron", "place")
    waiting.get_by_role("button", name="Plan my turn").click()
    waiting.locator("[data-legal][data-target='space:mining_6']").click()
    expect(waiting.locator(".pips i")).to_have_count(6)
    expect(waiting.locator(".pips .off")).to_have_count(0)
    waiting.locator("[data-legal][data-target='level:2']").click()
    expect(waiting.locator(".pips .off")).to_have_count(1)
    expect(waiting.locator(".pips i")).to_have_count(6)
