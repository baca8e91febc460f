"""Mine Out on its own board: every kind of decision from an object of the board, by clicks, taps and keys."""

from __future__ import annotations

import functools
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import pithead
from pithead import bots
from pithead.engine.record import Record

from .accessible import complaints
from .conftest import DESKTOP, PHONE, NewPage
from .pages import visit
from .player import ASKED, Player, branch, state, until, uploaded
from .windows import WINDOWS, Question, Screen, Story, last_turn

pytestmark = pytest.mark.slow
TABLET = {"width": 1024, "height": 768}
NAMES = ("Ada", "Hugo", "Emma", "Jules")


def kind_of(text: str) -> str:
    """What a decision is, from its text: a card is played alone, `in community` or `over` another."""
    if text.startswith("play "):
        return "replace" if " over " in text else "community" if text.endswith(" in community") else "play"
    return "sell jewel" if text.startswith("sell jewel") else text.split()[0]


@functools.cache
def recorded(players: int, teams: bool = False) -> tuple[str, dict[str, int]]:
    """A whole game among bots that move at random, and the first decision of each kind of question and option."""
    options = {"teams": True} if teams else {}
    match = pithead.new("mine-out", players, seed="town 2", names=NAMES[:players], options=options)
    seats = [bots.make("random", match.game, seat) for seat in range(players)]
    found: dict[str, int] = {}
    while (seat := match.to_move) is not None:
        here, view = len(match.actions), match.view(seat)
        kinds = {kind_of(match.game.action_texts[action]) for action in match.legal}
        at_work = view.seats[view.active]
        for name in (*kinds, view.phase, *(("apprentice",) if at_work.role == "apprentice" else ())):
            # A table goes on from the start of a turn, or from where nothing hidden was seen since.
            found.setdefault(name, here)
        types = {kind.card: kind.type for kind in view.kinds}
        if any(len({types[card] for card in one.in_play}) < len(set(one.in_play)) for one in view.seats):
            found.setdefault("frames differ", here)
        if "dig" in kinds and len(set(at_work.hand or ())) > 1:
            found.setdefault("dig or play", here)
        match.play(seats[seat].choose(match.imagine(seat)))
    return Record.of(match).text, found


def staged(page: Page, moment: str, players: int = 4, teams: bool = False) -> str:
    """The table of the recorded game at one of its moments, with whoever is to move there before the screen."""
    text, moments = recorded(players, teams)
    table = branch(page, text, moments[moment])
    visit(page, f"/en/table/{table}")
    page.locator(".app[data-state=act]").wait_for()
    # The board itself comes a moment later.
    page.locator("[data-legal]:visible, #confirm[aria-disabled=false]").first.wait_for()
    return table


def press(page: Page, target: Locator) -> None:
    """Click and wait for the table."""
    now = state(page)
    target.click()
    Player(page, 1).settle(now)


def test_a_card_is_picked_and_then_digs(new_page: NewPage) -> None:
    page = new_page()
    staged(page, "dig or play")
    card = page.locator(".held.legal").first
    card.click()
    expect(page.locator(".held.sel")).to_have_count(1)
    expect(page.locator(".pips .use")).not_to_have_count(0)
    card.click()
    expect(page.locator(".held.sel")).to_have_count(0)
    # Every card that can dig says what it would find.
    for held in page.locator(".held.legal").all():
        held.click()
        if page.locator(".deeds .fx").count():
            break
    cubes = int(re.sub(r"\D", "", page.locator(".deeds .fx b").inner_text()))
    before = lamps(page)
    press(page, page.locator(".deeds").get_by_role("button", name=re.compile("^Dig ")))
    expect(page.locator(".deeds.choose")).to_have_count(0)
    if state(page)["phase"] == "act":
        assert lamps(page) < before
        told = " ".join(page.locator(".log").inner_text().split())
        assert re.search(rf"digs with .*: {cubes} ×", told)
    page.keyboard.press("z")
    expect(page.locator(".pips i:not(.off)")).to_have_count(before)


def lamps(page: Page) -> int:
    return page.locator(".pips i:not(.off)").count()


def test_a_place_further_away_is_a_walk_with_its_price(new_page: NewPage) -> None:
    page = new_page()
    staged(page, "move")
    far = page.locator(".nd.planned").first
    cost = int(page.locator(".coin.far text").first.text_content() or 0)
    assert cost >= 2
    before = lamps(page)
    place = far.get_attribute("data-target")
    far.click()
    page.locator(".choose button").first.click()
    expect(page.locator(".pips i:not(.off)")).to_have_count(before - cost)
    assert f"place:{place_of_mine(page)}" == place


def place_of_mine(page: Page) -> str:
    """Where the pawn at work stands, as the lit ground says."""
    return str(page.locator(".nd.home").get_attribute("data-target")).removeprefix("place:")


