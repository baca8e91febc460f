"""Drives the installed command through a real pseudo-terminal: types lines, reads until the prompt."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

COMMAND = (sys.executable, "-c", "import pithead.cli; pithead.cli.main()")
PROMPT = "> "
DEADLINE = 60.0
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[()][A-Z0-9]|\x1b[=>]")


class Terminal:
    """A command that runs in a terminal of 80 columns and 24 lines."""

    def __init__(self, *arguments: str, data: Path, environment: dict[str, str] | None = None) -> None:
        self._main, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        variables = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        variables |= {"TERM": "xterm-256color", "PITHEAD_DATA": str(data), "PITHEAD_LANG": "en"} | (environment or {})
        self._process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=child,
            stdout=child,
            stderr=child,
            env=variables,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(child)
        self.raw = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._main)

    def until(self, ending: str = PROMPT) -> str:
        """Read until the output ends like this, or the command does; returns what is new, without control codes."""
        return self._read(lambda text: text.endswith(ending))

    def until_seen(self, pattern: str) -> str:
        """Read until a regular expression matches; returns what is new."""
        return self._read(lambda text: re.search(pattern, text) is not None)

    def _read(self, enough: Callable[[str], bool]) -> str:
        fresh = ""
        limit = time.monotonic() + DEADLINE
        while not enough(ESCAPE.sub("", fresh)):
            left = limit - time.monotonic()
            assert left > 0, f"not within {DEADLINE} s; got:\n{fresh}"
            if not select.select([self._main], [], [], left)[0]:
                continue
            try:
                data = os.read(self._main, 65_536)
            except OSError:  # Linux: the other side is closed
                data = b""
            if not data:
                break
            fresh += data.decode("utf-8", "replace")
        self.raw += fresh
        return ESCAPE.sub("", fresh).replace("\r\n", "\n")

    def type(self, line: str, ending: str = PROMPT) -> str:
        """Type a line and read the answer, up to the next prompt."""
        os.write(self._main, f"{line}\n".encode())
        return self.until(ending)

    def press(self, key: bytes) -> str:
        """Press a key such as Ctrl-C and read what follows.

        A signal that arrives in the instant before Python waits for input is noticed with the next key only: then, as
        a person would, press again.
        """
        for _ in range(10):
            os.write(self._main, key)
            if select.select([self._main], [], [], 3.0)[0]:
                break
        return self.until()

    def exit_code(self) -> int:
        """Wait for the end."""
        return self._process.wait(DEADLINE)


def _own_terminal() -> None:
    """Make the pseudo-terminal the one whose Ctrl-C reaches the command."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
