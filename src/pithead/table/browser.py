"""The built browser client, and a local server that opens it."""

import webbrowser
from collections.abc import Callable
from pathlib import Path

from .errors import DatabaseInUse
from .settings import Settings, data_folder

STATIC = Path(__file__).parent / "static"


def built() -> bool:
    """Whether the client has been built."""
    return (STATIC / "index.html").is_file()


def play_here(say: Callable[[str], None], page: str = "/") -> None:
    """Serve on a free local port and open the browser; if a server is already running, only open its page."""
    from .serve import run

    note = data_folder() / "address"

    def ready(address: str) -> None:
        note.write_text(address, encoding="utf-8")
        say(address)
        webbrowser.open(address + page)

    try:
        run(Settings.from_environment(host="127.0.0.1", port=0, editions=True, log_level="WARNING"), ready)
    except DatabaseInUse:
        if not note.is_file():
            raise
        address = note.read_text("utf-8").strip()
        say(address)
        webbrowser.open(address + page)
