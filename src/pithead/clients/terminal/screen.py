"""Where lines come from and go to: a person's terminal, a screen reader, a pipe."""

import os
import sys
import textwrap
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.errors import MarkupError
from rich.text import Text

# Boards promise to fit 80 columns; longer lines of text are hard to read anyway.
WIDTH = 80
COMMON_HEIGHT = 24


class Screen:
    """Writes lines, with or without colour and box drawing, and reads answers."""

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
        """A paragraph, wrapped to the width of the screen; text is text, never markup."""
        for line in text.split("\n"):
            for piece in textwrap.wrap(line, self.width, subsequent_indent=_indent_of(line)) or [""]:
                self._console.print(Text(piece, style=style if self.styled else ""))

    def rows(self, lines: Iterable[str], style: str = "") -> None:
        """Lines that are laid out already."""
        for line in lines:
            self._console.print(Text(line, style=style if self.styled else ""))

    def marked(self, lines: Iterable[str]) -> None:
        """Lines that may carry Rich markup, such as a game's board."""
        for line in lines:
            text = plain_or_marked(line, self.styled)
            # A board promises to fit; a terminal may be narrower than that.
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
        """Hide what the last player saw."""
        if self.styled:
            self._console.clear()
        else:
            self.rows([""] * self.height)

    def ask(self, prompt: str) -> str:
        """An answer; raises EOFError at the end of the input."""
        self._console.file.flush()
        return input(prompt)

    def complete_with(self, candidates: Callable[[], list[str]]) -> None:
        """Let the Tab key finish what is being typed."""
        if not self.interactive:
            return
        try:
            import readline
        except ImportError:  # Windows: plain line input
            return

        def complete(text: str, index: int) -> str | None:
            typed = readline.get_line_buffer()[: readline.get_endidx()].rpartition(";")[2].lstrip()
            found = [candidate for candidate in candidates() if candidate.startswith(typed)]
            return found[index][len(typed) - len(text) :] if index < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ;")
        readline.parse_and_bind("tab: complete")


def plain_or_marked(line: str, styled: bool) -> Text:
    """A line with its markup applied, or without it; a line that is no valid markup is shown as it is."""
    try:
        text = Text.from_markup(line)
    except MarkupError:
        return Text(line)
    return text if styled else Text(text.plain)


def _edit_lines() -> None:
    """Arrow keys and history in answers, without control sequences that a screen reader would read out."""
    try:
        import readline
    except ImportError:
        return
    readline.parse_and_bind("set enable-bracketed-paste off")


def _indent_of(line: str) -> str:
    return " " * (len(line) - len(line.lstrip()))
