"""Progress on stderr: bars on a TTY, one line per finished task elsewhere."""

import sys
from types import TracebackType
from typing import Any, Self


class Bar:
    """The progress bar of one task."""

    def __init__(self, bars: "Bars", label: str, total: int | None) -> None:
        self._bars = bars
        self._progress: Any = bars.progress
        self._task: Any = self._progress.add_task(label, total=total, note="") if self._progress else None

    def update(self, done: int, of: int, note: str = "") -> None:
        """Update the bar."""
        if self._progress:
            self._progress.update(self._task, completed=done, total=of, note=note)

    def finish(self, text: str = "") -> None:
        """Complete the bar, or print its line where there is no TTY."""
        if self._progress:
            self._progress.update(self._task, completed=1, total=1, note=text)
        elif text:
            self._bars.tell(text)


class Bars:
    """Context manager for progress bars on stderr; stdout is reserved for results."""

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
        """Add a bar for a task."""
        return Bar(self, label, total)

    def tell(self, text: str) -> None:
        """Print a line to stderr."""
        print(text, file=sys.stderr)
