"""Players that look one turn ahead at most: uniformly random, and greedy by the game's `evaluate`."""

import random
from typing import Any

from pithead.engine.game import Game

END = 0
DEALS = 2  # determinizations that a decision is averaged over
LOOKS = 300  # positions that one decision may look at, in all deals together


class RandomBot:
    """Plays any legal decision, each equally likely."""

    level = "random"

    def __init__(self, game: Game, seed: int) -> None:
        self._rules = game.rules()
        self._random = random.Random(seed)

    def choose(self, state: bytes, seat: int) -> int:
        """A random legal decision."""
        return self._random.choice(self._rules.legal(self._rules.decode(state)))


class Greedy:
    """Plays the decision after which the lead looks best at the end of the turn."""

    def __init__(self, level: str, game: Game, seed: int, noise: float = 0.0) -> None:
        self.level = level
        self._rules = game.rules()
        self._evaluate = game.instance().game_name("evaluate")
        self._teams = game.instance().game_name("teams")
        self._max_players: int = game.instance().game_name("MAX_PLAYERS")
        self._seed = seed
        self._count = 0
        self._noise = noise
        self._looks = 0

    def choose(self, state: bytes, seat: int) -> int:
        """The decision with the best value, plus noise for the weaker level."""
        root = self._rules.decode(state)
        legal = self._rules.legal(root)
        self._count += 1
        if len(legal) == 1:
            return legal[0]
        values = [0.0] * len(legal)
        self._looks = LOOKS
        for deal in range(DEALS):
            imagined = self._rules.copy(root)
            self._rules.determinize(imagined, seat, self._rules.fast(self._seed, self._count * DEALS + deal))
            for i, action in enumerate(legal):
                values[i] += self._value(imagined, action, seat) / DEALS
        chance = random.Random(self._seed * 1_000_003 + self._count)
        spread = max(values) - min(values)
        values = [value + self._noise * spread * chance.gauss(0, 0.5) for value in values]
        return legal[values.index(max(values))]

    def _value(self, before: Any, action: int, seat: int) -> float:
        """The lead after a decision and a greedy rest of the turn."""
        rules = self._rules
        state = rules.copy(before)
        rules.apply(state, action)
        while rules.to_move(state) == seat and action != END:
            legal = rules.legal(state)
            if len(legal) > 1 and self._looks < len(legal):
                break
            action, state = self._best(state, legal, seat)
        return self._lead(state, seat)

    def _best(self, before: Any, legal: list[int], seat: int) -> tuple[int, Any]:
        best: tuple[float, int, Any] | None = None
        for action in legal:
            state = self._rules.copy(before)
            self._rules.apply(state, action)
            self._looks -= 1
            value = self._lead(state, seat) if len(legal) > 1 else 0.0
            if best is None or value > best[0]:
                best = value, action, state
        assert best
        return best[1], best[2]

    def _lead(self, state: Any, seat: int) -> float:
        """By how much the seat's side is ahead of the best other side."""
        sides = [-1] * self._max_players
        self._teams(state, sides)
        values: dict[int, float] = {}
        for player, side in enumerate(sides):
            if side >= 0:
                values[side] = max(values.get(side, -1e9), self._evaluate(state, player))
        mine = values.pop(sides[seat])
        return mine - max(values.values(), default=0.0)
