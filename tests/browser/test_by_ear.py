"""What screen readers are told, and whether a game can be played by it."""

from __future__ import annotations

import random
import re
import threading
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pydantic_core import to_jsonable_python

from pithead.engine import registry

from .conftest import NewPage
from .pages import visit
from .player import ASK, against_bots, branch, check_sheet, end_of, moment_of, new_table, open_turns, state, until
from .test_sources import WORDS
from .windows import WINDOWS, Screen, story_of

pytestmark = pytest.mark.slow

RULES = re.compile(r"(\s+[A-Z]+\d+)+$")
# Collects what is added to the live regions: that is what a screen reader reads out.
HEAR = """
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes)
      if (node.nodeType === 1 && node.matches('.live[aria-live=polite] > p')) window.heard.push(node.textContent);
  }).observe(document, {subtree: true, childList: true});
"""


# What no sentence has: ids of the protocol, and keys of message files.
CODES = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b[a-z_]+:\w+\b|\{|\}|undefined|\[object")
# Letters for things, but those that are written on the board (slots, francs, the second side of a card); and rows of
# numbers that do not say whose they are.
LETTERS = re.compile(r"(?<![\w’'])(?!A [a-z]|[AB][123]\b|F\b|II\b)[A-Z]{1,2}\d?(?![\w’'])")
NUMBERS = re.compile(r"[^;(\n]*: ?\d+(?:, \d+)+(?![\w:])")
NUMBERED = ("field.prices",)
ID = re.compile(r"[a-z]+(?:_[a-z0-9]+)*")


def codes_in(text: str, game: str, language: str, view: Any) -> list[str]:
    """What of a description is no language: ids, letters, bare numbers, and words of the protocol in another one."""
    words = WORDS[language]
    rows = [row for row in NUMBERS.findall(text) if not any(words[one] in row for one in NUMBERED)]
    written = texts_of(view)
    names = {text for text in written if not ID.fullmatch(text)}
    texts = registry.load(game).messages(language).texts
    spoken = " ".join([*texts.values(), *words.values(), *names]).lower()
    ids = {text.replace("_", " ") for text in written - names} if language != "en" else set()
    foreign = [one for one in ids if re.search(rf"\b{one}\b", text, re.IGNORECASE) and one not in spoken]
    answers = "|".join(re.escape(texts[one]) for one in ("name.yes", "name.no"))
    return [
        *re.findall(rf"\b(?:{answers})(?:, (?:{answers}))+", text),
        *CODES.findall(text),
        *LETTERS.findall(text),
        *rows,
        *foreign,
        *re.findall(f"{words['field.id']} \\d+", text),
    ]


def texts_of(part: Any) -> set[str]:
    """Everything in a view that is no number: names, and words of the protocol."""
    if isinstance(part, str):
        return {part}
    parts = [*part, *part.values()] if isinstance(part, dict) else part if isinstance(part, list) else []
    return {found for one in parts for found in texts_of(one)}


def fewest(game: str) -> int:
    """The smallest number of players with an opponent."""
    return min(players for players in registry.load(game).players if players > 1)


def describe(page: Page) -> Locator:
    """Open the description by its name in the menu."""
    menu, name = MENU[page.url.split("/")[3]]
    page.get_by_role("button", name=menu, exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    opened = page.get_by_role("dialog", name=name)
    # The names of fields come with their own words.
    opened.get_by_role("heading", level=3).nth(1).wait_for()
    return opened


# The shortest form of a title.
# Whole games of these in `make soak`: they take hundreds of decisions, or show large boards.
LONG = ("coal-baron", "mine-out", "kohle-kolonie", "mine")
SHORT: dict[str, dict[str, Any]] = {"mine-out": {"round_limit": 30}}
LIMIT = 400
ENDS = ("End ", "Stop", "Pass", "Zug ", "Terminer", "Finir", "Arrêter")
MENU = {
    "en": ("Table menu", "Describe the table"),
    "fr": ("Menu de la table", "Décrire la table"),
    "de": ("Tischmenü", "Tisch beschreiben"),
}


# Each game in one language here, in all of them in `make soak`; `test_sources.py` compares the files of messages.
SPOKEN = {"coal-baron": "de", "mine-out": "fr", "mine": "de", "kohle-kolonie": "fr"}


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, marks=() if SPOKEN[game] == language else pytest.mark.soak)
        for game in LONG
        for language in MENU
    ],
)
def test_the_end_of_a_long_game_is_played_by_the_names_of_a_description_without_codes(
    game: str, language: str, new_page: NewPage
) -> None:
    record, decision = end_of(game, fewest(game), **SHORT.get(game, {}))
    view = to_jsonable_python(moment_of(record, decision).view(None))
    page = new_page()
    page.add_init_script(HEAR)
    table = branch(page, record, decision)
    open_table(page, table, language)
    page.locator(".app[data-state=act]").wait_for()
    every_choice_has_a_name(page)
    opened = describe(page)
    is_a_text(opened, game, language, view)
    play_by_ear(page, opened)
    check_sheet(page, table)


