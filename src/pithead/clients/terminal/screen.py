"""Terminal I/O, for an interactive TTY, a screen reader or a pipe."""

import os
import sys
import textwrap
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.errors import MarkupError
from rich.text import Text

# Boards are limited to 80 columns; longer lines of text are hard to read anyway.
WIDTH = 80
COMMON_HEIGHT = 24


class Screen:
    """Writes lines, with or without colour and box drawing, and reads input."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain
        colourless = plain or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        self._console = Console(
            color_system=None if colourless else "auto", highlight=False, soft_wrap=True, no_color=colourless or None
        )
        self.styled = not colourless and self._console.is_terminal
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        size = self._console.size
        self.width = min(size.width, WIDTH)
        self.height = size.height if self.interactive else COMMON_HEIGHT
        if self.interactive:
            _edit_lines()

    def write(self, text: str = "", style: str = "") -> None:
        """Write a paragraph, wrapped to the screen width; markup is escaped."""
        for line in text.split("\n"):
            for piece in textwrap.wrap(line, self.width, subsequent_indent=_indent_of(line)) or [""]:
                self._console.print(Text(piece, style=style if self.styled else ""))

    def rows(self, lines: Iterable[str], style: str = "") -> None:
        """Write preformatted lines."""
        for line in lines:
            self._console.print(Text(line, style=style if self.styled else ""))

    def marked(self, lines: Iterable[str]) -> None:
        """Write lines with Rich markup, such as a game's board."""
        for line in lines:
            text = plain_or_marked(line, self.styled)
            # Boards are laid out for 80 columns; the terminal may be narrower.
            for part in text.wrap(self._console, self.width) if len(text) > self.width else [text]:
                self._console.print(part)

    def heading(self, text: str) -> None:
        """A line that separates one position from the next."""
        if self.plain:
            self.rows(["", text])
            return
        line = f"── {text} "
        self.rows([line + "─" * max(0, self.width - len(line))], "bold")

    def clear(self) -> None:
        """Clear the screen, to hide the last player's information."""
        if self.styled:
            self._console.clear()
        else:
            self.rows([""] * self.height)

    def ask(self, prompt: str) -> str:
        """Prompt for a line; raises EOFError at the end of input."""
        self._console.file.flush()
        return input(prompt)

    def complete_with(self, candidates: Callable[[], list[str]]) -> None:
        """Install tab completion."""
        if not self.interactive:
            return
        try:
            import readline
        except ImportError:  # Windows has no readline: plain line input
            return

        def complete(text: str, index: int) -> str | None:
            typed = readline.get_line_buffer()[: readline.get_endidx()].rpartition(";")[2].lstrip()
            found = [candidate for candidate in candidates() if candidate.startswith(typed)]
            return found[index][len(typed) - len(text) :] if index < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ;")
        readline.parse_and_bind("tab: complete")


def plain_or_marked(line: str, styled: bool) -> Text:
    """Apply or strip a line's markup; invalid markup is printed literally."""
    try:
        text = Text.from_markup(line)
    except MarkupError:
        return Text(line)
    return text if styled else Text(text.plain)


def _edit_lines() -> None:
    """Enable line editing and history, without control sequences that a screen reader would read out."""
    try:
        import readline
    except ImportError:
        return
    readline.parse_and_bind("set enable-bracketed-paste off")


def _indent_of(line: str) -> str:
    return " " * (len(line) - len(line.lstrip()))
