"""Replays in the browser: every position, by keys, by dragging and by link; score, upload, playing on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

import pithead
from pithead import bots
from pithead.engine.record import Record

from .conftest import PHONE, NewPage
from .pages import visit
from .player import uploaded as once_uploaded

pytestmark = pytest.mark.slow

NAMES = ("Hugo", "Ada", "Emma", "Jules")
CALL = """async ([method, path, body]) => {
  const answer = await fetch(`/api/${path}`, {
    method, headers: {'Content-Type': 'application/json'}, body: body === null ? undefined : JSON.stringify(body) });
  return await answer.text();
}"""


def call(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Ask the table as this browser; what comes line by line is a list."""
    text = page.evaluate(CALL, [method, path, body]).strip()
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


@cache
def record(game: str, players: int, seed: str = "replay") -> str:
    """A whole game of random bots, as text."""
    match = pithead.new(game, players, seed=seed, names=NAMES[:players])
    seats = [bots.make("random", match.game, seat) for seat in range(players)]
    while (seat := match.to_move) is not None:
        match.play(seats[seat].choose(match.imagine(seat)))
    return Record.of(match).text


def uploaded(page: Page, game: str, players: int = 3) -> str:
    """The id of a table that replays such a game."""
    return cast(str, once_uploaded(page, record(game, players))["id"])


def open_replay(page: Page, table: str, query: str = "?at=0") -> None:
    if table in page.url:  # inside the client it would stay where it is
        page.goto(f"/en/replay/{table}{query}")
    else:
        visit(page, f"/en/replay/{table}{query}")
    page.locator(".an[data-complete=true]").wait_for()


def at(page: Page) -> int:
    return int(page.locator(".an").get_attribute("data-at") or -1)


def turn_ends(positions: list[dict[str, Any]]) -> list[int]:
    """The last position of every turn."""
    last = {position["turn"]: index for index, position in enumerate(positions) if position["player"] is not None}
    return [last[turn] for turn in sorted(last)]


# What the test asks about: the views of a whole game are large.
POSITIONS = """async (table) => (await (await fetch(`/api/tables/${table}/positions`)).text()).trim().split('\\n')
  .map((line) => JSON.parse(line)).map(({ text, player, view }) =>
    ({ text: text ?? '', player, workers: view.players[player]?.workers }))"""


def test_stepping_shows_every_position_of_a_game(new_page: NewPage) -> None:
    page = new_page()
    table = uploaded(page, "coal-baron")
    positions = page.evaluate(POSITIONS, table)
    mine = page.locator(".snapshot")
    # Where somebody mines, so that cage, cubes and orders change from one step to the next.
    start = next(index for index, one in enumerate(positions) if "mining" in one["text"])
    open_replay(page, table, f"?at={start}")
    for index in range(start, start + 25):
        assert at(page) == index
        player = positions[index]["player"]
        workers = positions[index]["workers"]
        expect(mine).to_contain_text(NAMES[player])
        assert f"{workers} worker" in mine.inner_text().lower(), index
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    assert at(page) == start + 24


def test_keys_play_step_and_jump(new_page: NewPage) -> None:
    page = new_page()
    table = uploaded(page, "example")
    positions = call(page, "GET", f"tables/{table}/positions")
    ends = turn_ends(positions)
    open_replay(page, table)
    for end in ends[:4]:
        page.keyboard.press("ArrowRight")
        assert at(page) == end
    page.keyboard.press("ArrowLeft")
    assert at(page) == ends[2]
    page.keyboard.press("End")
    assert at(page) == len(positions) - 1
    page.keyboard.press("Home")
    assert at(page) == 0
    page.get_by_role("radio", name="4×").click()
    page.locator("#position").click()
    # Playing shows every decision: none is left out between the first and the last one seen.
    page.evaluate(
        """() => {
          window.seen = [];
          const app = document.querySelector('.an');
          const note = () => window.seen.push(Number(app.dataset.at));
          new MutationObserver(note).observe(app, {attributeFilter: ['data-at']});
        }"""
    )
    page.keyboard.press("Space")
    page.wait_for_function("() => window.seen.length >= 6")
    page.keyboard.press("Space")
    seen = page.evaluate("window.seen")
    assert seen[:6] == [1, 2, 3, 4, 5, 6]
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_address_names_the_position(new_page: NewPage) -> None:
    page = new_page()
    table = uploaded(page, "example")
    open_replay(page, table, "?at=9")
    assert at(page) == 9
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_url("**?at=10")
    page.reload()
    page.locator(".an[data-complete=true]").wait_for()
    assert at(page) == 10
    page.goto("/de/replay/" + table + "?at=9999")
    page.locator(".an[data-complete=true]").wait_for()
    assert at(page) == call(page, "GET", f"tables/{table}")["decisions"]
    expect(page.get_by_role("heading", name="Wiederholung")).to_be_visible()


