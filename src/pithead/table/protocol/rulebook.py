"""The rules of a game as a page: `pithead.engine.rulebook` says what each part is."""

from typing import Any, Literal

from .words import Outbound


class RuleLine(Outbound):
    """A line of a table or a list; `picture` names a drawing (`art`) and what it shows."""

    cells: list[str]
    picture: dict[str, Any] | None


class RuleBlock(Outbound):
    """A part of a section."""

    kind: Literal["text", "list", "steps", "example", "trap", "parts", "table"]
    text: str
    head: list[str]
    lines: list[RuleLine]


class RuleSection(Outbound):
    """A chapter of the page."""

    id: str
    title: str
    blocks: list[RuleBlock]


class RulingInfo(Outbound):
    """A numbered ruling with all that cites it: the ids of sections, and sentences of refusals and of the log."""

    id: str
    text: str
    sections: list[str]
    refusals: list[str]
    events: list[str]


class TermInfo(Outbound):
    """A word of the table, and what it means."""

    word: str
    meaning: str


class RulebookInfo(Outbound):
    """The rules of a game with the components of one edition, in one language."""

    game: str
    language: str
    fingerprint: str
    title: str
    tagline: str
    sections: list[RuleSection]
    rulings: list[RulingInfo]
    glossary: list[TermInfo]
    events: dict[str, list[str]]
    """The rulings behind a line of the log, by the name of the event."""
