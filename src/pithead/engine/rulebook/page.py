"""What a rulebook consists of, in one language and for one edition."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

RULING = re.compile(r"\b[A-Z]\d{1,3}\b")
_RANGE = re.compile(r"\b([A-Z])(\d{1,3})(?:–| to | à | bis )[A-Z](\d{1,3})\b")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table or a list; `picture` is what a drawing of it needs to know, where there is one."""

    cells: tuple[str, ...]
    picture: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a section: `text`, `list`, `steps`, `example`, `trap`, `parts` or `table`."""

    kind: str
    text: str = ""
    head: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the page."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A numbered ruling, and who cites it: sections, refusals and lines of the log, the latter as sentences."""

    id: str
    text: str
    sections: tuple[str, ...]
    refusals: tuple[str, ...]
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the table, and what it means."""

    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All of it, in one language and for one edition."""

    game: str
    language: str
    fingerprint: str
    title: str
    tagline: str
    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...]
    glossary: tuple[Term, ...]
    events: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The rulings behind a line of the log, by the kind of event."""

    def ruling(self, name: str) -> Ruling | None:
        """The ruling of that number, however it is spelled."""
        return next((ruling for ruling in self.rulings if ruling.id.lower() == name.strip().lower()), None)


def cited(section: Section) -> set[str]:
    """The rulings that a section names; `R30–R33` names four."""
    found: set[str] = set()
    for text in texts_of(section):
        found.update(RULING.findall(text))
        for letter, first, last in _RANGE.findall(text):
            found.update(f"{letter}{number}" for number in range(int(first), int(last) + 1))
    return found


def texts_of(section: Section) -> Iterator[str]:
    """All that a section says."""
    yield section.title
    for block in section.blocks:
        yield block.text
        yield from block.head
        for line in block.lines:
            yield from line.cells


def plain(text: str) -> str:
    """A text as one searches and sorts it: without accents, in small letters."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