def test_closed_things_say_why(new_page: NewPage) -> None:
    page = new_page()
    staged(page, "move")
    row = page.locator(".row[data-refused]").first
    row.hover()
    expect(page.get_by_role("tooltip")).to_contain_text(re.compile("Market|You have no"))
    expect(row).to_have_attribute("aria-disabled", "true")
    now = state(page)
    row.click(force=True)
    expect(page.get_by_role("tooltip")).to_contain_text(re.compile("Market|You have no"))
    assert state(page) == now
    # The turn cannot end yet: the bar says why.
    expect(page.locator(".act .prompt")).to_contain_text("not a move")


def test_questions_between_actions_are_asked_on_the_map(new_page: NewPage) -> None:
    page = new_page(touch=True)
    for moment in ("points", "workers", "labour"):
        page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
        staged(page, moment)
        assert state(page)["phase"] == moment
        asked = page.locator(".deeds")
        offered = asked.locator("[data-legal]")
        for size in (DESKTOP, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            expect(offered.first).to_be_visible()
            expect(asked.locator(".deed[title]")).to_have_count(0)  # its tooltip says the same
            assert offered.count() >= 2, moment
        now = state(page)
        offered.first.tap()
        Player(page, 1).settle(now)


# Where on the board each kind of decision is taken.
OBJECTS = {
    "best": ".deeds [data-target=wilds]",
    "wild": ".deeds [data-target^='wild:']",
    "count": ".deeds [data-target=score]",
    "move": ".nd[data-target^='place:']",
    "hire": ".offer[data-target^='hire:']",
    "dig": ".nd[data-target$='_mine'].home",
    "workers": ".deeds [data-target^='workers:']",
    "sell": ".row[data-target^='row:']",
    "sell jewel": ".ore[data-target='cube:jewel']",
    "refresh": "[data-target=refresh]",
    "play": ".slot[data-target=area]",
    "community": ".free[data-target^='community:']",
    "replace": ".place:not(.free)[data-target^='community:']",
    "draw": ".deeds [data-target=deck]",
    "stop": ".deeds [data-target=stop]",
}


@functools.cache
def asked() -> tuple[str, dict[str, Question]]:
    """A whole game at random, and where the first seat can take each kind of decision first."""
    match = pithead.new("mine-out", 4, seed="town 17", names=NAMES)
    seats = [bots.make("random", match.game, seat) for seat in range(4)]
    found: dict[str, Question] = {}
    while (seat := match.to_move) is not None:
        if seat == 0:
            question = Question(len(match.actions), match.phase, frozenset(), len(match.legal), last_turn(match))
            for action in match.legal:
                found.setdefault(kind_of(match.game.action_texts[action]), question)
        match.play(seats[seat].choose(match.imagine(seat)))
    return Record.of(match).text, found


class Hand(Player):
    """Takes a decision where the table is shown."""

    def settle(self, before: dict[str, str]) -> bool:
        """Until the table is told, or something was picked up to be put down elsewhere."""
        told = until(
            self.page,
            f"""(answered) => {{
              if (!answered && ({ASKED})().some(Boolean)) return 'asked';
              if (window.aim?.hit === false) return 'missed';
              const held = document.querySelector('[data-target][aria-pressed=true]');
              return (held || window.stage.heard.length) && 'settled' }}""",
            self.answered,
        )
        if told == "asked":
            self.answered = self.answer()
            return self.settle(before)
        return bool(told == "settled")


@pytest.mark.parametrize("each", [1, pytest.param(2, marks=pytest.mark.soak)], ids=["in turn", "both"])
def test_every_kind_of_decision_has_its_object(each: int, new_page: NewPage) -> None:
    """By a click on the desktop and by a tap on the phone: in turn, or both."""
    page = new_page(touch=True)
    record, questions = asked()
    screen = Screen(page, Story(page, record, sorted({questions[kind] for kind in OBJECTS})), WINDOWS["desktop"])
    texts = pithead.load("mine-out").action_texts
    ways = [(WINDOWS["desktop"], False), (WINDOWS["iPhone"], True)]
    kinds = list(OBJECTS)
    for number, kind in enumerate(kinds[::2] + kinds[1::2]):
        if number == (len(kinds) + 1) // 2:
            ways.reverse()
        for size, tap in ways[:each]:
            screen.resize(size)
            screen.show(questions[kind])
            Hand(page, 1, tap).do(f"{OBJECTS[kind]}[data-legal]")
            assert [kind_of(texts[said["decision"]]) for said in screen.said("play")] == [kind]


def test_new_cards_for_hire_are_asked_for_twice(new_page: NewPage) -> None:
    page = new_page()
    staged(page, "refresh")
    refresh = page.locator("[data-target=refresh]")
    expect(refresh).to_have_attribute("data-legal", "")
    refresh.click()
    choice = page.locator(".choose")
    expect(choice).to_contain_text("cannot be taken back")
    page.keyboard.press("Escape")
    expect(choice).to_have_count(0)
    refresh.click()
    press(page, choice.get_by_role("button"))
    assert lamps(page) == 3
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


@pytest.mark.parametrize("players", [2, *(pytest.param(players, marks=pytest.mark.soak) for players in (3, 4))])
def test_a_turn_with_keys_only(players: int, new_page: NewPage) -> None:
    page = new_page()
    staged(page, "apprentice" if players == 2 else "move", players)
    if players == 2:
        expect(page.get_by_role("heading", name="Your hand: Apprentice")).to_be_visible()
        assert page.locator(".pawn").count() >= 3
    walked = 0
    for _ in range(12):
        now = state(page)
        if now["state"] != "act":
            break
        lit = page.locator("[data-legal]:visible")
        if lit.count() == 0:
            page.keyboard.press("e")
        else:
            lit.first.focus()
            page.keyboard.press("ArrowRight")
            walked += page.evaluate("document.activeElement.matches('[data-target]')")
            if not page.evaluate("document.activeElement.matches('[data-legal]')"):
                lit.first.focus()
            page.keyboard.press("Enter")
            if page.locator(".deeds.choose button").count():
                page.locator(".deeds.choose button").first.focus()
                page.keyboard.press("Enter")
            elif page.locator(".choose").count():
                page.keyboard.press("Enter")
        Player(page, 1).settle(now)
    assert walked > 0


def test_partners_have_pawns_and_hands_of_their_own(new_page: NewPage) -> None:
    page = new_page()
    staged(page, "play", teams=True)
    expect(page.locator(".pawn")).to_have_count(4)
    expect(page.locator(".held")).not_to_have_count(0)
    expect(page.locator(".pl").first).to_contain_text("with Emma")
    # Another player's cards, as far as they were seen.
    page.get_by_role("button", name=re.compile("^Show what")).first.click()
    expect(page.get_by_role("heading", name=re.compile("^(Hand of|Your hand)"))).to_be_visible()


def test_cards_in_play_that_differ_by_their_frame_say_and_show_its_ore(new_page: NewPage) -> None:
    page = new_page()
    staged(page, "frames differ", 3)
    expect(page.locator(".pl .tb").filter(has_text="Miner (copper)")).to_have_count(1)
    rows: list[list[list[Any]]] = page.locator(".pl .tb").evaluate_all(
        """(rows) => rows.map((row) => [...row.children].map((card) =>
             [card.querySelector('.sr').textContent, card.querySelectorAll('svg').length]))"""
    )
    for row in rows:
        assert len({name for name, _ in row}) == len(row)
        assert all(ores == ("(" in name) for name, ores in row)


def test_the_keys_of_log_and_chat_open_their_view_on_the_phone(new_page: NewPage) -> None:
    page = new_page(size=PHONE)
    staged(page, "move")
    for key, shown in (("l", "Move log"), ("c", "Chat")):
        page.get_by_role("tab", name="Town").click()
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name="Players · log")).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("log", name=shown)).to_be_visible()


