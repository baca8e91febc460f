"""The files of a game's rulebook."""

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = "rulebook"


@cache
def contents(folder: Path) -> dict[str, Any]:
    """What stands where in the rules of a game."""
    return tomllib.loads((folder / FOLDER / "contents.toml").read_text("utf-8"))


@cache
def texts(folder: Path, language: str) -> dict[str, str]:
    """The words of a game's rules."""
    return dict(json.loads((folder / FOLDER / f"{language}.json").read_text("utf-8")))
