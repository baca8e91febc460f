"""Collects the statistics of one game."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from pithead.bots.play import Observer, Playing, play
from pithead.engine.game import Game
from pithead.engine.match import END
from pithead.lab.workers import Stopped

from .study import Case


@dataclass
class Observation:
    """The statistics of one game. `order` lists the seats by their first decisions, `openings` those decisions."""

    order: list[int]
    credit: list[float]
    scores: list[int]
    sources: list[dict[str, int]]
    reason: str
    decisions: int
    turns: int
    uses: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    openings: dict[int, str] = field(default_factory=dict)


class _Watcher(Observer):
    """Observer that records movers, actions and phases."""

    def __init__(self, title: Game) -> None:
        self._texts = title.action_texts
        self._phases = title.module("notation").PHASES
        self._phase = 0
        self.order: list[int] = []
        self.openings: dict[int, str] = {}
        self.turns = 0
        self.uses: dict[str, Counter[str]] = defaultdict(Counter)

    def asked(self, game: Playing) -> None:
        """Before a decision."""
        self._phase = game.rules.facts(game.state, audit=False).phase

    def decided(self, game: Playing, mover: int, seconds: float) -> None:
        """A decision was taken."""
        action = game.actions[-1]
        self.turns += action == END
        if mover not in self.order:
            self.order.append(mover)
            self.openings[mover] = self._texts[action]
        if action != END:
            self.uses[self._phases[self._phase]][self._texts[action]] += 1


def observe(case: Case, title: Game, rules: Any, number: int, stopped: Stopped) -> Observation | None:
    """Play a game of a case; None if stopped."""
    state = case.start(title, rules, number)
    watcher = _Watcher(title)
    game = play(rules, state, case.bots(title, number), [watcher], lambda game: stopped())
    if not game.over:
        return None
    outcome = rules.standing(state, case.players)
    final = title.rules().decode(rules.encode(state))
    breakdown = title.module("view").breakdown
    idle = [seat for seat in range(case.players) if seat not in watcher.order]
    return Observation(
        order=watcher.order + idle,
        credit=outcome.credits,
        scores=outcome.scores,
        sources=[breakdown(final, player) for player in range(case.players)],
        reason=title.module("notation").END_REASONS[rules.facts(state, audit=False).end_reason],
        decisions=len(game.actions),
        turns=watcher.turns,
        uses=watcher.uses,
        openings=watcher.openings,
    )
