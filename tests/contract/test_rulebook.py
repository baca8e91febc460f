"""The rules page of every game, in every language: complete, true to the components, without a loose end."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pithead
from pithead.engine.message_format import parameters
from pithead.engine.messages import LANGUAGES
from pithead.engine.rulebook.page import RULING, Block, Rulebook, texts_of
from pithead.engine.rulebook.sources import contents, texts
from pithead.engine.rulebook.writer import of_game

from .settings import every_game
from .test_glossary import GLOSSARY

SECTIONS = {"aim", "parts", "setup", "turn", "end", "variants"}
every_language = pytest.mark.parametrize("language", LANGUAGES)
# Digits that are no value of a component: rulings, and phases, which have numbers in the rulebook and on the board.
_AND = r"( and | et | und | to | à | bis |, |–)"
NUMBERED = re.compile(rf"\b[A-Z]\d+\b|\b[Pp]hase(s|n)? \d+({_AND}\d+)*")


def book_of(name: str, language: str) -> Rulebook:
    return of_game(pithead.load(name), language)


def said(book: Rulebook) -> Iterator[str]:
    """Every text of a page."""
    for section in book.sections:
        yield from texts_of(section)
    for ruling in book.rulings:
        yield from (ruling.text, *ruling.refusals, *ruling.events)
    for term in book.glossary:
        yield from (term.word, term.meaning)


def lines(book: Rulebook, section: str) -> list[tuple[str, ...]]:
    """The cells of all tables of a section."""
    found = next(one for one in book.sections if one.id == section)
    return [line.cells for block in found.blocks if block.kind == "table" for line in block.lines]


def written(text: str) -> str:
    """What is typed in a message: without the values that it prints."""
    for _ in range(4):
        text = re.sub(r"\{[^{}]*\}", "", text)
    return text


@every_game
@every_language
def test_a_page_has_its_sections_a_glossary_and_no_loose_end(name: str, language: str) -> None:
    book = book_of(name, language)
    assert {section.id for section in book.sections} >= SECTIONS
    assert all(section.blocks for section in book.sections)
    assert book.glossary
    for text in said(book):
        assert not re.search(r"[{}]|None|\b(rules|table|name|glossary)\.\w", text), text


@every_game
@every_language
def test_every_ruling_that_is_named_can_be_followed(name: str, language: str) -> None:
    book = book_of(name, language)
    known = {ruling.id for ruling in book.rulings}
    letters = {name[0] for name in known}  # a slot of a mat may be called B2
    assert {found for text in said(book) for found in RULING.findall(text) if found[0] in letters} <= known
    assert {rule for rules in book.events.values() for rule in rules} <= known
    for ruling in book.rulings:
        assert set(ruling.sections) <= {section.id for section in book.sections}


@every_game
def test_what_cites_a_ruling_exists_and_has_words(name: str) -> None:
    game = pithead.load(name)
    cites = contents(game.folder)["cites"]
    events = {kind.name for kind in game.files.notation.EVENTS.values()}
    assert set(cites["events"]) <= events
    assert all(game.messages("en").has(f"refusal.{code}") for code in cites["refusals"])
    book = book_of(name, "en")
    for code, rules in cites["refusals"].items():
        for rule in [rules] if isinstance(rules, str) else rules:
            ruling = book.ruling(rule)
            assert ruling and ruling.refusals, code


@every_game
@every_language
def test_no_value_of_a_component_is_typed_into_a_text(name: str, language: str) -> None:
    """Whoever changes a component changes the page: numbers stand in `material.toml` alone."""
    typed = {
        message: text
        for message, text in texts(pithead.load(name).folder, language).items()
        if re.search(r"\d", NUMBERED.sub("", written(text)))
    }
    assert typed == {}


@every_game
@every_language
def test_languages_have_the_same_texts_with_the_same_values(name: str, language: str) -> None:
    folder = pithead.load(name).folder
    english, other = texts(folder, "en"), texts(folder, language)
    assert set(other) == set(english)
    for message, text in english.items():
        assert parameters(other[message]) == parameters(text), message
        assert set(RULING.findall(other[message])) == set(RULING.findall(text)), message
        assert other[message].count("\n") == text.count("\n"), message
    if language != "en":
        same = [key for key, text in english.items() if key.startswith(("rule.", "rules.")) and other[key] == text]
        assert [key for key in same if " " in english[key]] == []


@every_game
def test_every_text_stands_somewhere(name: str) -> None:
    """A text that no section, table or glossary names would never be read."""
    folder = pithead.load(name).folder
    page, unread = contents(folder), []
    blocks = {
        f"rules.{one['id']}.{word.partition('=')[0]}"
        for one in page["sections"]
        for line in one["blocks"]
        for word in line.split()
    }
    cells = "\n".join(column for table in page.get("tables", {}).values() for column in table["columns"])
    for message in texts(folder, "en"):
        family, _, rest = message.partition(".")
        known = {
            "rule": True,
            "components": True,
            "rules": rest.endswith(".title") or message in blocks,
            "table": rest.split(".")[0] in page.get("tables", {}) or f"@table.{rest.split('.')[0]}" in cells,
            "glossary": rest.removesuffix(".meaning") in page["glossary"],
        }
        if not known[family]:
            unread.append(message)
    assert unread == []


UNEXPLAINED = {"wieder aufgefüllt", "ablegen", "embaucher", "réserve de minerai", "un garde", "case", "en cours"}


@every_language
def test_the_glossary_of_a_page_has_the_words_that_the_table_says(language: str) -> None:
    """Things with several words in a language are explained under the one that is used."""
    for term in GLOSSARY[language]:
        if term.ids and re.fullmatch(r"[\w ]+", term.word) and term.word not in UNEXPLAINED:
            names = [name for name in pithead.names() if pithead.load(name).folder.name.startswith(term.ids)]
            words = [one.word for name in names for one in book_of(name, language).glossary]
            assert not names or any(term.word in word for word in words), (names, term.word)


# What must be on the page, with every value of the components.


@every_language
def test_coal_baron_prints_the_twelve_prizes(language: str) -> None:
    book = book_of("coal-baron", language)
    prizes = [(int(cells[2]), int(cells[3])) for cells in lines(book, "aim")]
    material = pithead.load("coal-baron").material.data["scoring"]["elements"]
    assert prizes == [(element["first"], element["second"]) for element in material]
    assert (prizes[0], prizes[-1], len(prizes)) == ((2, 1), (13, 6), 12)


@every_language
def test_coal_baron_names_the_closed_spaces(language: str) -> None:
    game = pithead.load("coal-baron")
    words = game.messages(language)
    told = {
        cells[0]: cells[1].split(", ") for cells in lines(book_of("coal-baron", language), "setup") if len(cells) == 2
    }
    spaces = game.material.data["spaces"]["list"]
    for players in (3, 4):
        names = next(names for start, names in told.items() if str(players) in start)
        assert names == [words.name(space["id"]) for space in spaces if space["min_players"] == players]
    assert any(
        "R11" in line.cells[0] for block in section(book_of("coal-baron", language), "empty") for line in block.lines
    )


@every_language
def test_kohle_und_kolonie_prints_tokens_prices_slots_and_yields(language: str) -> None:
    game = pithead.load("kohle-kolonie")
    material, words, book = game.material.data, game.messages(language), book_of("kohle-kolonie", language)
    bonus = lines(book, "bonus")
    assert [cells[:2] for cells in bonus] == [
        (words.name(f"bonus_{token['id']}"), str(token["cost"])) for token in material["bonus_tokens"]
    ]
    assert len({cells[2] for cells in bonus}) == 7
    building = lines(book, "building")
    assert [cells[1:3] for cells in building if len(cells) == 4] == [
        tuple(map(str, material["prices"][piece])) for piece in ("settlement", "engineer", "steam_engine")
    ]
    assert [int(cells[1]) for cells in building if len(cells) == 2] == material["mat"]["settlement_vp"]
    assert [int(cells[1]) for cells in lines(book, "miners")] == [token["count"] for token in material["rail_tokens"]]
    disasters = [int(cells[1]) for cells in lines(book, "disaster")]
    assert disasters == [token["count"] for token in material["disaster_tokens"]] + material["disaster"]["vp_loss"]
    slots = [cells for cells in lines(book, "technology") if len(cells) == 6]
    printed = [slot for card in material["technology"] for slot in card["slots"]]
    assert [(cells[2], int(cells[4])) for cells in slots] == [
        (words.name(slot["id"]), slot["need"]) for slot in printed
    ]
    for cells, slot in zip(slots, printed, strict=True):
        for worth in ("coins", "vp", "bid", "wagons"):
            assert worth not in slot or str(slot[worth]) in cells[5]
    assert any("R49" in block.text for block in section(book, "consolidation"))


@every_language
def test_mine_prints_the_helmets_and_effects_of_its_cards(language: str) -> None:
    material = pithead.load("mine").material.data
    cards = lines(book_of("mine", language), "parts")
    posts = ("count", "start", "shelter", "watchtower", "mine", "recruitment")
    professions = [cells for cells in cards if len(cells) == 7]
    assert [tuple(map(int, cells[1:])) for cells in professions] == [
        tuple(card[post] for post in posts) for card in material["professions"]
    ]
    for cells, event in zip([cells for cells in cards if len(cells) == 3], material["events"], strict=True):
        assert cells[1] == str(event["count"])
        for change in ("sale", "mine", "attack", "defence", "draw"):
            assert change not in event or str(abs(event[change])) in cells[2]


@every_language
def test_mine_out_prints_the_values_and_abilities_of_its_cards(language: str) -> None:
    material = pithead.load("mine-out").material.data
    cards = [cells for cells in lines(book_of("mine-out", language), "parts") if len(cells) == 7]
    for cells, card in zip(cards, material["cards"].values(), strict=True):
        assert tuple(map(int, cells[2:6])) == (card["dig"], card["wage"], card["fame"], card["count"])
        numbers = [value for value in card["effect"].values() if type(value) is int and card["type"] != "mafia"]
        assert all(str(number) in cells[6] for number in numbers)


def section(book: Rulebook, name: str) -> tuple[Block, ...]:
    return next(one.blocks for one in book.sections if one.id == name)


# A value of each game, what it becomes in an edition, and how the page says it then.
CHANGED = [
    ("coal-baron", 'key = "K", first = 13', 'key = "K", first = 49', "49"),
    ("coal-baron", "cage_slots = 5", "cage_slots = 7", "7 slots"),
    (
        "kohle-kolonie",
        'id = "settlement", start = 6, cost = 2',
        'id = "settlement", start = 6, cost = 3',
        "settlement for 3",
    ),
    (
        "kohle-kolonie",
        "steam_engines = [0, 3, 5, 8, 12, 17, 23]",
        "steam_engines = [0, 3, 5, 8, 12, 17, 23, 30]",
        "More than 7 steam engines",
    ),
    ("kohle-kolonie", "settlement_extra_action = 3", "settlement_extra_action = 2", "Settlement number 2"),
    ("kohle-kolonie", "damage_coins = 1", "damage_coins = 2", "2 coins or 2 points"),
    ("kohle-kolonie", "vp_per_station = 1", "vp_per_station = 3", "a miner of yours 3"),
    ("mine", "track_end = 21", "track_end = 19", "tooth 19"),
    ("mine", "cards_per_round = 4", "cards_per_round = 3", "one of the 3 cards"),
    ("mine", "base_draw = 2", "base_draw = 3", "Everybody draws 3 cards"),
    ("mine", "points_per_coal = 1", "points_per_coal = 2", "worth 2 teeth"),
    ("mine-out", "end_above = 50", "end_above = 66", "more than 66 fame"),
    ("mine-out", "hire_slots = 5", "hire_slots = 4", "then 4 cards lie there"),
    ("mine-out", "hand_limit = 4", "hand_limit = 5", "up to 5 cards in hand"),
    ("mine-out", "cost_sell = [1, 2]", "cost_sell = [1, 3]", "1 and 3 action points"),
    ("mine-out", "36, 45]", "36]", "At most 8 Workers"),
    ("example", "brightness = 6", "brightness = 9", "electric lamp scores 9"),
]


@pytest.mark.parametrize(("name", "old", "new", "shown"), CHANGED)
def test_an_edition_changes_the_page(name: str, old: str, new: str, shown: str, tmp_path: Path) -> None:
    text = pithead.load(name).material.text.decode("utf-8")
    assert old in text
    file = tmp_path / "edition.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    mine, other = book_of(name, "en"), of_game(pithead.load(name, file), "en")
    assert shown not in "\n".join(said(mine))
    assert shown in "\n".join(said(other))


NUMBERS = {
    "en": "three four five six seven eight nine ten eleven twelve third fourth fifth sixth",
    "fr": "trois quatre cinq six sept huit neuf dix onze douze troisième quatrième cinquième sixième",
    "de": "drei vier fünf sechs sieben acht neun zehn elf zwölf dritten? vierten? fünften? sechsten?",
}
# Not of the components: how many may play, the phases of a round, the locations of a board, the steps of an example.
STRUCTURE = {
    "coal-baron": {"rules.mining.example"},
    "kohle-kolonie": {"rule.R61", "rules.aim.aim", "rules.setup.three", "table.lines.head", "rule.R6"},
    "mine": {"rule.R2", "rules.setup.setup", "rules.turn.title"},
    "mine-out": {"rule.R2", "rules.parts.town", "table.modes.four", "table.modes.three"},
}
# Positions that somebody imagines, with numbers of their own.
IMAGINED = re.compile(r"rules\.\w+\.example")


@every_game
@every_language
def test_no_value_of_a_component_is_spelled_out(name: str, language: str) -> None:
    spelled = re.compile(rf"\b({'|'.join(NUMBERS[language].split())})\b", re.IGNORECASE)
    found = {
        message: hit[0]
        for message, text in texts(pithead.load(name).folder, language).items()
        if message not in STRUCTURE.get(name, set()) and not IMAGINED.match(message) and (hit := spelled.search(text))
    }
    assert found == {}


def test_what_a_game_says_of_itself_follows_its_edition(tmp_path: Path) -> None:
    file = tmp_path / "edition.toml"
    text = pithead.load("mine-out").material.text.decode("utf-8").replace("end_above = 50", "end_above = 66", 1)
    file.write_text(text, "utf-8")
    for edition, limit in ((pithead.load("mine-out"), "50"), (pithead.load("mine-out", file), "66")):
        for language in LANGUAGES:
            said_now = [edition.messages(language).text(key) for key in ("game.end", "reason.fame", "name.fame")]
            assert all(limit in one for one in said_now), said_now


def test_a_text_that_names_no_value_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    from pithead.engine import facts
    from pithead.engine.rulebook import writer

    folder = pithead.load("example").folder
    broken: dict[str, Any] = {**texts(folder, "en"), "rules.end.end": "After {play.laps, plural, other {# laps}}."}
    monkeypatch.setattr(writer, "texts", lambda *_: json.loads(json.dumps(broken)))
    with pytest.raises(facts.NoSuchFact, match=r"play\.laps"):
        book_of("example", "en")
