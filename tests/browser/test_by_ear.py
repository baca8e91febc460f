"""What screen readers are told, and whether a game can be played by it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pithead.engine import registry

from .conftest import NewPage
from .pages import visit
from .player import ASK, Player, against_bots, branch, end_of, late_in, new_table, open_turns, state, uploaded
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


def test_every_turn_is_told_and_none_takes_the_place_of_another(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(HEAR)
    page.goto(f"/en/table/{new_table(page, 'example', against_bots('Ada', 3))}")
    page.locator(".app[data-state=act]").wait_for()
    # What bots did before the page was there is old already.
    open_turns(page)
    before = page.locator("ol.log li").count()
    prompts = [page.locator("footer .prompt b").inner_text()]
    player = Player(page, 1)
    while (now := state(page))["state"] != "over":
        if now["state"] == "act":
            player.decide(now)
            prompts.append(page.locator("footer .prompt b").inner_text())
        else:
            player.wait(now)
    open_turns(page)
    # Behind a line stand the rules that it comes from.
    told = [RULES.sub("", line.strip()) for line in page.locator("ol.log li").all_inner_texts()][before:]
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


def describe(page: Page) -> Locator:
    """Open the description by its name in the menu."""
    menu, name = MENU[page.url.split("/")[3]]
    page.get_by_role("button", name=menu, exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    opened = page.get_by_role("dialog", name=name)
    opened.wait_for()
    return opened


# The shortest form of a title.
# Whole games of these in `make soak`: they take hundreds of decisions, or show large boards.
LONG = ("coal-baron", "mine-out", "kohle-kolonie", "mine")
SHORT: dict[str, dict[str, Any]] = {"mine-out": {"round_limit": 30}}
LIMIT = 400
ENDS = ("End ", "Stop", "Pass")
MENU = {
    "en": ("Table menu", "Describe the table"),
    "fr": ("Menu de la table", "Décrire la table"),
    "de": ("Tischmenü", "Tisch beschreiben"),
}


# Each game in one language here, in all of them in `make soak`; `test_sources.py` compares the files of messages.
SPOKEN = {"coal-baron": "de", "mine-out": "fr", "mine": "de", "kohle-kolonie": "fr", "example": "en"}


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, marks=() if SPOKEN[game] == language else pytest.mark.soak)
        for game in registry.names()
        for language in MENU
    ],
)
def test_the_description_is_a_text_without_codes(game: str, language: str, new_page: NewPage) -> None:
    page = new_page()
    fewest = min(players for players in registry.load(game).players if players > 1)
    record, decision = late_in(game, fewest)
    table = branch(page, record, decision)
    path = f"tables/{uploaded(page, record)['id']}/positions?from={decision}&to={decision}"
    view = page.evaluate(ASK, ["GET", path])["view"]
    visit(page, f"/{language}/table/{table}")
    page.locator(".app[data-state=act] .stage").wait_for()
    opened = describe(page)
    # The names of fields come with their own words.
    expect(opened).not_to_contain_text("field.")
    text = opened.inner_text()
    assert codes_in(text, game, language, view) == [], text
    assert opened.get_by_role("heading", level=3).count() >= 4
    # Every choice is a button here, and every choice on the board has a name that says what it does.
    assert opened.get_by_role("listitem").get_by_role("button").count() > 1
    page.keyboard.press("Escape")
    told = page.locator("main").aria_snapshot()
    names = re.findall(r"^ *- '?button\b(.*)", told, re.MULTILINE)
    assert len(names) >= page.locator("main button[data-legal]:visible").count()
    assert [name for name in names if CODES.search(name) or not re.match(r' "\S', name)] == []


@pytest.mark.soak
@pytest.mark.parametrize("language", MENU)
@pytest.mark.parametrize("game", registry.names())
def test_no_question_of_a_game_is_described_in_codes(game: str, language: str, new_page: NewPage) -> None:
    page = new_page()
    story = story_of(page, game)
    story.look(page, story.all)
    screen = Screen(page, story, WINDOWS["desktop"], f"/{language}/table/{{}}")
    opened = describe(page)
    expect(opened).not_to_contain_text("field.")
    found = {}
    for question in story.all:
        view = screen.show(question)["view"]
        if codes := codes_in(opened.inner_text(), game, language, view):
            found[question.phase, question.decision] = codes
    assert found == {}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.soak] if game in LONG else []) for game in registry.names()]
)
def test_a_whole_game_is_played_by_the_names_of_the_description(game: str, new_page: NewPage) -> None:
    page = new_page()
    fewest = min(players for players in registry.load(game).players if players > 1)
    play_by_ear(page, new_table(page, game, against_bots("Ada", fewest), options=SHORT.get(game, {})))


@pytest.mark.parametrize("game", LONG)
def test_the_end_of_a_long_game_is_played_by_the_names_of_the_description(game: str, new_page: NewPage) -> None:
    page = new_page()
    fewest = min(players for players in registry.load(game).players if players > 1)
    play_by_ear(page, branch(page, *end_of(game, fewest, **SHORT.get(game, {}))))


def play_by_ear(page: Page, table: str) -> None:
    """Nothing but roles and names: the way in, the choices, the end of a turn, the result."""
    page.add_init_script(HEAR)
    visit(page, f"/en/table/{table}")
    page.get_by_role("contentinfo").wait_for()
    opened = describe(page)
    result = page.get_by_role("dialog").filter(has=page.get_by_role("table"))
    choices = opened.get_by_role("listitem").get_by_role("button")
    chance = random.Random(1)
    for _ in range(LIMIT):
        choices.first.or_(result).first.wait_for()
        if result.count():
            break
        names = [name for name in choices.all_inner_texts() if name != "Undo the last step"]
        # The end of a turn comes first: a game of short turns is a whole game, too.
        name = next((name for name in names if name.startswith(ENDS)), None) or chance.choice(names)
        before = state(page)["at"]
        opened.get_by_role("button", name=name, exact=True).first.click()
        page.wait_for_function(
            "(at) => { const { at: now, state } = document.querySelector('.app').dataset;"
            " return now !== at && state !== 'wait' }",
            arg=before,
        )
        # Where one goes on is read out, and nothing of it is lost.
        assert page.evaluate("document.activeElement !== document.body")
    expect(result.get_by_role("row").nth(2)).to_be_visible()
    assert not [said for said in page.evaluate("window.heard") if CODES.search(said)]
