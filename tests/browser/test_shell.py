"""Around every board: log, players on the phone, tooltips, tabs, cover, hint, and what screen readers hear."""

from __future__ import annotations

import functools
import json
import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

import pithead
from pithead import bots
from pithead.engine.match import END
from pithead.engine.record import Record

from .conftest import PHONE, NewPage
from .pages import visit
from .player import Player, against_bots, branch, new_table, open_turns, state, until

pytestmark = pytest.mark.slow

SWIPE = """(node) => {
  const at = (x) => [new Touch({identifier: 1, target: node, clientX: x, clientY: 400})];
  node.dispatchEvent(new TouchEvent('touchstart', {bubbles: true, touches: at(320), changedTouches: at(320)}));
  node.dispatchEvent(new TouchEvent('touchend', {bubbles: true, touches: [], changedTouches: at(120)}));
}"""


class Moment(NamedTuple):
    """A decision of a recorded game: whose, which, whether with it a turn begins, and what it brought."""

    number: int
    mover: int
    chosen: int
    first: bool
    brought: list[str]


@functools.cache
def recorded(game: str, players: int, seed: str = "shell") -> tuple[str, list[Moment]]:
    """A whole game of random bots, as text and decision by decision."""
    match = pithead.new(game, players, seed=seed, names=("Ada", "Hugo", "Emma")[:players])
    seats = [bots.make("random", match.game, seat) for seat in range(players)]
    moments: list[Moment] = []
    while (seat := match.to_move) is not None:
        chosen = seats[seat].choose(match.imagine(seat))
        first = not match.turns or match.turns[-1].ended
        number = len(match.actions)
        moments.append(Moment(number, seat, chosen, first, [event.name for event in match.play(chosen)]))
    return Record.of(match).text, moments


def sit_in(page: Page, record: str, decision: int) -> Player:
    """At a table that goes on with a recorded game, as whoever is to move there."""
    visit(page, f"/en/table/{branch(page, record, decision)}")
    page.locator(".app[data-state=act]").wait_for()
    return Player(page, 1)


def placing() -> tuple[str, int]:
    """A game of Coal Baron where a worker is placed first."""
    record, moments = recorded("coal-baron", 2)
    return record, next(one.number for one in moments if one.first and "placed" in one.brought)


def sit(page: Page, game: str, players: int = 2) -> Player:
    """At a new table against bots, when it is our turn."""
    visit(page, f"/en/table/{new_table(page, game, against_bots('Ada', players))}")
    page.locator(".app[data-state=act]").wait_for()
    return Player(page, 1)


def step(player: Player) -> None:
    """One decision, and what the others do until the next one."""
    now = state(player.page)
    player.decide(now) if now.get("state") == "act" else player.wait(now)


def test_a_line_of_the_log_shows_its_moment_also_inside_the_turn_of_somebody_else(new_page: NewPage) -> None:
    page = new_page()
    record, moments = recorded("example", 2)
    # To hang a lamp is a step of a draft: others never saw a position right after it.
    inner = next(one for one in moments if one.mover == 1 and "hung" in one.brought and one.chosen != END)
    sit_in(page, record, [one.number for one in moments[inner.number :] if one.mover == 0 and one.first][1])
    open_turns(page)
    hung = page.locator("ol.log li:has(b:text-is('Hugo')) button", has_text="hangs the")
    for line in (hung.first, page.locator("ol.log li:has(b:text-is('Ada')) button").first):
        line.click()
        expect(page.locator("main .frame")).to_contain_text("Viewing decision")
        expect(line.locator("xpath=ancestor::li[1]")).to_have_class(re.compile(r"\bat\b"))
        page.locator("main .frame").get_by_role("button").click()
        expect(page.locator("main .frame")).to_have_count(0)


