"""The analysis in the browser: progress, graph, marks, luck and play, alternatives; readable for everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .accessible import complaints
from .conftest import DESKTOP, PHONE, NewPage
from .player import new_table, published
from .test_replay import at, call, open_replay, turn_ends, uploaded

pytestmark = pytest.mark.slow

TABLET = {"width": 1024, "height": 768}
# The first analysis of a process may wait for the compiler.
PATIENCE = 180_000


@pytest.fixture(scope="session")
def known() -> dict[str, str]:
    """The table that the tests of this process study together: its analysis is made once."""
    return {}


@pytest.fixture
def studied(new_page: NewPage, known: dict[str, str]) -> str:
    """A game of three, finished."""
    if "table" not in known:
        known["table"] = uploaded(new_page(), "example")
    return known["table"]


@pytest.fixture
def analysed(new_page: NewPage, studied: str) -> tuple[Page, str, dict[str, Any]]:
    """A page with an analysed game of three, the table and what the server found out."""
    page = new_page()
    open_replay(page, studied)
    page.get_by_role("button", name="Analyse this game").click()
    page.locator("svg.wp").wait_for(timeout=PATIENCE)
    job = call(page, "POST", f"tables/{studied}/analysis", {"think": 0.5})
    assert job["state"] == "done", "what the page asked for must be known"
    return page, studied, job["result"]


def percent(text: str) -> int:
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


def test_the_graph_stacks_the_chances_of_all_players_and_is_dragged_turn_by_turn(
    analysed: tuple[Page, str, dict[str, Any]],
) -> None:
    page, table, report = analysed
    layers = page.locator("svg.wp .layer")
    assert layers.count() == 3
    fills = {layers.nth(i).get_attribute("fill") for i in range(3)}
    assert len(fills) == 3
    assert page.locator("svg.wp pattern").count() == 3
    page.keyboard.press("End")
    last = report["turns"][-1]["chances"]
    told = page.locator("svg.wp").get_attribute("aria-label") or ""
    for name, chance in zip(report["names"], last, strict=True):
        assert f"{name} {round(100 * chance)}%" in told
    ends = turn_ends(call(page, "GET", f"tables/{table}/positions"))
    box = page.locator("svg.wp").bounding_box()
    assert box
    width = (box["width"] - 8) / 680
    left = box["x"] + 4 + 34 * width
    page.mouse.move(left, box["y"] + 60)
    page.mouse.down()
    for number, end in enumerate(ends, 1):
        page.mouse.move(left + 640 * width * number / len(ends), box["y"] + 60)
        assert at(page) == end, number
    page.mouse.up()
    # Without the button the pointer does nothing.
    page.mouse.move(left, box["y"] + 60)
    assert at(page) == ends[-1]
    assert len(report["turns"]) == len(ends)


def test_a_move_shows_what_else_was_possible(analysed: tuple[Page, str, dict[str, Any]]) -> None:
    page, table, report = analysed
    decision = max(report["decisions"], key=lambda one: (one["loss"], one["options"]))
    assert decision["options"] > 1
    open_replay(page, table, f"?at={decision['seq'] + 1}&analysis")
    choices = page.locator(".alt ol").last.get_by_role("listitem")
    choices.first.wait_for(timeout=PATIENCE)
    values = sorted([decision["value"], *(one["value"] for one in decision["alternatives"])], reverse=True)
    shown = [percent(text) for text in choices.locator("em").all_inner_texts()]
    assert shown == [round(100 * value + 1e-9) for value in values[: len(shown)]]
    played = choices.filter(has_text="played")
    assert played.count() == 1
    assert percent(played.locator("em").inner_text()) == round(100 * decision["value"] + 1e-9)


def test_luck_and_play_are_those_of_the_report_and_a_key_moment_leads_to_its_move(
    analysed: tuple[Page, str, dict[str, Any]],
) -> None:
    page, _, report = analysed
    panel = page.get_by_role("region", name="Luck and play")
    for account in report["accounts"]:
        row = panel.get_by_role("row").filter(has_text=report["names"][account["player"]])
        luck, loss = row.locator("td b").all_inner_texts()
        assert percent(luck) == pytest.approx(100 * account["luck"], abs=1)
        assert percent(loss) == pytest.approx(-100 * account["loss"], abs=0.51)
    # What one has won by luck the others have lost, in the figures that are shown as well.
    shown = [percent(row.locator("td b").first.inner_text()) for row in panel.locator("tbody tr").all()]
    assert sum(shown) == 0
    strokes = [one for one in report["decisions"] if one["news"]]
    listed = panel.get_by_role("listitem")
    assert listed.count() == min(3, len(strokes)) > 0
    for stroke in listed.all():
        # What happened, told to somebody who may not be the one whom it befell.
        expect(stroke.locator("span").first).to_have_text(re.compile("^(Hugo|Ada|Emma) draws the .* lamp|^The "))
        assert sum(percent(one) for one in stroke.locator("b").all_inner_texts()) == 0
    # Figures of different evaluations do not compare.
    assert report["evaluation"] in panel.inner_text()
    moments = page.get_by_role("region", name="Key moments").get_by_role("button")
    assert moments.count() >= 1
    number = percent(moments.first.locator("b").inner_text().partition(",")[0])
    moments.first.click()
    expect(page.locator("#position")).to_have_text(re.compile(f"after move {number}$", re.IGNORECASE))
    current = page.locator("[aria-current=step][tabindex='0']")
    expect(current.locator(".no")).to_have_text(str(number))


def test_a_decision_is_tried_again_from_the_position_before_it(analysed: tuple[Page, str, dict[str, Any]]) -> None:
    page, table, report = analysed
    decision = max(report["decisions"], key=lambda one: (one["loss"], one["options"]))
    before = call(page, "GET", f"tables/{table}/positions?from={decision['seq']}&to={decision['seq']}")
    open_replay(page, table, f"?at={decision['seq'] + 1}&analysis")
    again = page.get_by_role("button", name="Try this decision again")
    expect(again).to_be_in_viewport(ratio=1)  # and the reason above it
    again.click()
    page.locator(".app[data-state=act]").wait_for()
    # The seat is the mover's, the others are bots' ones; everything is as it was, and the better move is there.
    expect(page.locator("article", has_text="(you)")).to_contain_text("to move")
    expect(page.locator("article").nth(decision["player"])).to_contain_text("(you)")
    expect(page.locator("article", has_text="bot")).to_have_count(2)
    shown = [int(panel.inner_text()) for panel in page.locator("article .vp").all()]
    assert shown == before["scores"]
    expect(page.locator("[data-legal]:visible")).to_have_count(decision["options"])


# A whole game of the first seat, which rests whenever it can.
REST = """(table) => new Promise((done, failed) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  const send = (message) => socket.send(JSON.stringify({ seat: 0, ...message }));
  const frames = [];
  socket.onopen = () => send({ type: 'subscribe', key: 'begin', since: 0, language: 'en' });
  socket.onmessage = ({ data }) => {
    const { type, text, position } = JSON.parse(data);
    frames.push(data);
    if (type === 'error') failed(new Error(text));
    if (type !== 'position') return;
    const { to_move, at, result, options } = position;
    if (result) { socket.close(); done(frames); }
    else if (to_move === 0) {
      const rest = options.find(({ text }) => /rest/i.test(text));
      send(rest ? { type: 'play', key: `${at}`, expect: at, decision: rest.id }
        : { type: 'confirm', key: `${at}`, expect: at });
    }
  };
})"""


def test_my_mistakes_alone_are_shown_where_i_have_played(new_page: NewPage) -> None:
    page = new_page()
    seats = [{"kind": "you", "name": "Ada"}, {"kind": "bot", "level": "random", "name": "Hugo"}]
    table = new_table(page, "example", seats)
    # Who rests in every turn plays badly.
    published(page.evaluate(REST, table))
    open_replay(page, table)
    page.get_by_role("button", name="Analyse this game").click()
    page.locator("svg.wp").wait_for(timeout=PATIENCE)
    moments = page.get_by_role("region", name="Key moments")
    moments.get_by_label("Only my mistakes").click()
    listed = moments.get_by_role("listitem")
    expect(listed).not_to_have_count(0)
    # The better turn stands at the end of a line.
    assert listed.locator("button *:not(.sr)").evaluate_all(
        "(parts) => parts.every((part) => part.scrollHeight <= part.clientHeight || part.clientHeight === 0)"
    )
    for text in listed.all_inner_texts():
        assert re.search(r", Ada\n.*Rest; better: ", text, re.DOTALL), text
        assert re.search("Mistake|Inaccuracy", text), text
    page.get_by_label("Whose moves").select_option("Ada")
    marked = page.locator("ol[aria-labelledby=moves] li").filter(has_text=re.compile("Mistake|Inaccuracy"))
    expect(marked).to_have_count(listed.count())


def test_a_long_analysis_tells_how_far_it_is_and_can_be_stopped(new_page: NewPage) -> None:
    page = new_page()
    table = uploaded(page, "mine-out")
    open_replay(page, table)
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Analyse this game")).to_be_visible()
    expect(page.locator("svg.wp")).to_have_count(0)


@pytest.mark.parametrize("tablet", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["read", "tablet"])
def test_everybody_can_read_it(tablet: bool, new_page: NewPage, studied: str, axe: str) -> None:
    """On a tablet one reads what is read on a desktop."""
    page = new_page(DESKTOP, theme="light", settings='{"theme": "light"}')
    open_replay(page, studied, "?at=8&analysis")
    page.locator("svg.wp").wait_for(timeout=PATIENCE)
    assert page.locator("html").get_attribute("data-theme") == "light"
    assert complaints(page, axe) == []
    if tablet:
        page.set_viewport_size(TABLET)  # type: ignore[arg-type]
        assert complaints(page, axe, contrast=False) == []
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for tab in ("Score", "Replay", "Moves"):
        page.get_by_role("tab", name=tab).click()
        assert complaints(page, axe, contrast=False) == [], tab
    page.get_by_role("tab", name="Replay").click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").wait_for()
    assert complaints(page, axe, "dialog[open]") == []


def test_the_phone_shows_it_whole_in_every_language(new_page: NewPage, studied: str) -> None:
    page = new_page(PHONE, touch=True)
    for language in ("en", "fr", "de"):
        page.goto(f"/{language}/replay/{studied}?at=8&analysis")
        page.locator(f"html[lang={language}] svg.wp").wait_for(timeout=PATIENCE)
        for tab in page.get_by_role("tab").all():
            tab.click()
            beyond = page.evaluate(
                """(width) => [...document.querySelectorAll('.top, .seg, .panel, .panel > *')]
                  .filter((node) => node.getBoundingClientRect().right > width).map((node) => node.className)""",
                PHONE["width"],
            )
            assert beyond == [], tab.inner_text()
