"""Monte Carlo estimates of win probabilities, by a seat's knowledge.

V(position, seat) is the mean, over determinizations for the seat, of the players' rewards after a playout that is long
enough for openly available items to be taken or left. By the law of total expectation the mean of V over all that an
action may reveal equals the mean over determinizations sampled *before* it, so no nested sampling is needed.
"""

from time import monotonic

from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import backing
from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.game import Game
from pithead.engine.imagined import Imagined, imagine
from pithead.engine.match import END
from pithead.engine.rules import State

LEAST_DEALS = 32


class Forecaster:
    """Estimates win probabilities in one match; deterministic by seed."""

    def __init__(self, game: Game, players: int, deals: int, on: Backing | None = None) -> None:
        self.players = players
        self.deals = max(LEAST_DEALS, deals)
        found = on or backing(game)
        self._tree = Tree(found, Settings.of(game, "forecast"), nodes=8)
        self._rules = game.rules()

    def after(self, position: Imagined, actions: list[int], word: int) -> list[float]:
        """The seat's win probability after each of several actions, under common determinizations."""
        return [chances[position.seat] for chances in self.all_after(position, actions, word)]

    def all_after(self, position: Imagined, actions: list[int], word: int) -> list[list[float]]:
        """As `after` for all players, by the seat's knowledge: the probabilities of all teams sum to one."""
        return [self._chances(position, action, word, action != END, self.deals) for action in actions]

    def in_time(self, position: Imagined, actions: list[int], word: int, seconds: float) -> list[float]:
        """As `after` under a time limit, with at least one determinization."""
        started = monotonic()
        sums = [0.0] * len(actions)
        done = 0
        while done == 0 or (done < self.deals and (monotonic() - started) * (done + 1) / done <= seconds):
            deal = word * self.deals + done
            for i, action in enumerate(actions):
                sums[i] += self._chances(position, action, deal, action != END, 1)[position.seat]
            done += 1
        return [chance / done for chance in sums]

    def now(self, state: State, seat: int, word: int, turn_open: bool = False) -> float:
        """The seat's current win probability; of a finished game, its share of the win."""
        return self.all_now(state, seat, word, turn_open)[seat]

    def all_now(self, state: State, seat: int, word: int, turn_open: bool = False) -> list[float]:
        """As `now` for all players, by the seat's knowledge; `turn_open`: a turn has begun but not ended."""
        if self._rules.to_move(state) < 0:
            return self._rules.standing(state, self.players).shares
        return self._chances(imagine(self._rules, state, seat, word), -1, word, turn_open, self.deals)

    def _chances(self, position: Imagined, action: int, word: int, turn_open: bool, deals: int) -> list[float]:
        self._tree.seed(word, position.seat)
        self._tree.reset(position)
        return self._tree.forecast(action, position.seat, self.players, deals, word, turn_open)

    def everybody(self, state: State, word: int, turn_open: bool = False) -> list[float]:
        """Every player's win probability by the own knowledge, normalised over the teams."""
        outcome = self._rules.standing(state, self.players)
        if self._rules.to_move(state) < 0:
            return outcome.shares
        chances = [self.now(state, seat, word, turn_open) for seat in range(self.players)]
        by_side: dict[int, list[float]] = {}
        for chance, side in zip(chances, outcome.teams, strict=True):
            by_side.setdefault(side, []).append(chance)
        means = {side: sum(values) / len(values) for side, values in by_side.items()}
        whole = sum(means.values()) if len(means) > 1 else 1.0
        return [means[side] / whole if whole else 0.0 for side in outcome.teams]
