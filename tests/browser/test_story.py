"""The table tells its story: the log by turns, what changed since one's last turn, and a layout that stands still."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from pithead.engine.match import END

from .conftest import PHONE, NewPage
from .pages import FOLLOW, visit
from .player import Player, branch, late_in, state, until
from .test_shell import recorded, sit_in

pytestmark = pytest.mark.slow
# Somebody who plays this game for the first time.
NEWCOMER = '{"name": "Ada", "speed": 1, "seenGames": ["coal-baron"], "language": "en"}'


def sit_late(page: Page, game: str = "coal-baron", players: int = 3) -> Player:
    """Somewhere in the last fifth of a game."""
    record, decision = late_in(game, players)
    visit(page, f"/en/table/{branch(page, record, decision)}")
    page.locator(".app[data-state=act]").wait_for()
    page.locator(".act .undo").wait_for()
    return Player(page, 1)


def a_turn(player: Player) -> Iterator[None]:
    """Stops at every decision of a turn of one's own, and at the first of the next."""
    page = player.page
    own = page.locator(".app").get_attribute("data-turn")
    for _ in range(200):
        now = state(page)
        if now["state"] == "act":
            yield
            if now["turn"] != own:
                return
            player.decide(now)
        else:
            player.wait(now)
    raise AssertionError("the turn does not end")


def test_the_log_tells_turns_with_their_time_and_pictures(new_page: NewPage) -> None:
    page = new_page()
    sit_late(page)
    turns = page.locator(".story .turn")
    assert turns.count() > 20
    # Folded: who, when, and what it came down to; a picture instead of "order 9", which screen readers still hear.
    bought = page.locator(".story .turn .sum", has_text="Buys").last
    expect(bought.locator(".thing.tile svg")).to_be_visible()
    expect(bought).to_contain_text(re.compile(r"tile \d+"))
    expect(bought).not_to_contain_text("Hugo buys")
    order = page.locator(".story .sum .thing.paper").last
    expect(order.locator("svg")).to_have_count(2)
    points = order.locator("b")
    expect(points).to_have_text(re.compile(r"\d+"))
    assert points.evaluate("(b) => getComputedStyle(b).color") == order.evaluate("(o) => getComputedStyle(o).color")
    expect(turns.last.locator("time")).to_have_text(re.compile(r"\d?\d:\d\d"))
    # Unfolded: line by line.
    first = turns.first
    expect(first.locator("ol.log li")).to_have_count(0)
    first.locator(".open").click()
    expect(first.locator("ol.log li")).not_to_have_count(0)
    # Of one player only.
    page.get_by_role("button", name="Only turns of Hugo").click()
    names = set(page.locator(".story .turn .open > b").all_inner_texts())
    assert names == {"Hugo"}
    page.get_by_role("group", name="Whose turns").get_by_role("button", name="All").click()
    assert len(set(page.locator(".story .turn .open > b").all_inner_texts())) == 3


def test_what_changed_since_my_last_turn_is_marked_until_i_act_also_after_a_reload(new_page: NewPage) -> None:
    page = new_page()
    player = sit_late(page)
    for _ in a_turn(player):
        pass
    marked = page.locator("[data-changed]")
    expect(page.locator(".story .since")).to_have_text("Since your last turn")
    recent = page.locator(".story .turn.recent")
    expect(recent).to_have_count(2)
    expect(recent.locator(".sum")).to_have_count(2)  # what each did, in a line
    expect(marked.first).to_be_visible()
    spaces = marked.evaluate_all("(nodes) => nodes.map((node) => node.dataset.id)")
    assert all(space.startswith("space:") for space in spaces)
    # Whoever comes back later sees the same.
    page.reload()
    page.locator(".app[data-state=act]").wait_for()
    expect(marked).to_have_count(len(spaces))
    assert marked.evaluate_all("(nodes) => nodes.map((node) => node.dataset.id)") == spaces
    # A turn is shown again with the mover's board, and then the present comes back.
    hugo = recent.first
    hugo.get_by_role("button", name=re.compile("Show turn .* again")).click()
    expect(page.locator("main .frame")).to_be_visible()
    expect(page.locator(".mymine > header")).to_contain_text(hugo.locator(".open > b").inner_text())
    page.locator("main .frame").get_by_role("button").click()
    expect(page.locator(".mymine > header")).to_contain_text("Your mine")
    player.decide(state(page))
    expect(marked).to_have_count(0)


