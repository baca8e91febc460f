"""Lessons: a fixed deal on the real engine, and steps that each show one idea.

A lesson is a file in the folder `lessons` of its game, and the file's name without its number is the lesson's. What
everybody does is written in canonical text; deal, legality and everything that is lit come from the engine. Its words
are in `lessons/<language>.json`: they are loaded with the lessons only.
"""

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from . import registry
from .errors import BrokenGame, LessonStep, PitheadError, UnknownLesson
from .facts import Facts
from .fair import Deal
from .game import Game
from .match import Match
from .messages import Messages

LESSONS = "lessons"
OPPONENT = "trapper"
"""The level that the other seats have once a lesson is over."""


@dataclass(frozen=True)
class Step:
    """One idea: its words, its rule, what is lit, what the others do before it, what the learner does in it."""

    name: str
    rule: str = ""
    light: tuple[str, ...] = ()
    """Board objects to look at; without any, the targets of the learner's decision."""
    others: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    """Empty: the step is only read."""
    values: tuple[tuple[str, str], ...] = ()
    """Parameters of the words, and where in the learner's view they stand (`players.0.points`)."""


class Moment(NamedTuple):
    """A step as the engine plays it."""

    step: Step
    at: int
    """How many decisions the game has when the step begins."""
    decisions: tuple[int, ...]
    light: tuple[tuple[str, ...], ...]
    """What is lit before each decision; in a step that is only read, once."""
    params: dict[str, Any]
    """The numbers of its words: the parameters of the first decision, and the step's values."""


@dataclass(frozen=True)
class Line:
    """What everybody does in a lesson, from the deal on: seats and their decisions."""

    steps: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def decisions(self) -> tuple[int, ...]:
        """The decisions, whoever takes them."""
        return tuple(decision for _, decision in self.steps)

    def follow(self, played: int, seat: int, decisions: Sequence[int]) -> list[tuple[int, int]]:
        """What the others do after decisions of the learner, which must be those of the line.

        Behind the end of the line everything is free.
        """
        here = self.steps[played : played + len(decisions)]
        if any(step != (seat, decision) for step, decision in zip(here, decisions, strict=False)):
            raise LessonStep()
        return list(takewhile(lambda step: step[0] != seat, self.steps[played + len(decisions) :]))


class Script(NamedTuple):
    """A lesson as the engine plays it, from the deal to its end."""

    line: Line
    moments: tuple[Moment, ...]


class Lesson:
    """A deal and its steps."""

    def __init__(self, game: Game, path: Path) -> None:
        self.game = game
        self.path = path
        self.name = path.stem.partition("_")[2]
        try:
            facts = tomllib.loads(path.read_text("utf-8"))
            self.players: int = facts["players"]
            self.seed: int = facts["seed"]
            self.seat: int = facts.get("seat", 0)
            self.minutes: int = facts["minutes"]
            self.options: dict[str, Any] = facts.get("options", {})
            self.before = tuple(text for turn in facts.get("before", ()) for text in _decisions(turn))
            self.steps = tuple(_step(fact) for fact in facts["step"])
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise self._broken(str(problem)) from None
        except KeyError as problem:
            raise self._broken("no_such_key", key=problem.args[0]) from None

    def _broken(self, why: str, **params: object) -> BrokenGame:
        return BrokenGame(path=f"{self.game.folder.name}/{LESSONS}/{self.path.name}", why=why, **params)

    def start(self, names: tuple[str, ...] | None = None) -> Match:
        """The match before its first decision."""
        return Match(self.game, self.players, Deal.from_seed(self.seed), self.options, names)

    # -- as the engine plays it -----------------------------------------------------------------------------------

    @cached_property
    def script(self) -> Script:
        """Every step in its position. What the rules do not allow is a mistake of the file."""
        match = self.start()
        self._play(match, "before", self.before, None)
        moments = []
        for step in self.steps:
            self._play(match, step.name, step.others, False)
            moments.append(self._moment(match, step))
        return Script(Line(_steps(match)), tuple(moments))

    def _moment(self, match: Match, step: Step) -> Moment:
        """The step, which is played by that."""
        at = len(match.actions)
        view = match.view(self.seat).model_dump()
        params = {name: _value(view, path) for name, path in step.values}
        light = [step.light] if step.light or not step.play else []
        for place, text in enumerate(step.play):
            option = next((option for option in match.offers().options if option.text == text), None)
            self._play(match, step.name, (text,), True)
            assert option
            if not place:
                params = {**option.params, **params}
            if len(light) == place:
                light.append(option.targets)
        return Moment(step, at, tuple(match.actions[at:]), tuple(light), params)

    def _play(self, match: Match, step: str, texts: tuple[str, ...], learner: bool | None) -> None:
        for text in texts:
            if learner is not None and (match.to_move == self.seat) != learner:
                raise self._broken("lesson_seat", step=step, decision=text)
            try:
                match.play(text)
            except PitheadError as problem:
                raise self._broken("lesson_step", step=step, detail=problem) from None

    # -- in words -------------------------------------------------------------------------------------------------

    def title(self, language: str = "en") -> str:
        """What the lesson is called."""
        return words(self.game, language).text(f"{self.name}.title")

    def about(self, language: str = "en") -> str:
        """What it teaches, in one sentence."""
        return words(self.game, language).text(f"{self.name}.about")

    def text(self, moment: Moment, language: str = "en") -> str:
        """What a step says."""
        params = Facts(self.game).beside(moment.params)
        return words(self.game, language).text(f"{self.name}.{moment.step.name}", params)


@cache
def course(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order."""
    game = registry.load(name)
    return tuple(Lesson(game, path) for path in sorted((game.folder / LESSONS).glob("*.toml")))


def find(name: str, lesson: str) -> Lesson:
    """A lesson by its name."""
    lessons = course(registry.load(name).id)
    found = next((one for one in lessons if one.name == lesson), None)
    if found is None:
        known = ", ".join(one.name for one in lessons) or "–"
        raise UnknownLesson(game=registry.load(name).id, lesson=lesson[:100], known=known)
    return found


@cache
def words(game: Game, language: str = "en") -> Messages:
    """The game's texts and those of its lessons."""
    texts = json.loads((game.folder / LESSONS / f"{language}.json").read_text("utf-8"))
    return Messages(language, {**game.messages(language).texts, **texts})


def _step(fact: dict[str, Any]) -> Step:
    return Step(
        fact["name"],
        fact.get("rule", ""),
        tuple(fact.get("light", ())),
        tuple(text for turn in fact.get("others", ()) for text in _decisions(turn)),
        _decisions(fact.get("play", "")),
        tuple(fact.get("values", {}).items()),
    )


def _decisions(turn: str) -> tuple[str, ...]:
    """The decisions of a turn, written as in a record."""
    return tuple(part.strip() for part in turn.split(";") if part.strip())


def _steps(match: Match) -> tuple[tuple[int, int], ...]:
    """Who took which decision."""
    players = [(turn.player, len(turn.actions) + turn.ended) for turn in match.turns]
    movers = (player for player, count in players for _ in range(count))
    return tuple(zip(movers, match.actions, strict=True))


def _value(view: Any, path: str) -> Any:
    for part in path.split("."):
        view = view[int(part)] if isinstance(view, (list, tuple)) else view[part]
    return view
