"""Simulates many games and checks every invariant after every decision."""

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from pithead import bots
from pithead.bots.play import Observer, Playing, play
from pithead.engine.difference import difference
from pithead.engine.errors import PitheadError, Unreadable
from pithead.engine.fair import Deal
from pithead.engine.game import Game, expand_seed
from pithead.engine.imagined import Imagined
from pithead.engine.match import Match
from pithead.engine.outcome import Outcome
from pithead.engine.rules import Rules
from pithead.kit.loader import BackendName

# Games that `--check` also plays on the checked interpreter when the compiled rules play.
COMPARED = 200
SHOWN_VIOLATIONS = 20
# What `watched_playout` answers instead of a number of decisions.
PLAYOUT_CODES = {-1: "no_legal_decision", -2: "too_long", -3: "unsorted"}


class UnknownBackend(PitheadError):
    """Rules run interpreted or compiled."""

    code = "unknown_backend"


@dataclass(frozen=True)
class Setting:
    """The configuration of a simulation."""

    game: Game
    players: int
    games: int
    options: dict[str, Any]
    seed: str
    backend: BackendName
    levels: tuple[str, ...] = ("random",)
    check: bool = False
    save: Path | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The level of every seat: the given ones, cycled."""
        return tuple(self.levels[seat % len(self.levels)] for seat in range(self.players))

    @cached_property
    def numbers(self) -> list[int]:
        """The table options as integers."""
        return self.game.numbers(self.game.resolve(self.options))

    def seed_of(self, number: int) -> str:
        """The seed of one game; `pithead play --seed` deals the same."""
        return f"{self.seed}.{number}"


@dataclass(frozen=True)
class Violation:
    """An invariant violation, with the game that reproduces it."""

    seed: str
    kind: str
    detail: str = ""


@dataclass
class Tally:
    """The results so far."""

    setting: Setting
    lengths: list[int] = field(default_factory=list)
    points: list[list[int]] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    violations: list[Violation] = field(default_factory=list)
    compared: int = 0
    seconds: float = 0.0
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.points = [[] for _ in range(self.setting.players)]
        self.wins = [0.0] * self.setting.players

    @property
    def played(self) -> int:
        """The number of games played, violations included."""
        return len(self.lengths) + len({violation.seed for violation in self.violations})

    def add(self, decisions: int, outcome: Outcome, reason: str) -> None:
        """Count a finished game."""
        self.lengths.append(decisions)
        self.reasons[reason] += 1
        for seat, (points, credit) in enumerate(zip(outcome.scores, outcome.credits, strict=True)):
            self.points[seat].append(points)
            self.wins[seat] += credit

    def data(self) -> dict[str, Any]:
        """JSON-serializable results."""
        setting = self.setting
        decisions = sum(self.lengths)
        return {
            "game": setting.game.id,
            "players": setting.players,
            "options": setting.game.resolve(setting.options),
            "backend": "checked" if setting.check and setting.backend == "interpreted" else setting.backend,
            "seed": setting.seed,
            "bots": list(setting.seats),
            "games": self.played,
            "violations": len(self.violations),
            "violation_list": [vars(violation) for violation in self.violations[:SHOWN_VIOLATIONS]],
            "compared": self.compared,
            "interrupted": self.interrupted,
            "decisions": spread(self.lengths),
            "points": [spread(points) for points in self.points],
            "wins": [round(wins / max(len(self.lengths), 1), 4) for wins in self.wins],
            "end_reasons": dict(self.reasons),
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(decisions / self.seconds) if self.seconds else 0,
        }


def spread(values: list[int]) -> dict[str, float]:
    """Mean, median and extremes."""
    if not values:
        return {"mean": 0, "median": 0, "min": 0, "max": 0}
    return {
        "mean": round(statistics.fmean(values), 2),
        "median": statistics.median(values),
        "min": min(values),
        "max": max(values),
    }


def simulate(setting: Setting, progress: Callable[[int, int], None]) -> Tally:
    """Run the simulation; KeyboardInterrupt returns the part done."""
    tally = Tally(setting)
    try:
        _play_all(tally, progress)
    except KeyboardInterrupt:
        tally.interrupted = True
    return tally


def _play_all(tally: Tally, progress: Callable[[int, int], None]) -> None:
    setting = tally.setting
    backend: BackendName = "checked" if setting.check and setting.backend == "interpreted" else setting.backend
    rules = setting.game.rules(backend)
    if setting.save:
        _make_folder(setting.save)
    uniform = set(setting.seats) == {"random"}
    way = _watched if uniform and not setting.save else _stepwise
    if backend == "compiled" and way is _watched:
        # Loading compiled code is not timed.
        way(setting, rules, rules.new(setting.players, setting.numbers, expand_seed(0)), 0)
    start = time.perf_counter()
    for number in range(setting.games):
        _one(tally, rules, number, way)
        tally.seconds = time.perf_counter() - start
        progress(number + 1, setting.games)


# The number of decisions, or a negative code; and the decisions, where they are known.
Way = Callable[[Setting, Rules, Any, int], tuple[int, list[int]]]


def _one(tally: Tally, rules: Rules, number: int, way: Way) -> None:
    setting = tally.setting
    seed = setting.seed_of(number)
    try:
        state = rules.new(setting.players, setting.numbers, expand_seed(seed))
        decisions, actions = way(setting, rules, state, number)
        if decisions >= 0 and setting.check and setting.backend == "compiled" and number < COMPARED:
            _compare(tally, rules.encode(state), number, way)
        if decisions >= 0 and setting.save:
            _save(setting, setting.save, number, actions)
    except (PitheadError, OSError):
        raise
    except Exception as problem:
        # An exception in a rule or a bot is a finding, not a crash.
        tally.violations.append(Violation(seed, "raised", f"{type(problem).__name__}: {problem}"))
        return
    if decisions < 0:
        audit = str(-100 - decisions) if decisions <= -100 else ""
        tally.violations.append(Violation(seed, PLAYOUT_CODES.get(decisions, "audit"), audit))
        return
    reason = setting.game.files.notation.END_REASONS[rules.facts(state).end_reason]
    tally.add(decisions, rules.standing(state, setting.players), reason)


def _compare(tally: Tally, final: bytes, number: int, way: Way) -> None:
    """Replay the game on the checked interpreter: the final state must be identical, byte for byte."""
    setting = tally.setting
    rules = setting.game.rules("checked")
    state = rules.new(setting.players, setting.numbers, expand_seed(setting.seed_of(number)))
    way(setting, rules, state, number)
    tally.compared += 1
    where = difference(rules, rules.encode(state), final)
    if where:
        tally.violations.append(Violation(setting.seed_of(number), "backends_differ", where))


def _watched(setting: Setting, rules: Rules, state: Any, number: int) -> tuple[int, list[int]]:
    """A random game inside the rules themselves, which keep no list of the decisions."""
    return rules.watched_playout(state, rules.fast(*_words(setting, number))), []


def _words(setting: Setting, number: int) -> tuple[int, int]:
    return expand_seed(setting.seed)[0], number


def _stepwise(setting: Setting, rules: Rules, state: Any, number: int) -> tuple[int, list[int]]:
    """A game decided by bots, with the tests of `watched_playout` before and after every decision."""
    watching = Watching(setting.game.files.state.MAX_DECISIONS)
    game = play(rules, state, _seats(setting, number), [watching], lambda game: watching.broken < 0)
    return watching.broken or len(game.actions), game.actions


class Watching(Observer):
    """Observer that checks the invariants; `broken` is the same negative error code as of `watched_playout`."""

    def __init__(self, most: int) -> None:
        self.broken = 0
        self._most = most
        self._legal: list[int] = []

    def asked(self, game: Playing) -> None:
        """Check that there are legal actions, in ascending order, and that the game is not endless."""
        self._legal = game.rules.legal(game.state)
        if not self._legal:
            self.broken = -1
        elif len(game.actions) >= self._most:
            self.broken = -2
        elif any(second <= first for first, second in pairwise(self._legal)):
            self.broken = -3

    def decided(self, game: Playing, mover: int, seconds: float) -> None:
        """Check that the action was legal, and that every invariant holds."""
        if game.actions[-1] not in self._legal:
            raise ValueError(f"the bot of seat {mover} chose {game.actions[-1]}, which is not legal")
        audit = game.rules.facts(game.state).audit
        if audit:
            self.broken = -100 - audit


class Drawing:
    """A random bot; its seats share one generator as in `watched_playout`, so that both play the same games."""

    level = "random"

    def __init__(self, game: Game, fast: Any) -> None:
        self._rules = game.rules()
        self._draw = self._rules.instance.kit_name("fast_draw")
        self._fast = fast

    def choose(self, position: Imagined) -> int:
        """Each legal decision equally likely."""
        legal = self._rules.legal(self._rules.decode(position.data))
        return legal[int(self._draw(self._fast[0], len(legal)))]


def _seats(setting: Setting, number: int) -> list[bots.Bot]:
    """The bots by seat."""
    drawing = Drawing(setting.game, setting.game.rules().fast(*_words(setting, number)))
    return [
        drawing
        if level == "random"
        else bots.make(level, setting.game, expand_seed(f"{setting.seed_of(number)}/{seat}")[0])
        for seat, level in enumerate(setting.seats)
    ]


def _save(setting: Setting, folder: Path, number: int, actions: list[int]) -> None:
    """Write the record, and replay it on the interpreter to verify it."""
    names = tuple(_names(setting.seats))
    match = Match(setting.game, setting.players, Deal(seed=setting.seed_of(number)), setting.options, names)
    for action in actions:
        match.play(action)
    path = folder / f"{setting.game.id}-{setting.seed_of(number)}.txt"
    try:
        path.write_text(match.record().text, "utf-8")
    except OSError as problem:
        raise Unreadable(path=str(path), why=problem.strerror or "") from None


def _names(seats: tuple[str, ...]) -> Iterator[str]:
    for seat, level in enumerate(seats):
        yield f"{level}-{seat + 1}"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Unreadable(path=str(folder), why=problem.strerror or "") from None
