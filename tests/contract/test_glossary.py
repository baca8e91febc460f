"""One word for one thing: each language has its glossary, and its other words for the same thing are not used."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

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
        Term("the player who …", r"\bWho (passes|extracts|has)\b(?! .*\?)"),
        Term("at will", r"\bjust so\b"),
        Term("their score", r"\bthe own\b"),
    ],
    "fr": [
        Term("quart", r"\bpostes?\b(?! de garde)", "coal"),
        Term("réfectoire", r"\bcantine", "coal"),
        Term("berline", r"\bwagonnet", "coal"),
        Term("bijou", r"\bjoyau", "mine_out"),
        Term("bijou", r"\bjoyau", "town"),
        Term("tour de guet", r"\bmirador", "mine"),
        Term("disque vierge", r"\b(un|disque) neutre", "kohle"),
        Term("ne … aucun", r"\bPlus de (protection|jetons|frais)"),
    ],
    "de": [
        Term("Franc", r"\bFranken\b"),
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
        if owner.startswith(term.ids) and (hit := re.search(term.instead_of, text))
    ]
    assert found == []


@pytest.mark.parametrize("language", GLOSSARY)
def test_no_text_leaves_the_number_to_the_reader(language: str) -> None:
    """Plural forms are chosen by the message, never written as `cart(s)`."""
    assert [name for _, name, text in messages(language) if re.search(r"\w\((s|n|e|es|en)\)", text)] == []


def test_french_puts_a_space_before_high_punctuation() -> None:
    """Whatever is quoted as it must be typed, and the title MINE!, keep their own."""
    literal = re.compile(r"« \w+: »|MINE!|https?:|mailto:|\d:\d")
    texts = [(name, literal.sub("", text)) for _, name, text in messages("fr")]
    assert [name for name, text in texts if re.search(r"[^\s?!:;…/][:;?!](\s|$)", text)] == []