def test_a_notice_stands_where_it_was_given(new_page: NewPage) -> None:
    page = new_page()
    record, moments = recorded("example", 2)
    player = sit_in(page, record, next(one.number for one in moments[6:] if one.first))
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Ask for a pause").click()
    expect(page.get_by_role("dialog"), "a menu closes after what was chosen in it").to_have_count(0)
    page.get_by_role("contentinfo").get_by_role("button", name="Resume").click()
    lines = page.locator(".story > li")
    expect(lines.last).to_have_text("The game goes on.")
    before = lines.count()
    told = lines.all_inner_texts()
    assert told.index("The game is paused.") > 1, "what happened before stands above"
    while lines.count() == before:
        step(player)
    told = lines.all_inner_texts()
    assert told.index("The game goes on.") < len(told) - 1, "what happens later stands below"


# What the board of each game says above the things of a player.
HEADERS = {"coal-baron": ".mymine > header", "mine-out": ".hd > header", "kohle-kolonie": ".mat > header"}


def test_a_tap_on_a_player_of_the_strip_shows_what_that_player_has(new_page: NewPage) -> None:
    page = new_page(size=PHONE, touch=True)
    for game, shown in HEADERS.items():
        sit(page, game, 3)
        players = page.get_by_role("navigation", name="Players")
        hugo, emma = (players.get_by_role("button", name=f"Show what {name} has") for name in ("Hugo", "Emma"))
        header = page.locator(shown).first
        hugo.tap()
        expect(header).to_contain_text("Hugo")
        expect(header).to_be_visible()
        expect(hugo).to_have_attribute("aria-pressed", "true")
        emma.tap()
        expect(header).to_contain_text("Emma")
        header.get_by_role("button", name="Back to").tap()
        expect(emma).to_have_attribute("aria-pressed", "false")
        # Once more on the same player is a way back, too.
        hugo.tap()
        hugo.tap()
        expect(hugo).to_have_attribute("aria-pressed", "false")


def test_a_tooltip_comes_by_tap_and_by_keyboard(new_page: NewPage) -> None:
    page = new_page(size=PHONE, touch=True)
    sit(page, "mine-out")
    page.get_by_role("tab", name="market").tap()
    page.locator("[data-id=bank]").tap()
    expect(page.get_by_role("tooltip")).to_be_visible()

    page = new_page()
    sit(page, "coal-baron")
    wedge = page.locator(".wedge").first
    wedge.focus()
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    expect(wedge).to_have_accessible_name(". ".join(tip.locator("b, div").all_inner_texts()))
    page.keyboard.press("Tab")
    expect(page.locator(".wedge").nth(1)).to_be_focused()


def test_a_swipe_changes_the_tab_but_not_inside_what_scrolls_sideways(new_page: NewPage) -> None:
    page = new_page(size=PHONE, touch=True)
    sit(page, "mine")
    row = page.locator(".hand ul")
    row.evaluate("(node) => (node.style.width = '150px')")
    assert row.evaluate("(node) => node.scrollWidth > node.clientWidth")
    board, order = page.get_by_role("tab").nth(0), page.get_by_role("tab").nth(1)
    row.locator("button").first.evaluate(SWIPE)
    expect(board).to_have_attribute("aria-selected", "true")
    page.locator(".gear").evaluate(SWIPE)
    expect(order).to_have_attribute("aria-selected", "true")
    # The tab that was left has the question, and says so.
    expect(board).to_have_accessible_name("Board something to do")


def test_whoever_leaves_before_the_table_is_there_opens_no_connection(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "example", against_bots("Ada", 2))
    sockets: list[str] = []
    held: list[Route] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.route(f"**/api/tables/{table}?*", lambda route: held.append(route))
    page.goto("/en/")
    page.locator(f"a[href$='/table/{table}']").first.click()
    page.wait_for_url(f"**/table/{table}")
    while not held:
        page.wait_for_timeout(20)
    page.go_back()
    page.locator(".gc").first.wait_for()
    with page.expect_response(f"**/api/tables/{table}?*"):
        held[0].continue_()
    page.wait_for_timeout(500)
    assert sockets == []