def test_on_the_phone_a_line_recalls_what_the_others_did(new_page: NewPage) -> None:
    page = new_page(size=PHONE, touch=True)
    record, decision = late_in("coal-baron", 4)
    visit(page, f"/en/table/{branch(page, record, decision)}")
    page.locator(".app[data-state=act]").wait_for()
    recap = page.get_by_role("region", name="Since your last turn")
    expect(recap.get_by_role("listitem")).to_have_count(3)
    page.set_viewport_size({"width": 740, "height": 360})
    # All stand side by side in the rail: none has to be looked for.
    frame = recap.bounding_box()
    assert frame
    for item in recap.get_by_role("listitem").all():
        box = item.bounding_box()
        assert box
        assert box["y"] + box["height"] <= frame["y"] + frame["height"]
    recap.get_by_role("listitem").first.get_by_role("button", name="Show again").tap()
    expect(page.locator("main .frame")).to_be_visible()
    page.locator("main .frame").get_by_role("button").tap()
    expect(page.locator("main .frame")).to_have_count(0)
    # On a tablet it stands above the players, not on them.
    page.set_viewport_size({"width": 1024, "height": 768})
    line, players = recap.bounding_box(), page.locator(".pls").bounding_box()
    assert line and players
    assert line["y"] + line["height"] <= players["y"]
    page.set_viewport_size({"width": 390, "height": 844})
    recap.get_by_role("listitem").first.get_by_role("button").tap()
    expect(page.locator("main .frame")).to_be_visible()
    page.locator("main .frame").get_by_role("button").tap()
    recap.get_by_role("button", name="Close").tap()
    expect(recap).to_have_count(0)


def test_in_a_low_window_it_lies_below_the_views_however_many_there_are(new_page: NewPage) -> None:
    page = new_page(size={"width": 740, "height": 360}, touch=True)
    record, decision = late_in("coal-baron", 3)
    visit(page, f"/en/table/{branch(page, record, decision)}?board=generic")
    page.locator(".app[data-state=act]").wait_for()
    expect(page.get_by_role("tab")).to_have_count(4)
    recap = page.get_by_role("region", name="Since your last turn").bounding_box()
    last, bar = page.get_by_role("tab").last.bounding_box(), page.locator(".act").bounding_box()
    assert recap
    assert last
    assert bar
    assert last["height"] >= 40
    assert last["y"] + last["height"] <= recap["y"]
    assert recap["height"] >= 40
    assert recap["y"] + recap["height"] <= bar["y"]


def test_a_newcomer_sees_the_board_of_whoever_moves_for_twice_the_time(new_page: NewPage) -> None:
    page = new_page(settings=NEWCOMER, motion=True)
    page.clock.install()
    record, decision = late_in("coal-baron", 3)
    visit(page, f"/en/table/{branch(page, record, decision)}")
    page.locator(".app[data-state=act]").wait_for()
    # Not further than the connection is patient.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1.9)
    own = state(page)["turn"]
    player = Player(page, 1)
    for _ in range(50):
        if (now := state(page))["turn"] != own:
            break
        player.decide(now) if now["state"] == "act" else player.wait(now)
    # Both bots have answered; what they did is shown turn by turn, each for twice the 650 ms that a known game takes.
    page.locator(f".app[data-turn='{int(own) + 3}']").wait_for()
    board = page.locator(".mymine > header")
    for name in ("Hugo", "Emma"):
        expect(board).to_contain_text(re.compile(f"mine of {name}", re.I))
        page.clock.run_for(1200)
        expect(board).to_contain_text(re.compile(f"mine of {name}", re.I))
        page.clock.run_for(110)
    expect(board).to_contain_text(re.compile("your mine", re.I))
    page.locator(".app[data-state=act]").wait_for()


def about_to(game: str, event: str) -> tuple[str, int]:
    """A recorded game, and the first end of a turn with which this happens; it is not the last one."""
    # Of most games of Coal Baron the last scoring is the only one that comes with the end of a turn.
    record, moments = recorded(game, 2, "shell 10") if game == "coal-baron" else recorded(game, 3)
    return record, next(one.number for one in moments if one.chosen == END and event in one.brought)


