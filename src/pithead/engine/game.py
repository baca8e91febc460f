"""A title: its facts, its options, and its functions on each backend."""

import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from pithead.kit import cache
from pithead.kit.loader import BackendName, Instance, load

from . import game_toml, parameters
from . import material as materials
from .contract import Files
from .errors import BadOption, BadPlayers, BadSetup, CannotCompile, UnknownOption
from .material import Material
from .messages import Messages, of_game
from .rules import CompiledRules, InterpretedRules, Rules

Value = int | str | bool
EDITIONS = "editions"  # the folder of the editions that are shipped with a game

BACKGROUND = 10
"""By how much a compiler that nobody waits for lets everything else go first."""


@dataclass(frozen=True)
class OptionFact:
    """A choice that a table makes before the game: one of `values`."""

    name: str
    values: tuple[Value, ...]
    default: Value
    since: dict[int, Value]

    def default_for(self, version: int) -> Value:
        """The default under a rules version: a changed ruling is an option whose default depends on it."""
        chosen = self.default
        for start in sorted(self.since):
            if start <= version:
                chosen = self.since[start]
        return chosen

    def number(self, value: Value) -> int:
        """The integer that the rules see: numbers stand for themselves, words for their place in the list."""
        numeric = all(isinstance(item, int) and not isinstance(item, bool) for item in self.values)
        return int(value) if numeric else self.values.index(value)

    def parse(self, given: Any, game: str) -> Value:
        """A value from what a user wrote."""
        for value in self.values:
            if given is value or (type(given) is type(value) and given == value):
                return value
            if isinstance(given, str) and given.strip().lower() in _spellings(value):
                return value
        allowed = ", ".join(_spellings(value)[0] for value in self.values)
        raise BadOption(game=game, option=self.name, value=str(given), allowed=allowed)


def _spellings(value: Value) -> tuple[str, ...]:
    if value is True:
        return ("yes", "true", "1", "on")
    if value is False:
        return ("no", "false", "0", "off")
    return (str(value).lower(),)


@dataclass(frozen=True)
class Variant:
    """A way to play that deserves a name: player counts and options."""

    name: str
    players: tuple[int, ...]
    options: dict[str, Value]