def test_nothing_is_described_in_codes_while_the_names_of_fields_are_on_their_way(new_page: NewPage) -> None:
    page = new_page()
    seated = threading.Event()
    held: list[Route] = []
    page.route("**/assets/de-*.js", lambda route: held.append(route) if seated.is_set() else route.continue_())
    open_table(page, new_table(page, "mine", against_bots("Ada", 2)), "de")
    page.locator(".app[data-state=act]").wait_for()
    seated.set()
    menu, name = MENU["de"]
    with page.expect_request("**/assets/de-*.js"):
        page.get_by_role("button", name=menu, exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    opened = page.get_by_role("dialog", name=name)
    expect(opened.get_by_role("heading", level=3)).to_have_text(["Jetzt"])
    for words in held:
        words.continue_()
    expect(opened.get_by_role("heading", level=3).nth(1)).to_be_visible()


def every_choice_has_a_name(page: Page) -> None:
    """What can be chosen on the board says what it does."""
    told = page.locator("main").aria_snapshot()
    names = re.findall(r"^ *- '?button\b(.*)", told, re.MULTILINE)
    assert len(names) >= page.locator("main button[data-legal]:visible").count()
    assert [name for name in names if CODES.search(name) or not re.match(r' "\S', name)] == []


def is_a_text(opened: Locator, game: str, language: str, view: Any) -> None:
    """A description without codes, where every choice is a button."""
    text = opened.inner_text()
    assert codes_in(text, game, language, view) == [], text
    assert opened.get_by_role("heading", level=3).count() >= 4
    assert opened.get_by_role("listitem").get_by_role("button").count() > 1


@pytest.mark.soak
@pytest.mark.parametrize("language", MENU)
@pytest.mark.parametrize("game", registry.names())
def test_no_question_of_a_game_is_described_in_codes(game: str, language: str, new_page: NewPage) -> None:
    page = new_page()
    story = story_of(page, game)
    story.look(page, story.all)
    screen = Screen(page, story, WINDOWS["desktop"], f"/{language}/table/{{}}")
    opened = describe(page)
    found = {}
    for question in story.all:
        view = screen.show(question)["view"]
        if codes := codes_in(opened.inner_text(), game, language, view):
            found[question.phase, question.decision] = codes
    assert found == {}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.soak] if game in LONG else []) for game in registry.names()]
)
def test_a_whole_game_is_played_by_the_names_of_the_description_and_every_turn_is_told(
    game: str, new_page: NewPage
) -> None:
    page = new_page()
    page.add_init_script(HEAR)
    table = new_table(page, game, against_bots("Ada", fewest(game)), options=SHORT.get(game, {}))
    open_table(page, table, "en")
    page.locator(".app[data-state=act]").wait_for()
    every_choice_has_a_name(page)
    # What bots did before the page was there is old already.
    before = len(lines_of_the_log(page))
    opened = describe(page)
    is_a_text(opened, game, "en", page.evaluate(ASK, ["GET", f"tables/{table}/positions?from=0&to=0"])["view"])
    prompts = play_by_ear(page, opened)
    check_sheet(page, table)
    told = lines_of_the_log(page)[before:]
    heard = page.evaluate("window.heard")
    assert any("Ada" in line for line in told)
    assert any("Hugo" in line for line in told)
    unheard = [line for line in told if not any(line in said for said in heard)]
    assert not unheard, f"{told} {heard}"
    assert "It is your turn." in heard
    assert not [said for said in heard if re.search(r"\w\.\w|_", said)], "words, no ids"
    assert heard.index("It is your turn.") < heard.index(prompts[0]), "the question comes last"
    # What is old already is not told again.
    page.reload()
    page.locator(".app[data-state]").wait_for()
    page.locator(".story .turn").first.wait_for()
    assert [line for line in told if any(line in said for said in page.evaluate("window.heard"))] == []


def lines_of_the_log(page: Page) -> list[str]:
    """All of them, without the rules from which they come, which stand behind."""
    open_turns(page)
    return [RULES.sub("", line.strip()) for line in page.locator("ol.log li").all_inner_texts()]


def open_table(page: Page, table: str, language: str) -> None:
    visit(page, f"/{language}/table/{table}")
    page.get_by_role("contentinfo").wait_for()
    page.locator(".app[data-state] .stage").wait_for()


def play_by_ear(page: Page, opened: Locator) -> list[str]:
    """Nothing but roles and names: the choices, the end of a turn, the result. Returns what was asked."""
    undo = {words["bar.undo"] for words in WORDS.values()}
    prompts = [page.locator("footer .prompt b").inner_text()]
    result = page.get_by_role("dialog").filter(has=page.get_by_role("table"))
    choices = opened.get_by_role("listitem").get_by_role("button")
    chance = random.Random(1)
    for _ in range(LIMIT):
        choices.first.or_(result).first.wait_for()
        if result.count():
            break
        names = [name for name in choices.all_inner_texts() if name not in undo]
        # The end of a turn comes first: a game of short turns is a whole game, too.
        name = next((name for name in names if name.startswith(ENDS)), None) or chance.choice(names)
        before = state(page)["at"]
        opened.get_by_role("button", name=name, exact=True).first.click()
        until(
            page,
            "(at) => { const { at: now, state } = document.querySelector('.app').dataset;"
            " return now !== at && state !== 'wait' }",
            before,
        )
        # Where one goes on is read out, and nothing of it is lost.
        assert page.evaluate("document.activeElement !== document.body")
        prompts.append(page.locator("footer .prompt b").inner_text())
    expect(result.get_by_role("row").nth(2)).to_be_visible()
    assert not [said for said in page.evaluate("window.heard") if CODES.search(said)]
    return prompts
