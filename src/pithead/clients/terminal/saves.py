"""Saved games: written after every decision, as a record with two comments of metadata for resuming."""

import os
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from pithead.engine import record as records
from pithead.engine.errors import Unreadable
from pithead.engine.match import Match

SEATS = "# seats:"
EDITION = "# edition:"
LAST = "last"


@dataclass(frozen=True)
class Saved:
    """A game that can be resumed."""

    path: Path
    record: records.Record
    seats: str | None
    edition: Path | None


def folder() -> Path:
    """The save folder: the user's data folder, or PITHEAD_DATA."""
    chosen = os.environ.get("PITHEAD_DATA")
    return (Path(chosen) if chosen else platformdirs.user_data_path("pithead")) / "games"


def new_file(game: str) -> Path:
    """A path that does not exist yet."""
    return folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.txt"


def write(path: Path, match: Match, seats: tuple[str, ...]) -> None:
    """Write atomically (temporary file and rename), so that a crash leaves either the old or the new save."""
    lines = [f"{SEATS} {', '.join(seats)}"]
    if not match.game.material.builtin and not match.game.edition:
        lines.append(f"{EDITION} {match.game.material.path.resolve()}")
    lines.append(match.record().text)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text("\n".join(lines), "utf-8")
        os.replace(beside, path)
    except OSError as problem:
        with suppress(OSError):
            beside.unlink()
        raise Unreadable(path=str(path), why=problem.strerror or "") from None


def read(path: Path) -> Saved:
    """Load a saved game or any record; `last` is the newest save."""
    if str(path) == LAST:
        found = sorted(folder().glob("*.txt"), key=lambda file: file.stat().st_mtime)
        path = found[-1] if found else folder() / "*.txt"
    try:
        text = path.read_text("utf-8")
    except OSError as problem:
        raise Unreadable(path=str(path), why=problem.strerror or "") from None
    except UnicodeDecodeError as problem:
        raise Unreadable(path=str(path), why=problem.reason) from None
    comments = [line for line in text.splitlines() if line.startswith("#")]
    seats = next((line.removeprefix(SEATS).strip() for line in comments if line.startswith(SEATS)), None)
    edition = next((line.removeprefix(EDITION).strip() for line in comments if line.startswith(EDITION)), None)
    return Saved(path, records.parse(text), seats, Path(edition) if edition else None)
