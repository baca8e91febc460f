"""The option list: numbered, grouped by kind, in as many columns as fit."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from pithead.engine.match import END
from pithead.engine.offers import Option

from .words import Words

WIDEST_GUTTER = 14
DETAILS_AT = 51  # column of costs and effects, where they fit


@dataclass(frozen=True)
class Numbered:
    """An option with its display number."""

    number: int
    option: Option
    sentence: str
    consequences: str


@dataclass(frozen=True)
class Group:
    """Options of one kind; `verb` is the common prefix of their canonical texts."""

    verb: str
    items: list[Numbered]


def numbered(options: tuple[Option, ...], words: Words) -> list[Group]:
    """Group the options, in order of first appearance; ending the turn comes last."""
    groups: list[Group] = []
    kinds: dict[str, list[Option]] = {}
    for option in sorted(options, key=lambda option: (option.id == END, option.id)):
        kinds.setdefault(option.kind, []).append(option)
    number = 0
    for members in kinds.values():
        items = []
        for option in members:
            number += 1
            items.append(Numbered(number, option, words.option(option), words.consequences(option)))
        verb = members[0].text.split()[0]
        if groups and groups[-1].verb == verb:
            groups[-1].items.extend(items)
        else:
            groups.append(Group(verb, items))
    return groups


def layout(groups: list[Group], width: int, height: int, beside_board: int, more: Callable[[int], str]) -> list[str]:
    """The most detailed layout that fits: details, columns, columns without details, canonical texts, truncated."""
    layouts: tuple[Callable[[], list[str]], ...] = (
        lambda: _one_per_line(groups, width),
        lambda: _columns(groups, width, lambda item: f"{item.number} {_detailed(item)}"),
        lambda: _columns(groups, width, lambda item: f"{item.number} {item.sentence}"),
        lambda: _columns(groups, width, lambda item: f"{item.number} {_without_verb(item)}"),
    )
    lines: list[str] = []
    # Prefer a layout that leaves the board on screen; else let the board scroll off.
    for room in (beside_board, height):
        for attempt in layouts:
            lines = attempt()
            if len(lines) <= room and all(len(line) <= width for line in lines):
                return lines
    return [*lines[: height - 1], more(len(lines) - height + 1)]


def _gutter(groups: list[Group]) -> int:
    """The width of the verb column."""
    return min(WIDEST_GUTTER, max((len(group.verb) for group in groups), default=0) + 2)


def _begin(group: Group, place: int, gutter: int) -> str:
    """Prefix the first line of a group with its verb."""
    return f"{group.verb[: gutter - 2] if place == 0 else '':<{gutter}}"


def complete(groups: list[Group], width: int) -> list[str]:
    """Every option with all its effects, untruncated."""
    gutter = _gutter(groups)
    lines = []
    for group in groups:
        for place, item in enumerate(group.items):
            first = f"{_begin(group, place, gutter)}{item.number:>2} "
            lines += textwrap.wrap(_detailed(item), width, initial_indent=first, subsequent_indent=" " * len(first))
    return lines


def plain(groups: list[Group]) -> list[str]:
    """For a screen reader: one sentence per option, the canonical text last."""
    return [
        ". ".join(part for part in (f"{item.number}: {item.sentence}", item.consequences, item.option.text) if part)
        for group in groups
        for item in group.items
    ]


def _detailed(item: Numbered) -> str:
    return f"{item.sentence} ({item.consequences})" if item.consequences else item.sentence


def _without_verb(item: Numbered) -> str:
    return item.option.text.partition(" ")[2] or item.option.text


def _one_per_line(groups: list[Group], width: int) -> list[str]:
    gutter = _gutter(groups)
    lines = []
    for group in groups:
        for place, item in enumerate(group.items):
            line = f"{_begin(group, place, gutter)}{item.number:>2} {item.sentence}"
            if item.consequences:
                room = width - len(item.consequences) - 2
                line = f"{line:<{min(DETAILS_AT, max(room, 0))}}  {item.consequences}"
            # `options` and `why NUMBER` show what is truncated here.
            lines.append(line if len(line) <= width else f"{line[: width - 1]}…")
    return lines


def _columns(groups: list[Group], width: int, text: Callable[[Numbered], str]) -> list[str]:
    gutter = _gutter(groups)
    lines = []
    for group in groups:
        texts = [text(item) for item in group.items]
        column = max(len(entry) for entry in texts) + 2
        across = max(1, (width - gutter + 2) // column)
        for start in range(0, len(texts), across):
            row = "".join(f"{entry:<{column}}" for entry in texts[start : start + across])
            lines.append(f"{_begin(group, start, gutter)}{row}".rstrip())
    return lines
