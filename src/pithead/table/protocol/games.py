"""What can be played."""

from typing import Any

from .words import Outbound, Value


class OptionInfo(Outbound):
    """A table option: one of `values`; words are `option.<name>` and `option.<name>.<value>`."""

    name: str
    values: list[Value]
    default: Value


class VariantInfo(Outbound):
    """A named way to play: `variant.<name>`."""

    name: str
    players: list[int]
    options: dict[str, Value]


class EditionInfo(Outbound):
    """Other components that are shipped with a game: the words are `edition.<name>` and `edition.<name>.why`."""

    name: str
    fingerprint: str


class GameInfo(Outbound):
    """The facts of a title; `title` and `tagline` are in the language asked for."""

    id: str
    title: str
    tagline: str
    rules: int
    players: list[int]
    minutes: int
    weight: float
    authors: list[str]
    year: int
    options: list[OptionInfo]
    variants: list[VariantInfo]
    editions: list[EditionInfo]
    reconstructed: list[str]
    """Paths of component values that nobody has read off the real components."""
    sources: dict[str, str]
    provenance: dict[str, str]


class StepInfo(Outbound):
    """A step of a lesson: what it says, and where it stands in the game."""

    text: str
    rule: str
    """The ruling that it shows (`rule.<rule>`), or nothing."""
    at: int
    """How many decisions the game has when the step begins."""
    decisions: list[int]
    """What the learner does in it; nothing: it is only read."""
    light: list[list[str]]
    """What is lit before each decision of the learner: targets of the board, or its parts (`part:majorities`)."""


class LessonInfo(Outbound):
    """A lesson of a game's course, in the language asked for."""

    name: str
    title: str
    about: str
    minutes: int
    decisions: int
    """How many decisions the game has at its end."""
    steps: list[StepInfo]


class MaterialInfo(Outbound):
    """The components of a game as data, for clients that draw from data."""

    fingerprint: str
    data: dict[str, Any]


class LevelInfo(Outbound):
    """A strength of bots: the words are `bots.level.<level>`."""

    level: str
    name: str
