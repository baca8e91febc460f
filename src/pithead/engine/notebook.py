"""A match as a notebook shows it: the board as everybody may see it, in its colours."""

from html import escape
from io import StringIO
from typing import TYPE_CHECKING

from .board import Table

if TYPE_CHECKING:
    from .match import Match

WIDTH = 100


def as_html(match: "Match", language: str = "en") -> str | None:
    """The board, who is to move or has won, and the points; nothing where Rich is not installed."""
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:
        return None
    words = match.game.messages(language)
    lines = match.game.files.board.draw(match.view(None), Table(words, match.names, width=WIDTH))
    console = Console(record=True, file=StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor")
    console.print(Text("\n").join(Text.from_markup(line) for line in lines))
    board = console.export_html(inline_styles=True, code_format='<pre style="line-height:1.2">{code}</pre>')
    return f"<figure><figcaption>{escape(_caption(match))}</figcaption>{board}</figure>"


def _caption(match: "Match") -> str:
    words = match.game.messages("en")
    title = words.text("game.title")
    if match.result:
        scores = zip(match.names, match.result.outcome.scores, strict=True)
        return f"{title}: {', '.join(f'{name} {score}' for name, score in scores)}"
    assert match.to_move is not None
    return f"{title}: {match.names[match.to_move]}, {match.phase}"