SCORED = {
    ("coal-baron", "majority"): ".show",
    ("mine", "mined"): ".show",
    ("kohle-kolonie", "earned"): ".show",
    ("mine-out", "ore_scored"): ".map .news",
}


def test_what_was_scored_is_told_without_motion_and_can_be_shown_again(new_page: NewPage) -> None:
    page = new_page(settings='{"speed": 1, "seenGames": ["coal-baron", "mine", "kohle-kolonie", "mine-out"]}')
    for (game, event), show in SCORED.items():
        visit(page, f"/en/table/{branch(page, *about_to(game, event))}")
        page.locator(".app[data-state=act]").wait_for()
        turn = state(page)["turn"]
        page.locator("#confirm[aria-disabled=false]").click()
        expect(page.locator(show)).to_be_visible()
        # Once all have moved and it is gone.
        until(page, "() => document.querySelector('.app').dataset.state !== 'wait'")
        expect(page.locator(show)).to_have_count(0)
        page.locator(f".story .turn[data-turn='{turn}']").get_by_role("button", name="Show turn").click()
        expect(page.locator(show)).to_be_visible()


def test_a_table_that_was_left_goes_on_showing_nothing(new_page: NewPage) -> None:
    """What it would ask the server for would be refused to whoever has signed out meanwhile."""
    page = new_page(settings='{"speed": 1, "seenGames": ["coal-baron"]}')
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, f"/en/table/{branch(page, *about_to('coal-baron', 'majority'))}")
    page.locator(".app[data-state=act]").wait_for()
    page.locator(".story .turn").get_by_role("button", name="Show turn").first.click()
    expect(page.locator("main .frame")).to_be_visible()
    page.evaluate(FOLLOW, "/en/rules/coal-baron")
    page.locator(".app").wait_for(state="detached")
    asked.clear()
    page.clock.fast_forward(10_000)
    page.evaluate("fetch('/icon.svg', { cache: 'no-store' }).then(() => true)")
    assert [url for url in asked if "/positions" in url] == []


# Bar, buttons, and every part of the column in which one acts: where they are, and how large.
PLACES = """() => Object.fromEntries(
  ['header.top', '.act', '.act .undo', '.act .restart', '.act .hint', '.act .main', '.mymine > header', '.dock > *']
    .flatMap((name) => [...document.querySelectorAll(name)].map((node, at) => [`${name} ${at}`, node]))
    .map(([name, node]) => [name, node.getBoundingClientRect()])
    .map(([name, box]) => [name, [box.x, box.y, box.width, box.height]]))"""
LOG_END = """() => { const log = document.querySelector('.lg [role=log]');
  return log.scrollHeight - log.scrollTop - log.clientHeight }"""


def test_nothing_moves_over_a_whole_turn(new_page: NewPage) -> None:
    page = new_page()
    for game in ("coal-baron", "kohle-kolonie", "mine-out", "mine"):
        if game == "mine":  # a game begins with cards that are laid
            player = sit_in(page, late_in(game, 3)[0], 0)
            page.locator(".act .undo").wait_for()
        else:
            player = sit_late(page, game)
            # What was told last is in sight, whenever the words and pictures of the log come.
            until(page, f"() => ({LOG_END})() < 1")
        before = page.evaluate(PLACES)
        assert {f".act .{button} 0" for button in ("undo", "restart", "hint", "main")} <= before.keys()
        for _ in a_turn(player):
            assert page.evaluate(PLACES) == before, game


COVERED = """() => ['.act .hint', '.act .undo', '#confirm'].filter((name) => {
  const node = document.querySelector(name), box = node.getBoundingClientRect();
  return !node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
})"""


def test_a_question_mark_shows_all_keys(new_page: NewPage) -> None:
    page = new_page()
    sit_late(page, "example")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("ask for a hint")
    expect(sheet.locator("kbd", has_text=re.compile("^Z$"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.keyboard.press("b")
    expect(page.get_by_role("region", name=re.compile("^Rules")).first).to_be_visible()
    # Who reads on can still ask and act.
    assert page.evaluate(COVERED) == []