def test_behind_the_cover_nothing_can_be_reached(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "example", [{"kind": "you", "name": "Ada"}, {"kind": "hotseat", "name": "Hugo"}])
    visit(page, f"/en/table/{table}")
    page.locator(".app[data-state=act]").wait_for()
    player = Player(page, 1)
    end = page.locator("#confirm[aria-disabled=false]")
    while not end.count():
        now = state(page)
        if player.press(page.locator("[data-legal]:visible").first):
            player.settle(now)
    page.keyboard.press("b")
    page.get_by_label("Search the rules").wait_for()
    end.dispatch_event("click")
    page.locator(".cover").wait_for()
    reached = []
    for _ in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.closest('.cover, body').className"))
    assert all("cover" in place or not place for place in reached)
    expect(page.locator(".app")).to_have_js_property("inert", True)
    expect(page.get_by_label("Search the rules")).to_have_count(0)
    page.locator(".cover button").click()
    expect(page.locator(".app")).to_have_js_property("inert", False)


def test_the_phone_has_hints(new_page: NewPage) -> None:
    page = new_page(size=PHONE, touch=True)
    sit(page, "example")
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("dialog").get_by_role("button", name="Hint").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".hinted")).not_to_have_count(0)


def test_the_object_of_a_refused_move_is_outlined(new_page: NewPage) -> None:
    """The client offers only what is possible: so the wrong decision is put into its message on the way."""
    page = new_page()
    wrong: dict[str, Any] = {}

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def up(message: str | bytes) -> None:
            told = json.loads(message)
            # Whole positions, which are easier to read than what changed in them.
            told.pop("changes", None)
            if wrong and told["type"] == "play":
                told["decision"] = wrong["action"]
            server.send(json.dumps(told))

        def down(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "position" and told["position"]["phase"] == "place":
                wrong.update(next(iter(told["position"]["refusals"]), {}))
            socket.send(message)

        socket.on_message(up)
        server.on_message(down)

    page.route_web_socket("**/socket*", between)
    sit_in(page, *placing())
    page.locator(".app[data-state=act][data-phase=place]").wait_for()
    until(page, "() => document.querySelector('[data-legal]')")
    assert wrong
    page.locator("[data-legal]").first.click()
    expect(page.get_by_role("alert")).to_contain_text("That is not possible")
    expect(page.locator(".rejected")).to_have_attribute("data-target", wrong["target"])
    page.get_by_role("alert").get_by_role("button").click()
    expect(page.locator(".rejected")).to_have_count(0)


def test_a_refusal_goes_by_itself(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    sit(page, "example")
    page.get_by_role("tab", name="Chat").click()
    said = page.locator("form input:visible").last
    # Whoever says too much at once is asked to wait.
    for number in range(14):
        said.fill(f"{number}")
        said.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.clock.fast_forward(9000)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_rules_list_everything_that_can_be_done(new_page: NewPage) -> None:
    page = new_page()
    sit_in(page, *placing())
    offered = {target.get_attribute("data-target") for target in page.locator("[data-legal]").all()}
    assert len(offered) > 8
    page.keyboard.press("b")
    listed = page.locator(".rules ul").first.locator("li")
    assert listed.count() >= len(offered)


def test_a_hint_never_covers_what_it_is_about(new_page: NewPage) -> None:
    """Wherever it is: the note stood at the lower edge of the board, whatever lay there."""
    page = new_page()
    sit(page, "example")
    page.keyboard.press("h")
    page.locator(".hinted").first.wait_for()
    # What is hinted at goes to the lower edge, and the note is placed anew as in a window of another size.
    page.evaluate(
        """() => { for (const node of document.querySelectorAll('.hinted'))
          Object.assign(node.style, {
            position: 'fixed', top: '740px', left: '650px', width: '120px', height: '50px'}); }"""
    )
    page.set_viewport_size({"width": 1400, "height": 900})
    boxes = page.evaluate(
        """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
          [document.querySelector('.note.placed'), ...document.querySelectorAll('.hinted')].map((node) => {
            const {left, top, right, bottom} = node.getBoundingClientRect();
            return [left, top, right, bottom]; })))))"""
    )
    left, top, right, bottom = boxes[0]
    for one in boxes[1:]:
        assert right <= one[0] or one[2] <= left or bottom <= one[1] or one[3] <= top, boxes