class Game:
    """One title with one set of components."""

    def __init__(self, folder: Path, edition: Path | None = None) -> None:
        self.folder = folder
        self.facts = game_toml.read(folder)
        self.id: str = self.facts["id"]
        self.rules_version: int = self.facts["rules"]
        self.players: tuple[int, ...] = tuple(self.facts["players"])
        self.draft: bool = self.facts.get("draft", False)  # not shipped yet: no record of it is promised to replay
        self.material = self._read_material(edition)

    def __reduce__(self) -> Any:
        # Between processes, and in copies, a game is its name and its edition.
        from .registry import load as load_game

        return load_game, (self.id, None if self.material.builtin else self.material.path)

    def _read_material(self, edition: Path | None) -> Material:
        if edition is None:
            return materials.read(self.folder / "material.toml", builtin=True)
        return self.validated(materials.read(edition, builtin=False))

    def validated(self, chosen: Material) -> Material:
        """An edition that satisfies the game's own model of its components, which is that of the built-in copy."""
        builtin = Game(self.folder)
        materials.validate(chosen, builtin.files.material.Material)
        return chosen

    @property
    def edition(self) -> str | None:
        """The name of the shipped edition that this is; None for the game's own components and for files of users."""
        return self.material.path.stem if self.material.path.parent == self.folder / EDITIONS else None

    @cached_property
    def options(self) -> tuple[OptionFact, ...]:
        """The table options, in the order in which the rules number them."""
        return tuple(
            OptionFact(
                fact["name"],
                tuple(fact.get("values", (False, True))),
                fact["default"],
                {int(version): value for version, value in fact.get("since", {}).items()},
            )
            for fact in self.facts.get("options", ())
        )

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Every way to play that the contract suite runs; the first is the plain game."""
        named = [
            Variant(fact["name"], tuple(fact.get("players", self.players)), dict(fact.get("options", {})))
            for fact in self.facts.get("variants", ())
        ]
        return (Variant("standard", tuple(self.facts.get("standard_players", self.players)), {}), *named)

    def resolve(self, given: dict[str, Any] | None, version: int | None = None) -> dict[str, Value]:
        """Complete and check the options of a table."""
        known = {fact.name: fact for fact in self.options}
        for name in given or {}:
            if name not in known:
                raise UnknownOption(game=self.id, option=name, known=", ".join(known) or "–")
        version = version or self.rules_version
        return {
            name: fact.parse(given[name], self.id) if given and name in given else fact.default_for(version)
            for name, fact in known.items()
        }

    def numbers(self, options: dict[str, Value]) -> list[int]:
        """The options as the rules see them."""
        return [fact.number(options[fact.name]) for fact in self.options]

    def check_setup(self, players: int, options: dict[str, Value]) -> None:
        """Refuse a table that the rules cannot play."""
        if players not in self.players:
            allowed = ", ".join(map(str, self.players))
            raise BadPlayers(game=self.id, players=players, allowed=allowed)
        problem = self.files.rules.setup_problem(players, self.numbers(options))
        if problem:
            raise BadSetup(game=self.id, why=self.files.notation.PROBLEMS[problem], players=players)

    @cached_property
    def evaluation(self) -> str:
        """Names what judges positions: a hash of the evaluation, of the value net and of the settings of the search."""
        settings = json.dumps(self.facts.get("search", {}), sort_keys=True)
        net = self.folder / "net.json"
        judging = (self.folder / "evaluate.py").read_bytes() + (net.read_bytes() if net.is_file() else b"")
        return hashlib.sha256(judging + settings.encode()).hexdigest()[:12]

    def instance(self, backend: BackendName = "interpreted") -> Instance:
        """The loaded copy on a backend."""
        return load(self.folder, backend, self.material.data, self.material.fingerprint)

    @cached_property
    def files(self) -> Files:
        """What the game provides, in its interpreted copy."""
        return Files(self.instance())

    def module(self, name: str) -> ModuleType:
        """One of the game's files with the constants that it alone has, in its interpreted copy."""
        return self.instance().module(name)

    def rules(self, backend: BackendName = "interpreted") -> Rules:
        """The rules on a backend; a cold compiled game is compiled first."""
        if backend == "compiled":
            return self.compiled()
        if backend not in self._rules:
            self._rules[backend] = InterpretedRules(self.instance(backend))
        return self._rules[backend]

    @cached_property
    def _rules(self) -> dict[str, Rules]:
        return {}

    def compiled(self, progress: cache.Progress | None = None) -> CompiledRules:
        """The compiled rules, filling the disk cache if need be."""
        self.warm(progress)
        return self._compiled

    @cached_property
    def _compiled(self) -> CompiledRules:
        return CompiledRules(self.instance("compiled"))

    def warm(self, progress: cache.Progress | None = None, *sources: Path, background: bool = False) -> bool:
        """Compile in a child process unless the disk cache holds it; returns whether anything was compiled.

        What nobody waits for is compiled in the background: everything else on this machine comes first.
        """
        if not cache.available():
            raise CannotCompile(game=self.id)
        edition = "" if self.material.builtin else str(self.material.path)
        nice = str(BACKGROUND if background else 0)
        command = [sys.executable, "-m", "pithead.engine.compile", self.folder.name, edition, nice]
        return cache.warm(self._cache, command, sources or (cache.DRIVERS,), progress)

    @cached_property
    def _cache(self) -> Path:
        return cache.folder_of(self.folder, self.material.fingerprint)

    @property
    def can_compile(self) -> bool:
        """Whether this installation has a compiler."""
        return cache.available()

    def is_warm(self, source: Path = cache.DRIVERS) -> bool:
        """Whether the compiled rules can be used at once."""
        return cache.available() and cache.ready(self._cache, source)

    def messages(self, language: str = "en") -> Messages:
        """The game's texts, with the values of its components."""
        if language not in self._messages:
            self._messages[language] = of_game(self.folder, language, self.material.data)
        return self._messages[language]

    @cached_property
    def _messages(self) -> dict[str, Messages]:
        return {}

    @cached_property
    def types(self) -> dict[str, str]:
        """What the parameters of its messages and the fields of its views are (`parameters`)."""
        return parameters.types_of(self)

    @cached_property
    def action_texts(self) -> list[str]:
        """The canonical text of every decision."""
        text: Callable[[int], str] = self.files.notation.action_text
        return [text(action) for action in range(self.files.state.N_ACTIONS)]

    @cached_property
    def action_ids(self) -> dict[str, int]:
        """Decisions by canonical text; the inverse of `action_texts`."""
        return {text: action for action, text in enumerate(self.action_texts)}


def expand_seed(seed: int | str | bytes) -> list[int]:
    """Eight 32-bit words from a seed: 32 bytes as they are, anything else by SHA-256 of its text."""
    data = seed if isinstance(seed, bytes) and len(seed) == 32 else hashlib.sha256(str(seed).encode()).digest()
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, 32, 4)]
