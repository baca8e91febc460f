"""The form of a `game.toml`: a mistake in it names its place, and never reaches the code that reads the facts."""

import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .errors import BrokenGame

Scalar = bool | int | str


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Option(_Strict):
    name: str
    values: list[Scalar] = Field(default=[False, True], min_length=1)
    default: Scalar
    since: dict[str, Scalar] = {}


class _Variant(_Strict):
    name: str
    players: list[int] = []
    options: dict[str, Scalar] = {}


class _Analysis(_Strict):
    secret: list[str] = []


class _GameToml(_Strict):
    id: str
    rules: int = Field(ge=1)
    draft: bool = False
    players: list[int] = Field(min_length=1)
    standard_players: list[int] = []
    minutes: int
    weight: float
    authors: list[str]
    year: int
    options: list[_Option] = []
    variants: list[_Variant] = []
    defaults: dict[str, str] = {}
    search: dict[str, Any] = {}
    analysis: _Analysis = _Analysis()


def read(folder: Path) -> dict[str, Any]:
    """The facts of the title in a folder."""
    path = f"{folder.name}/game.toml"
    try:
        facts = tomllib.loads((folder / "game.toml").read_text("utf-8"))
        _GameToml.model_validate(facts)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BrokenGame(path=path, why=str(problem)) from None
    except ValidationError as problem:
        first = problem.errors()[0]
        key = ".".join(str(step) for step in first["loc"])
        if first["type"] == "missing":
            raise BrokenGame(path=path, why="no_such_key", key=key) from None
        raise BrokenGame(path=path, why=f"{key}: {first['msg']}") from None
    return facts
