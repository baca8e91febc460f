"""Progress of long work: bars on a terminal, a line per finished piece elsewhere."""

import sys
from types import TracebackType
from typing import Any, Self


class Bar:
    """One piece of work."""

    def __init__(self, bars: "Bars", label: str, total: int | None) -> None:
        self._bars = bars
        self._progress: Any = bars.progress
        self._task: Any = self._progress.add_task(label, total=total, note="") if self._progress else None

    def reached(self, done: int, of: int, note: str = "") -> None:
        """Show how far the work is."""
        if self._progress:
            self._progress.update(self._task, completed=done, total=of, note=note)

    def finish(self, text: str = "") -> None:
        """Say that the work is done."""
        if self._progress:
            self._progress.update(self._task, completed=1, total=1, note=text)
        elif text:
            self._bars.tell(text)


class Bars:
    """Shows progress on standard error, so that standard output stays clean for results."""

    def __init__(self) -> None:
        self.progress: Any = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            self.progress = Progress(
                TextColumn("{task.description:<24}"),
                BarColumn(bar_width=24),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("{task.fields[note]}", markup=False),
                console=Console(stderr=True),
            )
            self.progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress:
            self.progress.stop()

    def add(self, label: str, total: int | None = None) -> Bar:
        """A bar for one piece of work."""
        return Bar(self, label, total)

    def tell(self, text: str) -> None:
        """A line for those who watch no bars."""
        print(text, file=sys.stderr)
