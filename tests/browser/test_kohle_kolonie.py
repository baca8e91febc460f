"""Kohle & Kolonie on its own board: every question is answered on map, mat or dock; by clicks, taps and keys."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

import pithead
from pithead.engine.offers import Option
from pithead.engine.record import Record

from .accessible import complaints
from .conftest import DESKTOP, PHONE, NewPage
from .pages import visit
from .player import (
    Player,
    against_bots,
    branch,
    check_sheet,
    end_of,
    new_table,
    press,
    state,
    touch,
    until,
    uploaded,
    waiting_for_hugo,
)
from .windows import WINDOWS, Question, Screen, Story, last_turn, story_of, window_of

pytestmark = pytest.mark.slow
NAMES = ("Ada", "Hugo", "Emma", "Jules", "Nour")
TABLET = {"width": 1024, "height": 768}


class Spot(NamedTuple):
    """A position of a game of random moves: what the first seat is asked, and which kinds of decisions answer it."""

    question: Question
    kinds: frozenset[str]
    record: str
    options: tuple[Option, ...]

    @property
    def phase(self) -> str:
        return self.question.phase


# One game of each number of players; together they have every question, and every kind of decision but the rarest.
SEEDS = (5, 22, 60)


@cache
def spots() -> list[Spot]:
    """A few positions with every question and every kind of decision that three games bring."""
    found: list[Spot] = []
    for seed in SEEDS:
        players = 3 + seed % 3
        match = pithead.new("kohle-kolonie", players, seed=seed, names=NAMES[:players])
        choose = random.Random(seed)
        asked: dict[tuple[str, frozenset[str]], tuple[Question, tuple[Option, ...]]] = {}
        while not match.over:
            if match.to_move == 0:
                options = match.offers().options
                things = frozenset(target.partition(":")[0] for option in options for target in option.targets)
                question = Question(len(match.actions), match.phase, things, len(options), last_turn(match))
                asked.setdefault((match.phase, frozenset(one.kind for one in options)), (question, options))
            match.play(choose.choice(match.legal))
        text = Record.of(match).text
        found += [Spot(question, kinds, text, options) for (_, kinds), (question, options) in asked.items()]
    chosen: list[Spot] = []
    wanted = {spot.phase for spot in found} | {kind for spot in found for kind in spot.kinds}
    while wanted:
        best = max(found, key=lambda spot: len(wanted & {spot.phase, *spot.kinds}))
        chosen.append(best)
        wanted -= {best.phase, *best.kinds}
    return chosen


def sit_at(page: Page, phase: str, kind: str = "") -> Spot:
    """A table where this question is asked, and can be answered in this way."""
    return sit(page, next(spot for spot in spots() if spot.phase == phase and (not kind or kind in spot.kinds)))


def sit(page: Page, spot: Spot) -> Spot:
    visit(page, f"/en/table/{branch(page, spot.record, spot.question.decision)}")
    page.locator(f".app[data-state=act][data-phase={spot.phase}]").wait_for()
    page.locator(".top h1:not(:empty)").wait_for()  # the game's words come a moment later
    return spot


def lit(page: Page) -> set[str]:
    """The targets that glow, in all views of the phone."""
    ids: set[str] = set(
        page.locator("[data-legal]").evaluate_all("(nodes) => nodes.map((node) => node.dataset.target)")
    )
    return ids


@pytest.mark.parametrize("each", [1, pytest.param(2, marks=pytest.mark.soak)], ids=["in turn", "both"])
def test_every_decision_of_every_question_has_its_object(each: int, new_page: NewPage) -> None:
    """Nothing that can be done is missing on the board, and the object of each kind of decision asks the table for it.

    By a click on the desktop and by a tap on the phone: in turn, or both.
    """
    page = new_page(touch=True)
    assert len({spot.phase for spot in spots()}) >= 23
    ways = [(DESKTOP, False), (PHONE, True)]
    for record in dict.fromkeys(spot.record for spot in spots()):
        here = [spot for spot in spots() if spot.record == record]
        screen = Screen(page, Story(page, record, [spot.question for spot in here]), WINDOWS["desktop"])
        # One half of them is answered on the desktop, the other on the phone.
        for number, spot in enumerate(here[::2] + here[1::2]):
            if number == (len(here) + 1) // 2:
                ways.reverse()
            for size, tap in ways[:each]:
                if page.viewport_size != size:
                    page.set_viewport_size(size)  # type: ignore[arg-type]
                screen.show(spot.question)
                answer(screen, spot, tap)


def answer(screen: Screen, spot: Spot, tap: bool) -> None:
    """Every decision of the question glows, and the last of them is taken by its object."""
    page = screen.page
    glowing, over = page.evaluate(GLOWING)
    doing = [option for option in spot.options if option.id != 0]
    for option in doing:
        assert set(glowing) & set(option.targets), f"{spot.phase}: {option.text} has no object"
    assert over or not spot.kinds & {"end", "pass"}, spot.phase
    if doing:
        [said] = [said for said in take(page, doing[-1], tap) if said["type"] == "play"]
        assert said["decision"] == doing[-1].id, spot.phase


# What glows, in all views of the phone, and whether the turn can end.
GLOWING = """() => [
  [...document.querySelectorAll('[data-legal]')].map((node) => node.dataset.target),
  document.querySelector('#confirm[aria-disabled=false]') !== null,
]"""
# The number of the first object in sight that glows for a decision: it does that one alone, or several things.
OBJECT = """([decision, targets]) => {
  const lit = [...document.querySelectorAll('[data-legal]')];
  const exact = lit.filter((node) => node.dataset.decision === decision);
  const here = exact.length ? exact : lit.filter((node) => targets.includes(node.dataset.target));
  return lit.indexOf(here.find((node) => node.checkVisibility({ visibilityProperty: true })));
}"""
# What the table was asked for, or that the page asks which of several things.
ANSWERED = """() => window.stage.heard.length > 0 ? JSON.stringify(window.stage.heard)
  : document.querySelector('.choose button') && 'which'"""


def take(page: Page, option: Option, tap: bool) -> list[dict[str, Any]]:
    """Press the object of a decision; where it can do several things, the right one. Returns what the page says."""
    wanted = [str(option.id), list(option.targets)]
    number = page.evaluate(OBJECT, wanted)
    if number < 0:
        touch(page, page.locator("[role=tab]:has(.dot)").first, tap)
        number = until(page, f"(wanted) => 1 + ({OBJECT})(wanted)", wanted) - 1
    touch(page, page.locator("[data-legal]").nth(number), tap)
    told = until(page, ANSWERED)
    if told == "which":
        touch(page, page.locator(f".choose [data-option='{option.id}']"), tap)
        told = until(page, "() => window.stage.heard.length > 0 && JSON.stringify(window.stage.heard)")
    heard: list[dict[str, Any]] = json.loads(told)
    return heard


class Magnate(Player):
    """Does what it has done least often, so that a whole game shows many kinds of questions."""

    def __init__(self, page: Page, seed: int, tap: bool = False) -> None:
        super().__init__(page, seed, tap)
        self.questions: set[str] = set()
        self.objects: set[str] = set()

    def choose(self) -> Locator | None:
        self.questions.add(state(self.page)["phase"])
        found = super().choose()
        if found is not None:
            self.objects.add(str(found.get_attribute("data-target")).split(":")[0])
        return found


# Start and end by taps are in `test_whole_games.py`, the end by the names of its description in `test_by_ear.py`.
@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "tap", "players"),
    [(DESKTOP, False, 5), (window_of("small phone"), True, 3)],
    ids=["clicks", "taps"],
)
def test_a_game_from_its_start_and_its_end(size: dict[str, int], tap: bool, players: int, new_page: NewPage) -> None:
    page = new_page(size=size, touch=tap)
    table = new_table(page, "kohle-kolonie", against_bots("Ada", players))
    visit(page, f"/en/table/{table}")
    magnate = Magnate(page, seed=4, tap=tap)
    asked = {"bonus", "act", "acted", "confirm"}
    magnate.play_until(lambda: asked <= magnate.questions and {"bonus"} < magnate.objects)
    assert asked <= magnate.questions
    assert {"bonus"} < magnate.objects
    table = branch(page, *end_of("kohle-kolonie", players))
    visit(page, f"/en/table/{table}")
    Magnate(page, seed=4, tap=tap).play_on()
    check_sheet(page, table)


def test_a_closed_target_tells_its_reason(new_page: NewPage) -> None:
    page = new_page()
    sit_at(page, "act")
    mine = page.locator(".mine.later[data-refused]").first
    press(page, mine)
    expect(page.locator("[aria-live]").filter(has_text="comes on sale in round")).to_have_count(1)
    expect(mine).to_have_attribute("aria-disabled", "true")
    expect(mine).to_have_attribute("aria-label", re.compile("comes on sale in round"))


def test_an_action_only_filters_what_glows(new_page: NewPage) -> None:
    page = new_page()
    sit_at(page, "act", "buy")
    everything = lit(page)
    button = page.get_by_role("button", name="Buy a mine")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    mines = {target for target in lit(page) if target.startswith("mine:")}
    assert mines == {target for target in everything if target.startswith("mine:")}
    assert not {target for target in lit(page) if target.startswith(("village:", "tech:", "slot:"))}
    button.click()
    assert lit(page) == everything
    # It is forgotten with the table, also where the next one is as far.
    button.click()
    sit_at(page, "act", "buy")
    assert lit(page) == everything


def test_a_closed_action_says_why(new_page: NewPage) -> None:
    page = new_page()
    sit(page, next(spot for spot in spots() if spot.phase in ("act", "acted") and "engine" not in spot.kinds))
    for action in page.locator(".actions .do.none[aria-pressed]").all():
        told = action.locator("small").inner_text()
        assert told.endswith(".")
        press(page, action)
        expect(page.get_by_role("tooltip")).to_contain_text(told)
        expect(page.locator("[aria-live]").filter(has_text=told)).to_have_count(1)
    expect(page.locator(".do.none[aria-pressed]", has_text="Steam engine")).to_have_count(1)


def test_a_filter_is_forgotten_with_its_question_while_planning(new_page: NewPage) -> None:
    """The table stands still while a plan goes on: what was filtered for one question must not hide the next."""
    ada, hugo = new_page(), new_page()
    waiting_for_hugo(ada, hugo, "kohle-kolonie", "act", bots=1)
    ada.get_by_role("button", name="Plan my turn").click()
    button = ada.get_by_role("button", name="Buy a mine")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    ada.locator("[data-legal][data-target^='mine:']").first.click()
    expect(ada.locator("[data-legal]").first).to_be_attached()
    expect(ada.locator("[data-legal][data-target^='mine:']")).to_have_count(0)
    assert state(ada)["phase"] not in ("act", "acted")


def test_the_stepper_opens_at_the_lowest_bid(new_page: NewPage) -> None:
    page = new_page()
    spot = sit_at(page, "bid")
    bids = sorted(int(str(option.params["value"])) for option in spot.options if option.kind == "bid")
    stepper = page.get_by_role("spinbutton", name="Your bid")
    expect(stepper).to_have_attribute("aria-valuenow", str(bids[0]))
    if len(bids) > 1:
        stepper.focus()
        page.keyboard.press("ArrowUp")
        expect(stepper).to_have_attribute("aria-valuenow", str(bids[1]))
        page.keyboard.press("ArrowDown")
    page.get_by_role("button", name=f"Bid {bids[0]} ").click()
    expect(page.get_by_text(f"You bid {bids[0]}.")).to_be_visible()


def test_the_board_of_another_player_is_one_click_away(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "kohle-kolonie", against_bots("Ada", 3))
    visit(page, f"/en/table/{table}")
    page.locator(".app[data-state=act]").wait_for()  # when a turn comes, the own board is shown
    page.get_by_role("button", name="Show what Hugo has").click()
    expect(page.get_by_role("heading", name="Board of Hugo")).to_be_visible()
    page.get_by_role("button", name="Back to mine").click()
    expect(page.get_by_role("heading", name="Board of Hugo")).to_have_count(0)


def test_three_players_have_the_small_map(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "kohle-kolonie", against_bots("Ada", 3))
    visit(page, f"/en/table/{table}")
    expect(page.locator("[data-id='field:VG']")).to_have_count(1)
    expect(page.locator("[data-id='field:JD']")).to_have_count(0)
    expect(page.locator("[data-id='station:G1']")).to_have_count(0)


def test_the_map_is_one_stop_of_the_tab_key_and_arrows_go_on(new_page: NewPage) -> None:
    page = new_page()
    sit_at(page, "act", "buy")
    stops = page.locator(".view [data-target][tabindex='0']")
    expect(stops).to_have_count(1)
    expect(stops).to_have_attribute("data-legal", "")
    assert page.locator(".view [data-stop]").count() > 50
    stops.focus()
    first = page.evaluate("document.activeElement.dataset.target")
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
        page.keyboard.press(f"Control+{key}")
        now = page.evaluate("document.activeElement.dataset.target")
        if now != first:
            break
    assert now != first
    expect(stops).to_have_count(1)
    expect(stops).to_be_focused()
    # The next stop lies outside of the map.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.view')") is None


def test_a_turn_with_keys_only(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "kohle-kolonie", against_bots("Ada", 3))
    visit(page, f"/en/table/{table}")
    page.locator(".app[data-state]").wait_for()
    for _ in range(40):
        until(page, "() => document.querySelector('.app').dataset.state !== 'wait'")
        now = state(page)
        if now["phase"] == "acted":
            break
        page.locator("[data-legal]:visible, #confirm[aria-disabled=false]").first.wait_for()
        if page.locator("[data-legal]:visible").count() == 0:
            page.keyboard.press("e")
        else:
            page.keyboard.press("1")
            until(
                page,
                """(at) => document.querySelector('.app').dataset.at !== at || document.querySelector('.choose')""",
                now["at"],
            )
            if page.locator(".choose").count():
                page.keyboard.press("Enter")
        until(page, "(at) => document.querySelector('.app').dataset.at !== at", now["at"])
    assert state(page)["phase"] == "acted"


OVER = """() => { const page = document.scrollingElement;
  return [page.scrollHeight - innerHeight, page.scrollWidth - innerWidth]; }"""
SMALL = """(nodes) => nodes.filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => [node.dataset.target, node.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([id]) => id)"""


def shown(page: Page, spots: list[Spot]) -> Iterator[Spot]:
    """Shows one after the other, at a table for each record."""
    for record in dict.fromkeys(spot.record for spot in spots):
        here = [spot for spot in spots if spot.record == record]
        screen = Screen(page, Story(page, record, [spot.question for spot in here]), WINDOWS["desktop"])
        for spot in here:
            screen.show(spot.question)
            yield spot


# Of what lies on the board and in the dock: many choices, steps, words, cards.
QUESTIONS = ("act", "bid", "protect", "loading", "worker", "second_miner")


def test_questions_fit_are_accessible_and_large_enough_for_a_thumb(axe: str, new_page: NewPage) -> None:
    """In every size, and on the phone in every view; what is read there is the same."""
    page = new_page(touch=True)
    asked = {spot.phase: spot for spot in reversed(spots())}
    sizes = [TABLET, DESKTOP, PHONE]
    for spot in shown(page, [asked[phase] for phase in QUESTIONS]):
        phase = spot.phase
        for size in sizes:
            if page.viewport_size != size:
                page.set_viewport_size(size)  # type: ignore[arg-type]
            if size is PHONE:
                fits_a_thumb(page, phase)
                assert phase != "act" or complaints(page, axe, contrast=False) == []
                continue
            assert page.evaluate(OVER) == [0, 0], phase
            if size is DESKTOP and phase in ("act", "bid", "protect"):
                assert complaints(page, axe, contrast=phase == "act") == [], phase
        # The next question begins in the window of this one.
        sizes.reverse()


def fits_a_thumb(page: Page, phase: str) -> None:
    """Map and dock, after the view that has nothing to press; the dock stays."""
    for tab in (2, 0, 1):
        touch(page, page.get_by_role("tab").nth(tab), tap=True)
        assert page.evaluate(OVER) == [0, 0], (phase, tab)
        if tab < 2:
            assert page.evaluate(f"({SMALL})([...document.querySelectorAll('[data-legal]')])") == [], (phase, tab)


def test_what_happens_by_itself_is_shown_and_blocks_nothing(new_page: NewPage) -> None:
    page = new_page(settings='{"speed": 0.5, "seenGames": ["kohle-kolonie"]}', motion=True)
    sit_at(page, "protect")
    Player(page, 1).press(page.locator("#confirm"))
    show = page.locator(".show")
    expect(show).to_contain_text("mining disaster")
    assert show.evaluate("(node) => getComputedStyle(node).pointerEvents") == "none"
    show.get_by_role("button", name="Skip").click()
    expect(page.locator(".app[data-state=act]")).to_be_visible()


def test_two_fingers_enlarge_the_map_and_not_the_page(new_page: NewPage) -> None:
    page = new_page(size=PHONE, touch=True)
    sit_at(page, "act")
    view = page.locator(".view")
    assert view.evaluate("(node) => getComputedStyle(node).touchAction") == "pan-x pan-y"
    width = "(node) => node.firstElementChild.getBoundingClientRect().width"
    before = view.evaluate(width)
    box = view.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 40), ("touchMove", 55), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_function(f"(before) => ({width})(document.querySelector('.view')) > before * 1.2", arg=before)
    assert page.evaluate("window.visualViewport.scale") == 1


def test_the_overview_pressed_by_a_key_shows_the_middle(new_page: NewPage) -> None:
    page = new_page(size=PHONE, touch=True)
    sit_at(page, "act")
    page.locator(".view").evaluate("(node) => node.scrollTo(0, 0)")
    page.locator(".mini").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        """() => { const view = document.querySelector('.view'), map = view.firstElementChild.getBoundingClientRect();
             return Math.abs(view.scrollLeft + view.clientWidth / 2 - map.width / 2) < 2
               && Math.abs(view.scrollTop + view.clientHeight / 2 - map.height / 2) < 2; }"""
    )


def test_a_replay_shows_the_map_and_a_board(new_page: NewPage) -> None:
    page = new_page()
    spot = next(spot for spot in spots() if spot.phase == "bid")
    visit(page, f"/en/replay/{uploaded(page, spot.record)['id']}?at={spot.question.decision}")
    expect(page.locator("[data-id='field:VG']")).to_have_count(1)
    page.get_by_role("button", name="Board of ").first.click()
    expect(page.get_by_role("heading", name="Technology")).to_be_visible()


def test_a_closed_action_tells_the_true_reason(new_page: NewPage) -> None:
    """A village that is closed with three players, or a mat without a place, is not why the action is closed."""
    match = pithead.new("kohle-kolonie", 3, seed=1, names=NAMES[:3])
    choose = random.Random(1)
    done = poor = None
    while done is None:
        offers = match.offers()
        seat = match.to_move
        if match.phase == "act" and not any(slot.card for slot in match.view(seat).players[seat].slots):
            poor = poor or len(match.actions)
        if any(refusal.code == "main_done" and refusal.target == "reserve" for refusal in offers.refusals):
            done = len(match.actions)
        match.play(choose.choice(match.legal))
    while not match.over:
        match.play(choose.choice(match.legal))
    page = new_page()
    visit(page, f"/en/table/{branch(page, Record.of(match).text, done)}")
    page.locator(".app[data-state=act]").wait_for()
    for action in ("Buy a mine", "Steam engine", "Settlement", "Engineer"):
        button = page.locator(".actions .do", has_text=action)
        expect(button).to_contain_text("You have taken your action in this turn.")
    # Who has no mine is not told that none of his mines lacks an engine.
    assert poor is not None
    visit(page, f"/en/table/{branch(page, Record.of(match).text, poor)}")
    page.locator(".app[data-state=act]").wait_for()
    expect(page.locator(".actions .do", has_text="Steam engine")).to_contain_text("You have no mine yet")
    # The five actions and what can be done beside them are seen without scrolling.
    ends = page.locator(".dock .ask").evaluate(
        "(box) => [box, ...box.querySelectorAll('.do, .said button')].map((one) => one.getBoundingClientRect().bottom)"
    )
    assert len(ends) > 6
    assert max(ends) == ends[0]


# Of each bonus token: its word and its place in the turn order, where they are wider than it or take a second line.
CUT_WORDS = """() => [...document.querySelectorAll('.tok')].flatMap((token) =>
  [...token.querySelectorAll('small, em')].flatMap((word) => {
    const text = document.createRange();
    text.selectNodeContents(word);
    const wide = text.getBoundingClientRect().width > token.clientWidth;
    return wide || text.getClientRects().length > 1 ? [word.textContent] : [];
  }))"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_bonus_tokens_show_their_words_whole_in_every_window(new_page: NewPage, language: str) -> None:
    page = new_page(touch=True)
    story = story_of(page, "kohle-kolonie")
    screen = Screen(page, story, WINDOWS["desktop"], f"/{language}/table/{{}}", "bonus")
    expect(page.locator(".tok")).to_have_count(7)
    for name, size in WINDOWS.items():
        screen.resize(size)
        assert page.evaluate(CUT_WORDS) == [], name