def test_dragging_the_timeline_drops_no_turn(new_page: NewPage) -> None:
    page = new_page()
    table = uploaded(page, "example")
    ends = turn_ends(call(page, "GET", f"tables/{table}/positions"))
    open_replay(page, table)
    box = page.get_by_role("slider").bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 1, middle)
    page.mouse.down()
    seen = set()
    for pixel in range(0, round(box["width"]) + 8, 4):
        page.mouse.move(box["x"] + pixel, middle)
        seen.add(at(page))
    page.mouse.up()
    assert set(ends) <= seen | {0}
    assert at(page) == ends[-1]


def test_a_seat_is_looked_from_with_what_it_knew(new_page: NewPage) -> None:
    page = new_page()
    table = uploaded(page, "example")
    open_replay(page, table, "?at=6")
    expect(page.locator(".an")).to_have_attribute("data-eyes", "")
    page.get_by_label("Point of view").select_option("Emma")
    expect(page.locator(".an")).to_have_attribute("data-eyes", "2")
    assert at(page) == 6
    hand = call(page, "GET", f"tables/{table}/positions?seat=2")[6]["view"]["players"][2]["hand"]
    assert hand, "the position must have something to show"
    for lamp in hand:
        expect(page.locator(".snapshot")).to_contain_text(str(lamp), ignore_case=True)


def test_a_card_of_a_replay_can_be_seen_larger(new_page: NewPage) -> None:
    page = new_page()
    table = uploaded(page, "mine-out")
    open_replay(page, table, "?at=6")
    page.get_by_label("Point of view").select_option(label="Ada")
    page.get_by_role("button", name="Cards", exact=True).click()
    page.locator(".snapshot .held").first.hover()
    expect(page.locator(".zoom")).to_be_visible()


def test_the_score_sheet_is_the_result(new_page: NewPage) -> None:
    page = new_page(PHONE, touch=True)
    table = uploaded(page, "coal-baron")
    visit(page, f"/en/replay/{table}")
    page.locator(".an[data-complete=true]").wait_for()
    assert page.get_by_role("tab", name="Score").get_attribute("aria-selected") == "true"
    info = call(page, "GET", f"tables/{table}")
    result = info["result"]
    for seat, score in enumerate(result["scores"]):
        cells = page.locator(f"td[data-seat='{seat}']:not([data-total])")
        assert sum(int(text.replace("−", "-")) for text in cells.all_inner_texts()) == score
        assert page.locator(f"td[data-total][data-seat='{seat}']").inner_text().replace("−", "-") == str(score)


def test_a_record_from_elsewhere_is_uploaded_and_replayed(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    visit(page, "/en/replays")
    page.get_by_role("heading", level=1).wait_for()
    good = tmp_path / "good.txt"
    good.write_text(record("example", 2), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(good)
    page.locator(".an[data-complete=true]").wait_for()
    expect(page.get_by_text("Uploaded record")).to_be_visible()


def test_playing_on_starts_a_table_at_this_position(new_page: NewPage) -> None:
    page = new_page()
    table = uploaded(page, "example")
    positions = call(page, "GET", f"tables/{table}/positions")
    ends = turn_ends(positions)
    here = positions[ends[4]]
    open_replay(page, table, f"?at={ends[4]}")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Trapper").click()
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/**")
    page.locator(".app[data-state=act]").wait_for()
    new = call(page, "GET", f"tables/{page.url.rpartition('/')[2].partition('?')[0]}")
    assert new["origin"] == table
    assert [seat["seat"] for seat in new["seats"] if seat["yours"]] == [here["to_move"]]
    assert new["decisions"] == here["decision"]
    # At the end of a game there is nothing to play on from, and the button says so.
    open_replay(page, table, "?at=9999")
    button = page.get_by_role("button", name="Play on from here")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(page.get_by_role("dialog")).to_have_count(0)
