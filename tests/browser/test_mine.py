"""MINE! on its own board: cards, places, targets, sales, discards; by clicks, taps and keys, in every variant."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import pithead
from pithead import bots
from pithead.engine.record import Record

from .accessible import complaints
from .conftest import DESKTOP, PHONE, NewPage
from .pages import visit
from .player import (
    NAMES,
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
)
from .windows import window_of

pytestmark = pytest.mark.slow
TABLET = {"width": 1024, "height": 768}
PLACES = ("watchtower", "mine", "recruitment", "shelter")


class Director(Player):
    """Wants to have used every object of the board once."""

    def __init__(self, page: Page, seed: int, tap: bool = False) -> None:
        super().__init__(page, seed, tap)
        self.deeds: set[str] = set()

    def lit(self, selector: str) -> Locator:
        return self.page.locator(f"{selector}[data-legal]:visible")

    def choose(self) -> Locator | None:
        phase = state(self.page)["phase"]
        if phase == "place":
            return self.place()
        if phase == "sell":
            return self.sell()
        if phase == "discard":
            self.deeds.add("discard")
            weakest = self.page.get_by_role("button", name="weakest")
            if "weakest" not in self.deeds and weakest.count():
                self.deeds.add("weakest")
                return weakest
            return self.lit(".pile").first
        return self.page.locator("#confirm[aria-disabled=false]")

    def place(self) -> Locator:
        """A card, then its place: where none went yet. The second decision is a pass: the hand grows too large."""
        if self.deeds and "pass" not in self.deeds:
            self.deeds.add("pass")
            return self.lit("[data-target=pass]")
        towns = self.lit(".pick [data-target^='town:']")
        if towns.count():
            return towns.first
        if not self.page.locator(".pile[aria-pressed=true]").count():
            cards = self.lit(".pile")
            cards.first.wait_for()  # the board follows a moment after the question
            self.press(cards.nth(self.random.randrange(cards.count())))
        expect(self.page.locator(".pile[aria-pressed=true]")).to_have_count(1)
        event = self.lit("[data-target='place:events']")
        if event.count():
            self.deeds.add("events")
            return event
        place = self.random.choice([place for place in PLACES if place not in self.deeds] or PLACES)
        self.deeds.add(place)
        sector = self.lit(f"[data-target='place:{place}']")
        if place != "shelter":
            return sector
        self.press(sector)
        expect(towns).to_have_count(2)
        return towns.nth(self.random.randrange(2))

    def sell(self) -> Locator:
        """By the tooth, by the number, by the shortcut of the expedition."""
        if "tooth" not in self.deeds:
            self.deeds.add("tooth")
            return self.page.locator(".goal").last
        if "shortcut" not in self.deeds:
            self.deeds.add("shortcut")
            return self.page.locator("[data-target='place:expedition']")
        self.deeds.add("number")
        return self.lit(".amounts button").last


CLICKS, TAPS = (DESKTOP, False), (window_of("phone lying"), True)


@pytest.mark.parametrize(
    "ways",
    [
        pytest.param([CLICKS, TAPS], id="in turn"),
        pytest.param([CLICKS], id="clicks", marks=pytest.mark.soak),
        pytest.param([TAPS], id="taps", marks=pytest.mark.soak),
    ],
)
def test_a_game_uses_everything_and_ends(ways: list[tuple[dict[str, int], bool]], new_page: NewPage) -> None:
    """By clicks and by taps; with both the places are used by clicks, and whatever comes later by taps."""
    page = new_page(size=ways[0][0], touch=TAPS in ways)
    visit(page, f"/en/table/{new_table(page, 'mine', against_bots('Ada', 3))}")
    director = Director(page, seed=3, tap=ways[0][1])
    director.play_until(lambda: set(PLACES) <= director.deeds)
    page.set_viewport_size(ways[-1][0])  # type: ignore[arg-type]
    director.tap = ways[-1][1]
    everything = {*PLACES, "pass", "tooth", "discard", "weakest"}
    director.play_until(lambda: everything <= director.deeds)
    assert everything <= director.deeds
    assert page.evaluate("document.scrollingElement.scrollTop + document.scrollingElement.scrollLeft") == 0
    table = branch(page, *end_of("mine", 3))
    page.set_viewport_size(ways[0][0])  # type: ignore[arg-type]
    visit(page, f"/en/table/{table}")
    Player(page, seed=3, tap=ways[0][1]).play_on()
    check_sheet(page, table)
    assert page.evaluate("document.scrollingElement.scrollTop + document.scrollingElement.scrollLeft") == 0


VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (1, {"dummy": True}),
    (2, {"dummy": True, "variant_die_cards": True}),
    (4, {"variant_die_cards": True, "variant_supply": "open"}),
    (6, {"card_set": "flat", "hidden_targets": False, "pass_is_final": False, "end_on_21": "finish_expedition"}),
]


def test_the_end_of_every_variant(new_page: NewPage) -> None:
    page = new_page()
    for players, options in VARIANTS:
        visit(page, f"/en/table/{branch(page, *end_of('mine', players, **options))}")
        page.locator(".gear").wait_for()
        # Every seat has a pawn, the dummy too; limits of a die card are on the board.
        expect(page.locator("[data-id^='pawn:']")).to_have_count(players + options.get("dummy", False))
        expect(page.locator(".supply .die")).to_have_count(int(options.get("variant_die_cards", False)))
        Player(page, seed=players).play_on()
        page.get_by_role("dialog").locator("[data-total]").first.wait_for()


@pytest.mark.soak
@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=["solo", "dummy", "die-cards", "six"])
def test_a_whole_game_of_every_variant_at_random(players: int, options: dict[str, Any], new_page: NewPage) -> None:
    page = new_page()
    visit(page, f"/en/table/{new_table(page, 'mine', against_bots('Ada', players), options=options)}")
    Player(page, seed=players).play_on()
    page.get_by_role("dialog").locator("[data-total]").first.wait_for()


Test = Callable[[pithead.Match, int], bool]


@functools.cache
def game(players: int, seed: str, wanted: Test) -> tuple[pithead.Match, int]:
    """A whole game of random bots, and the first decision that is wanted."""
    match = pithead.new("mine", players, seed=seed, names=NAMES[:players])
    seats = [bots.make("random", match.game, seat) for seat in range(players)]
    found = None
    while (seat := match.to_move) is not None:
        if found is None and wanted(match, seat):
            found = len(match.actions)
        match.play(seats[seat].choose(match.imagine(seat)))
    assert found is not None
    return match, found


def with_event(match: pithead.Match, seat: int) -> bool:
    hand = match.view(seat).boards[seat].hand or []
    return match.phase == "place" and "firedamp" in hand and "miner" in hand


def at_sale(match: pithead.Match, seat: int) -> bool:
    return match.phase == "sell" and (match.view(seat).most_to_sell or 0) >= 2


def at_discard(match: pithead.Match, seat: int) -> bool:
    return match.phase == "discard"


def before_others_mine(match: pithead.Match, seat: int) -> bool:
    """The last turn of a round in which coal moves, whatever the cards are that others laid face down.

    With its end everything is turned over. Whoever ends it is not asked whom to loot before coal has moved.
    """
    boards = match.view(seat).boards
    last = match.phase == "placed" and all(board.done for board in boards)
    looted = any(board.shelter for board in boards) and not boards[seat].shelter
    return last and looted and any(board.mine for board in boards)


def open_at(page: Page, players: int, seed: str, wanted: Test) -> str:
    match, decision = game(players, seed, wanted)
    table = branch(page, Record.of(match).text, decision)
    visit(page, f"/en/table/{table}")
    page.locator(".app[data-state=act]").wait_for()
    return table


def test_an_event_goes_only_to_the_events_and_comes_back_by_undo(new_page: NewPage) -> None:
    page = new_page()
    open_at(page, 3, "events", with_event)
    card, sector = page.locator("[data-id='card:firedamp']"), page.locator("[data-target='place:events']")
    card.click()
    expect(page.locator(".sector[data-legal]")).to_have_count(1)
    page.locator("[data-target='place:mine']").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Firedamp cannot go here.")
    sector.click()
    expect(page.locator("#confirm")).to_contain_text("End the turn")
    expect(page.locator(".dock .face")).not_to_have_count(0)
    expect(page.locator("[data-at=events] [data-owner]")).not_to_have_count(0)
    page.keyboard.press("z")
    expect(card).to_have_attribute("data-legal", "")
    # A trade lights the others, and Escape lays it back.
    page.locator("[data-id='card:miner']").click()
    expect(page.locator(".sector[data-legal]")).to_have_count(4)
    expect(sector).not_to_have_attribute("data-legal", "")
    page.keyboard.press("Escape")
    expect(page.locator(".pile[aria-pressed=true]")).to_have_count(0)


def test_a_card_is_dragged_and_a_second_click_repeats_the_place(new_page: NewPage) -> None:
    page = new_page()
    open_at(page, 2, "drag", lambda match, seat: match.phase == "place" and match.view(seat).boards[seat].cards == 8)
    page.locator("[data-id='card:miner']").drag_to(page.locator("[data-target='place:recruitment']"))
    expect(page.locator(".dock .panel").first).to_contain_text("Recruitment")
    page.keyboard.press("e")
    until(page, "() => document.querySelector('.app').dataset.state === 'act'")
    page.locator("[data-id='card:miner']").dblclick()
    expect(page.locator(".dock .panel li em").nth(1)).to_contain_text("Recruitment")


def test_closed_objects_tell_why(new_page: NewPage) -> None:
    page = new_page()

    def told(closed: Locator, reason: str) -> None:
        """It is named with the reason, and a click on it shakes it and says the reason once more."""
        page.locator("[aria-live]:not(:empty)").first.wait_for(state="attached")  # the question has been told
        press(page, closed)
        expect(closed).to_have_class(re.compile("shake"))
        expect(closed).to_have_accessible_name(re.compile(reason))
        expect(page.locator("[aria-live]").filter(has_text=re.compile(reason))).not_to_have_count(0)

    open_at(page, 3, "events", with_event)
    told(page.locator("[data-target='place:expedition']"), "No card is ever placed on the expedition")
    open_at(page, 3, "sale", at_sale)
    told(page.locator(".amounts [data-refused]"), "sale limit this round is|You have")
    open_at(page, 3, "discard", at_discard)
    expect(page.locator(".act")).to_contain_text("discard down to 8")


def test_a_round_with_keys_only(new_page: NewPage) -> None:
    page = new_page()
    table = new_table(page, "mine", against_bots("Ada", 2))
    visit(page, f"/en/table/{table}")
    page.locator(".app[data-state]").wait_for()
    walked = 0
    for _ in range(200):
        now = state(page)
        if page.locator(".track .now").inner_text().startswith("Round 2"):
            break
        if now.get("state") == "wait":
            until(page, "() => document.querySelector('.app').dataset.state !== 'wait'")
            continue
        if page.locator("#confirm[aria-disabled=false]").count():
            page.keyboard.press("Enter" if page.evaluate("document.activeElement === document.body") else "e")
        elif now["phase"] == "place":
            page.locator(".pile").first.focus()
            page.keyboard.press("Enter")
            expect(page.locator(".pile[aria-pressed=true]")).to_have_count(1)
            page.keyboard.press("ArrowUp")
            walked += page.evaluate("document.activeElement.matches('.sector')")
            page.keyboard.press("Enter")
            # Two players: the shelter has one target only.
        else:
            page.keyboard.press("1")
        until(page, "(at) => document.querySelector('.app').dataset.at !== at", now["at"])
    expect(page.locator(".track .now")).to_contain_text("Round 2")
    assert walked == 4


# What a finger would miss.
SMALL = """() => [...document.querySelectorAll('.stage button, .stage .sector, .act button')].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width > 0 && Math.min(box.width, box.height) < 44;
}).map((node) => node.outerHTML.slice(0, 80))"""


def test_every_question_fits_is_accessible_and_large_enough_for_a_thumb(new_page: NewPage, axe: str) -> None:
    """In every size; what is read there is the same, the phone has it in three views."""
    page = new_page(touch=True)
    problems: list[str] = []

    def look(where: str) -> None:
        for size in (TABLET, DESKTOP, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            # What the others did, or why the turn cannot end, takes a line of the phone: its stage scrolls by it.
            scrolls = ["lay"] if size is PHONE else []
            assert [part for part in whole(page) if part not in scrolls] == [], where
            if size is PHONE:
                assert page.evaluate(SMALL) == [], where
            if size is DESKTOP:
                # Colours are those of the board, and of what lies on it.
                found = complaints(page, axe, ".pick" if where == "loot" else "", contrast=where in ("place", "loot"))
                problems.extend(f"{where} {problem}" for problem in found)

    open_at(page, 6, "events", with_event)
    look("place")
    page.locator("[data-id='card:miner']").click()
    page.locator("[data-target='place:shelter']").click()
    page.locator(".pick").wait_for()
    look("loot")
    # Of its three views the one that was not looked at above; all of them: `make soak`.
    page.get_by_role("tab").nth(1).click()
    problems.extend(f"tab {problem}" for problem in complaints(page, axe, contrast=False))
    open_at(page, 3, "sale", at_sale)
    look("sell")
    open_at(page, 3, "discard", at_discard)
    look("discard")
    assert problems == []


def whole(page: Page) -> list[str]:
    """What of the signature view is cut off by the window or the action bar; and whether the page scrolls."""
    found: list[str] = page.evaluate(
        """() => {
          const end = document.querySelector('.act').getBoundingClientRect().top;
          const cut = [...document.querySelectorAll('.gear, .stage:not(.asking) > .hand, .pick')].filter((node) => {
            const box = node.getBoundingClientRect();
            return box.bottom > end + 1 || box.top < 48 || box.width < 190;
          });
          const page = document.scrollingElement, lay = document.querySelector('main.lay');
          const slack = [page, lay].filter((node) =>
            node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1);
          return [...cut, ...slack].map((node) => String(node.className.baseVal ?? node.className));
        }"""
    )
    return found


def test_a_resolution_is_shown_once_whatever_the_speed_and_can_be_seen_again(new_page: NewPage) -> None:
    """Pieces fly with their scene, and not again at another speed."""
    # At half the speed, so that it is not over before a busy machine has clicked.
    page = new_page(settings='{"speed": 0.5, "seenGames": ["mine"]}', motion=True)
    open_at(page, 3, "show", before_others_mine)
    page.evaluate(
        """() => { window.flown = 0;
          new MutationObserver((changes) => { for (const { addedNodes } of changes) for (const node of addedNodes)
            if (node.matches?.('.flight')) window.flown += 1; })
              .observe(document.body, {childList: true, subtree: true}); }"""
    )
    page.locator("#confirm[aria-disabled=false]").click()
    show = page.locator(".show")
    expect(show).to_be_visible()
    page.wait_for_function("() => window.flown > 0")
    touch(page, page.get_by_role("button", name="Skip"))
    expect(show).to_have_count(0)
    # The others have moved.
    page.locator(".app[data-state=act]").wait_for()
    expect(page.locator(".flight")).to_have_count(0)
    flown = page.evaluate("window.flown")
    page.get_by_role("button", name="Table menu").first.click()
    page.get_by_label("Speed of others’ moves").select_option("2")
    page.wait_for_timeout(200)
    assert page.evaluate("window.flown") == flown
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show again").click()
    expect(show).to_be_visible()
    expect(page.locator(".sector.lit")).not_to_have_count(0)


def test_a_replay_shows_the_gear_and_the_hand(new_page: NewPage) -> None:
    page = new_page()
    match, _ = game(3, "replay", with_event)
    visit(page, f"/en/replay/{uploaded(page, Record.of(match).text)['id']}?at=6")
    page.locator(".an[data-complete=true]").wait_for()
    expect(page.locator(".snapshot .gear")).to_be_visible()
    expect(page.locator(".snapshot [data-id^='pawn:']")).to_have_count(3)
    # What a visitor sees is what everybody saw; whoever looks with somebody's eyes sees that hand.
    expect(page.locator(".snapshot .face")).to_have_count(0)
    page.get_by_label("Point of view").select_option(label="Ada")
    expect(page.locator(".snapshot .face")).not_to_have_count(0)
    before = page.locator(".snapshot [data-owner]").count()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    until(page, "() => Number(document.querySelector('.an').dataset.at) > 6")
    assert page.locator(".snapshot [data-owner]").count() != before


def test_the_table_is_described_without_colours_that_nobody_sees(new_page: NewPage) -> None:
    page = new_page()
    visit(page, f"/en/table/{new_table(page, 'mine', against_bots('Ada', 3))}")
    page.locator(".app[data-state=act]").wait_for()
    labels = page.locator("[data-target^='place:']").evaluate_all(
        "(places) => places.map((place) => place.getAttribute('aria-label'))"
    )
    assert labels
    assert not [label for label in labels if ".." in label or ". ." in label]
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Describe the table").click()
    said = page.get_by_role("dialog").last
    expect(said).to_contain_text("Placing. Ada is to move.")
    expect(said).not_to_contain_text("Colour:")
