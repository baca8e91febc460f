"""Numbered options, grouped by kind, in as many columns as the screen allows."""

from collections.abc import Callable
from dataclasses import dataclass

from pithead.engine.match import END
from pithead.engine.offers import Option

from .words import Words

GUTTER = 11


@dataclass(frozen=True)
class Numbered:
    """An option with the number under which it is shown."""

    number: int
    option: Option
    sentence: str
    consequences: str


@dataclass(frozen=True)
class Group:
    """Options of one kind; `verb` is how their canonical texts begin."""

    verb: str
    items: list[Numbered]


def numbered(options: tuple[Option, ...], words: Words) -> list[Group]:
    """Groups in the order of their first option; ending the turn comes last."""
    kinds: dict[str, list[Option]] = {}
    for option in sorted(options, key=lambda option: (option.id == END, option.id)):
        kinds.setdefault(option.kind, []).append(option)
    groups = []
    number = 0
    for members in kinds.values():
        items = []
        for option in members:
            number += 1
            items.append(Numbered(number, option, words.option(option), words.consequences(option)))
        groups.append(Group(members[0].text.split()[0], items))
    return groups


def layout(groups: list[Group], width: int, height: int, more: Callable[[int], str]) -> list[str]:
    """The fullest layout that fits: details, columns, columns without details, canonical texts, a part of these."""
    layouts: tuple[Callable[[], list[str]], ...] = (
        lambda: _one_per_line(groups, width),
        lambda: _columns(groups, width, lambda item: _detailed(item)),
        lambda: _columns(groups, width, lambda item: f"{item.number} {item.sentence}"),
        lambda: _columns(groups, width, lambda item: f"{item.number} {_without_verb(item)}"),
    )
    lines: list[str] = []
    for attempt in layouts:
        lines = attempt()
        if len(lines) <= height and all(len(line) <= width for line in lines):
            return lines
    keep = max(height - 1, 3)
    return lines if len(lines) <= keep else [*lines[:keep], more(len(lines) - keep)]


def complete(groups: list[Group], width: int) -> list[str]:
    """Every option on a line of its own, however many there are."""
    return _one_per_line(groups, width)


def plain(groups: list[Group]) -> list[str]:
    """For a screen reader: one sentence per option, the canonical text last."""
    return [
        ". ".join(part for part in (f"{item.number}: {item.sentence}", item.consequences, item.option.text) if part)
        for group in groups
        for item in group.items
    ]


def _detailed(item: Numbered) -> str:
    text = f"{item.number} {item.sentence}"
    return f"{text} ({item.consequences})" if item.consequences else text


def _without_verb(item: Numbered) -> str:
    return item.option.text.partition(" ")[2] or item.option.text


def _one_per_line(groups: list[Group], width: int) -> list[str]:
    lines = []
    for group in groups:
        for place, item in enumerate(group.items):
            verb = group.verb[: GUTTER - 2] if place == 0 else ""
            line = f"{verb:<{GUTTER}}{item.number:>2} {item.sentence}"
            if item.consequences:
                room = width - len(item.consequences) - 1
                line = f"{line:<{min(52, max(room, 0))}} {item.consequences}"
            lines.append(line)
    return lines


def _columns(groups: list[Group], width: int, text: Callable[[Numbered], str]) -> list[str]:
    lines = []
    for group in groups:
        texts = [text(item) for item in group.items]
        column = max(len(entry) for entry in texts) + 2
        across = max(1, (width - GUTTER + 2) // column)
        for start in range(0, len(texts), across):
            verb = group.verb[: GUTTER - 2] if start == 0 else ""
            row = "".join(f"{entry:<{column}}" for entry in texts[start : start + across])
            lines.append(f"{verb:<{GUTTER}}{row}".rstrip())
    return lines