def test_the_board_is_whole_and_accessible(new_page: NewPage, axe: str) -> None:
    """In every size; what is seen on a tablet is what is seen on a desktop."""
    page = new_page(touch=True)
    staged(page, "dig or play")
    page.locator(".held.legal").first.click()
    for size in (TABLET, DESKTOP, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for view in range(3) if size is PHONE else range(1):
            if size is PHONE:
                page.get_by_role("tab").nth(view).click()
            found = page.evaluate(
                "([width, height]) => { const page = document.scrollingElement, app = document.querySelector('.app');"
                " return [page.scrollWidth <= width, page.scrollHeight <= height, app.scrollWidth <= width] }",
                [size["width"], size["height"]],
            )
            assert found == [True, True, True]
            # Of the phone one view, all of them in `make soak` (`test_colours.py`).
            if size is DESKTOP or view == 1:
                assert complaints(page, axe, contrast=size is DESKTOP) == []
            if size is PHONE:
                small = page.locator("main > :not(.left) :is(button, [data-target]):visible").evaluate_all(
                    "(nodes) => nodes.map((node) => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])"
                    ".filter(([, box]) => Math.min(box.width, box.height) < 43).map(([html]) => html)"
                )
                assert small == []


def test_a_replay_shows_the_town(new_page: NewPage) -> None:
    page = new_page()
    text, moments = recorded(4)
    visit(page, f"/en/replay/{uploaded(page, text)['id']}?at={moments['dig or play']}")
    expect(page.locator(".snapshot .pawn")).to_have_count(4)
    page.get_by_role("button", name="Hire · market").click()
    expect(page.locator(".snapshot .row")).to_have_count(3)
    page.get_by_role("button", name="Cards", exact=True).click()
    expect(page.locator(".snapshot .hand")).to_be_visible()


def test_what_happens_is_shown_with_motion(new_page: NewPage) -> None:
    page = new_page(settings='{"speed": 1, "seenGames": ["mine-out"]}', motion=True)
    staged(page, "hire")
    page.evaluate(
        """() => { window.flown = new Promise((done, failed) => {
             setTimeout(() => failed(new Error('nothing flew within a minute')), 60_000);
             const look = () => (document.querySelector('.flight') ? done(true) : requestAnimationFrame(look));
             look(); }); }"""
    )
    press(page, page.locator(".offer.legal").first)
    assert page.evaluate("window.flown")
    expect(page.locator(".flight")).to_have_count(0)
