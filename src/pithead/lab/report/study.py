"""The cases of a report: the product of editions, player counts and bots."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pithead.bots import Bot, from_spec
from pithead.engine import registry
from pithead.engine.game import Game, expand_seed
from pithead.engine.record import named

OWN = "builtin"  # the command line's name for the game's own edition


@dataclass(frozen=True)
class Case:
    """One configuration: the same bot in all seats; plain data, so that it can be pickled."""

    game: str
    players: int
    bot: str
    games: int
    edition: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seed: str = "report"

    def title(self) -> Game:
        """The game with its edition."""
        return registry.load(self.game, Path(self.edition) if self.edition else None)

    def check(self) -> None:
        """Validate the configuration."""
        title = self.title()
        title.check_setup(self.players, title.resolve(self.options))
        from_spec(self.bot, title, 0)

    def start(self, title: Game, rules: Any, number: int) -> Any:
        """The first position of a game; every case of a study has the same deals."""
        numbers = title.numbers(title.resolve(self.options))
        return rules.new(self.players, numbers, expand_seed(f"{self.seed}.{number}"))

    def bots(self, title: Game, number: int) -> list[Bot]:
        """A bot for every seat."""
        seeds = (expand_seed(f"{self.seed}.{number}/{seat}")[0] for seat in range(self.players))
        return [from_spec(self.bot, title, seed) for seed in seeds]

    @property
    def edition_name(self) -> str:
        """What the edition is called in tables and plots."""
        return self.title().edition or (Path(self.edition).stem if self.edition else OWN)

    def data(self) -> dict[str, Any]:
        """The configuration as JSON-serializable data, for reproduction."""
        title = self.title()
        return {
            "game": self.game,
            "rules": title.rules_version,
            "edition": self.edition_name,
            "material": named(title),
            "evaluation": title.evaluation,
            "players": self.players,
            "bot": self.bot,
            "options": title.resolve(self.options),
            "seed": self.seed,
            "wanted": self.games,
        }


@dataclass(frozen=True)
class Study:
    """All cases of a report."""

    cases: tuple[Case, ...]

    @classmethod
    def of(
        cls,
        game: str,
        editions: list[str | None],
        players: list[int],
        bots: list[str],
        games: int,
        options: dict[str, Any],
        seed: str = "report",
    ) -> "Study":
        """Every edition with every number of players and every bot; editions of one table stand side by side."""
        return cls(
            tuple(
                Case(game, count, bot, games, edition, options, seed)
                for count in players
                for bot in bots
                for edition in editions
            )
        )

    def check(self) -> None:
        """Validate all cases before the first game."""
        for case in self.cases:
            case.check()
