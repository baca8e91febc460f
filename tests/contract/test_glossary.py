"""One word for one thing: each language has its glossary, and its other words for the same thing are not used."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import pithead
from pithead.clients.terminal.rulebook import reference
from pithead.engine.rulebook.writer import of_game

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "pithead"


class Term(NamedTuple):
    """A thing, in one language: the word that the table says, and those that it does not."""

    word: str
    instead_of: str
    ids: str = ""
    """Only messages of the game whose folder, or of the client whose ids, begin so; everywhere without."""


GLOSSARY = {
    "en": [
        Term("no matter whose", r"whosever"),
        Term("the player who …", r"\b(?-i:Who) (passes|extracts|has)\b(?! .*\?)"),
        Term("at will", r"\bjust so\b"),
        Term("their score", r"\bthe own\b"),
    ],
    "fr": [
        Term("quart", r"\bpostes?\b(?! de garde)", "coal"),
        Term("quart", r"\bpostes?\b", "field.shift"),
        Term("réfectoire", r"\bcantine", "coal"),
        Term("berline", r"\bwagonnet", "coal"),
        Term("déplacement", r"\bmouvement", "coal"),
        Term("déplacement", r"\bmouvement", "kohle"),
        Term("stock", r"en réserve\b", "coal.stor"),
        Term("en cours", r"commandes? ouverte", "coal"),
        Term("bijou", r"\bjoyau"),
        Term("embaucher", r"\bengage[rz]?\b", "mine_out"),
        Term("réserve de minerai", r"\btas\b", "mine_out"),
        Term("tour de guet", r"\bmirador", "mine"),
        Term("joueur", r"\bsièges?\b"),
        Term("robot", r"(?<!\{)\bbots?\b|\bautomate", "error"),
        Term("hébergeur", r"\bhôte (de ce |du )?serveur"),
        Term("disque vierge", r"\b(un|disque) neutre", "kohle"),
        Term("jeton chemin de fer", r"jetons? (ferroviaire|du rail)"),
        Term("enchère", r"\bmis(e|er|ez)\b", "kolonie"),
        Term("un garde", r"\bune garde\b", "kohle"),
        Term("case", r"\bemplacements? (garni|\{slot\})", "kohle"),
        Term("ne … aucun", r"\bPlus de (protection|jetons|frais)"),
    ],
    "de": [
        Term("Franc", r"\bFranken\b"),
        Term("Bot", r"\bAutomat(en)?\b", "error"),
        Term("kompilieren", r"\bübersetz"),
        Term("Betreiber", r"\bHosts? des Servers|\bvom Host\b|-Link des Hosts"),
        Term("Verteilung", r"\b(gleiche|dasselbe)s? Blatt\b"),
        Term("Edition", r"\bAusgaben?\b", "error"),
        Term("Klarstellung", r"\b(Regele|E)ntscheide?\b(?!\w)|Einzelregel"),
        Term("Tipp", r"\bHinweise?\b"),
        Term("Aufzeichnung", r"\bProtokoll (laden|öffnen)|fremde Protokolle"),
        Term("Sohle", r"\bEbene\b"),
        Term("beleuchtet", r"\bHelle? (Seite|\{light\}|Plättchen)"),
        Term("Anwerbezone", r"\bAuslage\b", "town.hire"),
        Term("Anwerbezone", r"\bAuslage\b", "town.refresh"),
        Term("ablegen", r"\babgeworfen|wirft .* ab\b", "mine_out"),
        Term("Grabkraft", r"\bStärke\b", "mine_out"),
        Term("Schiene", r"\bGleise\b"),
        Term("Bestand", r"\bim Lager\b", "mine"),
        Term("Konsolidierung", r"\bKonsolidation|Zusammenlegung"),
        Term("Kleinzeche", r"\bkleinen? Zechen?\b"),
        Term("Marker", r"\b(Bonus|Bahn)(marke|marken|plättchen)\b"),
        Term("Übertagekarte", r"\bTechnik\b"),
        Term("Grubenfeld", r"(?<!\w)Feld \{name\}", "kolonie"),
        Term("Lore", r"\bWagen(?!\w)", "coal"),
        Term("Kästchen", r"\b(gelbe|braune|graue|schwarze)s? Felde?r?\b", "coal"),
        Term("Nebenaktion", r"Nebenhandlung", "kohle"),
        Term("Editionsdatei", r"Ausgabe(n)?datei"),
        Term("unter den Stapel", r"untendrunter"),
        Term("mit bloßem Auge", r"von Auge"),
        Term("wieder aufgefüllt", r"am Ende des Zuges ersetzt", "coal"),
    ],
}


def messages(language: str) -> Iterator[tuple[str, str, str]]:
    """All texts of a language: where they belong to, their id, the text."""
    words = [*SOURCES.glob(f"games/*/locales/{language}.json"), *SOURCES.glob(f"games/*/lessons/{language}.json")]
    for path in sorted(words):
        yield from ((path.parents[1].name, name, text) for name, text in json.loads(path.read_text("utf-8")).items())
        rules = json.loads((path.parents[1] / "rulebook" / path.name).read_text("utf-8"))
        yield from ((path.parents[1].name, name, text) for name, text in rules.items())
    for path in (
        SOURCES / "locales" / f"{language}.json",
        *sorted((ROOT / "web" / "src").glob(f"**/locales/{language}.json")),
    ):
        yield from ((name, name, text) for name, text in json.loads(path.read_text("utf-8")).items())


@pytest.mark.parametrize("language", GLOSSARY)
def test_one_word_stands_for_one_thing(language: str) -> None:
    found = [
        f"{owner} {name}: {hit[0]!r} (say {term.word!r})"
        for owner, name, text in messages(language)
        for term in GLOSSARY[language]
        if owner.startswith(term.ids) and (hit := re.search(term.instead_of, text, re.IGNORECASE))
    ]
    assert found == []


@pytest.mark.parametrize("language", GLOSSARY)
def test_no_text_leaves_the_number_to_the_reader(language: str) -> None:
    """Plural forms are chosen by the message, never written as `cart(s)`."""
    assert [name for _, name, text in messages(language) if re.search(r"\w\((s|n|e|es|en)\)", text)] == []


# Whatever is quoted as it must be typed, and the title MINE!, keep their own.
LITERAL = re.compile("«\u202f\\w+:\u202f»|MINE!|https?:|mailto:|\\d:\\d|  \\?")


def badly_spaced(text: str) -> bool:
    """Whether a French sign of punctuation stands without its space, or with one at which a line may break."""
    text = LITERAL.sub("", text)
    high, colon = re.search(r"(?<!\u202f)[;?!»]", text), re.search(r"(?<!\u00a0):(?=\s|$)", text)
    return bool(high or colon or re.search(r"«(?!\u202f)|[\d}] %", text))


def test_french_puts_a_space_before_high_punctuation() -> None:
    assert [name for _, name, text in messages("fr") if badly_spaced(text)] == []


def test_english_sets_the_percent_sign_close_where_players_read_it() -> None:
    """As the numbers of graphs, which the browser formats; reports keep the space of their tables."""
    reports = ("cli.", "report.")
    assert [
        name for _, name, text in messages("en") if re.search(r"[\d}] %", text) and not name.startswith(reports)
    ] == []


@pytest.mark.parametrize("name", ["coal-baron", "kohle-kolonie", "mine", "mine-out"])
def test_the_french_rules_as_they_are_printed_are_spaced_well(name: str) -> None:
    printed = reference(of_game(pithead.load(name), "fr"))
    assert [line for line in printed if badly_spaced(line)] == []


def test_german_says_du_to_everybody() -> None:
    """A capital Sie or Ihr within a sentence is the formal address."""
    formal = re.compile(r"(?<=[\w,] )(Sie|Ihr|Ihre|Ihren|Ihrem|Ihrer|Ihnen)\b")
    assert [name for _, name, text in messages("de") if formal.search(text)] == []
