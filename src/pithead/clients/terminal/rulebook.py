"""The rulebook as text: numbered sections with tables, then rulings and glossary."""

import textwrap
from collections.abc import Iterable, Iterator

from pithead.engine.game import Game, OptionFact
from pithead.engine.messages import Messages, common
from pithead.engine.rulebook.components import option_values
from pithead.engine.rulebook.components import origin as origin_of
from pithead.engine.rulebook.page import Block, Line, Rulebook, Ruling, Term, plain

WIDTH = 80
_INDENT = "   "


def reference(book: Rulebook) -> list[str]:
    """The whole rulebook."""
    lines = [book.title, "=" * len(book.title), "", *textwrap.wrap(book.tagline, WIDTH)]
    for number in range(1, len(book.sections) + 1):
        lines += ["", *section(book, number)]
    return lines + _behind(book, book.rulings, book.glossary)


def search(book: Rulebook, text: str) -> list[str]:
    """Full-text search: matching blocks of sections under their titles, rulings, glossary terms."""
    wanted = plain(text.strip())
    lines: list[str] = []
    for number, found in enumerate(book.sections, 1):
        blocks = [block for block in found.blocks if _speaks(block, wanted)]
        if wanted in plain(found.title) and not blocks:
            blocks = list(found.blocks)
        if blocks:
            lines += ["", f"{number}. {found.title}", *_blocks(blocks, book)]
    rulings = tuple(one for one in book.rulings if wanted in plain(f"{one.id} {one.text}"))
    terms = tuple(one for one in book.glossary if wanted in plain(f"{one.word} {one.meaning}"))
    lines += _behind(book, rulings, terms)
    return lines or textwrap.wrap(common(book.language).text("rulebook.nothing_found", {"text": text.strip()}), WIDTH)


def section(book: Rulebook, number: int) -> list[str]:
    """One numbered section."""
    found = book.sections[number - 1]
    return [f"{number}. {found.title}", *_blocks(found.blocks, book)]


def ruling(found: Ruling) -> list[str]:
    """One ruling, after its name."""
    return _hanging(found.text, f"{_INDENT}{found.id:<4}  ")


def option_text(game: Game, option: OptionFact, words: Messages) -> str:
    """Describe a table option with its values and default."""
    return words.labelled(words.text(f"option.{option.name}"), option_values(game, option, words))


def origin(game: Game, words: Messages) -> str:
    """The provenance of the component values."""
    return words.labelled(words.text("rulebook.origin"), " ".join(origin_of(game, words)))


def _behind(book: Rulebook, rulings: tuple[Ruling, ...], terms: tuple[Term, ...]) -> list[str]:
    words = common(book.language)
    lines: list[str] = []
    if rulings:
        lines += ["", words.text("rulebook.rulings"), *(line for one in rulings for line in ruling(one))]
    if terms:
        lines += ["", words.text("rulebook.glossary")]
        lines += [line for term in terms for line in _hanging(words.labelled(term.word, term.meaning), _INDENT)]
    return lines


def _speaks(block: Block, wanted: str) -> bool:
    said = [block.text, *block.head, *(cell for line in block.lines for cell in line.cells)]
    return any(wanted in plain(text) for text in said)


def _blocks(blocks: Iterable[Block], book: Rulebook) -> Iterator[str]:
    """The blocks of a section, tables with an empty line before and behind them."""
    before = ""
    for block in blocks:
        if "table" in (before, block.kind):
            yield ""
        yield from _block(block, book)
        before = block.kind


def _block(block: Block, book: Rulebook) -> Iterator[str]:
    if block.kind == "table":
        yield from _hanging(block.text, _INDENT)
        yield from _table([Line(block.head), *block.lines])
    elif block.lines:
        for number, line in enumerate(block.lines, 1):
            yield from _hanging(line.cells[0], f"{_INDENT}{number}. " if block.kind == "steps" else f"{_INDENT}* ")
    else:
        words, text = common(book.language), block.text
        if block.kind in ("example", "trap"):
            text = words.labelled(words.text(f"rulebook.{block.kind}"), text)
        yield from textwrap.wrap(text, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)


def _table(lines: list[Line]) -> Iterator[str]:
    """Format a table: columns as wide as their content, the widest one wrapped to the rest of the line."""
    columns = range(len(lines[0].cells))
    widths = [max(len(line.cells[column]) for line in lines) for column in columns]
    room = WIDTH - len(_INDENT) - 2 * (len(widths) - 1)
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    for line in lines:
        cells = [textwrap.wrap(line.cells[column], widths[column]) or [""] for column in columns]
        for row in range(max(map(len, cells))):
            shown = [cells[c][row] if row < len(cells[c]) else "" for c in columns]
            padded = "  ".join(text.ljust(width) for text, width in zip(shown, widths, strict=True))
            yield f"{_INDENT}{padded}".rstrip()


def _hanging(text: str, first: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * max(len(first), 5))
